import type { Witness, WitnessStep } from '../../result/verdict.ts';
import { prettyJson, requestText, statusText, traceHref } from '../content/witnessText.ts';
import type { ReportData } from '../pageData.ts';

type Shown = Pick<ReportData, 'witnesses' | 'traceUrl'>;

const sessionChanges: Readonly<Record<WitnessStep['sessionTransport'], string>> = {
  keep: '',
  drop: 'after dropping the session',
  forge: 'with a forged session',
  stale: 'with an old session',
  idle: 'after waiting',
  swap: "with another respondent's session",
};

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
    if (place.childElementCount === 0 && witness !== undefined) place.append(witnessElement(witness, traceUrl));
  }
}

/** Text of the service goes in as text nodes only: nothing in it is markup. */
function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

function witnessElement(witness: Witness, traceUrl: string | undefined): HTMLElement {
  const many = new Set(witness.steps.map((step) => step.session)).size > 1;
  return element(
    'div',
    'witness',
    element(
      'ol',
      'steps',
      ...witness.steps.map((step, i) => stepElement(step, i === witness.failingStep, many, traceUrl)),
    ),
    element(
      'div',
      'script',
      element('h3', 'small', 'Repeat it ', copyButton(witness.curl)),
      preformatted(witness.curl),
    ),
  );
}

/** What is wider than its place scrolls: also by keyboard. */
function preformatted(text: string): HTMLElement {
  const made = element('pre', '', text);
  made.tabIndex = 0;
  return made;
}

function stepElement(step: WitnessStep, failing: boolean, many: boolean, traceUrl: string | undefined): HTMLElement {
  const { response } = step;
  const notes = [
    ...(many ? [`session ${step.session + 1}`] : []),
    ...(sessionChanges[step.sessionTransport] === '' ? [] : [sessionChanges[step.sessionTransport]]),
    ...(step.concurrent > 0 ? [`at the same time as the others marked ${step.concurrent}`] : []),
  ];
  const answer = statusText(response);
  const open = document.createElement('details');
  open.open = failing;
  open.className = failing ? 'step failing' : 'step';
  open.append(
    element(
      'summary',
      '',
      element('span', 'method', step.method),
      element('code', 'grow', step.path),
      ...(notes.length > 0 ? [element('span', 'muted', notes.join(', '))] : []),
      element('span', response.failure === null && response.httpStatus < 400 ? 'answer' : 'answer bad-text', answer),
      ...(failing ? [element('span', 'chip bad', 'shows it')] : []),
    ),
    element(
      'div',
      'two',
      element('div', '', element('h3', 'small', 'Request'), preformatted(requestText(step)), ...trace(step, traceUrl)),
      element('div', '', element('h3', 'small', 'Response'), preformatted(prettyJson(response.body) || '(no body)')),
    ),
  );
  return element('li', '', open);
}

/** The trace that the request was sent in, as a link where it can be looked at. */
function trace({ traceId }: WitnessStep, traceUrl: string | undefined): Node[] {
  if (traceId === undefined) return [];
  const href = traceHref(traceUrl, traceId);
  const link = document.createElement('a');
  if (href !== null) link.href = href;
  link.append(element('code', '', traceId));
  return [element('p', 'muted', 'trace ', link)];
}

function copyButton(text: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet copy';
  button.dataset.copy = text;
  button.textContent = 'Copy';
  return button;
}
