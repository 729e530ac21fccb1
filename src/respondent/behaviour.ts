import type { DistributionMs, Profile } from '../profile/profile.ts';
import type { Random } from './random.ts';

/** What a respondent does next with the page before it. */
export type Act =
  | 'submit'
  | 'submit-invalid'
  | 'submit-dropped'
  | 'submit-forged'
  | 'submit-stale'
  | 'submit-idle'
  | 'back'
  | 'resume'
  | 'abandon';

type Traits = Profile['respondent'];

const expired = {
  drop: 'submit-dropped',
  forge: 'submit-forged',
  stale: 'submit-stale',
  idle: 'submit-idle',
} as const satisfies Record<string, Act>;

/** Draws the next act; at most one departure from the straight way for a page, each with its own probability. */
export function drawAct(traits: Traits, random: Random): Act {
  const { abandon, resume, back, expire, invalid } = traits;
  const drawn = random.next();
  if (drawn < abandon) return 'abandon';
  if (drawn < abandon + resume) return 'resume';
  if (drawn < abandon + resume + back) return 'back';
  if (drawn < abandon + resume + back + expire.probability) {
    const kind = expire.kinds[random.below(expire.kinds.length)];
    return kind === undefined ? 'submit' : expired[kind];
  }
  return drawn < abandon + resume + back + expire.probability + invalid ? 'submit-invalid' : 'submit';
}

/** Draws a time in ms. */
export function drawTimeMs(distribution: DistributionMs, random: Random): number {
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
