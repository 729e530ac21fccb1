import type { Observation } from '../../../result/verdict.ts';
import { nothingOf, type Part, toneOf } from '../../content/content.ts';
import { countText } from '../../quantities.ts';
import { bySection } from '../../sectionTitles.ts';
import { type Html, html } from '../html.ts';
import { bar, chip, filterBar, type PageSection, prose } from '../parts.ts';

/** What the document leaves open, by section of it, with what the service did. What drifted or differs from time to time stands open. */
export function questionsSection(observations: readonly Observation[]): PageSection | Part {
  const verdicts = Map.groupBy(observations, ({ verdict }) => verdict);
  const about = { id: 'questions', menu: 'Questions', title: 'Open questions' };
  if (observations.length === 0) return nothingOf(about, 'None was asked.');
  return {
    ...about,
    note: 'Where the document is silent, the service was asked. Nothing here fails a run.',
    body: html`${filterBar('question', verdicts, (verdict, { length }) => html`${chip(verdict, toneOf(verdict))} ${length}`)}
${bySection(observations).map(([title, its]) => questionGroup(title, its))}`,
  };
}

function questionGroup(title: string, observations: readonly Observation[]): Html {
  const doubtful = observations.filter(({ verdict }) => toneOf(verdict) === 'warn').length;
  return html`<details class="group" data-group="question"${doubtful > 0 && html` open`}><summary><span class="grow">${title}</span>
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
