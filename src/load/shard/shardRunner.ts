import { AbsenceLog } from '../../client/absenceLog.ts';
import type { Clock, Timer } from '../../client/clock.ts';
import type { Transport } from '../../client/transport.ts';
import { spacingOf } from '../../profile/profile.ts';
import type { CompletionSink, Crowd, WalkObserver } from '../../respondent/crowd.ts';
import type { ConnectionDelta } from '../../result/connections.ts';
import type { HealthDelta, SecondDelta } from '../../result/tally/delta.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import { ClosedExecutor, type Executor, type ExecutorContext, OpenExecutor } from '../executors.ts';
import { SecondRecorder } from '../metrics/secondRecorder.ts';
import { Arrivals, LevelCurve } from '../schedule.ts';
import type { ShardPlan } from './shards.ts';
import { shareOf } from './shards.ts';

/** What a shard runs with: real things in a run, simulated ones in tests and in the soak benchmark. */
export interface ShardEnvironment {
  readonly clock: Clock;
  readonly transport: Transport;
  createCrowd(observer: WalkObserver, completions: CompletionSink | null): Crowd;
  readonly completions: CompletionSink | null;
  /** An exchange has ended at this instant: the clock may look what is due. */
  exchangeEnded(endMs: number): void;
  /** Connections made since the last call; `null` for none. */
  takeConnections(): ConnectionDelta | null;
  /** How the generator fared since the last call; `startLateness` is filled in by the runner. */
  takeHealth(sockets: number): HealthDelta;
}

/** Who hears of a shard. */
export interface ShardListener {
  /** Halfway through each second: what it brought so far, without the generator's health. Left out, nobody asks for it. */
  onHalf?(delta: SecondDelta): void;
  /** The rest of a second of which a half was told, or the whole. */
  onSecond(delta: SecondDelta): void;
  /** Everything has ended, and every second was told. */
  onFinished(): void;
}

/** How long after a stop answers are waited for that may still come: a little more than a request may take. */
const lastAnswersMs = 1000;
const checkEndEveryMs = 20;

/** Runs one shard of a plan in this thread: starts respondents, and tells what happened, second by second. */
export class ShardRunner {
  readonly #plan: ShardPlan;
  readonly #environment: ShardEnvironment;
  readonly #listener: ShardListener;
  readonly #recorder: SecondRecorder;
  readonly #crowd: Crowd;
  readonly #executor: Executor;
  readonly #lateness = new LatencyCounts();
  readonly #absences: AbsenceLog;
  readonly #startMs: number;
  readonly #warmupSeconds: number;
  #second = 0;
  #arrivals = 0;
  #dropped = 0;
  #phase: 'running' | 'ending' | 'stopping' | 'finished' = 'running';
  /** When walks, and then answers, are no longer waited for. */
  #deadlineMs = Number.POSITIVE_INFINITY;

