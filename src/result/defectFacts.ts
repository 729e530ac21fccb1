import { endpoints, isEndpointId, sessionEndpoints } from '../contract/endpoints.ts';
import { isRecord, parseJson } from '../contract/jsonShape.ts';
import { headFact } from './headFacts.ts';
import { expiresKey, replacedKey } from './keyNames.ts';
import { quoted } from './shellWord.ts';
import type { Symptom } from './symptom.ts';
import type { Violation, WitnessStep } from './verdict.ts';

/** One thing that is so while the defect is there, as a command of the shell that succeeds then. */
export interface Fact {
  readonly test: string;
  /** `answer`: says nothing of a service that cannot be reached. */
  readonly needs: 'answer' | 'nothing';
}

type Wrong = Pick<Violation, 'path' | 'actual'> & { readonly symptom: Symptom };

/**
 * What is so of the answer to the failing step while the defect is there, and not where it is gone: about the one member
 * of the body that is wrong, where the violation names one, else of a page that it is the recorded one but for what
 * differs each time. Nothing where that answer does not show it, or may be another one and wrong all the same.
 */
export function factsOf(failingStep: number, wrong: Wrong, steps: readonly WitnessStep[]): Fact[] {
  const step = steps[failingStep];
  if (step === undefined || goesOnWithNewKey(steps, failingStep)) return [];
  const { response } = step;
  const { httpStatus, failure, body } = response;
  if (failure !== null && failure !== 'not-json') {
    // curl writes the status that came before the connection broke, if any.
    return [{ test: 'grep -q failed "$answer.code"', needs: 'nothing' }];
  }
  const status = answered(`[ "$(cat "$answer.code")" = ${httpStatus} ]`);
  if (failure === 'not-json') return [status, answered(`flatten "$answer" | grep -qxF '! not JSON'`)];
  const { due } = wrong.symptom;
  if (due !== undefined && 'head' in due) {
    // Another form of a secret is one too: that it is not found as it is tells nothing.
    return due.head === 'body-without-secrets' ? [] : [answered(headFact(due.head, wrong.actual))];
  }
  if (due !== undefined && 'httpStatus' in due && due.httpStatus !== httpStatus) {
    return [answered(`[ "$(cat "$answer.code")" != ${due.httpStatus} ]`)];
  }
  if (wrong.path.startsWith('?') || !isIn(body, wrong)) return [];
  if (isOfStored(step, wrong.path)) {
    const item = anyItemFact(wrong);
    return item === null ? [] : [status, item];
  }
  const member = memberFact(body, wrong, marksOf(steps));
  if (member !== null) return [status, member];
  if (!isOfWalk(step)) return [];
  // A page is the wrong one after what came before it.
  const before = steps.findLastIndex(({ session }, at) => at < failingStep && session === step.session);
  const earlier = steps[before];
  const isTold = earlier !== undefined && isOfWalk(earlier) && earlier.response.body !== '';
  const way = isTold ? [sameBody(earlier.response.body, `$dir/answer${before + 1}`, steps)] : [];
  return [status, ...way, sameBody(body, '$answer', steps)];
}

/** Whether steps up to the failing one take a key that the service has made meanwhile, or may: a script has none but the first. */
function goesOnWithNewKey(steps: readonly WitnessStep[], failingStep: number): boolean {
  return steps.slice(0, failingStep + 1).some((step, at) => {
    const isOther = step.endpoint === 'regenerate-key' && !expiresKey(step) && at < failingStep;
    return isOther || replacedKey(steps, at) === 'new';
  });
}

function answered(test: string): Fact {
  return { test, needs: 'answer' };
}

/** Whether it is about what a service had stored when it was asked: another time, or after a restart, that is something else. */
function isOfStored({ endpoint, response }: WitnessStep, path: string): boolean {
  if (response.httpStatus !== 200 || !isEndpointId(endpoint)) return false;
  const { area, mutates } = endpoints[endpoint];
  return area === 'administration' && !mutates && (endpoint === 'fetch-response' || path.startsWith('response'));
}

