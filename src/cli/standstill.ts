import { url as debuggerUrl, Session } from 'node:inspector';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { startThread } from '../startThread.ts';

/** How often a guarded thread shows that it moves. Ticks are counted, not time: a machine that slept stands still nowhere. */
const tickMs = 1000;
/** So many ticks without a turn of its event loop are no longer work: a page that takes for ever, a loop without end. */
const mostSilentTicks = 20;
/** Of their time, the process must have worked for this share: one that gets no processor time is slow, and at nothing for ever. */
const leastWork = 0.5;
/** For a while afterwards it may stand at the next such page, and at one for each connection, before it hears that the run is over. */
const mostSilentTicksAgain = 5;

interface Guard {
  /** Counts the turns of the guarded thread. */
  readonly turns: Int32Array;
  readonly tickMs: number;
}

/**
 * Has this thread watched by another one. When it stands still, what it does at that moment is ended, wherever it is, as
 * no signal could; then `onStandstill` is called, and the event loop goes on.
 *
 * @param everyMs another length of ticks, for tests
 */
export function guardAgainstStandstill(onStandstill: (error: Error) => void, everyMs = tickMs): void {
  // Whoever debugs stops where they like.
  if (debuggerUrl() !== undefined) return;
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const guard = startThread('./standstill', import.meta.url, {
    workerData: { turns, tickMs: everyMs } satisfies Guard,
  });
  guard.on('message', () => {
    onStandstill(new Error('it stood still, and what it was at was ended'));
  });
  guard.unref();
  setInterval(() => Atomics.add(turns, 0, 1), everyMs / 2).unref();
}

/** The body of the watching thread. */
function watch({ turns, tickMs }: Guard, tell: () => void): void {
  let seen = -1;
  let silentTicks = 0;
  let movedTicks = 0;
  let patience = mostSilentTicks;
  let before = process.cpuUsage();
  setInterval(() => {
    const now = Atomics.load(turns, 0);
    if (now === seen) {
      silentTicks++;
      movedTicks = 0;
    } else {
      [seen, silentTicks] = [now, 0];
      before = process.cpuUsage();
      if (++movedTicks >= mostSilentTicks) patience = mostSilentTicks;
    }
    const { user, system } = process.cpuUsage(before);
    if (silentTicks < patience || (user + system) / 1000 < leastWork * patience * tickMs) return;
    silentTicks = 0;
    before = process.cpuUsage();
    patience = mostSilentTicksAgain;
    const session = new Session();
    session.connectToMainThread();
    session.post('Runtime.terminateExecution', () => session.disconnect());
    tell();
  }, tickMs);
}

const port = parentPort;
if (!isMainThread && port !== null) watch(workerData as Guard, () => port.postMessage(null));
