import { availableParallelism, freemem } from 'node:os';
import { workersOf } from '../../load/loadPlan.ts';
import type { Profile } from '../../profile/profile.ts';
import { machineLimits, textOf } from '../preflight/plannedLimits.ts';
import { doubtful, type Finding, good } from './doctorFinding.ts';

/** Below this a run of some size may not find the room for what it remembers. */
const leastFreeMiB = 512;

/** What this machine has for a run. */
export function machineFindings(profile: Profile): Finding[] {
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
