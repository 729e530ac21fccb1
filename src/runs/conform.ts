import { type ProbeEnvironment, withKeysOf } from '../conformance/drive/probeEnvironment.ts';
import { regeneration } from '../conformance/probes/regeneration.ts';
import { conformResult } from '../conformance/run/conformResult.ts';
import { ExchangeLog } from '../conformance/run/exchangeLog.ts';
import { conform as exercise } from '../conformance/run/exerciseClauses.ts';
import { expectedCalls } from '../conformance/run/expectedCalls.ts';
import { type Selection, selectProbes } from '../conformance/run/selection.ts';
import { clauseIds } from '../judging/allClauses.ts';
import type { Evidence } from '../judging/evidence/evidence.ts';
import { unseenQuestions } from '../judging/run/unseenQuestions.ts';
import { namedQuestions } from '../profile/namedQuestions.ts';
import type { Profile } from '../profile/profile.ts';
import { acceptObserved } from './accept.ts';
import { checkedProfile } from './checkProfiles.ts';
import { Pace } from './pace.ts';
import { repeatViolations } from './repeatViolations.ts';
import { writeRun } from './runFolder.ts';
import { inRun, type RunOptions } from './runLifeCycle.ts';
import { type RunWatch, troublesOf } from './runWatch.ts';
import { usualRespondents } from './usualRespondents.ts';

/** Where a run ends in order, `null` for no such bound. */
interface Bounds {
  readonly requests: number | null;
  readonly seconds: number | null;
}

/** Whether a run has come to one of its bounds. */
class RunBounds {
  readonly #bounds: Bounds;
  readonly #nowMs: () => number;
  readonly #startMs: number;
  #requests = 0;

  constructor(bounds: Bounds, nowMs: () => number) {
    this.#bounds = bounds;
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
  }

  onRequest(): void {
    this.#requests++;
  }

  get requests(): number {
    return this.#requests;
  }

  /** The bound that was reached, in words; `null` before. */
  get reached(): string | null {
    const { requests, seconds } = this.#bounds;
    if (requests !== null && this.#requests >= requests) return `${requests} requests`;
    if (seconds !== null && this.#nowMs() - this.#startMs >= seconds * 1000) return `${seconds} s`;
    return null;
  }
}

export interface ConformOptions extends RunOptions {
  /** Id of the only clause or open question that the run is about; null for all. */
  readonly clause: string | null;
  readonly accept: boolean;
  readonly minCoveragePercent: number | null;
  readonly respondents: number;
  /** Where the run ends in order. */
  readonly bounds: Bounds;
  /** Whether violations are repeated and shrunk afterwards. */
  readonly shrink: boolean;
}

/** A probe that has ended. */
export interface ConformProgress {
  readonly probe: string;
  readonly done: number;
  readonly total: number;
}

const keyExpires =
  'admin.regenerateKey is on: the first of target.apiKeys expires in this run, and forbiddenApiKey where it may; nobody is told the keys in their place';

/**
 * Exercises every clause of the document, and writes everything that belongs to the run into a folder of its own.
 *
 * @returns the run that was written, and what of it was accepted
 * @throws ToolError for a profile, a clause or a baseline that cannot be used, a folder that cannot be written
 */
export async function conform(options: ConformOptions, watch: RunWatch<ConformProgress>) {
  const profile = checkedProfile(options.profile);
  const selection = selectProbes(options.clause);
  const { clause, respondents: wanted, bounds: asked } = options;
  const typed = {
    clause,
    respondents: wanted === usualRespondents ? null : String(wanted),
    requests: asked.requests === null ? null : String(asked.requests),
    for: asked.seconds === null ? null : `${asked.seconds}s`,
  };
  const plan = { kind: 'conform', profiles: [profile], threads: 1, plannedSeconds: 0, typed } as const;
  return await inRun(options, plan, watch, async ({ directory, targets: [target], baseline }) => {
    const { baseUrl, meta, metrics, acceptable } = target;
    const regenerates = profile.admin.regenerateKey && selection.probes.includes(regeneration);
    if (regenerates && profile.target.baseUrl !== 'embedded') watch.onNotice(keyExpires);
    const log = new ExchangeLog((second) => metrics?.second(second));
    const bounds = new RunBounds(options.bounds, () => performance.now());
    const respondents = selection.walks ? options.respondents : 0;
    const expected = expectedOf(profile, selection, respondents, options.bounds.requests);
    const pace = new Pace(watch.onNotice);
    const findings = await exercise({
      profile,
      baseUrl,
      probes: selection.probes,
      respondents,
      places: options.respondents > 0 ? selection.only : [],
      seed: profile.seed,
      runTag: meta.run.id,
      isOver: () => watch.interrupt.aborted || bounds.reached !== null,
      abandon: givenUp(watch.abandon, options.bounds),
      onExchange: (exchange, { evidence, learntPerMinute }) => {
        bounds.onRequest();
        log.onExchange(exchange);
        const { requests } = bounds;
        const moment = { nowMs: performance.now(), requests, expected, perMinute: learntPerMinute() };
        pace.note(exchange.httpStatus === 429, { ...moment, found: () => foundWords(evidence) });
      },
      onProbe: ({ id }, done, total) => {
        metrics?.probes(done, total);
        watch.onProgress({ probe: id, done, total });
      },
    });
    const found = conformResult(meta, log, findings, {
      endedAt: new Date(),
      interrupted: watch.interrupt.aborted,
      bound: bounds.reached,
      troubles: [...troublesOf(watch.abandon), ...unseenQuestions(namedQuestions(profile), findings.shown)],
      only: selection.only,
      asked: selection.asked,
      acceptable,
      minCoveragePercent: options.minCoveragePercent,
    });
    const result =
      options.shrink && bounds.reached === null
        ? await repeatViolations(found, asLearnt(profile, findings.environment), baseUrl, watch)
        : found;
    metrics?.violations(result.violations);
    metrics?.finished(result.verdict);
    const written = await writeRun({ result, directory }, options.out, profile.output, watch.onTrouble);
    const accepted = options.accept ? await acceptObserved(result, baseline.path) : null;
    return { ...written, accepted };
  });
}

/** The profile with the keys that are good now, and the service's limit. */
function asLearnt(profile: Profile, { keys, learntPerMinute }: ProbeEnvironment): Profile {
  const now = withKeysOf(profile, keys);
  const perMinute = learntPerMinute();
  if (perMinute === null) return now;
  const rateBudget = { perKeyPerMinute: perMinute, perOrganizationPerMinute: perMinute };
  return { ...now, target: { ...now.target, rateBudget } };
}

/** About how many calls the run makes at most; of the few probes of an open question nobody knows. */
function expectedOf(profile: Profile, selection: Selection, respondents: number, most: number | null): number {
  const whole = selection.only.length > 0 ? expectedCalls(profile, respondents) : 0;
  return Math.min(whole, most ?? Number.POSITIVE_INFINITY);
}

/** When nobody waits any longer: what a limiter holds back must not keep a run that is over. */
function givenUp(abandon: AbortSignal, { seconds }: Bounds): AbortSignal {
  return seconds === null ? abandon : AbortSignal.any([abandon, AbortSignal.timeout(1000 * (seconds + graceSeconds))]);
}

/** What answers shortly after the end still counts. */
const graceSeconds = 5;

function foundWords(evidence: Evidence): string {
  const looked = clauseIds.filter((id) => (evidence.clause(id)?.checked ?? 0) > 0).length;
  const broken = evidence.broken.size;
  return `${looked} of ${clauseIds.length} clauses looked at, ${broken === 0 ? 'none' : broken} broken`;
}
