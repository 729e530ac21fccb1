import { Fleet, type FleetOptions } from '../../src/fleet/leader/fleet.ts';
import { serveFleet, type WorkerOptions } from '../../src/fleet/worker/fleetWorker.ts';

/** The key of the embedded service, as machines of a test have it. */
export const keyHolder = { CANVASS_API_KEY: 'canvass-key' };

/** A worker within this process. */
export interface TestWorker {
  /** What it said. */
  readonly said: readonly string[];
  /** Ends it, as a person does. */
  end(): Promise<void>;
  /** Resolves or rejects as it ends. */
  readonly ended: Promise<void>;
}

/** Starts a worker of one thread, changed as a test says. */
export function startWorker(url: string, fleet: string, changes: Partial<WorkerOptions> = {}): TestWorker {
  const interrupt = new AbortController();
  const said: string[] = [];
  const ended = serveFleet({
    address: { url, fleet, caFile: null, environment: {} },
    name: 'a',
    version: '1',
    threads: 1,
    allowHosts: [],
    once: false,
    environment: keyHolder,
    interrupt: interrupt.signal,
    say: (text) => said.push(text),
    ...changes,
  });
  ended.catch(() => {});
  return {
    said,
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
