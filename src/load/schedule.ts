import { levelOf, type Profile, type Ramp } from '../profile/profile.ts';
import { owns, type Shard } from './shard/shards.ts';

/** One stage of a schedule: a level (arrivals a second, or respondents at once) and how it is come to. */
export interface Stage {
  readonly durationSeconds: number;
  readonly level: number;
  readonly ramp: Ramp;
}

/** A straight piece: from one level to another. `integral` is that of the level over seconds, before the piece. */
interface Piece {
  readonly startMs: number;
  readonly endMs: number;
  readonly from: number;
  readonly to: number;
  readonly integral: number;
}

/**
 * A level over time in straight pieces: a pure function of elapsed milliseconds. It is 0 before its start and after its
 * end; where a step is, the later level counts.
 */
export class LevelCurve {
  readonly #pieces: readonly Piece[];

  private constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** The curve of a profile's stages: arrivals a second, or respondents at once. */
  static ofLoad(load: Profile['load']): LevelCurve {
    return LevelCurve.ofStages(load.stages.map((stage) => ({ ...stage, level: levelOf(stage) })));
  }

  /** The curve of stages one after the other; a linear first stage rises from 0. */
  static ofStages(stages: readonly Stage[]): LevelCurve {
    const pieces: Piece[] = [];
    let startMs = 0;
    let before = 0;
    let integral = 0;
    for (const { durationSeconds, level, ramp } of stages) {
      const from = ramp === 'linear' ? before : level;
      const endMs = startMs + durationSeconds * 1000;
      pieces.push({ startMs, endMs, from, to: level, integral });
      integral += ((from + level) / 2) * durationSeconds;
      startMs = endMs;
      before = level;
    }
    return new LevelCurve(pieces);
  }

  /** The same curve up to an instant, and one level for ever after it. */
  heldFrom(elapsedMs: number, level: number): LevelCurve {
    const kept = this.#pieces
      .filter((piece) => piece.startMs < elapsedMs)
      .map((piece) =>
        piece.endMs <= elapsedMs ? piece : { ...piece, endMs: elapsedMs, to: levelIn(piece, elapsedMs) },
      );
    const integral = this.integralAt(elapsedMs);
    return new LevelCurve([
      ...kept,
      { startMs: elapsedMs, endMs: Number.POSITIVE_INFINITY, from: level, to: level, integral },
    ]);
  }

  /** Where the last stage ends; infinite for a held level. */
  get endMs(): number {
    return this.#pieces.at(-1)?.endMs ?? 0;
  }

  /** The highest level anywhere. */
  get peak(): number {
    return this.#pieces.reduce((peak, { from, to }) => Math.max(peak, from, to), 0);
  }

  levelAt(elapsedMs: number): number {
    const piece = this.#lastWhere(({ startMs }) => startMs <= elapsedMs);
    return piece === undefined || elapsedMs >= piece.endMs ? 0 : levelIn(piece, elapsedMs);
  }

  /** Integral of the level over seconds from the start: for arrivals a second, how many should have arrived. */
  integralAt(elapsedMs: number): number {
    const piece = this.#lastWhere(({ startMs }) => startMs <= elapsedMs);
    return piece === undefined ? 0 : piece.integral + integralIn(piece, Math.min(elapsedMs, piece.endMs));
  }

  /** The first instant at which the integral reaches a value above 0; infinite when it never does. */
  instantOf(integral: number): number {
    // The last piece that begins below the value; where level 0 keeps the integral flat, that is before the flat part.
    const piece = this.#lastWhere((each) => each.integral < integral);
    if (piece === undefined) return Number.POSITIVE_INFINITY;
    const { startMs, endMs, from, to } = piece;
    const missing = integral - piece.integral;
    const slope = endMs === Number.POSITIVE_INFINITY ? 0 : (to - from) / ((endMs - startMs) / 1000);
    const root = Math.sqrt(Math.max(0, from * from + 2 * slope * missing));
    const seconds = (2 * missing) / (from + root);
    const instantMs = startMs + seconds * 1000;
    if (Number.isNaN(instantMs)) return Number.POSITIVE_INFINITY;
    // Rounding may overshoot the end of a piece by a hair, where the next one continues; beyond the last there is none.
    return instantMs <= endMs ? instantMs : piece === this.#pieces.at(-1) ? Number.POSITIVE_INFINITY : endMs;
  }

  /** The last piece that something is true of, which is true of all before it, too: a replayed day has 1,440. */
  #lastWhere(isTrue: (piece: Piece) => boolean): Piece | undefined {
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const piece = this.#pieces[middle];
      if (piece !== undefined && isTrue(piece)) low = middle + 1;
      else high = middle;
    }
    return this.#pieces[low - 1];
  }

  /** The first instant from `elapsedMs` on at which the level is at least `level`; infinite when it never is again. */
  reaches(level: number, elapsedMs: number): number {
    for (const piece of this.#pieces) {
      const { startMs, endMs, from, to } = piece;
      if (endMs <= elapsedMs) continue;
      const begin = Math.max(startMs, elapsedMs);
      if (levelIn(piece, begin) >= level) return begin;
      if (to < level || to <= from) continue;
      const crossing = startMs + ((level - from) / (to - from)) * (endMs - startMs);
      if (crossing < endMs) return Math.max(begin, crossing);
    }
    return Number.POSITIVE_INFINITY;
  }
}

function levelIn({ startMs, endMs, from, to }: Piece, elapsedMs: number): number {
  if (from === to) return from;
  return from + (to - from) * ((elapsedMs - startMs) / (endMs - startMs));
}

function integralIn(piece: Piece, elapsedMs: number): number {
  return ((piece.from + levelIn(piece, elapsedMs)) / 2) * ((elapsedMs - piece.startMs) / 1000);
}

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
