import type { Profile } from '../../profile/profile.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import type { SequenceTarget } from './playSequence.ts';

/** Plays of this process so far: the marks of each differ from those of all others. */
let plays = 0;

/** What sequences are played against, from the environment of a run. */
export function sequenceTarget(environment: ProbeEnvironment, profile: Profile, baseUrl: string): SequenceTarget {
  const { transport, clock, redactor } = environment.target;
  const start = Math.floor(performance.timeOrigin / 1000);
  return {
    profile,
    baseUrl,
    transport,
    clock,
    redactor,
    nextRunTag: () => `${lastFour(start)}${lastFour(plays++)}`,
  };
}

/** The last four digits in base 36. */
function lastFour(value: number): string {
  return (value % 36 ** 4).toString(36).padStart(4, '0');
}
