import Type from 'typebox';
import { RunMeta } from '../runMeta.ts';
import { ThresholdResult } from '../runResult.ts';
import { SecondDelta } from '../tally/delta.ts';

/** Name of the journal in the folder of a run. It is removed when the result is written. */
export const journalName = 'journal.jsonl';

/** First line of a journal. */
export const JournalHead = Type.Object({ journal: Type.Literal('canvass.journal/1'), meta: RunMeta });

/** What one shard has told of a second whose line is not written yet; its next word of that second takes its place. */
export const JournalPart = Type.Object({ part: SecondDelta });
export type JournalPart = Type.Static<typeof JournalPart>;

/** One second of all shards, and how the thresholds stood at its end. */
export const JournalSecond = Type.Object({ delta: SecondDelta, thresholds: Type.Array(ThresholdResult) });
export type JournalSecond = Type.Static<typeof JournalSecond>;
