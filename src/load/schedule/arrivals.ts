import type { LevelCurve } from './levelCurve.ts';
import { owns, type Shard } from './shard.ts';

/** `even`: at equal shares of the curve. `poisson`: independent of each other, as people arrive. */
export type Spacing = 'even' | 'poisson';

/**
 * The arrivals of one shard: instants that follow from curve, spacing, seed and number alone. Arrival number k of the
 * plan belongs to the shard that owns k, whatever the number of shards.
 */
export class Arrivals {
  #curve: LevelCurve;
  readonly #spacing: Spacing;
  readonly #seed: number;
  readonly #part: Shard;
  #index = -1;
  /** How much of the curve's integral the next arrival waits for. */
  #mass = 0;
  #instantMs = 0;

  constructor(curve: LevelCurve, spacing: Spacing, seed: number, part: Shard) {
    this.#curve = curve;
    this.#spacing = spacing;
    this.#seed = seed;
    this.#part = part;
    this.#advance();
  }

  /** Number of the next arrival in the whole plan. */
  get nextIndex(): number {
    return this.#index;
  }

  /** Instant of the next arrival, ms since the start; infinite when there is none. */
  get nextMs(): number {
    return this.#instantMs;
  }

  /** Passes on to the arrival after the next. */
  take(): void {
    this.#advance();
  }

  /** Goes on by another curve that agrees with the one before up to now: what has arrived stays. */
  follow(curve: LevelCurve): void {
    this.#curve = curve;
    this.#instantMs = curve.instantOf(this.#mass);
  }

  #advance(): void {
    do {
      this.#index++;
      this.#mass =
        this.#spacing === 'even' ? this.#index + 0.5 : this.#mass + exponential(mixed(this.#seed, this.#index));
    } while (!owns(this.#part, this.#index));
    this.#instantMs = this.#curve.instantOf(this.#mass);
  }
}

/** A draw of the exponential distribution with mean 1 from a number in [0, 1). */
function exponential(uniform: number): number {
  return -Math.log(1 - uniform);
}

/** A number in [0, 1) that follows from two whole numbers and looks random: 53 bits from two rounds of a mixer. */
function mixed(seed: number, index: number): number {
  const high = mix32(mix32(seed ^ 0x5bd1e995) ^ index);
  const low = mix32(high ^ Math.floor(index / 2 ** 32) ^ 0x27d4eb2f);
  return ((high >>> 0) * 2 ** 21 + ((low >>> 0) >>> 11)) / 2 ** 53;
}

function mix32(value: number): number {
  let mixing = (value + 0x9e3779b9) | 0;
  mixing = Math.imul(mixing ^ (mixing >>> 16), 0x85ebca6b);
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35);
  return mixing ^ (mixing >>> 16);
}
