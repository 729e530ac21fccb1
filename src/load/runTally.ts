import { wordsOf } from '../errors.ts';
import { type Acceptable, acceptableAsObserved, knownOf } from '../judging/baseline/standing.ts';
import { coverageOf, observationsOf } from '../judging/run/clauseResults.ts';
import { type RunEnd, runResultOf } from '../judging/run/runResultOf.ts';
import type { Profile } from '../profile/profile.ts';
import type { KeptCompletions } from '../respondent/audit/completionLedger.ts';
import type { RunMeta } from '../result/progress.ts';
import type { Reason } from '../result/reason.ts';
import type { AuditResult, RunResult, ThresholdResult } from '../result/runResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { generatorHealth } from '../result/tally/generatorHealth.ts';
import { Tally } from '../result/tally/tally.ts';
import { TimelineTally } from '../result/tally/timelineTally.ts';
import type { Timeline, TimelinePoint } from '../result/timeline.ts';
import type { Violation } from '../result/verdict.ts';
import { startOf } from '../result/violationId.ts';
import { DurabilityAudit } from './administration/durabilityAudit.ts';
import type { Measured } from './thresholds/requestMetrics.ts';
import { ThresholdJudge } from './thresholds/thresholdJudge.ts';

/** One service that is walked, as the caller of a run knows it. */
export interface WalkedService {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  readonly meta: RunMeta;
  /** What the baseline says of this run. */
  readonly acceptable: Acceptable;
}

/** How one second stands. */
export interface CountedSecond {
  readonly point: TimelinePoint;
  readonly thresholds: readonly ThresholdResult[];
  /** The threshold that ends the run now; `null` for none. */
  readonly abortedBy: string | null;
}

/** How the walks ended, for the audit after them. */
export interface EndedWalks {
  readonly completions: readonly KeptCompletions[];
  readonly created: RunResult['created'];
  readonly interrupt: AbortSignal;
  readonly isAbandoned: boolean;
  onNotice(notice: string): void;
}

/** What is summed and judged of one service while it is walked: what a result is made of. */
export class RunTally {
  readonly service: WalkedService;
  readonly tally = new Tally();
  readonly #timeline = new TimelineTally();
  readonly #judge: ThresholdJudge;
  readonly #audit: DurabilityAudit | null;

  private constructor(service: WalkedService, judge: ThresholdJudge, audit: DurabilityAudit | null) {
    this.service = service;
    this.#judge = judge;
    this.#audit = audit;
  }

  /**
   * Begins the durability audit that the profile wants.
   *
   * @param runTag of its respondents
   * @throws ToolError EXPRESSION for a threshold that is not understood
   */
  static async begin(service: WalkedService, runTag: string): Promise<RunTally> {
    const judge = new ThresholdJudge(service.profile.thresholds);
    return new RunTally(service, judge, await DurabilityAudit.begin(service.profile, service.baseUrl, runTag));
  }

  get keepsCompletions(): boolean {
    return this.#audit !== null;
  }

  get timeline(): Timeline {
    return this.#timeline.timeline;
  }

  add(delta: SecondDelta): CountedSecond {
    this.tally.add(delta);
    const point = this.#timeline.add(delta);
    const measured = this.#measured(null);
    const abortedBy = this.#judge.onSecond(delta, measured);
    return { point, abortedBy, thresholds: this.#judge.results(measured) };
  }

  /**
   * Reconciles completions with records; of an interrupted run too, since what was accepted must be stored all the same.
   * What was measured is never lost to what goes wrong here: it is among the troubles then.
   */
  async audit(walks: EndedWalks, troubles: Reason[]): Promise<AuditResult | null> {
    const { completions, created, interrupt, isAbandoned, onNotice } = walks;
    if (this.#audit === null) return null;
    if (isAbandoned) {
      await this.close();
      return null;
    }
    try {
      const isOver = (): boolean => interrupt.aborted;
      const { audit, delta } = await this.#audit.conclude(completions, created, isOver, onNotice);
      this.tally.add(delta);
      return audit;
    } catch (error) {
      troubles.push({ code: 'tool-failed', error: wordsOf(error) });
      return null;
    }
  }

  result(end: Pick<RunEnd, 'interrupted' | 'audit' | 'created' | 'troubles'>): RunResult {
    return runResultOf(this.service.meta, this.tally, this.timeline, {
      ...end,
      endedAt: new Date().toISOString(),
      recovered: false,
      thresholds: this.#judge.results(this.#measured(end.audit)),
      acceptable: this.service.acceptable,
    });
  }

  /** Ends it without a result. */
  async close(): Promise<void> {
    await this.#audit?.close();
  }

  /** What thresholds judge of the run so far. */
  #measured(audit: AuditResult | null): Measured {
    const { tally } = this;
    const { acceptable, meta } = this.service;
    const known = acceptable.known.length > 0 || acceptable.ofSession !== undefined;
    const holding = known ? acceptableAsObserved(acceptable, observationsOf(tally)) : acceptable;
    const tolerated = known ? knownOf(tally.listViolations(), holding) : new Map<Violation, unknown>();
    const names = new Set([...tolerated.keys()].map(({ id }) => startOf(id)));
    return {
      tally,
      generator: generatorHealth(tally, meta.workers),
      coverage: coverageOf(tally),
      audit,
      // What one thread saw first may be more exact than what is said of all.
      isTolerated: ({ id }) => names.has(startOf(id)),
    };
  }
}
