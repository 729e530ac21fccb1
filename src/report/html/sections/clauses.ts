import { statuses } from '../../../contract/statuses.ts';
import type { Coverage, RunResult } from '../../../result/runResult.ts';
import type { ClauseResult, Observation } from '../../../result/verdict.ts';
import { toneOf } from '../../content/content.ts';
import { isHalfLooked, lookedWords } from '../../content/placesContent.ts';
import { countText } from '../../quantities.ts';
import { sectionOrder, sectionTitle } from '../../sectionTitles.ts';
import { type Html, type HtmlPart, html } from '../html.ts';
import { bar, chip, filterBar, type PageSection, prose, tableBy } from '../parts.ts';

/** Every clause by section of the document, with filters by verdict and by words. */
export function clausesSection(clauses: readonly ClauseResult[]): PageSection {
  const bySection = Map.groupBy(clauses, (clause) => clause.section);
  const verdicts = Map.groupBy(clauses, (clause) => clause.verdict);
  return {
    id: 'clauses',
    title: 'Clauses',
    note: 'A clause is kept only with evidence: the number of checks says how much there is.',
    body:
      clauses.length === 0
        ? html`<p class="empty">No clause was judged.</p>`
        : html`${filterBar('clause', verdicts, (verdict, { length }) => html`${chip(verdict, toneOf(verdict))} ${length}`)}
${sectionOrder([...bySection.keys()]).map((id) => sectionPart(id, bySection.get(id) ?? []))}`,
  };
}

function sectionPart(id: string, clauses: readonly ClauseResult[]): Html {
  const kept = clauses.filter((clause) => clause.verdict === 'CONFORMS').length;
  const unexercised = clauses.filter((clause) => clause.verdict === 'NOT-EXERCISED').length;
  const bad = clauses.filter((clause) => toneOf(clause.verdict) === 'bad').length;
  const doubtful = clauses.filter((clause) => toneOf(clause.verdict) === 'warn').length;
  return html`<details class="group" data-group="clause"${bad + doubtful > 0 && html` open`}><summary><span class="grow">${sectionTitle(id)}</span>
<span class="muted">${kept} kept${unexercised > 0 && `, ${unexercised} not exercised`}</span>${bad > 0 && chip(`${bad} broken`, 'bad')}${doubtful > 0 && chip(`${doubtful} in doubt`, 'warn')}</summary>
<ul class="rows">${troublesFirst(clauses).map(
    (clause) => html`<li class="row" id="clause-${clause.id}" data-item="clause" data-value="${clause.verdict}">
<div class="verdict-cell">${chip(clause.verdict, isHalfLooked(clause) ? 'warn' : toneOf(clause.verdict))}</div>
<div class="grow"><p>${prose(clause.title)}</p><p class="muted"><code>${clause.id}</code> ${clause.basis}, ${clause.level}${clause.reason !== undefined && html`. ${clause.reason}`}</p>
${lookedWords(clause).not !== '' && html`<p class="muted">${lookedWords(clause).not}</p>`}
${
  clause.violations.length > 0 &&
  html`<p>${clause.violations.slice(0, 12).map((v) => html`<a href="#violation-${v}">${v}</a> `)}${
    clause.violations.length > 12 && html`<span class="muted">and ${clause.violations.length - 12} more</span>`
  }</p>`
}</div>
<div class="number muted">${countText(clause.checked)} checks${lookedWords(clause).of}${clause.failed > 0 && html`<br><b class="bad-text">${countText(clause.failed)} failed</b>`}</div></li>`,
  )}</ul></details>
`;
}

/** Clauses in the document's order, but those that want attention before the others. */
function troublesFirst(clauses: readonly ClauseResult[]): readonly ClauseResult[] {
  const weight = ({ verdict }: ClauseResult): number =>
    ({ bad: 0, warn: 1, good: 2, info: 2, quiet: 2 })[toneOf(verdict)];
  return [...clauses].sort((a, b) => weight(a) - weight(b));
}

/** What the document leaves open, by section of it, with what the service did. What drifted or differs from time to time stands open. */
export function questionsSection(observations: readonly Observation[]): PageSection {
  const bySection = Map.groupBy(observations, ({ section: id }) => id);
  const verdicts = Map.groupBy(observations, ({ verdict }) => verdict);
  return {
    id: 'questions',
    menu: 'Questions',
    title: 'Open questions',
    note: 'Where the document is silent, the service was asked. Nothing here fails a run.',
    body:
      observations.length === 0
        ? html`<p class="empty">No open question was asked.</p>`
        : html`${filterBar('question', verdicts, (verdict, { length }) => html`${chip(verdict, toneOf(verdict))} ${length}`)}
${sectionOrder([...bySection.keys()]).map((id) => questionGroup(id, bySection.get(id) ?? []))}`,
  };
}

function questionGroup(id: string, observations: readonly Observation[]): Html {
  const doubtful = observations.filter(({ verdict }) => toneOf(verdict) === 'warn').length;
  return html`<details class="group" data-group="question"${doubtful > 0 && html` open`}><summary><span class="grow">${sectionTitle(id)}</span>
<span class="muted">${observations.length} question${observations.length === 1 ? '' : 's'}</span>${doubtful > 0 && chip(`${doubtful} in doubt`, 'warn')}</summary>
<div class="questions">${observations.map(questionPart)}</div></details>
`;
}

function questionPart(observation: Observation): Html {
  const total = Math.max(
    1,
    observation.alternatives.reduce((sum, { count }) => sum + count, 0),
  );
  return html`<article class="question" data-item="question" data-value="${observation.verdict}"><h3>${prose(observation.question)} ${chip(observation.verdict, toneOf(observation.verdict))}</h3>
<p class="muted"><code>${observation.id}</code>${
    observation.pinned !== undefined && html`. Accepted so far: <b>${observation.pinned}</b>`
  }</p>
<ul class="alternatives">${observation.alternatives.map(
    (
      { value, count, witness },
      i,
    ) => html`<li><div class="answer"><span>${value}</span><span class="number">${countText(count)}</span></div>${observation.alternatives.length > 1 && bar(count / total)}
${witness !== null && html`<details class="inline"><summary>Witness</summary><div data-witness="${observation.id}/${i}"></div></details>`}</li>`,
  )}</ul>
${
  observation.proposal !== undefined &&
  html`<blockquote><p>${prose(observation.proposal)}</p><footer class="muted">proposed for the document <button type="button" class="quiet copy" data-copy="${observation.proposal}" hidden>Copy</button></footer></blockquote>`
}</article>
`;
}

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