/** Whether the member in question stands in this answer, or is what it lacks: else an earlier one showed it. */
function isIn(body: string, { path, actual, symptom: { found } }: Wrong): boolean {
  const name = path.split('.').at(-1)?.replaceAll('[]', '') ?? '';
  const isAbsent = found === undefined ? actual === 'absent' : found.value === null;
  return isAbsent || body.length >= longestWhole || body.includes(name);
}

/** About one member: that it is absent, of another type than it should be, or not the value that was expected. */
function memberFact(body: string, { path, symptom: { due, found } }: Wrong, sent: readonly string[]): Fact | null {
  const member = path === '' ? null : placeOf(body, path, found?.value);
  if (member === null) return null;
  const { place, value, of } = member;
  const line = (pattern: string): string => `flatten "$answer" | grep -q ${quoted(`^${escaped(place)} ${pattern}`)}`;
  if (value === undefined) return answered(`! ${line('')}`);
  if (due !== undefined && 'value' in due) return answered(`! ${line(`${escaped(due.value)}$`)}`);
  const type = typeOf(value);
  const kind = due !== undefined && 'kind' in due ? due.kind : '';
  if (namesType.test(kind) && !kind.includes(type.name)) return answered(line(type.pattern));
  // Of the right type, and yet wrong: as long as it is this value, and one that does not differ each time. Of several
  // items with one value, some may have it by right.
  if (of > 1 || typeof value === 'object' || passes(JSON.stringify(value), sent)) return null;
  return answered(line(`${escaped(JSON.stringify(value))}$`));
}

/**
 * About a member of whatever a service has stored: that any item lacks it, or has it of another type. What is due of each
 * item needs no certain one.
 */
function anyItemFact({ path, actual, symptom: { due, found } }: Wrong): Fact | null {
  const isAbsent = found === undefined ? actual === 'absent' : found.value === null;
  const kind = due !== undefined && 'kind' in due ? due.kind : '';
  if (!path.includes('.') || (found !== undefined && found.path !== path)) return null;
  const place = anyOf(path);
  if (isAbsent) {
    const holder = anyOf(path.slice(0, path.lastIndexOf('.')));
    const count = (pattern: string): string => `"$(flatten "$answer" | grep -c ${quoted(pattern)})"`;
    return answered(`[ ${count(`^${holder} {}$`)} -gt ${count(`^${place} `)} ]`);
  }
  const value = parseJson(found?.value ?? '');
  const type = typeOf(value);
  if (value === undefined || !namesType.test(kind) || kind.includes(type.name)) return null;
  return answered(`flatten "$answer" | grep -q ${quoted(`^${place} ${type.pattern}`)}`);
}

/** A path as a pattern of the lines that `flatten` writes, whatever the item. */
function anyOf(path: string): string {
  return escaped(path).replaceAll('\\[\\]', '\\[[0-9]*\\]');
}

const namesType = /\b(string|integer|number|boolean|null|array|object)\b/;

function typeOf(value: unknown): { readonly name: string; readonly pattern: string } {
  if (value === null) return { name: 'null', pattern: 'null$' };
  if (Array.isArray(value)) return { name: 'array', pattern: '\\[' };
  switch (typeof value) {
    case 'string':
      return { name: 'string', pattern: '"' };
    case 'number':
      return Number.isInteger(value) ? { name: 'integer', pattern: '[-0-9]' } : { name: 'number', pattern: '[-0-9]' };
    case 'boolean':
      return { name: 'boolean', pattern: '[tf]' };
    default:
      return { name: 'object', pattern: '{' };
  }
}

/** The member in question with the indices that lead to it; of several items the one that has the value that was found. */
function placeOf(
  body: string,
  path: string,
  found: string | null | undefined,
): { place: string; value: unknown; of: number } | null {
  const root = parseJson(body);
  if (root === undefined) return null;
  let places: { place: string; value: unknown }[] = [{ place: '', value: root }];
  for (const segment of path.replaceAll('[]', '.[]').split('.')) {
    if (segment === '') continue;
    places = places.flatMap(({ place, value }) => {
      if (segment === '[]')
        return Array.isArray(value) ? value.map((v, i) => ({ place: `${place}[${i}]`, value: v })) : [];
      if (!isRecord(value)) return [];
      return [{ place: place === '' ? segment : `${place}.${segment}`, value: value[segment] }];
    });
  }
  const isFound = ({ value }: { value: unknown }): boolean =>
    value === undefined ? found === null : found === JSON.stringify(value);
  const matching = places.filter(isFound);
  const [one] = matching.length > 0 ? matching : places;
  return one === undefined || (matching.length === 0 && places.length > 1) ? null : { ...one, of: matching.length };
}

