import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, networkInterfaces } from 'node:os';
import { hostOf, isLoopback } from '../../profile/address.ts';
import type { OtherWork } from '../../result/tally/delta.ts';

/** A process by its id and the instant at which it began, with the CPU time that it has had. */
interface ProcessTime {
  readonly name: string;
  readonly parent: number;
  readonly cpuMs: number;
}

/** What a Linux kernel has counted up to an instant. */
export interface MachineLook {
  readonly atMs: number;
  /** CPU time of everything, with what the host of a virtual machine took away. */
  readonly busyMs: number;
  readonly ownMs: number;
  /** Time in which something waited for a CPU; null where the kernel does not say. */
  readonly waitedMs: number | null;
  readonly processes: ReadonlyMap<number, ProcessTime>;
}

/** The kernel's tick, as it tells times to processes, whatever it uses itself. */
const tickMs = 10;
/** Over less, ticks say nothing. */
const shortestMs = 300;
/** After so long without a run, what goes on beside it is looked at anew. */
const staleMs = 10_000;

/** @returns null where there is nothing to read: only Linux says it. */
function lookAtMachine(): MachineLook | null {
  try {
    const [cpu = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    // user nice system idle iowait irq softirq steal; guests are in user.
    const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = cpu.split(/\s+/).slice(1).map(Number);
    const own = process.cpuUsage();
    return {
      atMs: performance.now(),
      busyMs: (user + nice + system + irq + softirq + steal) * tickMs,
      ownMs: (own.user + own.system) / 1000,
      waitedMs: waitedMs(),
      processes: new Map(readdirSync('/proc').flatMap(processTime)),
    };
  } catch {
    return null;
  }
}

function waitedMs(): number | null {
  try {
    const total = /^some .*total=(\d+)/m.exec(readFileSync('/proc/pressure/cpu', 'utf8'))?.[1];
    return total === undefined ? null : Number(total) / 1000;
  } catch {
    return null;
  }
}

/** The process of a folder of /proc; nothing for other folders, this process, and one that has ended meanwhile. */
function processTime(folder: string): [number, ProcessTime][] {
  const id = Number(folder);
  if (!Number.isInteger(id) || id === process.pid) return [];
  try {
    const text = readFileSync(`/proc/${folder}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const [, parent, , , , , , , , , , user, system] = text
      .slice(end + 2)
      .split(' ')
      .map(Number);
    const cpuMs = ((user ?? 0) + (system ?? 0)) * tickMs;
    return [[id, { name: text.slice(text.indexOf('(') + 1, end), parent: parent ?? 0, cpuMs }]];
  } catch {
    return [];
  }
}

/** CPU that each process had between two looks, as a share of the time. */
function sharesBetween(from: MachineLook, to: MachineLook): Map<number, number> {
  const shares = new Map<number, number>();
  for (const [id, { cpuMs }] of to.processes) {
    const known = from.processes.get(id);
    if (known !== undefined) shares.set(id, (cpuMs - known.cpuMs) / Math.max(1, to.atMs - from.atMs));
  }
  return shares;
}

/**
 * CPU that others had between two looks. What answers canvass (the service, its database, a proxy before it) was there before
 * it began and takes more because of it: of a process that was there only what it took before counts as other work, of one
 * that came since everything, unless one that was there has forked it.
 *
 * @param before CPU shares of the processes that were there before anything was sent
 */
export function otherWork(
  before: ReadonlyMap<number, number>,
  from: MachineLook,
  to: MachineLook,
  cores: number,
): OtherWork {
  const elapsedMs = Math.max(1, to.atMs - from.atMs);
  const busyMs = to.busyMs - from.busyMs;
  const answersMs = [...to.processes].reduce((sum, [id, { name, parent, cpuMs }]) => {
    const isFork = before.has(parent) && to.processes.get(parent)?.name === name;
    if (!before.has(id) && !isFork) return sum;
    const tookMs = cpuMs - (from.processes.get(id)?.cpuMs ?? 0);
    return sum + Math.max(0, tookMs - (before.get(id) ?? 0) * elapsedMs);
  }, 0);
  const othersMs = Math.max(0, busyMs - (to.ownMs - from.ownMs) - answersMs);
  // Without word of what waited: where half of the CPUs are idle hardly anything does.
  const waited =
    to.waitedMs === null || from.waitedMs === null
      ? Math.max(0, (2 * busyMs) / (cores * elapsedMs) - 1)
      : (to.waitedMs - from.waitedMs) / elapsedMs;
  const waitedShare = busyMs === 0 ? 0 : Math.min(1, waited) * Math.min(1, othersMs / busyMs);
  return { cores, tookCores: othersMs / elapsedMs, waitedShare };
}

/** Sees, second by second, what this machine does beside canvass and the service that it walks here. */
class MachineWatch {
  #before: ReadonlyMap<number, number> = new Map();
  #last: MachineLook | null = null;
  #told: OtherWork | null = null;
  #isNew = true;

  /** To be called before anything is sent, and again when it is about to be. */
  look(): void {
    const now = lookAtMachine();
    if (now === null || this.#last === null || now.atMs - this.#last.atMs > staleMs) this.#isNew = true;
    else if (this.#isNew) {
      this.#before = sharesBetween(this.#last, now);
      this.#isNew = false;
    }
    this.#last = now;
  }

  /** What others took in the second that has ended; null where nothing says it. Several threads and runs may ask. */
  take(): OtherWork | null {
    const from = this.#last;
    if (from === null || performance.now() - from.atMs < shortestMs) return this.#told;
    const now = lookAtMachine();
    this.#told = now === null ? null : otherWork(this.#before, from, now, availableParallelism());
    this.#last = now;
    return this.#told;
  }
}

/** One for all runs of this process: they share the machine, and follow each other without a rest. */
export const machineWatch = new MachineWatch();

/** Whether a service is on this machine, so that it wants for what others take. */
export function isOnThisMachine(baseUrl: string): boolean {
  const host = hostOf(baseUrl);
  const isOwn = (): boolean =>
    Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === host));
  return isLoopback(baseUrl) || isOwn();
}
