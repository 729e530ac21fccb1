import type { Profile } from '../../profile/profile.ts';
import type { Violation } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { changesData } from './changesData.ts';
import { judgeAgain } from './judgeAgain.ts';

const repetitions = 3;

/**
 * Sends the witness of a violation again, a few times, one after the other.
 *
 * @returns how often it failed again; 0 of 0 for a witness that must not be repeated unasked, because it creates or
 *   changes something.
 */
export async function repeatWitness(
  { clause, witness }: Violation,
  environment: ProbeEnvironment,
  profile: Profile,
  baseUrl: string,
  isOver: () => boolean,
): Promise<{ readonly failed: number; readonly repeated: number }> {
  let failed = 0;
  let repeated = 0;
  if (changesData(witness)) return { failed, repeated };
  while (repeated < repetitions && !isOver()) {
    const again = await judgeAgain(clause, witness, environment, profile, baseUrl);
    if (again.fails) failed++;
    repeated++;
  }
  return { failed, repeated };
}
