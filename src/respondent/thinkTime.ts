import type { DistributionMs } from '../profile/profile.ts';
import type { Random } from './random.ts';

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
