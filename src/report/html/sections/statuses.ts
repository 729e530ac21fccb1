import { statuses } from '../../../contract/statuses.ts';
import type { Coverage, RunResult } from '../../../result/runResult.ts';
import { countText } from '../../quantities.ts';
import { type Html, type HtmlPart, html } from '../html.ts';
import { bar, chip, type PageSection, prose, tableBy } from '../parts.ts';

/** Which statuses came, how walks ended, and what else of the document was reached. */
export function statusSection(result: RunResult): PageSection {
  const { statuses: seen, keyForms, answerTypes, errors, transitionsByPage } = result.coverage;
  const { started, byStatus } = result.respondents;
  const ended = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
  const others = ended < started ? '; the others were abandoned, stopped or failed before one came' : '';
  return {
    id: 'statuses',
    menu: 'Statuses',
    title: 'Statuses reached',
    note: `How often each of the document’s statuses came, and with which of them walks of respondents ended: ${countText(ended)} of ${countText(started)}${others}.`,
    body: html`${statusTable(seen, byStatus)}
<div class="three">${coverage('Key forms submitted', keyForms)}${coverage('Kinds of question answered', answerTypes)}${coverage('Documented errors met', errors)}${coverage('Moves from each kind of page', transitionsByPage)}</div>`,
  };
}

function statusTable(seen: Coverage, ends: Readonly<Record<string, number>>): Html {
  const names = [...new Set([...Object.keys(statuses), ...Object.keys(seen.items), ...Object.keys(ends)])];
  const most = Math.max(1, ...Object.values(seen.items));
  const meaning = new Map<string, string>(Object.entries(statuses).map(([name, facts]) => [name, facts.meaning]));
  return tableBy('Statuses', names, [
    ['Status', (name) => html`<code>${name}</code>`],
    ['Meaning', (name) => html`<span class="muted">${prose(meaning.get(name) ?? 'not in the document')}</span>`],
    ['#Came', (name) => reachedCount(seen.items[name] ?? 0)],
    ['', (name) => bar((seen.items[name] ?? 0) / most)],
    ['#Walks ended', (name) => countText(ends[name] ?? 0)],
  ]);
}

function reachedCount(count: number): HtmlPart {
  return count === 0 ? html`<span class="muted">never</span>` : countText(count);
}

function coverage(title: string, { exercised, total, items }: Coverage): Html {
  const most = Math.max(1, ...Object.values(items));
  return html`<div><h3>${title} ${chip(`${exercised} of ${total}`, exercised === total ? 'good' : 'quiet')}</h3>${tableBy(
    title,
    Object.entries(items),
    [
      ['Name', ([name]) => name],
      ['#Count', ([, count]) => reachedCount(count)],
      ['', ([, count]) => bar(count / most)],
    ],
  )}</div>`;
}
