import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { Json } from '../reading/administration.ts';
import { isAbsent } from '../reading/sentValues.ts';
import { questionsIn, valuesIn } from './records.ts';
import { differingMembers, keptMembers } from './shownAgain.ts';

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
  const leaves = new Map<string, unknown>();
  const twice = new Set<string>();
  const add = (path: string, value: unknown): void => {
    if (isRecord(value)) for (const [name, member] of Object.entries(value)) add(`${path}.${name}`, member);
    else if (leaves.has(path)) twice.add(path);
    else if (!isAbsent(value)) leaves.set(path, value);
  };
  for (const member of compared) add(member, record[member]);
  for (const question of questionsIn(record)) {
    const path = `responseSet[${asText(question.questionID)}]`;
    add(path, { ...question, answerValues: undefined });
    for (const answer of valuesIn(question)) add(`${path}[${asText(answer.answerID)}]`, answer);
  }
  for (const path of twice) leaves.delete(path);
  return leaves;
}

/** Numbers may have passed through a store of fewer digits. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other || typeof one === 'object';
  return Math.abs(one - other) <= 1e-6 * Math.max(Math.abs(one), Math.abs(other));
}
