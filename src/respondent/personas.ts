import { type Exchange, experiencedUs, type Intent, isBadLuck, type Outcome } from '../result/exchange.ts';
import { type PersonaDelta, PersonaSum } from '../result/persona.ts';
import type { EndedWalk, WalkObserver } from './crowd.ts';
import { Random } from './random.ts';

/** The place in a respondent's chance that its persona is drawn from: no step of a walk has it. */
const personaPlace = 0x7e5504a;

/** Who respondent `index` is, by weight: that follows from the seed and its index alone. `undefined` of no personas. */
export function drawPersona<Persona extends { readonly weight: number }>(
  personas: readonly Persona[],
  seed: number,
  index: number,
): Persona | undefined {
  if (personas.length === 0) return undefined;
  const random = new Random(seed, index);
  random.restart(seed, index, personaPlace);
  return random.weighted(personas);
}

/** Counts what the respondents of one persona experience, and tells the crowd's observer as well. On the hot path. */
export class PersonaObserver implements WalkObserver {
  readonly #observer: WalkObserver;
  readonly #sum = new PersonaSum();

  constructor(observer: WalkObserver) {
    this.#observer = observer;
  }

  started(): void {
    this.#sum.started++;
  }

  onExchange(exchange: Exchange, outcome: Outcome, intent: Intent): void {
    if (!isBadLuck(intent)) {
      const { experienced, outcomes } = this.#sum;
      this.#sum.requests++;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      // As in the series of endpoints: what a respondent can use, and what was waited for in vain.
      if (outcome === 'ok' || outcome === 'timeout') experienced.record(experiencedUs(exchange));
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
    const { ends } = this.#sum;
    ends[walk.end] = (ends[walk.end] ?? 0) + 1;
    this.#observer.onWalkEnd(walk);
  }

  /** What was counted since the last call. */
  take(): PersonaDelta {
    return this.#sum.take();
  }
}
