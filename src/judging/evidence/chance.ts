import { logChoose } from './departures.ts';

/** Chance makes less than one feature in so many look like a condition. */
export const oneIn = 1000;
/** Of the checks that have the features, so many may hold for other reasons. */
export const strayShare = 0.1;

/** Whether chance hardly puts all that failed among so many of all checks. */
export function isNoChance(failed: number, among: number, all: number, rare = oneIn): boolean {
  return logChoose(all, failed) - logChoose(among, failed) > Math.log(rare);
}
