/** How a list is made smaller. */
export interface Minimising<T> {
  /**
   * Tries a shorter list.
   *
   * @returns the items that were needed to fail (all of them, or those up to the failure), or `null` when it passes.
   */
  readonly attempt: (items: readonly T[]) => Promise<readonly T[] | null>;
  /** Sets of items that are worth leaving out together, by their places in the list. */
  readonly groups: (items: readonly T[]) => readonly (readonly number[])[];
  /** Attempts that are made at the same time. */
  readonly atOnce: number;
  /** Asked before each attempt: whether to make do with what was reached. */
  readonly isOver: () => boolean;
}

/** Removals that are tried before single items are. */
const coarsestChunks = 8;

/**
 * Makes a failing list smaller until no item, and no two neighbours, can be left out: delta debugging (Zeller and
 * Hildebrandt, Simplifying and isolating failure-inducing input, 2002) whose attempts run side by side. What can be
 * left out alone is then left out together, so that the time is that of a few attempts, however many there are.
 *
 * @param items a list that fails.
 */
export async function minimise<T>(items: readonly T[], how: Minimising<T>): Promise<readonly T[]> {
  let smallest = items;
  for (;;) {
    const coarse = [...how.groups(smallest), ...chunks(smallest.length)];
    const smaller =
      (await withoutAny(smallest, coarse, how)) ?? (await withoutAny(smallest, fine(smallest.length), how));
    if (smaller === null) return smallest;
    smallest = smaller;
  }
}

/** The smallest failing list without some of the removals; `null` when each of them is needed. */
async function withoutAny<T>(
  items: readonly T[],
  removals: readonly (readonly number[])[],
  how: Minimising<T>,
): Promise<readonly T[] | null> {
  const real = removals.filter(({ length }) => length > 0);
  const alone = await tryAll(items, real, how);
  const dispensable = real.filter((_, at) => alone[at] !== null);
  if (dispensable.length === 0) return null;
  const together = await tryAll(items, unions(dispensable), how);
  return [...alone, ...together]
    .filter((found) => found !== null)
    .reduce((best, found) => (found.length < best.length ? found : best));
}

async function tryAll<T>(
  items: readonly T[],
  removals: readonly (readonly number[])[],
  { attempt, atOnce, isOver }: Minimising<T>,
): Promise<(readonly T[] | null)[]> {
  return await inParallel(removals, atOnce, async (removal) => {
    const left = items.filter((_, at) => !removal.includes(at));
    if (isOver()) return null;
    const needed = await attempt(left);
    return needed !== null && needed.length < items.length ? needed : null;
  });
}

/** Halves, quarters and eighths. */
function chunks(length: number): number[][] {
  const found: number[][] = [];
  for (let count = 2; count <= coarsestChunks && count * 3 <= length; count *= 2) {
    for (let chunk = 0; chunk < count; chunk++) {
      found.push(range(Math.floor((chunk * length) / count), Math.floor(((chunk + 1) * length) / count)));
    }
  }
  return found;
}

/** Each item, and each pair of neighbours: a step back and the step forward again go together. */
function fine(length: number): number[][] {
  const singles = range(0, length).map((at) => [at]);
  const pairs = range(0, length - 1).map((at) => [at, at + 1]);
  return [...singles, ...pairs];
}

/** All removals together, and fewer and fewer of them: the later half, the later quarter and so on, then the earlier. */
function unions(removals: readonly (readonly number[])[]): number[][] {
  const found: number[][] = [];
  for (let count = removals.length; count >= 2; count = Math.floor(count / 2)) {
    found.push(union(removals.slice(-count)), union(removals.slice(0, count)));
  }
  return found;
}

function union(removals: readonly (readonly number[])[]): number[] {
  return [...new Set(removals.flat())];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/** Runs `work` over all items, `atOnce` at a time; the results in the order of the items. */
async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
