import { triesToRuleOut } from '../../result/chances.ts';
import type { Classification } from '../../result/verdict.ts';
import { alone, amongOthers, play, rateInCrowd, type Search } from './environments.ts';
import type { Sequence, SequenceFailure } from './sequence.ts';
import { shrink } from './shrink.ts';

/** What repeating a failure has shown. */
export interface Classified {
  readonly classification: Classification;
  /** The smallest failure that was found; `null` where it could not be repeated by a sequence. */
  readonly smallest: SequenceFailure | null;
  /** How often the smallest sequence failed, of how many repetitions; both 0 where there is none. */
  readonly failed: number;
  readonly repeated: number;
}

export interface Classifying extends Search {
  /** Candidates that are tried side by side while a failure is shrunk. */
  readonly atOnce: number;
}

type Found = Pick<Classified, 'failed' | 'repeated'> & { readonly smallest: SequenceFailure };

const repetitions = 5;
const triesAlone = 3;
/** Fewer failures of the repetitions among others are no sign that others are needed: what is rare is rare there too. */
const leastAmongOthers = 2;

/**
 * Finds out what a failure depends on, and shrinks it there: first alone, then among a few others who take the same
 * way, then in a crowd. That it depends on others is said only when it was tried alone often enough: a failure that
 * comes at times comes more often where more is sent.
 */
export async function classify(sequence: Sequence, how: Classifying): Promise<Classified> {
  const single = await alone(how, sequence, triesAlone);
  if (single !== null) return await failsAlone(single, how);
  // Candidates side by side would be others to one another.
  const among = sequence.surveys.length > 1 ? null : await amongOthers(how, sequence);
  if (among !== null) {
    const found = await shrinkAndRepeat(among, { ...how, atOnce: 1 });
    if (found.failed < leastAmongOthers) return atTimes(found);
    const rate = (found.failed + 0.5) / (found.repeated + 1) / among.sequence.surveys.length;
    return await unlessAlone(rate, sequence, how, { classification: 'interleaving-only', ...found });
  }
  const rate = how.isOver() ? 0 : await rateInCrowd(how, sequence.surveys);
  if (rate === 0) return unrepeated('not-reproduced');
  return await unlessAlone(rate, sequence, how, unrepeated('load-only'));
}

function unrepeated(classification: Classification): Classified {
  return { classification, smallest: null, failed: 0, repeated: 0 };
}

async function failsAlone(failure: SequenceFailure, how: Classifying): Promise<Classified> {
  const found = await shrinkAndRepeat(failure, how);
  const { failed, repeated } = found;
  if (failed === 0) return atTimes(found);
  return { classification: failed === repeated ? 'always' : 'sometimes', ...found };
}

/** It did fail once more: that time is one of all. */
function atTimes({ smallest, failed, repeated }: Found): Classified {
  return { classification: 'sometimes', smallest, failed: failed + 1, repeated: repeated + 1 };
}

/** What was found, once a failure at this rate is ruled out for one respondent alone. */
async function unlessAlone(rate: number, sequence: Sequence, how: Classifying, found: Classified): Promise<Classified> {
  const failure = await alone(how, sequence, triesToRuleOut(rate));
  if (failure !== null) return await failsAlone(failure, how);
  return how.isOver() ? { ...found, classification: 'unclassified' } : found;
}

async function shrinkAndRepeat(failure: SequenceFailure, how: Classifying): Promise<Found> {
  const { isOver, atOnce } = how;
  const smallest = await shrink(failure, { reproduce: (candidate) => play(how, candidate), atOnce, isOver });
  const failed = await repeat(smallest.sequence, how);
  if (failed > 0 || smallest === failure) return { smallest, failed, repeated: repetitions };
  // Only candidates side by side made it fail: what is shown is the way as it was.
  return { smallest: failure, failed: await repeat(failure.sequence, how), repeated: repetitions };
}

/** How often the sequence fails, one repetition after the other. */
async function repeat(sequence: Sequence, how: Classifying): Promise<number> {
  let failed = 0;
  for (let at = 0; at < repetitions; at++) {
    if ((await play(how, sequence)) !== null) failed++;
  }
  return failed;
}
