import type { StoredAnswers } from '../../../result/verdict.ts';
import { type Html, html } from '../html.ts';
import { chip, table } from '../parts.ts';

/** What a respondent gave beside what is stored, question by question, and the walk that gave it. */
export function answersHtml({ respondent, responseId, questions, submitted }: StoredAnswers): Html {
  const rows = questions.map(({ questionId, question, given, stored, differs }) => [
    html`${question} <span class="muted">${questionId}</span>`,
    given === '' ? html`<span class="muted">left out</span>` : given,
    stored === '' ? html`<span class="muted">nothing</span>` : stored,
    differs ? chip('differs', 'bad') : '',
  ]);
  const where = responseId === null ? 'no response record' : `response ${responseId}`;
  return html`<div class="answers"><h3 class="small">Given and stored, question by question</h3>
<p class="muted">Respondent <code>${respondent}</code>, ${where}</p>
${table('Given and stored', ['Question', 'Given', 'Stored', ''], rows)}
<details class="values"><summary>The walk that gave it</summary><ol>${submitted.map((body) => html`<li><code>${body}</code></li>`)}</ol></details></div>`;
}
