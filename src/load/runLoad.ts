import { wordsOf } from '../errors.ts';
import type { Acceptable } from '../judging/baseline/standing.ts';
import { rateLimit } from '../judging/run/rateLimitedRun.ts';
import { runResultOf } from '../judging/run/runResultOf.ts';
import { shownByCrowd, unseenQuestions } from '../judging/run/unseenQuestions.ts';
import { namedQuestions } from '../profile/namedQuestions.ts';
import type { Profile } from '../profile/profile.ts';
import type { KeptCompletions } from '../respondent/audit/completionLedger.ts';
import type { JournalWriter } from '../result/journal.ts';
import type { RunMeta, RunProgress } from '../result/progress.ts';
import type { Reason } from '../result/reason.ts';
import { reasonWords } from '../result/reasonWords.ts';
import type { AuditResult, RunResult } from '../result/runResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { Tally } from '../result/tally/tally.ts';
import { TimelineTally } from '../result/tally/timelineTally.ts';
import { DurabilityAudit } from './administration/durabilityAudit.ts';
import { budgetConflict } from './loadPlan.ts';
import { progressOf } from './runProgress.ts';
import type { Generators, Shards } from './shard/shards.ts';
import { measuredOf } from './thresholds/measuredOf.ts';
import type { Measured } from './thresholds/requestMetrics.ts';
import { ThresholdJudge } from './thresholds/thresholdJudge.ts';

/** How a load run is carried out. */
export interface LoadRun {
  /** What the baseline says of this run. */
  readonly acceptable: Acceptable;
  readonly meta: RunMeta;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  readonly runTag: string;
  /** What walks the respondents: the threads of this process, or a fleet. */
  readonly generators: Generators;
  readonly journal: JournalWriter | null;
  /** Aborted by a person: respondents are stopped, and the result says that it was interrupted. */
  readonly interrupt: AbortSignal;
  /** Aborted, after `interrupt`, when nobody waits any longer: what was summed by then is the result. */
  readonly abandon?: AbortSignal;
  /** About once a second, with what that second alone was. */
  onProgress(progress: RunProgress, second: SecondDelta): void;
  /** What a person should know before the run goes on. */
  onNotice(notice: string): void;
}

/**
 * Walks many respondents as the profile's load says, and judges what came of it.
 *
 * @throws ToolError EXPRESSION for a threshold that is not understood, or what makes the target unusable. A target that
 *   does not answer is no error: it gives a result.
 */
export async function runLoad(profile: Profile, options: LoadRun): Promise<RunResult> {
  const run = new Run(profile, options);
  return await run.result();
}

class Run {
  readonly #profile: Profile;
  readonly #options: LoadRun;
  readonly #judge: ThresholdJudge;
  readonly #tally = new Tally();
  readonly #timeline = new TimelineTally();
  readonly #troubles: Reason[] = [];
  #shards: Shards | null = null;
  #stopping = false;

  constructor(profile: Profile, options: LoadRun) {
    this.#profile = profile;
    this.#options = options;
    this.#judge = new ThresholdJudge(profile.thresholds);
  }

  async result(): Promise<RunResult> {
    const { meta, baseUrl, runTag, generators, interrupt, abandon, journal, onNotice } = this.#options;
    const conflict = budgetConflict(this.#profile);
    if (conflict !== null) {
      onNotice(reasonWords(conflict));
      this.#troubles.push(conflict);
    }
    const durability = await DurabilityAudit.begin(this.#profile, baseUrl, runTag);
    const keepCompletions = durability !== null;
    const plan = { profile: this.#profile, baseUrl, runTag, schedule: 'stages', keepCompletions } as const;
    const listener = {
      onUnsummed: (part: SecondDelta) => journal?.add({ part }),
      onSecond: (delta: SecondDelta) => this.#onSecond(delta),
      onLost: (reason: Reason) => {
        if (abandon?.aborted !== true) this.#troubles.push(reason);
      },
    };
    const shards = await generators.start(plan, listener).catch(async (error: unknown) => {
      await durability?.close();
      throw error;
    });
    this.#shards = shards;
    const stop = (): void => this.#stop(0);
    const giveUp = (): void => void shards.terminate();
    interrupt.addEventListener('abort', stop, { once: true });
    abandon?.addEventListener('abort', giveUp, { once: true });
    shards.begin();
    if (interrupt.aborted) stop();
    if (abandon?.aborted === true) giveUp();
    const { completions, created } = await shards.finished();
    interrupt.removeEventListener('abort', stop);
    abandon?.removeEventListener('abort', giveUp);
    const audit = await this.#audit(durability, completions, created);
    if (abandon?.reason instanceof Error) this.#failed(abandon.reason);
    const journalTrouble = (await journal?.close()) ?? null;
    if (journalTrouble !== null) onNotice(`The journal could not be written: ${journalTrouble}`);
    const measured = this.#measured(audit);
    return runResultOf(meta, this.#tally, this.#timeline.timeline, {
      endedAt: new Date().toISOString(),
      interrupted: interrupt.aborted,
      recovered: false,
      thresholds: this.#judge.results(measured),
      audit,
      created,
      troubles: [...this.#troubles, ...this.#unseenQuestions(), ...rateLimit(this.#tally, this.#timeline.timeline)],
      acceptable: this.#options.acceptable,
    });
  }

  /** Reconciles completions with records; of an interrupted run too, since what was accepted must be stored all the same. */
  async #audit(
    durability: DurabilityAudit | null,
    completions: readonly KeptCompletions[],
    created: RunResult['created'],
  ): Promise<AuditResult | null> {
    if (durability === null) return null;
    if (this.#options.abandon?.aborted === true) {
      await durability.close();
      return null;
    }
    try {
      const { interrupt, onNotice } = this.#options;
      const isOver = (): boolean => interrupt.aborted;
      const { audit, delta } = await durability.conclude(completions, created, isOver, onNotice);
      this.#tally.add(delta);
      return audit;
    } catch (error) {
      // What was measured is never lost to what comes after it.
      this.#failed(error);
      return null;
    }
  }

  #unseenQuestions(): Reason[] {
    const { refusals, walks } = this.#tally;
    return unseenQuestions(namedQuestions(this.#profile), shownByCrowd([...refusals.values()], walks));
  }

  #failed(error: unknown): void {
    const words = wordsOf(error);
    this.#troubles.push({ code: 'tool-failed', error: words });
  }

  #stop(graceMs: number): void {
    this.#stopping = true;
    this.#shards?.stop(graceMs);
  }

  #onSecond(delta: SecondDelta): void {
    const { meta, journal, onProgress } = this.#options;
    this.#tally.add(delta);
    const point = this.#timeline.add(delta);
    const measured = this.#measured(null);
    const abortedBy = this.#judge.onSecond(delta, measured);
    const thresholds = this.#judge.results(measured);
    journal?.add({ delta, thresholds });
    onProgress(progressOf(meta, this.#tally, this.#phase(delta), thresholds, point), delta);
    if (abortedBy !== null && !this.#stopping) this.#stop(this.#profile.load.gracefulStopSeconds * 1000);
  }

  #phase(delta: SecondDelta): string {
    if (this.#stopping || delta.second >= this.#options.meta.plannedSeconds) return 'draining';
    return delta.measured ? 'running' : 'warming up';
  }

  #measured(audit: AuditResult | null): Measured {
    const { acceptable, meta } = this.#options;
    return measuredOf(this.#tally, meta.workers, acceptable, audit);
  }
}
