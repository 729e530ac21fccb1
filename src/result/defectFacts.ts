import { isRecord } from '../contract/jsonShape.ts';
import { quoted } from './shellWord.ts';
import type { Symptom } from './symptom.ts';
import type { Violation, WitnessStep } from './verdict.ts';

/** One thing that is so while the defect is there, as a command of the shell that succeeds then. */
export interface Fact {
  readonly test: string;
  /** `answer`: says nothing of a service that cannot be reached. */
  readonly needs: 'answer' | 'nothing';
}

type Wrong = Pick<Violation, 'path'> & { readonly symptom: Symptom };

/**
 * What is so of the answer to the failing step while the defect is there: about the one member of the body that is
 * wrong, where the violation names one, else that the answer is the recorded one but for what differs each time.
 */
export function factsOf({ response }: WitnessStep, wrong: Wrong, steps: readonly WitnessStep[]): Fact[] {
  const { httpStatus, failure, body } = response;
  if (failure !== null && failure !== 'not-json') {
    // curl writes the status that came before the connection broke, if any.
    return [{ test: 'grep -q failed "$answer.code"', needs: 'nothing' }];
  }
  const status = answered(`[ "$(cat "$answer.code")" = ${httpStatus} ]`);
  if (failure === 'not-json') return [status, answered(`flatten "$answer" | grep -qxF '! not JSON'`)];
  const { due } = wrong.symptom;
  if (due !== undefined && 'httpStatus' in due && due.httpStatus !== httpStatus) {
    return [answered(`[ "$(cat "$answer.code")" != ${due.httpStatus} ]`)];
  }
  const member = memberFact(body, wrong);
  return member === null ? [status, sameBody(body, steps)] : [status, member];
}

function answered(test: string): Fact {
  return { test, needs: 'answer' };
}

/** About one member: that it is absent, of another type than it should be, or not the value that was expected. */
function memberFact(body: string, { path, symptom: { due, found } }: Wrong): Fact | null {
  const member = path === '' ? null : placeOf(body, path, found?.value);
  if (member === null) return null;
  const { place, value } = member;
  const line = (pattern: string): string => `flatten "$answer" | grep -q ${quoted(`^${escaped(place)} ${pattern}`)}`;
  if (value === undefined) return answered(`! ${line('')}`);
  if (due !== undefined && 'value' in due) return answered(`! ${line(`${escaped(due.value)}$`)}`);
  if (due === undefined || !('kind' in due)) return null;
  const type = typeOf(value);
  if (namesType.test(due.kind) && !due.kind.includes(type.name)) return answered(line(type.pattern));
  // Of the right type, and yet wrong: as long as it is this value.
  return typeof value === 'object' ? null : answered(line(`${escaped(JSON.stringify(value))}$`));
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
): { place: string; value: unknown } | null {
  let root: unknown;
  try {
    root = JSON.parse(body);
  } catch {
    return null;
  }
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
  return places.find(isFound) ?? (places.length === 1 ? (places[0] ?? null) : null);
}

function escaped(text: string): string {
  return text.replaceAll(/[.[\]*^$\\]/g, '\\$&');
}

/** Bytes at the end of a body that was cut, which may have moved with what differs each time. */
const unsure = 256;
/** Longer bodies were cut when they were recorded. */
const longestWhole = 4096;

/** That the body is the recorded one, but for what differs each time. */
function sameBody(body: string, steps: readonly WitnessStep[]): Fact {
  const isCut = body.length >= longestWhole;
  const kept = isCut ? body.slice(0, longestWhole - unsure) : body;
  const sent = [...new Set(steps.flatMap((step) => step.body?.match(ownMark) ?? []))];
  const bytes = isCut ? `head -c ${Buffer.byteLength(kept)} "$answer"` : 'cat "$answer"';
  const passing = [...sent.map((mark, i) => `s/${mark}/own mark ${i}/g`), ...passingParts];
  const recorded = passing.reduce((text, command) => substituted(text, command), kept);
  const sed = passing.map((command) => `-e ${quoted(command)}`).join(' ');
  return answered(`[ "$(${bytes} | LC_ALL=C sed -E ${sed})" = ${quoted(recorded)} ]`);
}

const ownMark = /cvs-?[0-9a-z]{4,8}[-x][0-9a-z]{1,10}(?:-[0-9a-z]{2}|z)/g;

/** Ids of requests, marks of others, instants, and what was made up for the occasion: commands of `sed -E`. */
const passingParts = [
  's/("requestID" *: *)("[^"]*"|[0-9]+)/\\1"#"/g',
  's/cvs-?[0-9a-z]{4,8}[-x][0-9a-z]{1,10}(-[0-9a-z]{2}|z)/#/g',
  's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z|[-+][0-9:]+)?/#/g',
  's/[0-9a-fA-F]{8,}(-[0-9a-fA-F]{4,})*/#/g',
  's/[0-9]{6,}/#/g',
];

/** What `sed` makes of a text; its expressions mean the same here. */
function substituted(text: string, command: string): string {
  const [, pattern = '', replacement = ''] = /^s\/(.*)\/(.*)\/g$/.exec(command) ?? [];
  return text.replaceAll(new RegExp(pattern, 'g'), replacement.replaceAll(/\\(\d)/g, '$$$1'));
}
