import { statuses } from '../../../contract/statuses.ts';
import type { Coverage, RunResult } from '../../../result/runResult.ts';
import { countText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { bar, chip, prose, section, table } from '../parts.ts';

/** Which statuses came, how walks ended, and what else of the document was reached. */
export function statusSection(result: RunResult): Html {
  const { statuses: seen, keyForms, answerTypes, errors, transitionsByPage } = result.coverage;
  return section(
    'statuses',
    'Statuses reached',
    html`How often each of the document’s statuses came, and how many walks ended with it.`,
    html`${statusTable(seen, result.respondents.byStatus)}
<div class="three">${coverage('Key forms submitted', keyForms)}${coverage('Kinds of question answered', answerTypes)}${coverage('Documented errors met', errors)}${coverage('Moves from each kind of page', transitionsByPage)}</div>`,
  );
}

function statusTable(seen: Coverage, ends: Readonly<Record<string, number>>): Html {
  const names = [...new Set([...Object.keys(statuses), ...Object.keys(seen.items), ...Object.keys(ends)])];
  const most = Math.max(1, ...Object.values(seen.items));
  const meaning = new Map<string, string>(Object.entries(statuses).map(([name, facts]) => [name, facts.meaning]));
  return table(
    'Statuses',
    ['Status', 'Meaning', '#Came', '', '#Walks ended'],
    names.map((name) => {
      const count = seen.items[name] ?? 0;
      return [
        html`<code>${name}</code>`,
        html`<span class="muted">${prose(meaning.get(name) ?? 'not in the document')}</span>`,
        count === 0 ? html`<span class="muted">never</span>` : countText(count),
        bar(count / most),
        countText(ends[name] ?? 0),
      ];
    }),
  );
}

function coverage(title: string, { exercised, total, items }: Coverage): Html {
  const most = Math.max(1, ...Object.values(items));
  return html`<div><h3>${title} ${chip(`${exercised} of ${total}`, exercised === total ? 'good' : 'quiet')}</h3>${table(
    title,
    ['Name', '#Count', ''],
    Object.entries(items).map(([name, count]) => [
      name,
      count === 0 ? html`<span class="muted">never</span>` : countText(count),
      bar(count / most),
    ]),
  )}</div>`;
}
