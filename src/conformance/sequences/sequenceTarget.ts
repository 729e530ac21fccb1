import type { Clock } from '../../client/clock.ts';
import type { Redactor } from '../../client/redact.ts';
import type { Transport } from '../../client/transport.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Symptom } from '../../result/symptom.ts';
import type { Witness } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import type { Sequence } from './sequence.ts';

/** What sequences are played against. */
export interface SequenceTarget {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Tells the tokens of each play from those of all others: lower-case letters and digits. */
  nextRunTag(): string;
}

/** A violation that a sequence showed. */
export interface SequenceFailure {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  readonly symptom?: Symptom;
  readonly witness: Witness;
  /** The steps up to the one that showed it. */
  readonly sequence: Sequence;
}

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
