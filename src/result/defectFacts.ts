import { endpoints, filterNames, isEndpointId, sessionEndpoints } from '../contract/endpoints.ts';
import { anyItem, flattened, type Line } from './flatten.ts';
import { headFact } from './headFacts.ts';
import { expiresKey, replacedKey } from './keyNames.ts';
import { isCut, isMadeUp, isOfOthers, knownPart, passes } from './lasting.ts';
import { foundOthers, linkLacks } from './listFacts.ts';
import { kindOf, pageBeside, wrongAnswer, wrongPart } from './pageFacts.ts';
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
 * of the body that is wrong, where the violation names one, else which page it is, or what is wrong with a part of it.
 *
 * @returns a text where that answer does not show it, or may be another one and wrong all the same: why, to go on `for …`
 */
export function factsOf(failingStep: number, wrong: Wrong, steps: readonly WitnessStep[]): Fact[] | string {
  const step = steps[failingStep];
  if (step === undefined || goesOnWithNewKey(steps, failingStep)) {
    return 'it goes on with a new key, which a script does not have';
  }
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
    if (due.head === 'body-without-secrets') return 'the secret may stand there in another form';
    return [answered(headFact(due.head, wrong.actual))];
  }
  if (due !== undefined && 'httpStatus' in due && due.httpStatus !== httpStatus) {
    return [answered(`[ "$(cat "$answer.code")" != ${due.httpStatus} ]`)];
  }
  if (due !== undefined && 'parameter' in due) return [status, answered(linkLacks(wrong.path, due.parameter, steps))];
  if (filterNames.some((name) => wrong.path === `?${name}`)) {
    const found = foundOthers(failingStep, steps);
    return found === null ? ofStored : [answered(found)];
  }
  if (wrong.path.startsWith('?') || !isIn(body, wrong)) return 'the answer to its last step alone does not show it';
  if (isOfStored(step, wrong.path)) {
    const item = anyItemFact(body, wrong);
    return item === null ? ofStored : [status, item];
  }
  const path = wrong.symptom.found?.path ?? wrong.path;
  const member = memberFact(body, { ...wrong, path }, steps);
  const beside = path === '' ? [] : pageBeside(body, path).map(answered);
  if (member !== null) return [status, ...beside, member];
  const tests = testsOf(failingStep, path, wrong.symptom, steps);
  if (tests.length === 0) return isOfStored(step, 'response') ? ofStored : otherAnswer;
  return [status, ...beside, ...tests.map(answered)];
}

const ofStored = 'it depends on what is stored, which is something else another time';
const otherAnswer = 'what is wrong is another text each time, which a script cannot know beforehand';

/** Of an answer that no one member tells: what kind it is, which page, or what of it is wrong. */
function testsOf(failingStep: number, path: string, symptom: Symptom, steps: readonly WitnessStep[]): string[] {
  const step = steps[failingStep];
  if (step === undefined) return [];
  if (isOfWalk(step))
    return path === '' ? wrongAnswer(failingStep, symptom, steps) : wrongPart(failingStep, path, steps);
  const { endpoint, response } = step;
  // What a list has is another thing each time; what was made by the call itself is not.
  const isOwn = isEndpointId(endpoint) && endpoints[endpoint].mutates;
  if (path !== '')
    return isOwn && path !== 'response' && !isOfOthers(response.body, steps) ? wrongPart(failingStep, path, steps) : [];
  // Nobody knows what else there is to fetch.
  return response.httpStatus < 400 || endpoint === 'fetch-response' ? [] : kindOf(response.body);
}

/** Whether steps up to the failing one take a key that the service has made meanwhile, or may: a script has none but the first. */
function goesOnWithNewKey(steps: readonly WitnessStep[], failingStep: number): boolean {
  return steps.slice(0, failingStep + 1).some((step, at) => {
    const isOther = step.endpoint === 'regenerate-key' && !expiresKey(step) && at < failingStep;
    return isOther || replacedKey(steps, at) === 'new';
  });
}

/** What shows by an answer alone. */
export function answered(test: string): Fact {
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
  return isAbsent || isCut(body) || (body.includes(name) && !isElsewhere(body, found));
}

/** Whether a number or a truth value that is wrong stands in another answer: this one has another in its place. */
function isElsewhere(body: string, found: Symptom['found']): boolean {
  const { path, value = null } = found ?? { path: '' };
  if (value === null || !/^(?:-?\d|true$|false$)/.test(value)) return false;
  const lines = flattened(knownPart(body));
  const places = [path, `response.${path}`].flatMap((each) => placesAt(each, lines));
  return places.length > 0 && places.every((place) => place.value !== value);
}

/** About one member: that it is absent, of another type than it should be, or not the value that was expected. */
function memberFact(
  body: string,
  { path, symptom: { due, found } }: Wrong,
  steps: readonly WitnessStep[],
): Fact | null {
  const lineAt = (at: string, pattern: string): string =>
    `flatten "$answer" | grep -q ${quoted(`^${escaped(at)} ${pattern}`)}`;
  // It comes after the items of a list, where most bodies are cut.
  if (path.startsWith('pagination.') && due !== undefined && 'value' in due && isCut(body))
    return answered(`! ${lineAt(path, `${escaped(due.value)}$`)}`);
  const member = path === '' ? null : memberPlace(body, path, found?.value);
  if (member === null) return null;
  const { place, value, of } = member;
  const line = (pattern: string): string => lineAt(place, pattern);
  if (value === null) return answered(`! ${line('')}`);
  if (due !== undefined && 'value' in due) return answered(`! ${line(`${escaped(due.value)}$`)}`);
  const type = typeOf(value);
  const kind = due !== undefined && 'kind' in due ? due.kind : '';
  if (namesType.test(kind) && !kind.includes(type.name)) {
    // What is within the text of an element is flattened as if it were an object there.
    return isWholeElement.test(place) && kind.includes('string')
      ? answered(`! ${line('"')}`)
      : answered(line(type.pattern));
  }
  // Of the right type, and yet wrong: as long as it is this value, and one that does not differ each time. Of several
  // items with one value, some may have it by right.
  if (of > 1 || /^(?:\{\}|\[\])$/.test(value) || isWholeElement.test(place) || passes(value, steps)) return null;
  return answered(line(`${escaped(value)}$`));
}

