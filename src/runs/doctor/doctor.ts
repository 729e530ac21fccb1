import { ToolError } from '../../errors.ts';
import { loadProfile } from '../../profile/loadProfile.ts';
import type { Profile } from '../../profile/profile.ts';
import type { ProfileRequest } from '../../profile/profileLayers.ts';
import { costWords } from '../costWords.ts';
import { reachTarget } from '../embeddedService.ts';
import { expressionProblems } from '../expressionProblems.ts';
import { preflight } from '../preflight/preflight.ts';
import { bad, doubtful, type Finding, good } from './doctorFinding.ts';
import { machineFindings } from './machineFindings.ts';
import { measureSteadiness } from './steadiness.ts';
import { steadinessFindings } from './steadinessFindings.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** The error that a run would end with; `null` where nothing is bad. */
  readonly error: ToolError | null;
}

/**
 * What is wrong with the target of a profile, or with this machine, before a run: the preflight of `load` and `conform`,
 * and a look at the machine.
 *
 * @throws ToolError PROFILE for a profile that cannot be read
 */
export async function doctor(request: ProfileRequest): Promise<Diagnosis> {
  const profile = loadProfile(request, expressionProblems);
  const { findings, error } = await targetFindings(profile);
  const machine = [...machineFindings(profile), ...steadinessFindings(await measureSteadiness())];
  const cost = error === null ? [good('cost', costWords(profile))] : [];
  return { findings: [...findings, ...cost, ...machine], error };
}

async function targetFindings(profile: Profile): Promise<Diagnosis> {
  const target = await reachTarget(profile);
  try {
    await preflight(profile, target.baseUrl, 'load');
    const notices = await preflight(profile, target.baseUrl, 'conform');
    const where = profile.target.baseUrl === 'embedded' ? 'the embedded service' : target.baseUrl;
    const found = good('target', `${where} answers; keys and surveys are as the profile says`);
    return {
      findings: notices.length === 0 ? [found] : notices.map((notice) => doubtful('profile', notice, '')),
      error: null,
    };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const about = error.code === 'PROFILE' ? 'profile' : 'target';
    return { findings: error.message.split('\n').map((line) => bad(about, line, '')), error };
  } finally {
    await target.close();
  }
}
