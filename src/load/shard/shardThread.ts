import { parentPort, workerData } from 'node:worker_threads';
import { RealClock } from '../../client/clock.ts';
import { Redactor } from '../../client/redact.ts';
import type { SetUpListener } from '../../client/transport.ts';
import { secretsOf } from '../../profile/profile.ts';
import { CompletionLedger } from '../../respondent/audit/completionLedger.ts';
import { createCrowd } from '../../respondent/createCrowd.ts';
import type { Crowd, CrowdOptions } from '../../respondent/crowd.ts';
import type { ConnectionDelta } from '../../result/connections.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import { MixedCrowd } from '../administration/mixedCrowd.ts';
import { HealthMonitor } from '../health/healthMonitor.ts';
import { ShardRunner } from './shardRunner.ts';
import { type PackedPlan, unpackPlan } from './shards.ts';
import { shardThread, shardTransport, type ThreadListener } from './threadBody.ts';

/** Records how long connections take to be made; requests that wait for one have that in their experienced latency. */
class SetUpRecorder implements SetUpListener {
  readonly #connect = new LatencyCounts();
  readonly #handshake = new LatencyCounts();

  onSetUp(connectMs: number, handshakeMs: number | null): void {
    this.#connect.record(connectMs * 1000);
    if (handshakeMs !== null) this.#handshake.record(handshakeMs * 1000);
  }

  /** What was recorded since the last call; `null` where nothing was. */
  take(): ConnectionDelta | null {
    if (this.#connect.count === 0) return null;
    return { connect: this.#connect.takePairs(), handshake: this.#handshake.takePairs() };
  }
}

/** One shard of the respondents of a load. */
export function loadShard(
  packed: PackedPlan,
  { onHalf, onSecond, onFinished }: ThreadListener<SecondDelta>,
): (startMs: number) => ShardRunner {
  const plan = unpackPlan(packed);
  const { profile, baseUrl, runTag } = plan;
  const clock = new RealClock();
  const health = new HealthMonitor();
  const setUps = new SetUpRecorder();
  const ledger = plan.keepCompletions ? new CompletionLedger() : null;
  const transport = shardTransport(plan, clock, setUps);
  const redactor = new Redactor(secretsOf(profile.target));
  let mixed: MixedCrowd | null = null;
  const crowdOf = (options: CrowdOptions): Crowd => {
    if (!MixedCrowd.isWanted(profile)) return createCrowd(options);
    mixed = new MixedCrowd(options, createCrowd);
    return mixed;
  };
  const environment = {
    clock,
    transport,
    completions: ledger,
    exchangeEnded: (endMs: number) => clock.nudge(endMs),
    takeConnections: () => setUps.take(),
    takeHealth: (sockets: number) => health.take(sockets),
    createCrowd: (observer: CrowdOptions['observer'], completions: CrowdOptions['completions']) =>
      crowdOf({ profile, baseUrl, transport, clock, observer, seed: profile.seed, run: runTag, redactor, completions }),
  };
  const finish = (): void => {
    health.close();
    onFinished({ completions: [ledger === null ? [] : [ledger.kept()]], created: mixed?.created ?? [] });
  };
  return (startMs) => new ShardRunner(plan, environment, { onHalf, onSecond, onFinished: finish }, startMs);
}

// It was made by `loadWork` of the same process.
shardThread<SecondDelta>(parentPort, (listener) => loadShard(workerData as PackedPlan, listener));