/** What of a question holds all of it: what is wrong there is a part. */
const isWholeElement = /questions\[\d+\]\.(?:json|html)$/;

/**
 * About a member of whatever a service has stored: that any item lacks it, or has it of another type, as all of them
 * did, or one that the service has of its own. What is due of each item needs no certain one.
 */
function anyItemFact(body: string, { path, actual, symptom: { due, found } }: Wrong): Fact | null {
  const isAbsent = found === undefined ? actual === 'absent' : found.value === null;
  const kind = due !== undefined && 'kind' in due ? due.kind : '';
  if (!path.includes('.') || (found !== undefined && found.path !== path)) return null;
  // Where other items have it right, and a run made this one, it takes what was stored then to see it.
  const lines = flattened(knownPart(body));
  const members = lines.filter((line) => anyItem(line.path) === path);
  const isMixed = members.some(({ value }) => isAbsent || kind.includes(typeOf(value).name));
  const [item] = /^[^\]]*\]/.exec(memberPlace(body, path, found?.value)?.place ?? '') ?? [];
  const isOfRun = lines.some((line) => item !== undefined && line.path.startsWith(`${item}.`) && isMadeUp(line.value));
  if (isMixed && (item === undefined || isOfRun)) return null;
  const place = anyOf(path);
  if (isAbsent) {
    const holder = anyOf(path.slice(0, path.lastIndexOf('.')));
    const count = (pattern: string): string => `"$(flatten "$answer" | grep -c ${quoted(pattern)})"`;
    return answered(`[ ${count(`^${holder} {}$`)} -gt ${count(`^${place} `)} ]`);
  }
  const value = found?.value ?? '';
  const type = typeOf(value);
  if (value === '' || !namesType.test(kind) || kind.includes(type.name)) return null;
  return answered(`flatten "$answer" | grep -q ${quoted(`^${place} ${type.pattern}`)}`);
}

/** A path as a pattern of the lines that `flatten` writes, whatever the item. */
function anyOf(path: string): string {
  return escaped(path).replaceAll('\\[\\]', '\\[[0-9]*\\]');
}

const namesType = /\b(string|integer|number|boolean|null|array|object)\b/;

function typeOf(written: string): { readonly name: string; readonly pattern: string } {
  const [first = ''] = written;
  const named = { '"': 'string', '[': 'array', '{': 'object', n: 'null', t: 'boolean', f: 'boolean' }[first];
  const name = named ?? (/^-?\d+$/.test(written) ? 'integer' : 'number');
  const pattern = { string: '"', array: '\\[', object: '{', null: 'null$', boolean: '[tf]' }[name] ?? '[-0-9]';
  return { name, pattern };
}

/**
 * A member that is wrong in a body, with the indices that lead to it, and how it is written, `null` where it is absent; of
 * several items the first that has the value that was found. `null` where none can be told.
 */
export function memberPlace(
  body: string,
  path: string,
  found: string | null | undefined,
): { readonly place: string; readonly value: string | null; readonly of: number } | null {
  const lines = flattened(knownPart(body));
  const places = [path, `response.${path}`].map((each) => placesAt(each, lines)).find((all) => all.length > 0) ?? [];
  const isFound = ({ value }: { value: string | null }): boolean =>
    value === null || found === null || found === undefined
      ? value === found
      : value === found || value === { '{': '{}', '[': '[]' }[found[0] ?? ''];
  const matching = places.filter(isFound);
  const [one] = matching.length > 0 ? matching : places;
  if (one === undefined || (matching.length === 0 && places.length > 1)) return null;
  // What is not there may have been cut off.
  return one.value === null && isCut(body) ? null : { ...one, of: matching.length };
}

/** Where a member stands, or should stand: in each object that holds it by its path. */
function placesAt(path: string, lines: readonly Line[]): { place: string; value: string | null }[] {
  const at = path.lastIndexOf('.');
  const name = path.slice(at + 1);
  if (name.endsWith('[]'))
    return lines.flatMap((line) => (anyItem(line.path) === path ? { ...line, place: line.path } : []));
  // What the text of an element holds is flattened behind it, as if it stood there itself.
  const values = new Map(lines.toReversed().map((line) => [line.path, line.value]));
  const holders = lines.filter((line) => line.value === '{}' && anyItem(line.path) === path.slice(0, Math.max(at, 0)));
  return holders.map((holder) => {
    const place = holder.path === '' ? name : `${holder.path}.${name}`;
    return { place, value: values.get(place) ?? null };
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[.[\]*^$\\]/g, '\\$&');
}

/** Whether a step is one of a respondent's walk. */
export function isOfWalk({ endpoint }: WitnessStep): boolean {
  return sessionEndpoints.has(endpoint);
}

/** Whether the body of an answer says that answers were refused, also where it was cut when it was recorded. */
export function refusesAnswers(body: string): boolean {
  return /"status"\s*:\s*"validation_errors"/.test(body);
}
