import { jsonAsItCame } from '../../contract/jsonShape.ts';
import { oneIn } from '../../result/chances.ts';
import type { Classification, Violation, WitnessStep } from '../../result/verdict.ts';
import { cut } from '../plainText.ts';

/** What was sent: the line of the request, its headers, its body. */
export function requestText(step: WitnessStep): string {
  const headers = Object.entries(step.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${step.method} ${step.path}`, ...headers, ...(step.body === null ? [] : ['', prettyJson(step.body)])].join(
    '\n',
  );
}

/** What was done with the session before a step. */
export const sessionWords: Readonly<Record<WitnessStep['sessionTransport'], string>> = {
  keep: '',
  drop: 'having lost the session',
  forge: 'with a made-up session',
  stale: 'with an older session',
  idle: 'after a long wait',
  swap: 'with the session of another respondent',
};

/** How a step was sent, in words: by which session, what was done with that, and beside which others. */
export function stepNotes({ session, sessionTransport, concurrent }: WitnessStep): string[] {
  const beside = concurrent > 0 ? `at the same time as the others marked ${concurrent}` : '';
  return [`session ${session + 1}`, sessionWords[sessionTransport], beside].filter((note) => note !== '');
}

/** What came: the status, or why there is none, and the body. */
export function responseText({ response }: WitnessStep): string {
  return [statusText(response), ...(response.body === '' ? [] : ['', prettyJson(response.body)])].join('\n');
}

export function statusText({ failure, httpStatus }: WitnessStep['response']): string {
  return failure ?? `HTTP ${httpStatus}`;
}

/** JSON with indentation, where it is whole; anything else, such as a body that was cut, as it came. */
export function prettyJson(text: string): string {
  const value = jsonAsItCame(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

type Trace = NonNullable<ReturnType<typeof traceOf>>;

/**
 * The trace that an exchange was sent in, and where it is looked at; the place `null` where a run names none.
 *
 * @param traceUrl of the run's target; `null` without an id
 */
export function traceOf(id: string | undefined, traceUrl: string | undefined) {
  return id === undefined ? null : { id, href: traceHref(traceUrl, id) };
}

/** As a cell of a table, or beside other words. */
export function traceCell({ id, href }: Trace) {
  return { text: id, as: 'code', ...(href === null ? {} : { href }) } as const;
}

/**
 * Where a trace is looked at, as a URL in which nothing ends the place that it is written into; `null` where the run names no
 * place for it, or none that a reader should be led to.
 *
 * @param traceUrl with `{traceId}` in the place of the id
 */
export function traceHref(traceUrl: string | undefined, traceId: string): string | null {
  const text = traceUrl?.replaceAll('{traceId}', encodeURIComponent(traceId)) ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** What a violation is, in a line, each side cut to `longest`. */
export function brokenText({ expected, actual }: Pick<Violation, 'expected' | 'actual'>, longest?: number): string {
  return `expected ${cut(expected, longest)}, actual ${cut(actual, longest)}`;
}

/** What a violation depends on, in a few words. */
export const classificationWords: Readonly<Record<Classification, string>> = {
  always: 'shows each time it is repeated',
  sometimes: 'shows at times when it is repeated',
  'load-only': 'only in a crowd',
  'interleaving-only': 'only with concurrent respondents',
  'not-reproduced': 'did not show when it was repeated',
  unclassified: 'not repeated',
};

/** What repeating a violation has shown: `shows each time it is repeated (5 of 5); shortened from 6 steps to 4`. */
export function reproductionText(violation: Violation): string {
  const { reproduction, witness } = violation;
  const { length } = witness.steps;
  const wasShortened = reproduction !== undefined && length < reproduction.recordedSteps;
  return wasShortened
    ? `${reproducibilityText(violation)}; shortened from ${reproduction.recordedSteps} steps to ${length}`
    : reproducibilityText(violation);
}

/** What a violation depends on, with how often it failed of how many repetitions: `shows at times when it is repeated (1 of 5)`. */
function reproducibilityText({ classification, reproduction, chances }: Violation): string {
  // Walks are told in the title; a record that is lost is one of many, however often its list shows the gap.
  if (chances !== undefined && chances.what !== 'walks')
    return `${oneIn(chances.failed, chances.of)} of the ${chances.what} (${chances.failed} of ${chances.of})`;
  const words = classificationWords[classification];
  return reproduction === undefined ? words : `${words} (${reproduction.failed} of ${reproduction.repeated})`;
}
