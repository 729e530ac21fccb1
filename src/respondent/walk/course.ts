import type { Act } from '../acts/act.ts';
import { back, backTooEarly } from '../acts/back.ts';
import { drawChoice } from '../acts/drawChoice.ts';
import { expiries } from '../acts/expire.ts';
import { resume } from '../acts/resume.ts';
import { submit, submitInvalid } from '../acts/submit.ts';
import type { Position } from '../model/position.ts';
import type { Random } from '../random.ts';
import type { WalkContext } from './walkContext.ts';
import type { WalkScript } from './walkScript.ts';

/** Departures from the straight way in one walk: beyond them it only submits, so that every walk ends. */
const maxDepartures = 100;

/** Leaves for good: asks nothing. */
export const abandon: Act = { intent: 'walk', ask() {}, judge: () => false };

/** Where a walk goes of its own accord: as its script says, or else as behaviour draws. */
export class Course {
  readonly script: WalkScript | null;
  readonly #traits: WalkContext['traits'];
  readonly #random: Random;
  #departures = 0;

  constructor(script: WalkScript | null, traits: WalkContext['traits'], random: Random) {
    this.script = script;
    this.#traits = traits;
    this.#random = random;
  }

  /** The next act of a respondent that stands at `position`. */
  draw(position: Position): Act {
    const choice = this.script?.next() ?? this.#drawChoice();
    if (choice === 'submit') return submit;
    this.#departures++;
    if (choice === 'abandon') return abandon;
    if (choice === 'resume') return resume;
    if (choice === 'invalid') return submitInvalid;
    if (choice !== 'back') return expiries[choice];
    return position.pageBefore === null && !position.submitted ? backTooEarly : back;
  }

  /** Whether it looks at the finished survey once more: as often as it resumes. */
  looksAfterEnd(): boolean {
    return this.script?.looksAfterEnd ?? this.#random.chance(this.#traits.resume);
  }

  #drawChoice(): ReturnType<typeof drawChoice> {
    return this.#departures < maxDepartures ? drawChoice(this.#traits, this.#random) : 'submit';
  }
}
