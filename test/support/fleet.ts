import type { DuetGenerators } from '../../src/duet/duetWork.ts';
import { newFleetKey } from '../../src/fleet/fleetKey.ts';
import { Fleet, type FleetOptions } from '../../src/fleet/leader/fleet.ts';
import { serveFleet, type WorkerOptions } from '../../src/fleet/worker/fleetWorker.ts';
import type { OwnRules } from '../../src/fleet/worker/followedPlan.ts';
import type { Reason } from '../../src/result/reason.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { threadsHere } from './inThisThread.ts';

/** The key of the embedded service and that of a fleet, as machines of a test have them. */
export const keyHolder = { CANVASS_API_KEY: 'canvass-key', CANVASS_FLEET_KEY: newFleetKey() };

/** What a worker of a test lets plans do, changed as a test says. */
export function rulesOf(changes: Partial<OwnRules> = {}): OwnRules {
  return { allowHosts: [], allowKeys: [], environment: keyHolder, folder: process.cwd(), ...changes };
}

/** A worker within this process. */
export interface TestWorker {
  /** Resolves when it waits for a leader. */
  readonly ready: Promise<void>;
  /** Ends it, as a person does. */
  end(): Promise<void>;
  /** Resolves or rejects as it ends. */
  readonly ended: Promise<void>;
}

/** Starts a worker of one thread, which is that of the test, changed as a test says. */
export function startWorker(url: string, fleet: string, changes: Partial<WorkerOptions> = {}): TestWorker {
  const interrupt = new AbortController();
  const ready = Promise.withResolvers<void>();
  const threadsAgain = threadsHere();
  const ended = serveFleet({
    address: { url, fleet, caFile: null, environment: keyHolder },
    name: 'a',
    version: '1',
    threads: 1,
    rules: rulesOf(),
    once: false,
    interrupt: interrupt.signal,
    say: () => ready.resolve(),
    ...changes,
  }).finally(threadsAgain);
  ended.catch(ready.reject);
  ready.promise.catch(() => {});
  return {
    ready: ready.promise,
    ended,
    end: async () => {
      interrupt.abort();
      await ended;
    },
  };
}

/** Leads so many workers, changed as a test says. */
export function leadFleet(
  url: string,
  fleet: string,
  count: number,
  changes: Partial<FleetOptions> = {},
): Promise<Fleet> {
  return Fleet.gather({
    address: { url, fleet, caFile: null, environment: keyHolder },
    wanted: { count },
    version: '1',
    waitSeconds: 30,
    allowLost: 0,
    lostAfterSeconds: 15,
    interrupt: new AbortController().signal,
    onNotice: () => {},
    ...changes,
  });
}

/** Leads so many workers through the walks of twins, changed as a test says. */
export async function leadTwins(url: string, fleet: string, count: number, changes: Partial<FleetOptions> = {}) {
  const led = await leadFleet(url, fleet, count, changes);
  const generators: DuetGenerators = {
    threads: led.threads,
    start: (plan, listener) => led.startTwins(plan, listener),
  };
  return { generators, close: () => led.close() };
}

/** What is said of those who are there, in the end, when these workers are wanted and do not all come. */
export async function standingOf(url: string, fleet: string, count: number, expected: RegExp): Promise<string> {
  const enough = new AbortController();
  let standing = '';
  await leadFleet(url, fleet, count, {
    interrupt: enough.signal,
    onNotice: (notice) => {
      standing = notice;
      if (expected.test(notice)) enough.abort();
    },
  }).then(
    () => Promise.reject(new Error('all were there')),
    () => {},
  );
  return standing;
}

/** What a run has lost of its generators, whatever else a busy machine makes of it. */
export function lossesOf({ reasonCodes = [] }: RunResult): Reason[] {
  return reasonCodes.filter(({ code }) => code === 'worker-lost' || code === 'thread-lost');
}
