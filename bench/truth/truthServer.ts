import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';

/** `lognormal`: delays with median 20 ms. `stalls`: the world stops for 200 ms every second. */
export type Delays = 'none' | 'lognormal' | 'stalls';

/** A survey service of one page with known delays, in a thread of its own. */
export interface TruthServer {
  readonly baseUrl: string;
  /** Forgets what it has recorded so far. */
  reset(): void;
  /** How long its requests really took, from the arrival of the request to the response having been written. */
  record(): Promise<LatencyCounts>;
  stop(): Promise<void>;
}

export async function startTruthServer(delays: Delays): Promise<TruthServer> {
  const worker = new Worker(new URL('./truthServerThread.ts', import.meta.url), { workerData: delays });
  const [baseUrl] = await once(worker, 'message');
  return {
    baseUrl: String(baseUrl),
    reset: () => worker.postMessage('reset'),
    record: async () => {
      worker.postMessage('record');
      const [pairs]: number[][] = await once(worker, 'message');
      const counts = new LatencyCounts();
      counts.addPairs(pairs ?? []);
      return counts;
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}
