import { membersOf } from '../../contract/jsonShape.ts';
import { tokensIn } from '../../judging/tokens.ts';
import { minimise } from './deltaDebugging.ts';
import type { Sequence, SequenceFailure, SequenceStep } from './sequence.ts';

/** Plays a sequence where its failure was seen; `null` when it does not fail there. */
export type Reproduce = (sequence: Sequence) => Promise<SequenceFailure | null>;

export interface Shrinking {
  readonly reproduce: Reproduce;
  readonly atOnce: number;
  readonly isOver: () => boolean;
}

/**
 * Makes a failing sequence smaller: first by its steps, then by the answers that its submissions carry.
 *
 * @returns a failure of the smallest sequence that was found to fail.
 */
export async function shrink(failure: SequenceFailure, how: Shrinking): Promise<SequenceFailure> {
  const shorter = await shrinkSteps(failure, how);
  return await shrinkAnswers(shorter, how);
}

async function shrinkSteps(failure: SequenceFailure, { reproduce, ...how }: Shrinking): Promise<SequenceFailure> {
  const { surveys, steps } = failure.sequence;
  const failures = new Map<readonly SequenceStep[], SequenceFailure>();
  const smallest = await minimise(steps, {
    ...how,
    attempt: async (left) => {
      const shown = beginsFirst(left) ? await reproduce({ surveys, steps: left }) : null;
      if (shown === null) return null;
      failures.set(shown.sequence.steps, shown);
      return shown.sequence.steps;
    },
    groups: stepGroups,
  });
  return failures.get(smallest) ?? failure;
}

/** Each way in which an answer is richer than it need be is an item: what is not needed to fail is simplified. */
async function shrinkAnswers(failure: SequenceFailure, { reproduce, ...how }: Shrinking): Promise<SequenceFailure> {
  const { sequence } = failure;
  const all = complexitiesOf(sequence);
  const failures = new Map<readonly Complexity[], SequenceFailure>();
  const smallest = await minimise(all, {
    ...how,
    attempt: async (kept) => {
      const dropped = all.filter((complexity) => !kept.includes(complexity));
      const shown = await reproduce(simplified(sequence, dropped));
      if (shown === null) return null;
      failures.set(kept, shown);
      return kept;
    },
    groups: () => [all.map((_, at) => at)],
  });
  return failures.get(smallest) ?? failure;
}

/** Whether each respondent takes the survey before it does anything else. */
function beginsFirst(steps: readonly SequenceStep[]): boolean {
  const begun = new Set<number>();
  return steps.every(({ session, kind }) => {
    if (kind === 'begin') begun.add(session);
    return begun.has(session);
  });
}

/** Steps of one kind, those of one respondent, and each way back with the way forward again. */
function stepGroups(steps: readonly SequenceStep[]): number[][] {
  const places = steps.map((_, at) => at);
  const byKind = [...Map.groupBy(places, (at) => (steps[at]?.kind === 'submit' ? 'kept' : steps[at]?.kind))]
    .filter(([kind]) => kind !== 'kept' && kind !== 'begin')
    .map(([, found]) => found);
  const bySession = [...Map.groupBy(places, (at) => steps[at]?.session).values()];
  const returns = places.filter((at) => steps[at]?.kind === 'back' && steps[at + 1]?.kind === 'submit');
  return [...byKind, ...(bySession.length > 1 ? bySession : []), returns.flatMap((at) => [at, at + 1])];
}

/** One way in which a submission is richer than it need be. */
export interface Complexity {
  /** Place of the step in the sequence. */
  readonly step: number;
  readonly key: string;
  /** `present`: the key is there at all; `long`: a text or a list has more than it needs. */
  readonly kind: 'present' | 'long';
}

/** Every way in which the submissions of a sequence could be simpler. */
export function complexitiesOf({ steps }: Sequence): Complexity[] {
  return steps.flatMap(({ body }, step) => {
    if (body === null) return [];
    return Object.entries(membersOf(body)).flatMap(([key, value]) => {
      const present: Complexity = { step, key, kind: 'present' };
      return simplerValue(value) === value ? [present] : [present, { step, key, kind: 'long' as const }];
    });
  });
}

/** The sequence without these complexities. */
export function simplified({ surveys, steps }: Sequence, without: readonly Complexity[]): Sequence {
  const byStep = Map.groupBy(without, ({ step }) => step);
  return {
    surveys,
    steps: steps.map((step, at) => {
      const changes = byStep.get(at);
      return changes === undefined || step.body === null ? step : { ...step, body: withoutThem(step.body, changes) };
    }),
  };
}

function withoutThem(body: string, changes: readonly Complexity[]): string {
  const answers = { ...membersOf(body) };
  for (const { key, kind } of changes) if (kind === 'long') answers[key] = simplerValue(answers[key]);
  for (const { key, kind } of changes) if (kind === 'present') delete answers[key];
  return JSON.stringify(answers);
}

/** A text with its respondent's token becomes the token; of a list the first element stays. */
function simplerValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 1 ? value.slice(0, 1) : value;
  if (typeof value !== 'string') return value;
  const token = tokensIn(value)[0];
  return token === undefined || token === value ? value : token;
}
