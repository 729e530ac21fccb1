import { availableParallelism, freemem } from 'node:os';
import { ToolError } from '../../errors.ts';
import { workersOf } from '../../load/loadPlan.ts';
import type { Profile } from '../../profile/profile.ts';
import { profileHints } from '../../profile/profileHints.ts';
import type { ProfileRequest } from '../../profile/profileLayers.ts';
import { checkedProfile } from '../checkProfiles.ts';
import { costWords } from '../costWords.ts';
import { reachTarget } from '../embeddedService.ts';
import { machineLimits, textOf } from '../preflight/plannedLimits.ts';
import { otherwise, preflight } from '../preflight/preflight.ts';
import { bad, doubtful, type Finding, good } from './doctorFinding.ts';
import { measureSteadiness, steadinessFindings } from './steadiness.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  /** The error that a run would end with; `null` where nothing is bad. */
  readonly error: ToolError | null;
}

/**
 * What is wrong with the target of a profile, or with this machine, before a run: the preflight of `load` and `conform`,
 * and a look at the machine.
 *
 * @param reports the folder of earlier runs
 * @throws ToolError PROFILE for a profile that cannot be read
 */
export async function doctor(request: ProfileRequest, reports: string): Promise<Diagnosis> {
  const profile = checkedProfile(request);
  const { findings, error } = await targetFindings(profile, reports);
  const machine = [...machineFindings(profile), ...steadinessFindings(await measureSteadiness())];
  const cost = error === null ? [good('cost', costWords(profile))] : [];
  const hints = profileHints(request).map((hint) => doubtful('profile', hint, ''));
  return { findings: [...findings, ...hints, ...cost, ...machine], error };
}

async function targetFindings(profile: Profile, reports: string): Promise<Diagnosis> {
  const target = await reachTarget(profile);
  try {
    await preflight(profile, target.baseUrl, 'load', reports);
    const notices = await preflight(profile, target.baseUrl, 'conform', reports);
    const where = profile.target.baseUrl === 'embedded' ? 'the embedded service' : target.baseUrl;
    const found = good('target', `${where} answers; keys and surveys are as the profile says`);
    return {
      findings: notices.length === 0 ? [found] : notices.map((notice) => doubtful('profile', notice, '')),
      error: null,
    };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const about = error.code === 'PROFILE' ? 'profile' : 'target';
    const lines = error.message.split('\n').filter((line) => line !== otherwise);
    return { findings: lines.map((line) => bad(about, line, '')), error };
  } finally {
    await target.close();
  }
}

/** Below this a run of some size may not find the room for what it remembers. */
const leastFreeMiB = 512;

/** What this machine has for a run. */
function machineFindings(profile: Profile): Finding[] {
  return [good('Node', process.versions.node), ...limitFindings(), coreFinding(profile), memoryFinding()];
}

/** That they are too few for a profile is said by the preflight. */
function limitFindings(): Finding[] {
  const { openFiles, openNow, localPorts } = machineLimits();
  const unsaid = 'this system does not say';
  return [
    good('open files', openFiles === null ? unsaid : `${openFiles} allowed, ${openNow} in use`),
    good('local ports', localPorts === null ? unsaid : `${localPorts} for connections`),
  ];
}

function coreFinding(profile: Profile): Finding {
  const cores = availableParallelism();
  const quota = coresOfGroup();
  const usable = quota === null ? cores : Math.min(cores, quota);
  const threads = workersOf(profile);
  const service = profile.target.baseUrl === 'embedded' ? 1 : 0;
  const found = `${cores}${quota !== null && quota < cores ? `, of which this container may use ${quota}` : ''}; the load of this profile takes ${threads + 1 + service} threads`;
  if (usable >= threads + 1 + service) return good('cores', found);
  return doubtful(
    'cores',
    found,
    'Threads will wait for each other: take a machine with more cores, or see after a run whether the generator was late.',
  );
}

/** Cores that a container may use; `null` where nothing limits it. */
function coresOfGroup(): number | null {
  const [quota, period] = textOf('/sys/fs/cgroup/cpu.max').trim().split(' ').map(Number);
  return quota === undefined || period === undefined || !(quota > 0 && period > 0) ? null : quota / period;
}

function memoryFinding(): Finding {
  const available = /^MemAvailable:\s+(\d+) kB/m.exec(textOf('/proc/meminfo'))?.[1];
  const mib = Math.round(available === undefined ? freemem() / 2 ** 20 : Number(available) / 1024);
  const found = `${mib} MiB free`;
  return mib >= leastFreeMiB ? good('memory', found) : doubtful('memory', found, 'End what else runs here.');
}
