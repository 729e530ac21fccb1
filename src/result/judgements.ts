import Type from 'typebox';

const count = Type.Integer({ minimum: 0 });

/** What each of the four judgements may be. */
export const judgementNames = {
  promises: ['kept', 'broken', 'not looked at'],
  target: ['there', 'away'],
  thresholds: ['met', 'missed', 'cannot be told'],
  /** `bounds`: times, or errors, are upper bounds, so that a limit that was kept stays kept. */
  measurement: ['stands', 'bounds', 'void'],
} as const;

/**
 * The four judgements of a run (design, How a run is judged), each with the figures that it rests on. They are made apart
 * and shown apart; `verdictTable` makes one verdict of them.
 */
export const Judgements = Type.Object({
  /** Clauses, and accepted answers, that were looked at, and those that broke and are not known already. */
  promises: Type.Object({ judgement: Type.Enum([...judgementNames.promises]), lookedAt: count, broken: count }),
  /** None of a run that sets none: such a run meets them. */
  thresholds: Type.Object({
    judgement: Type.Enum([...judgementNames.thresholds]),
    met: count,
    missed: count,
    untold: count,
  }),
  /** Codes of the reasons why not all of it stands. */
  measurement: Type.Object({
    judgement: Type.Enum([...judgementNames.measurement]),
    because: Type.Array(Type.String()),
  }),
  /** Requests that the run sent, and those that got any answer. */
  target: Type.Object({ judgement: Type.Enum([...judgementNames.target]), requests: count, answers: count }),
});
export type Judgements = Type.Static<typeof Judgements>;

/** The four judgements without their figures: what the verdict follows from. */
export type FourJudgements = { readonly [Name in keyof Judgements]: Judgements[Name]['judgement'] };
