import { readdirSync, readFileSync } from 'node:fs';
import { budgetConflict, requestsOfShortestWalk, workersOf } from '../../load/loadPlan.ts';
import { LevelCurve } from '../../load/schedule.ts';
import { csvRows, readRule } from '../../profile/answers/answerRule.ts';
import { type Profile, plannedSecondsOf } from '../../profile/profile.ts';

/** What this machine allows a process; `null` where it does not say. */
type MachineLimits = ReturnType<typeof machineLimits>;

/** Files of a generating thread, and of a run beside its connections: journal, reports, audit. As counted on Linux. */
const filesOfThread = 6;
const filesOfRun = 12;

/**
 * What of a load cannot work, known before anything is sent: a sentence each, with the value that would work. Nothing of
 * it depends on the target.
 */
export function loadConflicts(profile: Profile, machine: MachineLimits = machineLimits()): string[] {
  const { load } = profile;
  const conflict = budgetConflict(profile);
  const seconds = plannedSecondsOf(profile);
  return [
    ...(conflict === null ? [] : [budgetWords(conflict.allowedPerMinute, conflict.neededPerMinute)]),
    ...(load.warmupSeconds < seconds
      ? []
      : [
          `load.warmupSeconds (${load.warmupSeconds}) leaves nothing of the ${seconds} s of load.stages to be measured: at most ${Math.floor(seconds / 2)}, or 0`,
        ]),
    ...rowConflicts(profile),
    ...connectionConflicts(profile, machine),
  ];
}

/** Files whose rows are used once each, and are fewer than the respondents that will arrive. */
function rowConflicts(profile: Profile): string[] {
  if (profile.load.model === 'closed') return [];
  const curve = LevelCurve.ofLoad(profile.load);
  const arrivals = curve.integralAt(curve.endMs);
  const { answers, personas } = profile.respondent;
  const once = [answers, ...Object.values(personas).map((persona) => persona.answers)]
    .flatMap((each) => Object.values(each))
    .flatMap((questions) => Object.entries(questions).map(([question, spelled]) => readRule(spelled, question)))
    .flatMap((read) => (read.ok && read.rule.kind === 'column' && read.rule.rows === 'once' ? [read.rule.file] : []));
  return [...new Set(once)].flatMap((file) => {
    const rows = csvRows(file, process.cwd());
    if (typeof rows === 'string' || rows.rows.length >= arrivals) return [];
    return [
      `${file} has ${rows.rows.length} rows, to be used once each, and load.stages lets about ${Math.ceil(arrivals)} respondents arrive: add rows, shorten the load, or say rows: around`,
    ];
  });
}

function budgetWords(allowedPerMinute: number, neededPerMinute: number): string {
  const most = Math.floor((100 * allowedPerMinute) / 60 / requestsOfShortestWalk) / 100;
  return `load.stages asks for at least ${neededPerMinute} requests a minute, and target.rateBudget allows ${allowedPerMinute}: let at most ${most} respondents arrive a second, name more keys, or set target.rateBudget to what the service allows`;
}

/** Connections that are too many for the files that this machine lets a process open, or for its ports. */
export function connectionConflicts(
  profile: Profile,
  { openFiles, openNow, localPorts }: MachineLimits = machineLimits(),
): string[] {
  const { connections } = profile.load;
  const wanted = connections.mode === 'shared' ? connections.max : peakOf(profile);
  // The embedded service holds the other end of each.
  const ends = profile.target.baseUrl === 'embedded' ? 2 : 1;
  const others = openNow + filesOfRun + filesOfThread * (workersOf(profile) + ends - 1);
  const conflicts: string[] = [];
  const setting = connections.mode === 'shared' ? 'load.connections.max' : 'the respondents of load.stages';
  if (openFiles !== null && others + ends * wanted > openFiles) {
    const most = Math.floor((openFiles - others) / ends);
    const lower = most >= 1 ? `, or lower ${setting} to ${most}` : '';
    conflicts.push(
      `${wanted} connections need ${others + ends * wanted} open files, and this machine allows ${openFiles}: raise it (ulimit -n ${others + ends * wanted})${lower}`,
    );
  }
  if (localPorts !== null && wanted > localPorts) {
    conflicts.push(
      `${wanted} connections need as many local ports, and this machine has ${localPorts}: lower ${setting}`,
    );
  }
  return conflicts;
}

/** Respondents at once at the least, where each has a connection of its own. */
function peakOf({ load }: Profile): number {
  const peak =
    load.model === 'closed'
      ? Math.max(...load.stages.map(({ respondents }) => respondents))
      : Math.ceil(Math.max(...load.stages.map(({ arrivalsPerSecond }) => arrivalsPerSecond)));
  return Math.min(peak, load.maxRespondents);
}

/** What this machine allows this process. */
export function machineLimits() {
  const [, openFiles] = /^Max open files\s+(\d+)/m.exec(textOf('/proc/self/limits')) ?? [];
  const [low, high] = textOf('/proc/sys/net/ipv4/ip_local_port_range').trim().split(/\s+/).map(Number);
  return {
    openFiles: openFiles === undefined ? null : Number(openFiles),
    /** Open now, before a run. */
    openNow: openNow(),
    localPorts: low === undefined || high === undefined ? null : high - low + 1,
  };
}

/** A file that only Linux has; empty elsewhere. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function openNow(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
