import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { ToolError } from '../../errors.ts';
import { listed } from '../../result/reasonWords.ts';
import { presentWorkers, type Subjects } from '../bus.ts';
import type { Dropped } from '../channel.ts';
import { type FleetKey, fleetKeyVariable, newNonce } from '../fleetKey.ts';
import { labelOf, type Present } from '../messages.ts';
import { LedWorker, type Speech } from './ledWorker.ts';

/** How long answers to a call are waited for, before the next. */
const callMs = 400;

/** Whom a leader waits for: so many, or those of these names. */
export type Wanted = { readonly count: number } | { readonly names: readonly string[] };

/** `3`, or `a,b,c`. @throws ToolError USAGE */
export function parseWanted(text: string): Wanted {
  if (/^\d{1,5}$/.test(text)) {
    if (Number(text) > 0) return { count: Number(text) };
  } else {
    const names = text.split(',').map((name) => name.trim());
    if (names.every((name) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) && new Set(names).size === names.length)
      return { names };
  }
  throw new ToolError('USAGE', `--workers takes how many (3) or which (a,b,c), not "${text}"`);
}

/** How a call was answered: who can be led, and what is in the way of the others. */
export interface Roster {
  /** In the order of their names, which the shards follow: the same workers get the same shards. */
  readonly chosen: readonly Present[] | null;
  /** Who is there, who is not, and why, in words. */
  readonly standing: string;
}

/**
 * Chooses among those that are there.
 *
 * @param version of the leader: workers of another one might count otherwise
 * @param here the only machine that workers may be on; `null` for any
 */
export function rosterOf(
  present: readonly Present[],
  wanted: Wanted,
  version: string,
  here: string | null = null,
): Roster {
  const usable = new Map<string, Present>();
  const others: string[] = [];
  // However they answer, the same is said of the same workers.
  for (const worker of present.toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0))) {
    const { name } = worker;
    if ('names' in wanted && !wanted.names.includes(name)) continue;
    if (usable.has(name)) others.push(`${name} is there twice (${worker.host}): only the first one counts`);
    else if (worker.version !== version) others.push(`${name} runs canvass ${worker.version}, and this is ${version}`);
    else if (here !== null && worker.host !== here)
      others.push(`${name} is on ${worker.host}, and a fleet without a key is for one machine`);
    else if (worker.leader !== null) others.push(`${name} is led by canvass on ${worker.leader}`);
    else usable.set(name, worker);
  }
  const names = [...usable.keys()].sort();
  const total = 'names' in wanted ? wanted.names.length : wanted.count;
  const missing = 'names' in wanted ? wanted.names.filter((name) => !usable.has(name)) : [];
  const unseen = missing.filter((name) => !others.some((each) => each.startsWith(`${name} `)));
  const standing = [
    `${Math.min(names.length, total)} of ${total} workers are there${names.length === 0 ? '' : ` (${listedWorkers(names)})`}`,
    ...(unseen.length === 0 ? [] : [`${listedWorkers(unseen)} ${unseen.length === 1 ? 'is' : 'are'} missing`]),
    ...others,
  ].join('; ');
  const chosen = names.slice(0, total).flatMap((name) => usable.get(name) ?? []);
  return { chosen: chosen.length === total ? chosen : null, standing };
}

/** The first few of some workers, and how many more there are. */
export function listedWorkers(names: readonly string[]): string {
  return listed(names, 10);
}

/** What a leader calls its fleet by. */
export interface Calling {
  readonly connection: NatsConnection;
  readonly key: FleetKey;
  /** Counts what comes in place of an answer. */
  readonly dropped: Dropped;
  readonly subjects: Subjects;
}

/** How workers are waited for. */
export interface Gathering {
  readonly wanted: Wanted;
  readonly version: string;
  readonly waitSeconds: number;
  readonly interrupt: AbortSignal;
  onNotice(notice: string): void;
}

/**
 * Calls until all who are wanted are there.
 *
 * @param deadlineMs of `performance.now()`
 * @throws ToolError WORKERS_MISSING when they do not come in time, INTERRUPTED when nobody waits any longer
 */
export async function gather(
  calling: Calling,
  { wanted, version, interrupt, onNotice }: Gathering,
  deadlineMs: number,
): Promise<readonly Present[]> {
  const { connection, key, subjects } = calling;
  const here = key.isSecret ? null : labelOf(hostname());
  for (let said = ''; ; ) {
    const present = await presentWorkers(connection, subjects, calling, callMs);
    const { chosen, standing } = rosterOf(present, wanted, version, here);
    if (chosen !== null) return chosen;
    if (interrupt.aborted) throw new ToolError('INTERRUPTED', `interrupted while waiting for workers: ${standing}`);
    if (performance.now() > deadlineMs) {
      const whose = key.isSecret ? ` with this ${fleetKeyVariable}` : `, without ${fleetKeyVariable} as here`;
      const remedy = `start them${whose}, or wait longer with --wait`;
      throw new ToolError('WORKERS_MISSING', `${standing}. Nothing was run: ${remedy}.`);
    }
    if (standing !== said) onNotice(`waiting: ${standing}`);
    said = standing;
  }
}

/** How long a leader that came second waits before it calls again: by chance, so that two do not meet each time. */
const againMs = { least: 100, most: 600 };

/** Workers that have joined one leader, and the session that they have joined it in. */
export interface Joined {
  readonly workers: readonly LedWorker[];
  readonly speech: Speech;
}

/**
 * Calls until all who are wanted are there and have joined this leader. Where another leader is quicker, it lets go whom
 * it has, and waits until the other is done.
 *
 * @param silenceMs after which a worker that hears nothing is free
 * @throws ToolError WORKERS_MISSING when they do not come in time, or what a worker refuses with, INTERRUPTED
 */
export async function joinedWorkers(calling: Calling, options: Gathering, silenceMs: number): Promise<Joined> {
  const { connection, key, dropped, subjects } = calling;
  const deadlineMs = performance.now() + options.waitSeconds * 1000;
  for (;;) {
    const present = await gather(calling, options, deadlineMs);
    const speech: Speech = { connection, key, dropped, session: newNonce() };
    const workers = present.map((each) => new LedWorker(each, speech, subjects.worker(each.id)));
    const join = (worker: LedWorker): Promise<void> => worker.join(labelOf(hostname()), silenceMs);
    const [first, ...others] = workers;
    // One first: who has it will mostly get the others, too.
    const one = await Promise.allSettled(first === undefined ? [] : [join(first)]);
    const isFirst = one.every(({ status }) => status === 'fulfilled');
    const outcomes = isFirst ? [...one, ...(await Promise.allSettled(others.map(join)))] : one;
    const failed = outcomes.find((each) => each.status === 'rejected');
    if (failed === undefined) return { workers, speech };
    const came = workers.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    await Promise.all(came.map((worker) => worker.release()));
    if (performance.now() > deadlineMs || options.interrupt.aborted) throw failed.reason;
    await pause(againMs.least + Math.random() * (againMs.most - againMs.least));
  }
}
