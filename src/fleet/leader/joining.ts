import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { newNonce } from '../fleetKey.ts';
import { labelOf } from '../messages.ts';
import { LedWorker, type Speech } from './ledWorker.ts';
import { type Calling, type Gathering, gather } from './roster.ts';

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
