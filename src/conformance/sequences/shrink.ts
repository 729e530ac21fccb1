import { type Minimising, minimise } from './deltaDebugging.ts';
import type { Sequence, SequenceStep } from './sequence.ts';
import type { SequenceFailure } from './sequenceTarget.ts';
import { type Complexity, complexitiesOf, simplified } from './simplerAnswers.ts';

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

async function shrinkSteps(failure: SequenceFailure, how: Shrinking): Promise<SequenceFailure> {
  const { surveys, steps } = failure.sequence;
  const search = new Search(
    failure,
    how,
    (left: readonly SequenceStep[]) => ({ surveys, steps: left }),
    (_, shown) => shown.sequence.steps.length,
  );
  await minimise(steps, {
    ...search.minimising,
    attempt: async (left) => (beginsFirst(left) ? ((await search.try(left))?.sequence.steps ?? null) : null),
    groups: stepGroups,
  });
  return search.smallest;
}

/** Each way in which an answer is richer than it need be is an item: what is not needed to fail is simplified. */
async function shrinkAnswers(failure: SequenceFailure, how: Shrinking): Promise<SequenceFailure> {
  const { sequence } = failure;
  const all = complexitiesOf(sequence);
  const search = new Search(
    failure,
    how,
    (kept: readonly Complexity[]) =>
      simplified(
        sequence,
        all.filter((complexity) => !kept.includes(complexity)),
      ),
    (kept) => kept.length,
  );
  await minimise(all, {
    ...search.minimising,
    attempt: async (kept) => ((await search.try(kept)) === null ? null : kept),
    groups: () => [all.map((_, at) => at)],
  });
  return search.smallest;
}

/** Tries candidates, and remembers the failure of the smallest one. */
class Search<T> {
  readonly #how: Shrinking;
  readonly #sequenceOf: (items: readonly T[]) => Sequence;
  readonly #sizeOf: (items: readonly T[], failure: SequenceFailure) => number;
  #least = Number.POSITIVE_INFINITY;
  smallest: SequenceFailure;

  constructor(
    failure: SequenceFailure,
    how: Shrinking,
    sequenceOf: (items: readonly T[]) => Sequence,
    sizeOf: (items: readonly T[], failure: SequenceFailure) => number,
  ) {
    this.#how = how;
    this.#sizeOf = sizeOf;
    this.#sequenceOf = sequenceOf;
    this.smallest = failure;
  }

  get minimising(): Pick<Minimising<T>, 'atOnce' | 'isOver'> {
    return this.#how;
  }

  async try(items: readonly T[]): Promise<SequenceFailure | null> {
    const failure = await this.#how.reproduce(this.#sequenceOf(items));
    if (failure === null) return null;
    const size = this.#sizeOf(items, failure);
    if (size < this.#least) {
      this.#least = size;
      this.smallest = failure;
    }
    return failure;
  }
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
