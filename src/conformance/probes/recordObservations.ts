import { type EntityId, isEntityId } from '../../contract/entityId.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { Findings } from '../../judging/findings.ts';
import type { Json } from '../../judging/reading/administration.ts';
import { questionsIn, valuesIn } from '../../judging/rules/records.ts';

/** What a walk gave that may be found in different places of its record. */
export interface GivenByWalk {
  /** Words of Other options. */
  readonly otherTexts: readonly string[];
  /** Ranks and allocations by answer id. */
  readonly numbers: ReadonlyMap<EntityId, string>;
  readonly durationMs: number;
}

/** Open questions that the record of a known walk answers: units, the zone, where words and numbers go. */
export function observeRecord(findings: Findings, record: Json, given: GivenByWalk): void {
  const { timeTaken, timestamp } = record;
  if (typeof timeTaken === 'number') findings.observe('Q-TIME-TAKEN-UNIT', unitOf(timeTaken, given.durationMs));
  const zone = typeof timestamp === 'string' ? /(?:AM|PM) (\S.*)$/.exec(timestamp)?.[1] : undefined;
  if (zone !== undefined) findings.observe('Q-TIMESTAMP-ZONE', zone);
  const answers = answersIn(record);
  for (const text of given.otherTexts) {
    const member = answers.map(({ value }) => memberWith(value, text)).find((name) => name !== null);
    if (member !== undefined) findings.observe('Q-OTHER-TEXT-IN', member);
  }
  for (const { answerId, value } of answers) {
    const number = given.numbers.get(answerId);
    const member = number === undefined ? null : memberWith(value, number);
    if (member !== null) findings.observe('Q-NUMBER-IN', member, member);
  }
}

/** Clocks of two machines and rounding play their part: a second either way. */
function unitOf(timeTaken: number, durationMs: number): string {
  if (timeTaken <= Math.ceil(durationMs / 1000) + 1) return 'seconds';
  return timeTaken <= durationMs + 1000 ? 'ms' : 'longer than the walk';
}

function answersIn(record: Json): { answerId: EntityId; value: Json }[] {
  return questionsIn(record)
    .flatMap(valuesIn)
    .flatMap(({ answerID, value }) => {
      return isEntityId(answerID) && isRecord(value) ? [{ answerId: answerID, value }] : [];
    });
}

/** The members of `value` that hold a text, by name; `null` when none does. */
function memberWith(value: Json, text: string): string | null {
  const names = Object.keys(value).filter((name) => asText(value[name]) === text);
  return names.length === 0 ? null : names.sort().join(', ');
}
