import { limits } from '../../contract/endpoints.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { shown } from '../mismatch.ts';
import type { Json } from '../reading/administrationAnswer.ts';
import { holds, isAbsent } from '../reading/sentValues.ts';
import { answersOf, objectOf } from './recordEcho.ts';
import { mirroredIn } from './recordMembers.ts';
import { questionsIn, valuesIn } from './records.ts';

/** The same whenever a record is shown. */
const ids = ['responseID', 'surveyID'] as const;

/** Of these a creation that showed what was sent has kept it; what the service fills in itself it may do later. */
const keptMembers = [
  'ipAddress',
  'timeTaken',
  'responseStatus',
  'externalReference',
  'customVariables',
  'language',
  'currentInset',
] as const;

/** A service may compute these once more, in any way but by exchanging them. */
const derivedPairs = [
  ['operatingSystem', 'browser'],
  ['operatingSystem', 'osDeviceType'],
  ['browser', 'osDeviceType'],
] as const;

/** A service may compute these of an answer once more; none of them vanishes. */
const optionalTexts = ['scale', 'dynamicExplodeText', 'result', 'fileLink'] as const;

/**
 * A record shown again against what its creation showed, which is the stored record (document, 9. POST responses).
 * What a service may compute or write otherwise counts only where no computation gives what came.
 *
 * @param sent the body of its creation
 * @returns the members that differ; those that one of both has not are left out.
 */
export function differingMembers(sent: Json, created: Json, found: Json): readonly string[] {
  const kept = keptMembers.filter((member) => !isAbsent(sent[member]) && holds(sent[member], created[member]));
  // The creation answers with its name (document, 9. POST responses): a name that comes later was left out.
  const named = isAbsent(created.surveyName) && isAbsent(found.surveyName) ? [] : (['surveyName'] as const);
  const steady = [...ids, ...named, ...kept].filter(
    (member) => !isLeftOut(created[member], found[member]) && !holds(documented(created, member), found[member]),
  );
  const exchanged = derivedPairs.filter(([one, other]) => isExchanged(created, found, one, other)).flat();
  const spoilt = isPlaceSpoilt(objectOf(created.location), objectOf(found.location)) ? ['location'] : [];
  return [...steady, ...new Set(exchanged), ...spoilt, ...(haveAnswersChanged(created, found) ? ['responseSet'] : [])];
}

/** A member without what the document does not know of it: a service's own members may differ each time. */
function documented(record: Json, member: string): unknown {
  const value = record[member];
  if (member !== 'customVariables' || !isRecord(value)) return value;
  return Object.fromEntries(limits.filterCustomVariables.map((name) => [name, value[name]]));
}

function isLeftOut(...values: readonly unknown[]): boolean {
  return values.includes(undefined);
}

/** Whether two members that differed have each other's value. */
function isExchanged(created: Json, found: Json, one: string, other: string): boolean {
  const [first, second] = [created[one], created[other]];
  return first !== second && !isLeftOut(first, second) && found[one] === second && found[other] === first;
}

/** Whoever looks a place up may find another one, but not its mirror image. */
function isPlaceSpoilt(created: Json, found: Json): boolean {
  return mirroredIn(created, found).length > 0 || isExchanged(created, found, 'latitude', 'longitude');
}

function haveAnswersChanged(created: Json, found: Json): boolean {
  if (!Array.isArray(created.responseSet) || !Array.isArray(found.responseSet)) return false;
  const [before, after] = [answersOf(created), answersOf(found)].map((answers) => [...answers].sort().join('\n'));
  if (before !== after) return true;
  const later = valuesByAnswer(found);
  return [...valuesByAnswer(created)].some(([answer, value]) => isValueSpoilt(value, later.get(answer) ?? {}));
}

/** The `value` of each answer that a record has once, by its question and its own id. */
function valuesByAnswer(record: Json): ReadonlyMap<string, Json> {
  return onlyOnce(
    questionsIn(record).flatMap((question) =>
      valuesIn(question).map(
        ({ answerID, value }) => [`${asText(question.questionID)}/${asText(answerID)}`, objectOf(value)] as const,
      ),
    ),
  );
}

/** What stands under each key, but for keys that there are twice. */
function onlyOnce<Value>(entries: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  const byKey = Map.groupBy(entries, ([key]) => key);
  return new Map(entries.filter(([key]) => byKey.get(key)?.length === 1));
}

function isValueSpoilt(created: Json, found: Json): boolean {
  const isLost = (member: string): boolean =>
    found[member] !== undefined && !isAbsent(created[member]) && isAbsent(found[member]);
  const isOther = !isLeftOut(created.other, found.other) && !holds(created.other, found.other);
  const weight = numberOf(created.weight);
  const isCut =
    !Number.isInteger(weight) && (found.weight === Math.trunc(weight) || found.weight === Math.round(weight));
  return isOther || isCut || optionalTexts.some(isLost);
}

/** A number as it is; what is none equals nothing. */
function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** What two readings of one record do not agree on, by path. */
interface Differences {
  /** What no service computes: a respondent or a client gave it. */
  readonly given: readonly string[];
  /** Empty where something given differs: what is to be said is said then. */
  readonly others: readonly string[];
}

/** What differs between a record of the list and the same record fetched; what one of both does not show plays no part. */
export function differencesOf(listed: Json, fetched: Json): Differences {
  const found = leavesOf(fetched);
  const differing = [...leavesOf(listed)].filter(([path, value]) => found.has(path) && !isSame(value, found.get(path)));
  const paths = differing.map(([path]) => path);
  const isGiven = (path: string): boolean => /^(externalReference|customVariables)\b/.test(path);
  const given = [...differingMembers({}, listed, fetched), ...paths.filter(isGiven)];
  return { given, others: given.length > 0 ? [] : paths };
}

/** What a record has in the members that differ from another reading of it, in words: `language "nb"`. */
export function differingPart(record: Json, other: Json, differing: readonly string[]): string {
  return differing.map((path) => `${path} ${partAt(path, record, other)}`).join(', ');
}

function partAt(path: string, record: Json, other: Json): string {
  if (path === 'responseSet') {
    const elsewhere = new Set(answersOf(other));
    const own = answersOf(record).filter((answer) => !elsewhere.has(answer));
    return own.length > 0 ? own.join('; ') : shown(record.responseSet);
  }
  return shown(record[path] ?? leavesOf(record).get(path));
}

/** Members that are not computed of a record as a whole, as quality and score are. */
const compared = [
  ...keptMembers,
  'timestamp',
  'utctimestamp',
  'location',
  'operatingSystem',
  'osDeviceType',
  'browser',
] as const;

/** Every value that a record has by its path; questions and answers by their ids, but for those that it has twice. */
function leavesOf(record: Json): ReadonlyMap<string, unknown> {
  const answered = questionsIn(record).flatMap((question) => {
    const path = `responseSet[${asText(question.questionID)}]`;
    const values = valuesIn(question).map((answer) => leavesUnder(`${path}[${asText(answer.answerID)}]`, answer));
    return [...leavesUnder(path, { ...question, answerValues: undefined }), ...values.flat()];
  });
  return onlyOnce([...compared.flatMap((member) => leavesUnder(member, record[member])), ...answered]);
}

function leavesUnder(path: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (!isRecord(value)) return isAbsent(value) ? [] : [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesUnder(`${path}.${name}`, member));
}

/** Numbers may have passed through a store of fewer digits. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other || typeof one === 'object';
  return Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other));
}
