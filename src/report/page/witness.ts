import type { Witness, WitnessStep } from '../../result/verdict.ts';
import { prettyJson, requestText, statusText, stepNotes, traceHref } from '../content/witnessText.ts';
import { type Html, html } from '../html/html.ts';
import type { ReportData } from '../pageData.ts';

type Shown = Pick<ReportData, 'witnesses' | 'traceUrl'>;

/** Shows a witness when its place is opened: 500 of them at once would make the page slow. */
export function enableWitnesses(data: Shown): void {
  document.addEventListener(
    'toggle',
    (event) => {
      if (event.target instanceof HTMLDetailsElement && event.target.open) showWitnesses(event.target, data);
    },
    true,
  );
  const openTarget = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(target instanceof HTMLDetailsElement)) return;
    target.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', openTarget);
  openTarget();
  showOpenWitnesses(document.body, data);
}

/** Shows the witnesses of what is open within `place`. */
export function showOpenWitnesses(place: HTMLElement, data: Shown): void {
  for (const details of place.querySelectorAll<HTMLDetailsElement>('details[open]')) showWitnesses(details, data);
}

function showWitnesses(details: HTMLDetailsElement, { witnesses, traceUrl }: Shown): void {
  for (const place of details.querySelectorAll<HTMLElement>(
    ':scope > [data-witness], :scope > .sides [data-witness]',
  )) {
    const witness = witnesses[place.dataset.witness ?? ''];
    if (place.childElementCount > 0 || witness === undefined) continue;
    place.innerHTML = witnessHtml(witness, traceUrl).text;
    // What is copied is the script as it is; what is shown has its control characters made visible.
    for (const button of place.querySelectorAll('button')) button.dataset.copy = witness.curl;
  }
}

/** Every step, the one that shows it open, and a script that repeats them, where one can. What the service said is escaped. */
function witnessHtml({ steps, failingStep, curl }: Witness, traceUrl: string | undefined): Html {
  const several = new Set(steps.map((step) => step.session)).size > 1;
  return html`<div class="witness"><ol class="steps">${steps.map(
    (step, i) => html`<li>${stepHtml(step, i === failingStep, several, traceUrl)}</li>`,
  )}</ol>${curl !== '' && html`<div class="script"><h3 class="small">Repeat it <button type="button" class="quiet copy" data-copy>Copy</button></h3><pre tabindex="0">${curl}</pre></div>`}</div>`;
}

/** What is wider than its place scrolls: also by keyboard. */
function stepHtml(step: WitnessStep, isFailing: boolean, several: boolean, traceUrl: string | undefined): Html {
  const { response, method, path, traceId } = step;
  const notes = stepNotes(step).slice(several ? 0 : 1);
  const isWell = response.failure === null && response.httpStatus < 400;
  return html`<details class="step${isFailing && ' failing'}"${isFailing && html` open`}><summary><span class="method">${method}</span><code class="grow">${path}</code>${
    notes.length > 0 && html`<span class="muted">${notes.join(', ')}</span>`
  }<span class="answer${!isWell && ' bad-text'}">${statusText(response)}</span>${isFailing && html`<span class="chip bad">shows it</span>`}</summary>
<div class="two"><div><h3 class="small">Request</h3><pre tabindex="0">${requestText(step)}</pre>${traceHtml(traceId, traceUrl)}</div>
<div><h3 class="small">Response</h3><pre tabindex="0">${prettyJson(response.body) || '(no body)'}</pre></div></div></details>`;
}

/** The trace that the request was sent in, as a link where it can be looked at. */
function traceHtml(traceId: string | undefined, traceUrl: string | undefined): Html | null {
  if (traceId === undefined) return null;
  const href = traceHref(traceUrl, traceId);
  const id = html`<code>${traceId}</code>`;
  return html`<p class="muted">trace ${href === null ? id : html`<a href="${href}">${id}</a>`}</p>`;
}
