import { parentPort, workerData } from 'node:worker_threads';
import { RealClock } from '../../client/realClock.ts';
import type { Transport } from '../../client/transport.ts';
import { ToolError } from '../../errors.ts';
import { CompletionLedger } from '../../respondent/audit/completionLedger.ts';
import { createCrowd } from '../../respondent/createCrowd.ts';
import type { Crowd, CrowdOptions } from '../../respondent/crowd.ts';
import { AdminMix } from '../administration/adminMix.ts';
import { MixedCrowd } from '../administration/mixedCrowd.ts';
import { HealthMonitor } from '../health/healthMonitor.ts';
import { SetUpRecorder } from '../metrics/setUpRecorder.ts';
import type { FromShard, ToShard } from './messages.ts';
import { type PackedPlan, type ShardPlan, unpackPlan } from './shardPlan.ts';
import { ShardRunner } from './shardRunner.ts';
import { redactorOf, shardTransport } from './shardTarget.ts';

/** The body of a generating thread: one shard of a run, told what to do by messages. */

class ShardThread {
  readonly #plan: ShardPlan;
  readonly #tell: (message: FromShard) => void;
  readonly #clock = new RealClock();
  readonly #health = new HealthMonitor();
  readonly #setUps = new SetUpRecorder();
  readonly #transport: Transport;
  readonly #completions: CompletionLedger | null;
  #runner: ShardRunner | null = null;
  #mixed: MixedCrowd | null = null;

  /** @throws ToolError when the target cannot be used at all */
  constructor(plan: ShardPlan, tell: (message: FromShard) => void) {
    this.#plan = plan;
    this.#tell = tell;
    this.#completions = plan.keepCompletions ? new CompletionLedger() : null;
    this.#transport = shardTransport(plan, this.#clock, this.#setUps);
  }

  onMessage(message: ToShard): void {
    switch (message.kind) {
      case 'begin':
        this.#begin(message.startEpochMs - performance.timeOrigin);
        break;
      case 'rate':
        this.#runner?.setRate(message.arrivalsPerSecond, message.fromMs);
        break;
      case 'stop':
        this.#runner?.stop(message.graceMs);
        break;
    }
  }

  #begin(startMs: number): void {
    const { profile, baseUrl, runTag } = this.#plan;
    const redactor = redactorOf(profile);
    const clock = this.#clock;
    const transport = this.#transport;
    this.#runner = new ShardRunner(
      this.#plan,
      {
        clock,
        transport,
        completions: this.#completions,
        exchangeEnded: (endMs) => clock.nudge(endMs),
        takeConnections: () => this.#setUps.take(),
        takeHealth: (sockets) => this.#health.take(sockets, clock.polledMs),
        createCrowd: (observer, completions) =>
          this.#createCrowd({
            profile,
            baseUrl,
            transport,
            clock,
            observer,
            seed: profile.seed,
            run: runTag,
            redactor,
            completions,
          }),
      },
      {
        onHalf: (delta) => this.#tell({ kind: 'half', delta }),
        onSecond: (delta) => this.#tell({ kind: 'second', delta }),
        onFinished: () => this.#finish(),
      },
      startMs,
    );
    this.#runner.run();
  }

  #createCrowd(options: CrowdOptions): Crowd {
    if (!AdminMix.isWanted(options.profile)) return createCrowd(options);
    this.#mixed = new MixedCrowd(options, createCrowd);
    return this.#mixed;
  }

  #finish(): void {
    this.#health.close();
    const completions = this.#completions?.columns() ?? null;
    this.#tell({ kind: 'finished', completions, created: this.#mixed?.created ?? [] });
    parentPort?.close();
  }
}

const port = parentPort;
if (port !== null) {
  const tell = (message: FromShard): void => port.postMessage(message);
  try {
    const thread = new ShardThread(unpackPlan(workerData as PackedPlan), tell);
    port.on('message', (message: ToShard) => thread.onMessage(message));
    tell({ kind: 'ready' });
  } catch (error) {
    const code = error instanceof ToolError ? error.code : null;
    tell({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  }
}