function escaped(text: string): string {
  return text.replaceAll(/[.[\]*^$\\]/g, '\\$&');
}

/** Bytes at the end of a body that was cut, which may have moved with what differs each time. */
const unsure = 256;
/** Longer bodies were cut when they were recorded. */
const longestWhole = 4096;

/** Whether a step is one of a respondent's walk. */
export function isOfWalk({ endpoint }: WitnessStep): boolean {
  return isEndpointId(endpoint) && sessionEndpoints.has(endpoint);
}

/** Whether the body of an answer says that answers were refused, also where it was cut when it was recorded. */
export function refusesAnswers(body: string): boolean {
  return /"status"\s*:\s*"validation_errors"/.test(body);
}

/** That the body is the recorded one, but for what differs each time. */
function sameBody(body: string, file: string, steps: readonly WitnessStep[]): Fact {
  const isCut = body.length >= longestWhole;
  const kept = isCut ? body.slice(0, longestWhole - unsure) : body;
  const bytes = isCut ? `head -c ${Buffer.byteLength(kept)} "${file}"` : `cat "${file}"`;
  const passing = passingOf(marksOf(steps));
  const recorded = passing.reduce((text, command) => substituted(text, command), kept);
  const sed = passing.map((command) => `-e ${quoted(command)}`).join(' ');
  return answered(`[ "$(${bytes} | LC_ALL=C sed -E ${sed})" = ${quoted(recorded)} ]`);
}

function passingOf(sent: readonly string[]): readonly string[] {
  return [...sent.map((mark, i) => `s/${mark}/own mark ${i}/g`), ...passingParts];
}

/** What of a body stays from time to time. @param sent the steps whose own marks it may hold */
export function lastingPartOf(body: string, steps: readonly WitnessStep[]): string {
  return passingOf(marksOf(steps)).reduce(substituted, body.slice(0, longestWhole - unsure));
}

const ownMark = /cvs-?[0-9a-z]{4,8}[-x][0-9a-z]{1,10}(?:-[0-9a-z]{2}|z)/g;

/** Ids of requests, marks of others, instants, addresses, and what was made up for the occasion: commands of `sed -E`. */
const passingParts = [
  's/("requestID" *: *)"[^"]*"/\\1"#"/g',
  's/("requestID" *: *)[0-9]+/\\1#/g',
  's/cvs-?[0-9a-z]{4,8}[-x][0-9a-z]{1,10}(-[0-9a-z]{2}|z)/#/g',
  's/("timestamp" *: *)"[^"]*"/\\1"#"/g',
  's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z|[-+][0-9:]+)?/#/g',
  // The same service may be tried at another address, which it writes into its pages.
  's/https?:[^a-zA-Z0-9"]{2,4}[-a-zA-Z0-9.:]+/#/g',
  's/[0-9a-fA-F]{8,}(-[0-9a-fA-F]{4,})*/#/g',
  's/[0-9]{6,}/#/g',
];

/** Whether a text holds what differs each time, beside the marks that these steps send themselves. */
function passes(text: string, sent: readonly string[]): boolean {
  const others = sent.reduce((left, mark) => left.replaceAll(mark, ''), text);
  return others.includes('[redacted]') || passingParts.some((command) => substituted(others, command) !== others);
}

function marksOf(steps: readonly WitnessStep[]): string[] {
  return [...new Set(steps.flatMap((step) => step.body?.match(ownMark) ?? []))];
}

/** What `sed` makes of a text; its expressions mean the same here. */
function substituted(text: string, command: string): string {
  const [, pattern = '', replacement = ''] = /^s\/(.*)\/(.*)\/g$/.exec(command) ?? [];
  return text.replaceAll(new RegExp(pattern, 'g'), replacement.replaceAll(/\\(\d)/g, '$$$1'));
}
