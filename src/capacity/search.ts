import { type Attempt, attemptOf } from './attempt.ts';
import { type Judgement, judgeProbe } from './judgeProbe.ts';
import { nextAction, type SearchAction, type SearchEnd } from './nextAction.ts';
import type { ProbeSecond, RateProbe } from './rateProbe.ts';
import { evidenceOf, quietWalkSeconds } from './searchEvidence.ts';
import type { Objective } from './serviceLevel.ts';
import type { SearchSettings } from './settings.ts';

/** What a search did, complete: enough for the answer, the curve and the report. */
export interface SearchRecord {
  readonly attempts: readonly Attempt[];
  readonly end: SearchEnd;
  readonly spentSeconds: number;
  readonly requests: number;
  readonly errors: number;
  /** Longest time that left-over requests took to end, and whether some had to be given up. */
  readonly drain: { readonly longestSeconds: number; readonly gaveUp: boolean };
}

const strictnessOf = { climb: 'brief', bisect: 'full', confirm: 'full', recover: 'lenient' } as const;
/** Share of arrivals that must be leaving again before the first stage counts as settled. */
const settledShare = 0.7;
/** No probe is begun without at least this long a look. */
const longestWarmupSeconds = 120;

/**
 * Seconds to discard: the settings' warm-up, or a whole walk where that is longer. Before any walk's length is known,
 * until about as many respondents leave as come.
 */
function warmupOf(seconds: readonly ProbeSecond[], walkSeconds: number | null, settings: SearchSettings): number {
  if (walkSeconds !== null)
    return Math.min(longestWarmupSeconds, Math.max(settings.warmupSeconds, Math.ceil(1.2 * walkSeconds)));
  const settled = seconds.findIndex(
    ({ point }) => point.completed > 0 && point.completed >= settledShare * point.arrivals,
  );
  return Math.max(settings.warmupSeconds, settled === -1 ? settings.stepSeconds : settled);
}

/** Runs actions against a probe and keeps the count of all that it cost. */
class SearchRun {
  readonly attempts: Attempt[] = [];
  spentSeconds = 0;
  requests = 0;
  errors = 0;
  longestDrainSeconds = 0;
  gaveUp = false;
  readonly #probe: RateProbe;
  readonly #settings: SearchSettings;
  readonly #objectives: readonly Objective[];
  readonly #signal: AbortSignal;

  constructor(probe: RateProbe, objectives: readonly Objective[], settings: SearchSettings, signal: AbortSignal) {
    this.#probe = probe;
    this.#objectives = objectives;
    this.#settings = settings;
    this.#signal = signal;
  }

  async #second(): Promise<ProbeSecond> {
    const second = await this.#probe.nextSecond();
    this.spentSeconds += 1;
    this.requests += second.point.requests;
    this.errors += second.point.errors;
    return second;
  }

  /** Whether a bound of the whole search is passed: it ends the probe under way at once. */
  get #spent(): boolean {
    const { maxSeconds, maxRequests, maxErrorRate } = this.#settings;
    return (
      this.#signal.aborted ||
      this.spentSeconds >= maxSeconds ||
      this.requests >= maxRequests ||
      (this.requests >= 200 && this.errors > maxErrorRate * this.requests)
    );
  }

  /** Lets nobody arrive until the service has answered all that is left over, then rests. */
  async #drain(restSeconds: number): Promise<void> {
    this.#probe.setRate(0);
    this.#probe.endWalks();
    let seconds = 0;
    let active = Number.POSITIVE_INFINITY;
    const walkSeconds = quietWalkSeconds(evidenceOf(this.attempts, this.#settings)) ?? 0;
    const limitSeconds = Math.max(this.#settings.drainSeconds, Math.ceil(1.5 * walkSeconds));
    while (active > 0 && seconds < limitSeconds && !this.#spent) {
      active = (await this.#second()).point.active;
      seconds += 1;
    }
    this.longestDrainSeconds = Math.max(this.longestDrainSeconds, seconds);
    if (active > 0) this.gaveUp = true;
    for (let rested = 0; rested < restSeconds && !this.#spent; rested += 1) await this.#second();
  }

  /** Offers one rate until the judge decides, and records what became of it. */
  async offer(action: Extract<SearchAction, { kind: 'offer' }>): Promise<Attempt | null> {
    const { stage, ratePerSecond } = action;
    const last = this.attempts.at(-1);
    if (action.drainFirst || (last !== undefined && last.outcome !== 'held')) await this.#drain(action.restSeconds);
    const walkSeconds = quietWalkSeconds(evidenceOf(this.attempts, this.#settings));
    const seconds: ProbeSecond[] = [];
    let judgement: Judgement = { kind: 'undecided' };
    this.#probe.setRate(ratePerSecond);
    while (judgement.kind === 'undecided' && !this.#spent) {
      seconds.push(await this.#second());
      judgement = judgeProbe(seconds, {
        objectives: this.#objectives,
        warmupSeconds: warmupOf(seconds, walkSeconds, this.#settings),
        measuredSeconds: Math.max(1, action.seconds - this.#settings.warmupSeconds),
        fullSeconds: Math.max(1, this.#settings.stepSeconds - this.#settings.warmupSeconds),
        windowSeconds: this.#settings.windowSeconds,
        strictness: strictnessOf[stage],
        restActive: ratePerSecond * (walkSeconds ?? 0),
        maxErrorRate: this.#settings.maxErrorRate,
      });
    }
    if (seconds.length === 0) return null;
    const verdict =
      judgement.kind === 'decided'
        ? judgement
        : ({ outcome: 'cut', early: true, why: 'stopped before it was clear' } as const);
    const attempt = attemptOf(
      stage,
      ratePerSecond,
      action.seconds,
      seconds,
      warmupOf(seconds, walkSeconds, this.#settings),
      verdict,
    );
    this.attempts.push(attempt);
    return attempt;
  }

  record(end: SearchEnd): SearchRecord {
    const { attempts, spentSeconds, requests, errors } = this;
    const drain = { longestSeconds: this.longestDrainSeconds, gaveUp: this.gaveUp };
    return { attempts, end, spentSeconds, requests, errors, drain };
  }
}

/**
 * Searches the highest arrival rate that a target carries within its objectives (design, Commands). Ends at the latest
 * when a bound of the settings is reached; an abort of `signal` ends it within a second, with what is known so far.
 */
export async function searchCapacity(
  probe: RateProbe,
  objectives: readonly Objective[],
  settings: SearchSettings,
  signal: AbortSignal,
  onAttempt: (attempt: Attempt) => void = () => {},
): Promise<SearchRecord> {
  const run = new SearchRun(probe, objectives, settings, signal);
  for (;;) {
    if (signal.aborted) return run.record('interrupted');
    const action = nextAction(run, settings);
    if (action.kind === 'finish') return run.record(action.end);
    const attempt = await run.offer(action);
    if (attempt !== null) onAttempt(attempt);
  }
}
