import { wordsOf } from '../errors.ts';
import type { Acceptable } from '../judging/baseline/standing.ts';
import { rateLimit } from '../judging/run/rateLimitedRun.ts';
import { runResultOf } from '../judging/run/runResultOf.ts';
import { DurabilityAudit } from '../load/administration/durabilityAudit.ts';
import { measuredOf } from '../load/thresholds/measuredOf.ts';
import type { Measured } from '../load/thresholds/requestMetrics.ts';
import { ThresholdJudge } from '../load/thresholds/thresholdJudge.ts';
import type { Profile } from '../profile/profile.ts';
import type { KeptCompletions } from '../respondent/audit/completionLedger.ts';
import type { RunMeta } from '../result/progress.ts';
import type { Reason } from '../result/reason.ts';
import type { AuditResult, RunResult } from '../result/runResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { Tally } from '../result/tally/tally.ts';
import { TimelineTally } from '../result/tally/timelineTally.ts';

/** One side of a duet as its caller knows it. */
export interface DuetSideOptions {
  readonly profile: Profile;
  /** The base URL that is really used. */
  readonly baseUrl: string;
  readonly meta: RunMeta;
  /** What the baseline says of this side. */
  readonly acceptable: Acceptable;
}

/** How the walks of both sides ended. */
export interface DuetEnd {
  readonly interrupted: boolean;
  readonly abandoned: boolean;
  readonly troubles: readonly Reason[];
}

/** What is summed of one side: it becomes a result like that of a run of its own. */
export class SideOfRun {
  readonly options: DuetSideOptions;
  readonly tally = new Tally();
  readonly #timeline = new TimelineTally();
  readonly #judge: ThresholdJudge;
  readonly #audit: DurabilityAudit | null;

  private constructor(options: DuetSideOptions, audit: DurabilityAudit | null) {
    this.options = options;
    this.#judge = new ThresholdJudge(options.profile.thresholds);
    this.#audit = audit;
  }

  /** Begins the durability audit that the side's profile wants. */
  static async begin(options: DuetSideOptions): Promise<SideOfRun> {
    const { profile, baseUrl, meta } = options;
    return new SideOfRun(options, await DurabilityAudit.begin(profile, baseUrl, meta.run.id));
  }

  get keepsCompletions(): boolean {
    return this.#audit !== null;
  }

  add(delta: SecondDelta): void {
    this.tally.add(delta);
    this.#timeline.add(delta);
    this.#judge.onSecond(delta, this.#measured(null));
  }

  async result(completions: readonly KeptCompletions[], end: DuetEnd): Promise<RunResult> {
    const { meta, acceptable } = this.options;
    const troubles = [...end.troubles, ...rateLimit(this.tally, this.#timeline.timeline)];
    const audit = await this.#conclude(completions, end).catch((error: unknown) => {
      // What was measured is never lost to what comes after it.
      troubles.push({ code: 'tool-failed', error: wordsOf(error) });
      return null;
    });
    return runResultOf(meta, this.tally, this.#timeline.timeline, {
      endedAt: new Date().toISOString(),
      interrupted: end.interrupted,
      recovered: false,
      thresholds: this.#judge.results(this.#measured(audit)),
      audit,
      created: [],
      troubles,
      acceptable,
    });
  }

  /** Ends it without a result. */
  async close(): Promise<void> {
    await this.#audit?.close();
  }

  async #conclude(
    completions: readonly KeptCompletions[],
    { abandoned, interrupted }: DuetEnd,
  ): Promise<AuditResult | null> {
    if (this.#audit === null) return null;
    if (abandoned) {
      await this.close();
      return null;
    }
    const isOver = (): boolean => interrupted;
    const { audit, delta } = await this.#audit.conclude(completions, [], isOver, () => {});
    this.tally.add(delta);
    return audit;
  }

  #measured(audit: AuditResult | null): Measured {
    const { acceptable, meta } = this.options;
    return measuredOf(this.tally, meta.workers, acceptable, audit);
  }
}
