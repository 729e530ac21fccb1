import type { Oddity } from '../../../result/oddity.ts';
import type { RunResult } from '../../../result/runResult.ts';
import { featuresOf, odditiesIn, whereOdd } from '../../content/odd.ts';
import { type Html, html } from '../html.ts';
import { type PageSection, prose } from '../parts.ts';

/** Where the service departs from its own habits, each with the requests that show it; `null` where it never does. */
export function oddSection(result: RunResult): PageSection | null {
  const odd = odditiesIn(result);
  if (odd.length === 0) return null;
  return {
    id: 'odd',
    title: 'Odd',
    note: 'No promise is broken, but the service does otherwise here than it does everywhere else. Nothing here fails a run.',
    body: html`<div class="questions">${odd.map(oddPart)}</div>`,
  };
}

function oddPart(oddity: Oddity, at: number): Html {
  const { id, what, there, elsewhere, count, of, witness } = oddity;
  return html`<article class="question"><h3>${prose(what)}</h3>
<p class="muted"><code>${id}</code></p>
<ul class="alternatives"><li><div class="answer"><span>${whereOdd(oddity)}: <b>${featuresOf(there, count)}</b></span></div>
${witness !== null && html`<details class="inline"><summary>Witness</summary><div data-witness="odd/${at}"></div></details>`}</li>
<li><div class="answer"><span>elsewhere: ${featuresOf(elsewhere, of - count)}</span></div></li></ul></article>
`;
}
