import type { ClauseResult } from '../../../result/verdict.ts';
import { nothingOf, type Part, toneOf } from '../../content/content.ts';
import { isHalfLooked, lookedWords } from '../../content/placesContent.ts';
import { countText } from '../../quantities.ts';
import { bySection } from '../../sectionTitles.ts';
import { type Html, html } from '../html.ts';
import { chip, filterBar, type PageSection, prose } from '../parts.ts';

/** Every clause by section of the document, with filters by verdict and by words. */
export function clausesSection(clauses: readonly ClauseResult[]): PageSection | Part {
  const verdicts = Map.groupBy(clauses, (clause) => clause.verdict);
  const about = { id: 'clauses', title: 'Clauses' };
  if (clauses.length === 0) return nothingOf(about, 'No clause was judged.');
  return {
    ...about,
    note: 'A clause is kept only with evidence: the number of checks says how much there is.',
    body: html`${filterBar('clause', verdicts, (verdict, { length }) => html`${chip(verdict, toneOf(verdict))} ${length}`)}
${bySection(clauses).map(([title, its]) => sectionPart(title, its))}`,
  };
}

function sectionPart(title: string, clauses: readonly ClauseResult[]): Html {
  const kept = clauses.filter((clause) => clause.verdict === 'CONFORMS').length;
  const unexercised = clauses.filter((clause) => clause.verdict === 'NOT-EXERCISED').length;
  const bad = clauses.filter((clause) => toneOf(clause.verdict) === 'bad').length;
  const doubtful = clauses.filter((clause) => toneOf(clause.verdict) === 'warn').length;
  return html`<details class="group" data-group="clause"${bad + doubtful > 0 && html` open`}><summary><span class="grow">${title}</span>
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
