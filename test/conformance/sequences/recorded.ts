import { closeEnvironment, environmentForRepeating } from '../../../src/conformance/drive/probeEnvironment.ts';
import { walkCrowd } from '../../../src/conformance/run/crowdWalks.ts';
import type { ClauseId } from '../../../src/contract/clause.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import type { Profile } from '../../../src/profile/profile.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { selftestProfile } from '../../../src/selftest/selftestSubjects.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';

const { admin, ...others } = selftestProfile(1);
/** Keys stay good: what was found must be repeatable with them. */
export const profile: Profile = { ...others, admin: { ...admin, regenerateKey: false } };
const keys = { valid: ['canvass-key', 'canvass-second-key'], forbidden: ['canvass-forbidden-key'] };

/** An embedded service with faults of choice (`''`: none). */
export function serviceWith(faults: string): Promise<RunningService> {
  return startService(altered({ faults: chooseFaults(faults), keys }));
}

/** What a crowd of respondents found there: of all clauses, or until one of choice is broken. */
export async function foundByCrowd(baseUrl: string, respondents = 60, until?: ClauseId): Promise<Violation[]> {
  const environment = environmentForRepeating(profile, baseUrl);
  const { broken } = environment.evidence;
  const isOver = (): boolean => until !== undefined && broken.has(until);
  await walkCrowd(environment, { profile, respondents, atOnce: 24, seed: 3, isOver });
  await closeEnvironment(environment);
  return verdictsOf(environment.evidence, nothingAcceptable, clauseIds).violations;
}

const found = new Map<string, Promise<readonly Violation[]>>();

/** What a crowd finds of a clause on a service with these faults, until it is broken or in all its ways: the same for all tests. */
export async function foundWith(faults: string, clause: ClauseId, allWays = false): Promise<readonly Violation[]> {
  const wanted = `${faults} ${clause} ${allWays}`;
  const known =
    found.get(wanted) ??
    serviceWith(faults).then(async (service) => {
      const violations = await foundByCrowd(service.baseUrl, 60, allWays ? undefined : clause);
      await service.close();
      return violations.filter((violation) => violation.clause === clause);
    });
  found.set(wanted, known);
  return (await known).length === 0 ? missing() : known;
}

/** @throws where a test needs what was not found */
export function missing(): never {
  throw new Error('nothing was found');
}
