import Type from 'typebox';
import { EntityId } from '../contract/entityId.ts';
import { byKey } from './tally/laws.ts';

/**
 * Answers to one question that the service did not take although canvass thought them valid: its rules are shown nowhere.
 * No violation; the profile can say what to answer instead.
 */
export const Refusal = Type.Object({
  surveyId: EntityId,
  questionId: EntityId,
  /** `single`, `multiple`, `text`, `rank`, `allocation`, `date` or `unknown`. */
  form: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  /** The first answer that was refused. */
  tried: Type.String(),
  /** What the service said of it; empty where it said nothing. */
  said: Type.String(),
  /** The kind of text that was taken afterwards; `null` for none. */
  learnt: Type.Union([Type.String(), Type.Null()]),
  /** An answer id that is offered; `null` without one. */
  offered: Type.Union([EntityId, Type.Null()]),
  /** Whether any answer to it was taken, by anybody. */
  taken: Type.Optional(Type.Boolean()),
});
export type Refusal = Type.Static<typeof Refusal>;

/** What a result says of one: with the line of `respondent.answers` that would help. */
export const RefusalResult = Type.Object({ ...Refusal.properties, proposal: Type.String() });
export type RefusalResult = Type.Static<typeof RefusalResult>;

/** Questions that are told apart in one run. */
export const mostQuestions = 500;

/** Refusals by question. */
export const refusalLaw = byKey<Refusal>(
  ({ surveyId, questionId }) => `${surveyId} ${questionId}`,
  (known, { count, tried, said, learnt, taken }) => ({
    ...known,
    ...(known.tried === '' ? { tried, said } : {}),
    count: known.count + count,
    learnt: known.learnt ?? learnt,
    taken: known.taken === true || taken === true,
  }),
  mostQuestions,
);

/** As results tell them, most refused first; nothing of questions of which answers were taken only. */
export function refusalResults(refusals: readonly Refusal[]): RefusalResult[] {
  return refusals
    .filter(({ count }) => count > 0)
    .map((refusal) => ({ ...refusal, proposal: proposalFor(refusal) }))
    .toSorted((a, b) => b.count - a.count);
}

const byLearnt: Readonly<Record<string, string>> = {
  email: 'email',
  number: 'number 1..99',
  date: 'date 1990-01-01..2025-12-31',
  short: 'text 1..12',
  long: 'text 200..400',
};

const shortText = 'text 1..20';

/** What services write about texts that they want, and the generator that gives such. */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/e-?mail/i, 'email'],
  [/date|yyyy|day/i, 'date 1990-01-01..2025-12-31'],
  [/phone|mobile/i, 'pattern \\+49151[0-9]{8}'],
  [/zip|postal|postcode/i, 'pattern [0-9]{5}'],
  [/number|digit|numeric|whole|age/i, 'number 18..99'],
  [/long|most|max|exceed/i, shortText],
  [/short|least|min/i, 'text 100..200'],
];

function proposalFor({ surveyId, questionId, form, said, learnt, offered }: Refusal): string {
  const line = (answer: string): string => `respondent.answers: { ${surveyId}: { ${questionId}: ${answer} } }`;
  if (learnt !== null) return line(byLearnt[learnt] ?? learnt);
  if ((form === 'single' || form === 'multiple') && offered !== null) return line(String(offered));
  const [, generator] = byWords.find(([words]) => words.test(said)) ?? [];
  const [most] = generator === shortText ? (/\d{2,4}/.exec(said) ?? []) : [];
  if (most !== undefined) return line(`text 1..${most}`);
  return line(generator ?? `{ from: people.csv, column: "${questionId}" }`);
}