  /** @param startMs the clock's time at which the plan begins */
  constructor(plan: ShardPlan, environment: ShardEnvironment, listener: ShardListener, startMs: number) {
    this.#plan = plan;
    this.#environment = environment;
    this.#listener = listener;
    this.#startMs = startMs;
    this.#absences = new AbsenceLog(environment.clock.watch, startMs);
    this.#warmupSeconds = plan.schedule === 'stages' ? plan.profile.load.warmupSeconds : 0;
    this.#recorder = new SecondRecorder({
      walkEnded: ({ index, end }) => this.#executor.onWalkEnd(index, end === 'failed'),
      exchangeEnded: (endMs) => environment.exchangeEnded(endMs),
    });
    this.#crowd = environment.createCrowd(this.#recorder, environment.completions);
    this.#executor = executorOf(plan, {
      clock: environment.clock,
      crowd: this.#crowd,
      startMs,
      maxRespondents: shareOf(plan, plan.profile.load.maxRespondents),
      lateness: this.#lateness,
    });
  }

  run(): void {
    this.#executor.run();
    this.#awaitSecond();
    const { endMs } = this.#executor;
    if (endMs === Number.POSITIVE_INFINITY) return;
    const { gracefulStopSeconds } = this.#plan.profile.load;
    this.#at(endMs, () => this.stop(gracefulStopSeconds * 1000));
  }

  /** Arrivals a second from an instant on, ms since the start. Only for plans that are adjustable. */
  setRate(arrivalsPerSecond: number, fromMs: number): void {
    if (this.#executor instanceof OpenExecutor) this.#executor.setRate(arrivalsPerSecond, fromMs);
  }

  /** Starts nobody any more, lets walks end within `graceMs`, then stops them. A second call can only shorten it. */
  stop(graceMs: number): void {
    if (this.#phase === 'finished' || this.#phase === 'stopping') return;
    const deadlineMs = this.#environment.clock.nowMs() + graceMs;
    if (deadlineMs >= this.#deadlineMs) return;
    this.#deadlineMs = deadlineMs;
    if (this.#phase === 'ending') return;
    this.#phase = 'ending';
    this.#executor.stop();
    this.#awaitEnd();
  }

  #awaitEnd(): void {
    const { clock } = this.#environment;
    if (this.#phase === 'ending' && clock.nowMs() >= this.#deadlineMs) {
      this.#phase = 'stopping';
      this.#deadlineMs = clock.nowMs() + this.#plan.profile.target.timeoutMs + lastAnswersMs;
      this.#crowd.stop();
    }
    if (this.#crowd.active === 0 || clock.nowMs() >= this.#deadlineMs) this.#finish();
    else this.#at(Math.min(clock.nowMs() + checkEndEveryMs, this.#deadlineMs), () => this.#awaitEnd());
  }

  #finish(): void {
    const { clock, transport } = this.#environment;
    this.#phase = 'finished';
    const seconds = (clock.nowMs() - this.#startMs) / 1000 - this.#second;
    this.#closeSecond(Math.max(0, seconds));
    clock.clear();
    transport.close().then(
      () => this.#listener.onFinished(),
      () => this.#listener.onFinished(),
    );
  }

  #awaitSecond(): void {
    const { onHalf } = this.#listener;
    const startMs = this.#startMs + this.#second * 1000;
    if (onHalf !== undefined) {
      this.#at(startMs + 500, () => {
        if (this.#phase !== 'finished') onHalf(this.#take(0.5, []));
      });
    }
    this.#at(startMs + 1000, () => {
      if (this.#phase === 'finished') return;
      this.#closeSecond(1);
      this.#awaitSecond();
    });
  }

  #closeSecond(seconds: number): void {
    const startLateness = this.#lateness.takePairs();
    const health = this.#environment.takeHealth(this.#environment.transport.sockets);
    const delta = this.#take(seconds, [{ ...health, startLateness }]);
    this.#second++;
    this.#listener.onSecond(delta);
  }

  /** What happened since the last call. @param seconds how long the second is by now */
  #take(seconds: number, health: HealthDelta[]): SecondDelta {
    const { arrivals, dropped } = this.#executor;
    const { observed, refusals, personas, ...coverage } = this.#crowd.takeCoverage();
    const connections = this.#environment.takeConnections();
    const absences = this.#absences.take();
    const measured = this.#second >= this.#warmupSeconds;
    const recorded = this.#recorder.take(measured);
    const delta: SecondDelta = {
      second: this.#second,
      seconds,
      measured,
      shard: this.#plan.shard,
      arrivals: arrivals - this.#arrivals,
      dropped: dropped - this.#dropped,
      active: this.#crowd.active,
      coverage,
      health,
      ...recorded,
      ...(connections === null ? {} : { connections }),
      ...(absences.length === 0 ? {} : { absences }),
      ...(refusals.length === 0 ? {} : { refusals: [...refusals] }),
      ...(Object.keys(personas).length === 0 ? {} : { personas }),
      observations: [...recorded.observations, ...observed],
    };
    this.#arrivals = arrivals;
    this.#dropped = dropped;
    return delta;
  }

  #at(instantMs: number, onTimer: () => void): void {
    const timer: Timer = { onTimer };
    this.#environment.clock.at(instantMs, timer);
  }
}

/** What follows the schedule of a plan; an adjustable one begins at 0 and never ends by itself. */
function executorOf(plan: ShardPlan, context: ExecutorContext): Executor {
  const { load, seed } = plan.profile;
  const curve = plan.schedule === 'stages' ? LevelCurve.ofLoad(load) : LevelCurve.ofStages([]).heldFrom(0, 0);
  if (plan.schedule === 'stages' && load.model === 'closed')
    return new ClosedExecutor(context, curve, plan, load.pacingSeconds * 1000, seed);
  return new OpenExecutor(context, new Arrivals(curve, spacingOf(load), seed, plan), curve);
}
