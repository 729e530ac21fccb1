import type { Observation } from '../../../result/verdict.ts';
import { toneOf } from '../../content/content.ts';
import { countText } from '../../quantities.ts';
import { sectionTitle } from '../../sectionTitles.ts';
import { type Html, html } from '../html.ts';
import { bar, chip, prose, section } from '../parts.ts';

/** What the document leaves open, with what the service did. */
export function questionsSection(observations: readonly Observation[]): Html {
  return section(
    'questions',
    'Open questions',
    html`Where the document is silent, the service was asked. Nothing here fails a run.`,
    observations.length === 0
      ? html`<p class="empty">No open question was asked.</p>`
      : html`<div class="questions">${observations.map(questionPart)}</div>`,
  );
}

function questionPart(observation: Observation): Html {
  const total = Math.max(
    1,
    observation.alternatives.reduce((sum, { count }) => sum + count, 0),
  );
  return html`<article class="question"><h3>${prose(observation.question)} ${chip(observation.verdict, toneOf(observation.verdict))}</h3>
<p class="muted">${sectionTitle(observation.section)} <code>${observation.id}</code>${
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
