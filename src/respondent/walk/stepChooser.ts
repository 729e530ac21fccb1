import type { Position } from '../model/position.ts';
import type { Random } from '../random.ts';
import { back, backTooEarly } from '../steps/back.ts';
import { unlucky } from '../steps/badLuck/unlucky.ts';
import { expiries } from '../steps/expire.ts';
import { resume } from '../steps/resume.ts';
import type { Step } from '../steps/step.ts';
import { submit, submitInvalid } from '../steps/submit.ts';
import { drawChoice, isExpiryKind } from './stepChoice.ts';
import type { WalkContext } from './walkContext.ts';
import type { WalkScript } from './walkScript.ts';

/** Departures from the straight way in one walk: beyond them it only submits, so that every walk ends. */
const maxDepartures = 100;

/** Where a walk goes of its own accord: as its script says, or else as behaviour draws. */
export class StepChooser {
  readonly script: WalkScript | null;
  readonly #traits: WalkContext['traits'];
  #departures = 0;

  constructor(script: WalkScript | null, traits: WalkContext['traits']) {
    this.script = script;
    this.#traits = traits;
  }

  /** How often it left the straight way. */
  get departures(): number {
    return this.#departures;
  }

  /** The next step of a respondent that stands at `position`. */
  draw(position: Position, random: Random): Step | 'abandon' {
    const choice = this.script?.next() ?? this.#drawChoice(random);
    if (choice === 'submit') return submit;
    this.#departures++;
    if (choice === 'abandon') return 'abandon';
    if (choice === 'resume') return resume;
    if (choice === 'invalid') return submitInvalid;
    if (isExpiryKind(choice)) return expiries[choice];
    if (choice !== 'back') return unlucky(choice, position, random);
    return position.visitBefore === null && !position.submitted ? backTooEarly : back;
  }

  /** Whether it looks at the finished survey once more: as often as it resumes. */
  looksAfterEnd(random: Random): boolean {
    return this.script?.looksAfterEnd ?? random.chance(this.#traits.resume);
  }

  #drawChoice(random: Random): ReturnType<typeof drawChoice> {
    return this.#departures < maxDepartures ? drawChoice(this.#traits, random) : 'submit';
  }
}
