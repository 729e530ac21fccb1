import { traitsOf } from '../profile/profile.ts';
import { type Exchange, experiencedUs, type Intent, isBadLuck, type Outcome } from '../result/exchange.ts';
import { type PersonaDelta, personaLaw } from '../result/persona.ts';
import { GivenAnswers } from './answers/givenAnswers.ts';
import type { Crowd, CrowdOptions, EndedWalk, WalkCoverage, WalkListener } from './crowd.ts';
import { Random } from './random.ts';
import { begin } from './steps/takeSteps.ts';
import { Chance } from './walk/chance.ts';
import { Respondent } from './walk/respondent.ts';
import { type WalkContext, walkContextOf } from './walk/walkContext.ts';

/** A crowd of respondents who walk the profile's surveys. The same seed gives the same respondents, whoever runs them. */
export function createCrowd(options: CrowdOptions): Crowd {
  return new WalkingCrowd(options);
}

/** One kind of respondents, with what all of its kind share. */
interface Persona {
  readonly name: string;
  readonly weight: number;
  readonly observer: PersonaObserver;
  readonly context: WalkContext;
}

class WalkingCrowd implements Crowd {
  readonly #chance = new Chance((respondent, ended) => this.#onDone(respondent, ended));
  readonly #context: WalkContext;
  readonly #personas: readonly Persona[];
  readonly #walking = new Set<Respondent>();
  #stopped = false;

  constructor(options: CrowdOptions) {
    const { observer, profile } = options;
    this.#context = walkContextOf(options);
    this.#personas = Object.entries(profile.respondent.personas).map(([name, persona]) => {
      const traits = traitsOf(profile.respondent, persona);
      const counting = new PersonaObserver(observer);
      const given = new GivenAnswers(traits.answers);
      const context = { ...this.#context, traits, given, observer: counting };
      return { name, weight: persona.weight, observer: counting, context };
    });
  }

  get active(): number {
    return this.#walking.size;
  }

  start(index: number, intendedMs: number): void {
    if (this.#stopped) return;
    const respondent = new Respondent(this.#contextOf(index), index, this.#chance);
    this.#walking.add(respondent);
    respondent.take(begin, intendedMs, 0);
  }

  #contextOf(index: number): WalkContext {
    const persona = drawPersona(this.#personas, this.#context.seed, index);
    if (persona === undefined) return this.#context;
    persona.observer.started();
    return persona.context;
  }

  stop(): void {
    this.#stopped = true;
    for (const respondent of this.#walking) respondent.stop();
  }

  takeCoverage(): WalkCoverage {
    return {
      ...this.#context.coverage.take(),
      ...this.#context.findings.tally.takeCounts(),
      refusals: this.#context.refusals.take(),
      personas: Object.fromEntries(this.#personas.map(({ name, observer }) => [name, observer.take()])),
    };
  }

  #onDone(respondent: Respondent, walk: EndedWalk): void {
    if (!this.#walking.delete(respondent)) return;
    this.#context.transport.done(respondent);
    respondent.context.observer.onWalkEnd(walk);
  }
}

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
export class PersonaObserver implements WalkListener {
  readonly #observer: WalkListener;
  #sum = personaLaw.empty();

  constructor(observer: WalkListener) {
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

  onWalkEnd(walk: EndedWalk): void {
    const { ends } = this.#sum;
    ends[walk.end] = (ends[walk.end] ?? 0) + 1;
    this.#observer.onWalkEnd(walk);
  }

  /** What was counted since the last call. */
  take(): PersonaDelta {
    const taken = personaLaw.value(this.#sum);
    this.#sum = personaLaw.empty();
    return taken;
  }
}
