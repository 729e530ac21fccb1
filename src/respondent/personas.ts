import { type Exchange, experiencedUs, type Intent, isBadLuck, type Outcome } from '../result/exchange.ts';
import type { PersonaDelta } from '../result/persona.ts';
import type { Counts } from '../result/tally/counts.ts';
import { LatencyCounts } from '../result/tally/latencyCounts.ts';
import type { EndedWalk, WalkObserver } from './crowd.ts';
import { Random } from './random.ts';

/** The place in a respondent's chance that its persona is drawn from: no step of a walk has it. */
const personaPlace = 0x7e5504a;

/** Draws personas by weight: who a respondent is follows from the seed and its index alone. */
export class PersonaDraw {
  readonly #weights: readonly number[];
  readonly #total: number;
  readonly #seed: number;
  readonly #random = new Random(0, 0);

  constructor(weights: readonly number[], seed: number) {
    this.#weights = weights;
    this.#total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#seed = seed;
  }

  /** Which persona respondent `index` is. */
  of(index: number): number {
    this.#random.restart(this.#seed, index, personaPlace);
    let at = this.#random.next() * this.#total;
    const found = this.#weights.findIndex((weight) => {
      at -= weight;
      return at < 0;
    });
    return Math.max(0, found);
  }
}

/** Counts what the respondents of one persona experience, and tells the crowd's observer as well. On the hot path. */
export class PersonaObserver implements WalkObserver {
  readonly #observer: WalkObserver;
  #started = 0;
  #requests = 0;
  #ends: Counts = {};
  #outcomes: Counts = {};
  readonly #experienced = new LatencyCounts();

  constructor(observer: WalkObserver) {
    this.#observer = observer;
  }

  started(): void {
    this.#started++;
  }

  onExchange(exchange: Exchange, outcome: Outcome, intent: Intent): void {
    if (!isBadLuck(intent)) {
      this.#requests++;
      this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1;
      // As in the series of endpoints: what a respondent can use, and what was waited for in vain.
      if (outcome === 'ok' || outcome === 'timeout') this.#experienced.record(experiencedUs(exchange));
    }
    this.#observer.onExchange(exchange, outcome, intent);
  }

  onViolation(...event: Parameters<WalkObserver['onViolation']>): void {
    this.#observer.onViolation(...event);
  }

  onObservation(...observation: Parameters<WalkObserver['onObservation']>): void {
    this.#observer.onObservation(...observation);
  }

  onWalkEnd(walk: EndedWalk): void {
    this.#ends[walk.end] = (this.#ends[walk.end] ?? 0) + 1;
    this.#observer.onWalkEnd(walk);
  }

  /** What was counted since the last call. */
  take(): PersonaDelta {
    const delta = {
      started: this.#started,
      requests: this.#requests,
      ends: this.#ends,
      outcomes: this.#outcomes,
      experienced: this.#experienced.takePairs(),
    };
    this.#started = 0;
    this.#requests = 0;
    this.#ends = {};
    this.#outcomes = {};
    return delta;
  }
}
