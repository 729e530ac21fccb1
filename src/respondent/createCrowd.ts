import { traitsOf } from '../profile/personas.ts';
import { GivenAnswers } from './answers/givenAnswers.ts';
import type { Crowd, CrowdOptions, EndedWalk, WalkCoverage } from './crowd.ts';
import { drawPersona, PersonaObserver } from './personas.ts';
import { Respondent, type WalkOwner } from './walk/respondent.ts';
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

class WalkingCrowd implements Crowd, WalkOwner {
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
    const respondent = new Respondent(this.#contextOf(index), index, this);
    this.#walking.add(respondent);
    respondent.start(intendedMs);
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
      ...this.#context.findings.tally.takeCounts(),
      ...this.#context.coverage.take(),
      refusals: this.#context.refusals.take(),
      personas: Object.fromEntries(this.#personas.map(({ name, observer }) => [name, observer.take()])),
    };
  }

  onDone(respondent: Respondent, walk: EndedWalk): void {
    if (!this.#walking.delete(respondent)) return;
    this.#context.transport.done(respondent);
    respondent.context.observer.onWalkEnd(walk);
  }
}
