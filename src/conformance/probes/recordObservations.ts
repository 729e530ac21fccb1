import { isObject, memberOf } from '../checks/fields.ts';
import type { Judge } from '../ledger/judge.ts';

/** What a walk gave that may be found in different places of its record. */
export interface GivenByWalk {
  /** Words of Other options. */
  readonly otherTexts: readonly string[];
  /** Ranks and allocations by answer id. */
  readonly numbers: ReadonlyMap<number, string>;
  readonly durationMs: number;
}

/** Open questions that the record of a known walk answers: units, the zone, where words and numbers go. */
export function observeRecord(judge: Judge, record: Record<string, unknown>, given: GivenByWalk): void {
  const { timeTaken, timestamp } = record;
  if (typeof timeTaken === 'number') judge.observe('Q-TIME-TAKEN-UNIT', unitOf(timeTaken, given.durationMs));
  const zone = typeof timestamp === 'string' ? /(?:AM|PM) (\S.*)$/.exec(timestamp)?.[1] : undefined;
  if (zone !== undefined) judge.observe('Q-TIMESTAMP-ZONE', zone);
  const answers = answersIn(record);
  for (const text of given.otherTexts) {
    const member = answers.map(({ value }) => memberWith(value, text)).find((name) => name !== null);
    if (member !== undefined) judge.observe('Q-OTHER-TEXT-IN', member);
  }
  for (const { answerId, value } of answers) {
    const number = given.numbers.get(answerId);
    const member = number === undefined ? null : memberWith(value, number);
    if (member !== null) judge.observe('Q-NUMBER-IN', member);
  }
}

/** Clocks of two machines and rounding play their part: a second either way. */
function unitOf(timeTaken: number, durationMs: number): string {
  if (timeTaken <= Math.ceil(durationMs / 1000) + 1) return 'seconds';
  return timeTaken <= durationMs + 1000 ? 'ms' : 'longer than the walk';
}

function answersIn(record: Record<string, unknown>): { answerId: number; value: Record<string, unknown> }[] {
  const set = Array.isArray(record.responseSet) ? record.responseSet : [];
  return set.flatMap((question) => {
    const values = memberOf(question, 'answerValues');
    return (Array.isArray(values) ? values : []).flatMap((answer) => {
      const [answerId, value] = [memberOf(answer, 'answerID'), memberOf(answer, 'value')];
      return typeof answerId === 'number' && isObject(value) ? [{ answerId, value }] : [];
    });
  });
}

/** The members of `value` that hold a text, by name; `null` when none does. */
function memberWith(value: Record<string, unknown>, text: string): string | null {
  const names = Object.keys(value).filter((name) => String(value[name]) === text);
  return names.length === 0 ? null : names.sort().join(', ');
}
