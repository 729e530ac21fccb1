import type { EntityId } from '../../contract/entityId.ts';
import { type ViolationFacts, violationKey } from '../../judging/identity.ts';
import { Random } from '../../respondent/random.ts';
import { closeEnvironment, environmentForRepeating, type ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { walkCrowd } from '../run/crowdWalks.ts';
import { playSequence } from './playSequence.ts';
import type { Sequence, SequenceFailure, SequenceStep } from './sequence.ts';

/** What is looked for, where, and until when. */
export interface Search {
  readonly environment: ProbeEnvironment;
  readonly wanted: ViolationFacts;
  readonly isOver: () => boolean;
}

/** Plays a sequence once. Its clause may be broken in other ways too, which say nothing of what is looked for. */
export function play({ environment, wanted }: Search, sequence: Sequence): Promise<SequenceFailure | null> {
  const key = violationKey(wanted);
  return playSequence(environment, sequence, (violation) => violationKey(violation) === key);
}

/** Plays sequences, one after the other, until one fails. */
async function firstFailure(search: Search, sequences: readonly Sequence[]): Promise<SequenceFailure | null> {
  for (const sequence of sequences) {
    const failure = search.isOver() ? null : await play(search, sequence);
    if (failure !== null) return failure;
  }
  return null;
}

/** Plays the sequence a few times with nobody else there. */
export function alone(search: Search, sequence: Sequence, times: number): Promise<SequenceFailure | null> {
  return firstFailure(search, Array<Sequence>(times).fill(sequence));
}

/** Lets two and four respondents take the same way, in random orders and in step; nobody else is there. */
export function amongOthers(search: Search, sequence: Sequence): Promise<SequenceFailure | null> {
  const random = new Random(search.environment.profile.seed, sequence.steps.length);
  const merged = [2, 2, 2, 2, 4, 4].map((copies) => interleaved(sequence, copies, random));
  const inSteps = [2, 2].map((copies) => inStep(sequence, copies));
  return firstFailure(search, [...merged.slice(0, 4), ...inSteps, ...merged.slice(4), inStep(sequence, 4)]);
}

/** Respondents of the crowd at the same time, and failures after which it is known well enough how often it fails. */
const crowdSize = 48;
const crowdWalksAtMost = 300;
const failuresEnough = 4;

/**
 * Lets a crowd walk, and counts.
 *
 * @returns such violations per walk; 0 when there was none.
 */
export async function rateInCrowd(
  { environment: { profile, baseUrl }, wanted, isOver }: Search,
  surveys: readonly EntityId[],
): Promise<number> {
  const environment = environmentForRepeating(profile, baseUrl, crowdSize);
  const key = violationKey(wanted);
  const failures = (): number => environment.evidence.clause(wanted.clause)?.failures.get(key)?.count ?? 0;
  const walk = surveys.map((id) => ({ id, weight: 1 }));
  try {
    const { arrivals } = await walkCrowd(environment, {
      profile: { ...profile, surveys: { ...profile.surveys, walk } },
      respondents: crowdWalksAtMost,
      atOnce: crowdSize,
      seed: profile.seed,
      isOver: () => isOver() || failures() >= failuresEnough,
    });
    return Math.min(1, failures() / Math.max(1, arrivals));
  } finally {
    await closeEnvironment(environment);
  }
}

/** Several respondents take the way of one, each in a session of its own, their steps in a random order. */
function interleaved({ surveys, steps }: Sequence, copies: number, random: Random): Sequence {
  const done = Array.from({ length: copies }, () => 0);
  const merged: SequenceStep[] = [];
  while (merged.length < copies * steps.length) {
    const open = done.flatMap((count, session) => (count < steps.length ? [session] : []));
    const session = open[random.below(open.length)] ?? 0;
    const step = steps[done[session] ?? 0];
    done[session] = (done[session] ?? 0) + 1;
    if (step !== undefined) merged.push({ ...step, session });
  }
  return { surveys: copied(surveys, copies), steps: merged };
}

/** Several respondents take the way of one in step: each step is sent by all of them at the same time. */
function inStep({ surveys, steps }: Sequence, copies: number): Sequence {
  return {
    surveys: copied(surveys, copies),
    steps: steps.flatMap((step, at) =>
      Array.from({ length: copies }, (_, session) => ({ ...step, session, concurrent: at + 1 })),
    ),
  };
}

function copied(surveys: readonly EntityId[], copies: number): EntityId[] {
  return Array.from({ length: copies }, () => surveys[0] ?? 0);
}
