import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import type { Protocol } from '../target/front.ts';

/** `lognormal`: delays with median 20 ms. `stalls`: the world stops for 200 ms every second. */
export type Delays = 'none' | 'lognormal' | 'stalls';

/** A survey service of one page with known delays, in a process of its own. */
export interface TruthServer {
  readonly baseUrl: string;
  /** Forgets what it has recorded so far. */
  reset(): void;
  /** How long its requests really took, from the arrival of the request to the response having been written. */
  record(): Promise<LatencyCounts>;
  stop(): Promise<void>;
}

export async function startTruthServer(delays: Delays, protocol: Protocol): Promise<TruthServer> {
  const child = fork(fileURLToPath(new URL('./truthServerProcess.ts', import.meta.url)), [delays, protocol], {
    stdio: 'inherit',
  });
  const [baseUrl] = await once(child, 'message');
  return {
    baseUrl: String(baseUrl),
    reset: () => void child.send('reset'),
    record: async () => {
      child.send('record');
      const [pairs]: number[][] = await once(child, 'message');
      const counts = new LatencyCounts();
      counts.addPairs(pairs ?? []);
      return counts;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
