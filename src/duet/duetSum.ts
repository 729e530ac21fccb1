import { SecondsSum } from '../load/shard/loadWork.ts';
import type { PartsSum } from '../load/shard/shards.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { type DuetDelta, DuetTally, PairSums } from '../result/tally/duetTally.ts';

type Told = Omit<DuetDelta, 'second' | 'sides'>;

/** Sums the seconds of twins: each side as a run of its own is summed, and what the twins showed together. */
export class DuetSum implements PartsSum<DuetDelta> {
  readonly #base: SecondsSum;
  readonly #candidate: SecondsSum;
  /** Seconds of the base whose candidate's are summed next: parts tell both at once. */
  readonly #summed: SecondDelta[] = [];
  /** What parts told of each second that is waited for, by part. */
  readonly #together = new Map<number, Map<number, Told>>();

  constructor(parts: number, onSecond: (second: DuetDelta) => void) {
    this.#base = new SecondsSum(parts, (base) => this.#summed.push(base));
    this.#candidate = new SecondsSum(parts, (candidate) => {
      const base = this.#summed.shift();
      if (base === undefined) return;
      const { second } = base;
      const told = [...(this.#together.get(second) ?? [])].sort(([a], [b]) => a - b).map(([, each]) => each);
      this.#together.delete(second);
      onSecond({ second, sides: { base, candidate }, ...togetherOf(told) });
    });
  }

  get second(): number {
    return this.#candidate.second;
  }

  get isOver(): boolean {
    return this.#candidate.isOver;
  }

  hasEnded(part: number): boolean {
    return this.#candidate.hasEnded(part);
  }

  add(part: number, { second, sides, ...together }: DuetDelta): boolean {
    if (!this.#base.add(part, sides.base)) return false;
    const told = this.#together.get(second) ?? new Map<number, Told>();
    this.#together.set(second, told.set(part, together));
    return this.#candidate.add(part, sides.candidate);
  }

  end(part: number): void {
    this.#base.end(part);
    this.#candidate.end(part);
  }
}

/** What several generators told of both sides together, as one: of equal differences the first one's example is kept. */
export function togetherOf(told: readonly Told[]): Told {
  const tally = new DuetTally();
  const pairs = new PairSums();
  for (const each of told) {
    tally.add(each);
    pairs.addAll(each.pairs);
  }
  const { differences, names, counts } = tally;
  return { pairs: pairs.take(), differences: differences.deltas(), names: [...names], counts };
}
