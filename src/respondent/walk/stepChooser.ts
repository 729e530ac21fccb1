import type { Profile } from '../../profile/profile.ts';
import { badLucks } from '../../result/exchange.ts';
import { type Choice, isExpiryKind, type WalkScript } from '../crowd.ts';
import type { Position } from '../model/position.ts';
import type { Random } from '../random.ts';
import { back, backTooEarly } from '../steps/back.ts';
import { expiries } from '../steps/expire.ts';
import type { Step } from '../steps/step.ts';
import { submit, submitInvalid } from '../steps/submit.ts';
import { resume } from '../steps/take.ts';
import { unlucky } from '../steps/unlucky.ts';

type Traits = Profile['respondent'];

/** Departures from the straight way in one walk: beyond them it only submits, so that every walk ends. */
const maxDepartures = 100;

/** Where a walk goes of its own accord: as its script says, or else as behaviour draws. */
export class StepChooser {
  readonly script: WalkScript | null;
  readonly #traits: Traits;
  #departures = 0;

  constructor(script: WalkScript | null, traits: Traits) {
    this.script = script;
    this.#traits = traits;
  }

  /** How often it left the straight way. */
  get departures(): number {
    return this.#departures;
  }

  /** The next step of a respondent that stands at `position`. */
  draw(position: Position, random: Random): Step | 'abandon' {
    const choice =
      this.script?.next() ?? (this.#departures < maxDepartures ? drawChoice(this.#traits, random) : 'submit');
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
}

/** Draws the next step; at most one departure from the straight way for a page, each with its own probability. */
function drawChoice(traits: Traits, random: Random): Choice {
  const { abandon, resume, back, expire, invalid } = traits;
  const drawn = random.next();
  if (drawn < abandon) return 'abandon';
  if (drawn < abandon + resume) return 'resume';
  if (drawn < abandon + resume + back) return 'back';
  if (drawn < abandon + resume + back + expire.probability) {
    const kind = expire.kinds[random.below(expire.kinds.length)];
    return kind ?? 'submit';
  }
  const usual = abandon + resume + back + expire.probability + invalid;
  return drawn < usual ? 'invalid' : drawBadLuck(traits, drawn - usual);
}

function drawBadLuck({ badLuck }: Traits, drawn: number): Choice {
  let upTo = 0;
  for (const kind of badLucks) {
    upTo += badLuck[kind];
    if (drawn < upTo) return kind;
  }
  return 'submit';
}
