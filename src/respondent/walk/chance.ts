import type { DistributionMs, Profile } from '../../profile/profile.ts';
import { type BadLuck, badLucks } from '../../result/exchange.ts';
import type { EndedWalk, ExpiryKind } from '../crowd.ts';
import type { Position } from '../position/position.ts';
import type { Random } from '../random.ts';
import { back, backTooEarly } from '../steps/back.ts';
import { expiries, isExpiryKind } from '../steps/expire.ts';
import { settle } from '../steps/settle.ts';
import { type NextStep, type Step, stopped } from '../steps/step.ts';
import { submit, submitInvalid } from '../steps/submit.ts';
import { begin, resume, resumeAfterCompletion } from '../steps/takeSteps.ts';
import { unlucky } from '../steps/unlucky.ts';
import type { Respondent, StepChooser } from './respondent.ts';

type Traits = Profile['respondent'];

/** Departures from the straight way in one walk: beyond them it only submits, so that every walk ends. */
const maxDepartures = 100;

/** Draws what respondents do, and how long they think before it, as the profile says. One for a whole crowd. */
export class Chance implements StepChooser {
  readonly onDone: (walk: Respondent, ended: EndedWalk) => void;

  constructor(onDone: (walk: Respondent, ended: EndedWalk) => void) {
    this.onDone = onDone;
  }

  chooseNext(walk: Respondent, next: NextStep, nowMs: number): void {
    const { traits } = walk.context;
    const random = walk.draws.step(walk.position, walk.departures);
    if (next === 'look-again' && !random.chance(traits.resume)) {
      walk.leave('completed', 'survey_complete');
      return;
    }
    const thinkMs = drawTimeMs(traits.thinkTimeMs, random);
    walk.take(dueSteps[next] ?? this.#draw(walk, random), nowMs, thinkMs);
  }

  #draw(walk: Respondent, random: Random): Step {
    const choice = walk.departures < maxDepartures ? drawChoice(walk.context.traits, random) : 'submit';
    if (choice !== 'submit') walk.departures++;
    return stepOf(choice, walk.position, random);
  }

  bodyFor(): null {
    return null;
  }
}

/** The step that is due whatever anybody wants; `null` where there is a choice. */
export const dueSteps: Readonly<Record<NextStep, Step | null>> = {
  draw: null,
  resume,
  'begin-anew': begin,
  'look-again': resumeAfterCompletion,
  settle,
};

/** What a respondent does next with the page before it. */
export type Choice = 'submit' | 'invalid' | 'back' | 'resume' | 'abandon' | ExpiryKind | BadLuck;

/** Leaves the survey before its end. */
const abandon: Step = {
  intent: 'walk',
  send: (walk) => walk.leave('abandoned'),
  check: () => stopped,
};

/** The step of a choice for a respondent who stands at `position`. */
export function stepOf(choice: Choice, position: Position, random: Random): Step {
  if (choice === 'submit') return submit;
  if (choice === 'abandon') return abandon;
  if (choice === 'resume') return resume;
  if (choice === 'invalid') return submitInvalid;
  if (isExpiryKind(choice)) return expiries[choice];
  if (choice !== 'back') return unlucky(choice, position, random);
  return position.visitBefore === null && !position.submitted ? backTooEarly : back;
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

/** Draws a time in ms. */
function drawTimeMs(distribution: DistributionMs, random: Random): number {
  switch (distribution.distribution) {
    case 'none':
      return 0;
    case 'fixed':
      return distribution.value;
    case 'uniform':
      return distribution.min + random.next() * (distribution.max - distribution.min);
    case 'exponential':
      return -Math.log(1 - random.next()) * distribution.mean;
    case 'lognormal':
      return distribution.median * Math.exp(distribution.sigma * random.normal());
  }
}
