import { ToolError } from '../errors.ts';
import { newRunTag } from '../judging/tokens.ts';
import type { Generators, Shards } from '../load/shard/shards.ts';
import type { Profile } from '../profile/profile.ts';
import type { Reason } from '../result/reason.ts';
import { reasonBriefly } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { absenceReasons, saturation } from '../result/tally/generatorHealth.ts';
import { isCrowded } from '../result/tally/healthTally.ts';
import { Tally } from '../result/tally/tally.ts';
import { pointOf } from '../result/tally/timelineTally.ts';
import type { ProbeSecond, RateProbe } from './rateProbe.ts';

/** Seconds that the generator's trouble is judged over. */
const healthSeconds = 3;

/** Seconds after which a target that never answered anything counts as unreachable; fewer where no connection came about. */
const silenceSeconds = 15;
const refusedSeconds = 3;

/** What the search sees of the newest of some seconds of the engine. */
function probeSecondOf(delta: SecondDelta, recent: readonly SecondDelta[]): ProbeSecond {
  const health = new Tally();
  for (const second of recent) health.add(second);
  const { stopped: _, ...left } = delta.ends;
  const completed = Object.values(left).reduce((sum, count) => sum + count, 0);
  const away = absenceReasons(health).find(({ code }) => code === 'generator-away');
  const trouble = away ?? saturation(health);
  const crowded = delta.health.filter(isCrowded).map(({ others }) => others?.tookCores ?? 0);
  const takenCores = crowded.length === 0 ? null : Math.max(...crowded);
  const generatorTrouble = trouble === null ? null : reasonBriefly(trouble);
  return { point: { ...pointOf(delta), completed }, generatorTrouble, takenCores, isGeneratorAway: away !== undefined };
}

/** A second of an engine as one of the search, which may have had several engines. */
function renumbered(delta: SecondDelta, second: number): SecondDelta {
  const shift = second - delta.second;
  if (delta.absences === undefined) return { ...delta, second };
  return { ...delta, second, absences: delta.absences.map((each) => ({ ...each, atSecond: each.atSecond + shift })) };
}

/** Hears what an engine tells: its seconds, numbered from the start of the search, and what befell it. */
export interface EngineListener {
  onSecond(delta: SecondDelta): void;
  onLost(reason: Reason): void;
  /** What administration calls created. */
  onCreated(created: RunResult['created']): void;
}

/**
 * The load engine as a probe: seconds wait here until the search takes them, so that none is lost while it thinks.
 * Arrivals follow `load.arrivals`; stages are not used, and there is no warm-up. `total` sums every second for the result.
 */
export class EngineProbe implements RateProbe {
  readonly total = new Tally();
  #engine: Promise<Shards>;
  #ratePerSecond = 0;
  #second = 0;
  #seconds: SecondDelta[] = [];
  #recent: SecondDelta[] = [];
  #waiting: PromiseWithResolvers<void> | null = null;
  readonly #profile: Profile;
  readonly #generators: Generators;
  readonly #listener: EngineListener;

  private constructor(profile: Profile, generators: Generators, listener: EngineListener) {
    this.#profile = profile;
    this.#generators = generators;
    this.#listener = listener;
    this.#engine = this.#begin();
  }

  /** Starts the engine at rate 0. @throws ToolError when the target cannot be used at all */
  static async start(profile: Profile, generators: Generators, listener: EngineListener): Promise<EngineProbe> {
    const probe = new EngineProbe(profile, generators, listener);
    await probe.#engine;
    return probe;
  }

  async #begin(): Promise<Shards> {
    const { baseUrl } = this.#profile.target;
    const engine = await this.#generators.start(
      { profile: this.#profile, baseUrl, runTag: newRunTag(), schedule: 'adjustable', keepCompletions: false },
      { onSecond: (delta) => this.#onSecondDelta(delta), onLost: (reason) => this.#listener.onLost(reason) },
    );
    engine.begin();
    return engine;
  }

  async #end(engine: Shards): Promise<void> {
    engine.stop(0);
    const { created } = await engine.finished();
    this.#listener.onCreated(created);
  }

  #onSecondDelta(delta: SecondDelta): void {
    const numbered = renumbered(delta, this.#second);
    this.#second += 1;
    this.total.add(numbered);
    this.#listener.onSecond(numbered);
    this.#seconds.push(numbered);
    this.#waiting?.resolve();
  }

  setRate(ratePerSecond: number): void {
    this.#ratePerSecond = ratePerSecond;
    // Seconds that ended before the new rate say nothing of it.
    this.#seconds = [];
    this.#recent = [];
    void this.#engine.then((engine) => engine.setRate(this.#ratePerSecond)).catch(() => {});
  }

  async nextSecond(): Promise<ProbeSecond> {
    while (this.#seconds.length === 0) {
      this.#waiting = Promise.withResolvers();
      await Promise.race([this.#waiting.promise, this.#engine.then(() => this.#waiting?.promise)]);
    }
    const delta = this.#seconds.shift();
    if (delta === undefined) return this.nextSecond();
    this.#recent = [...this.#recent.slice(1 - healthSeconds), delta];
    this.#expectAnswers();
    return probeSecondOf(delta, this.#recent);
  }

  #expectAnswers(): void {
    const { requestsEver, answersEver, seconds, endpoints } = this.total;
    if (requestsEver === 0 || answersEver > 0) return;
    const refused = [...endpoints.values()].every(({ outcomes, requests }) => outcomes.connection === requests);
    if (seconds < (refused ? refusedSeconds : silenceSeconds)) return;
    throw new ToolError(
      'TARGET_UNREACHABLE',
      `${this.#profile.target.baseUrl} answered none of ${requestsEver} requests. Check target.baseUrl, and that ` +
        'the service runs.',
    );
  }

  /** The engine cannot end walks and go on, so it makes room for a new one. */
  endWalks(): void {
    this.#engine = this.#engine.then(async (engine) => {
      await this.#end(engine);
      const next = await this.#begin();
      next.setRate(this.#ratePerSecond);
      return next;
    });
  }

  async close(): Promise<void> {
    await this.#end(await this.#engine);
  }
}
