import { triesToRuleOut } from '../../result/chances.ts';
import type { Classification, Violation } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { alone, amongOthers, rateInCrowd } from './environments.ts';
import { playSequence } from './playSequence.ts';
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

export interface Classifying {
  readonly environment: ProbeEnvironment;
  /** Candidates that are tried side by side while a failure is shrunk. */
  readonly atOnce: number;
  readonly isOver: () => boolean;
}

/** What is looked for. */
type Wanted = Pick<Violation, 'clause' | 'endpoint' | 'expected'>;
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
export async function classify(sequence: Sequence, wanted: Wanted, how: Classifying): Promise<Classified> {
  const { environment, isOver } = how;
  const { clause } = wanted;
  const single = await alone(environment, sequence, clause, triesAlone, isOver);
  if (single !== null) return await failsAlone(single, clause, how);
  // Candidates side by side would be others to one another.
  const among = sequence.surveys.length > 1 ? null : await amongOthers(environment, sequence, clause, isOver);
  if (among !== null) {
    const found = await shrinkAndRepeat(among, clause, { ...how, atOnce: 1 });
    if (found.failed < leastAmongOthers) return atTimes(found);
    const rate = (found.failed + 0.5) / (found.repeated + 1) / among.sequence.surveys.length;
    return await unlessAlone(rate, sequence, clause, how, { classification: 'interleaving-only', ...found });
  }
  const rate = isOver() ? 0 : await rateInCrowd(environment, sequence.surveys, wanted, isOver);
  if (rate === 0) return unrepeated('not-reproduced');
  return await unlessAlone(rate, sequence, clause, how, unrepeated('load-only'));
}

function unrepeated(classification: Classification): Classified {
  return { classification, smallest: null, failed: 0, repeated: 0 };
}

async function failsAlone(failure: SequenceFailure, clause: string, how: Classifying): Promise<Classified> {
  const found = await shrinkAndRepeat(failure, clause, how);
  const { failed, repeated } = found;
  if (failed === 0) return atTimes(found);
  return { classification: failed === repeated ? 'always' : 'sometimes', ...found };
}

/** It did fail once more: that time is one of all. */
function atTimes({ smallest, failed, repeated }: Found): Classified {
  return { classification: 'sometimes', smallest, failed: failed + 1, repeated: repeated + 1 };
}

/** What was found, once a failure at this rate is ruled out for one respondent alone. */
async function unlessAlone(
  rate: number,
  sequence: Sequence,
  clause: string,
  how: Classifying,
  found: Classified,
): Promise<Classified> {
  const { environment, isOver } = how;
  const failure = await alone(environment, sequence, clause, triesToRuleOut(rate), isOver);
  if (failure !== null) return await failsAlone(failure, clause, how);
  return isOver() ? { ...found, classification: 'unclassified' } : found;
}

async function shrinkAndRepeat(failure: SequenceFailure, clause: string, how: Classifying): Promise<Found> {
  const { environment, isOver, atOnce } = how;
  const smallest = await shrink(failure, {
    reproduce: (candidate) => playSequence(environment, candidate, clause),
    atOnce,
    isOver,
  });
  const failed = await repeat(smallest.sequence, clause, how);
  if (failed > 0 || smallest === failure) return { smallest, failed, repeated: repetitions };
  // Only candidates side by side made it fail: what is shown is the way as it was.
  return { smallest: failure, failed: await repeat(failure.sequence, clause, how), repeated: repetitions };
}

/** How often the sequence fails, one repetition after the other. */
async function repeat(sequence: Sequence, clause: string, { environment }: Classifying): Promise<number> {
  let failed = 0;
  for (let at = 0; at < repetitions; at++) {
    if ((await playSequence(environment, sequence, clause)) !== null) failed++;
  }
  return failed;
}
