import { type DuetGenerators, localTwins } from '../duet/duetWork.ts';
import { ToolError } from '../errors.ts';
import type { Generators } from '../load/shard/shards.ts';
import { localThreads } from '../load/shard/shardThreads.ts';
import type { Profile } from '../profile/profile.ts';
import { Secret } from '../profile/secret.ts';
import type { DuetSide } from '../result/duetResult.ts';
import type { FleetResult } from '../result/fleetResult.ts';
import type { FleetProgress } from '../result/progress.ts';
import type { RunResult } from '../result/runResult.ts';
import { toolVersion } from '../toolVersion.ts';
import type { RunWatch } from './runWatch.ts';

/** Which fleet carries a run. */
export interface FleetRequest {
  readonly nats: string;
  /** PEM file of the authorities that NATS is trusted by. */
  readonly natsCa: string | null;
  readonly fleet: string;
  /** How many workers, or their names. */
  readonly workers: string;
  readonly waitSeconds: number;
  readonly allowLost: number;
  readonly lostAfterSeconds: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What carries a run, and what there is to say of its machines. */
export interface RunGenerators extends Generators {
  /** The same for the twins of a duet. */
  readonly twins: DuetGenerators;
  readonly progress: FleetProgress | null;
  /** For the result; `null` without a fleet. @param side of a duet */
  machines(side?: DuetSide): FleetResult | null;
  close(): Promise<void>;
}

/**
 * Threads of this process, or a fleet whose workers are all there.
 *
 * @param threads of this process
 * @throws ToolError for a fleet that cannot be led, or does not come together
 */
export async function generatorsOf(
  profiles: readonly Profile[],
  request: FleetRequest | null,
  threads: number,
  { interrupt, onNotice }: Pick<RunWatch, 'interrupt' | 'onNotice'>,
): Promise<RunGenerators> {
  if (request === null) {
    const here = { progress: null, machines: () => null, close: async () => {} };
    return { ...localThreads(threads), twins: localTwins(threads), ...here };
  }
  if (profiles.some(({ target }) => target.baseUrl === 'embedded')) {
    throw new ToolError(
      'USAGE',
      'target.baseUrl is embedded, which the workers of a fleet do not reach: start `canvass serve` and name its address',
    );
  }
  if (profiles.some(({ target: { headers, proxyCredentials } }) => hasSecrets(headers) || proxyCredentials !== null)) {
    throw new ToolError(
      'USAGE',
      'target.headers or target.proxy holds a secret, and secrets do not travel over NATS: let a proxy beside each worker add it',
    );
  }
  const { Fleet } = await import('../fleet/leader/fleet.ts');
  const { parseWanted } = await import('../fleet/leader/roster.ts');
  const { nats, natsCa, fleet, workers, waitSeconds, allowLost, lostAfterSeconds, environment } = request;
  const led = await Fleet.gather({
    address: { url: nats, fleet, caFile: natsCa, environment },
    wanted: parseWanted(workers),
    version: toolVersion(),
    waitSeconds,
    allowLost,
    lostAfterSeconds,
    interrupt,
    onNotice,
  });
  return {
    get threads() {
      return led.threads;
    },
    start: (plan, listener) => led.start(plan, listener),
    twins: {
      get threads() {
        return led.threads;
      },
      start: (plan, listener) => led.startTwins(plan, listener),
    },
    get progress() {
      return led.counts;
    },
    machines: (side) => led.resultAt(side === 'candidate' ? 1 : 0),
    close: () => led.close(),
  };
}

/** The result with what is known of the machines that carried the run. */
export function withMachines(result: RunResult, fleet: FleetResult | null): RunResult {
  return fleet === null ? result : { ...result, fleet };
}

function hasSecrets(headers: Profile['target']['headers']): boolean {
  return Object.values(headers).some((value) => value instanceof Secret);
}
