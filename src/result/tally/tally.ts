import { type Absence, mergedAbsences } from '../absence.ts';
import { connectionLaw } from '../connections.ts';
import { injectedLaw } from '../injected.ts';
import { type PersonaDelta, personasLaw } from '../persona.ts';
import { refusalLaw } from '../refusal.ts';
import { type SlowExchange, type SlowExchangeResult, slowestOf } from '../slowest.ts';
import type { Violation } from '../verdict.ts';
import { addCounts, type Counts, sumOf } from './counts.ts';
import { coverageLaw, type EndpointSum, emptyCoverage, endpointLaw, type SecondDelta } from './delta.ts';
import { HealthTally } from './healthTally.ts';
import { totalsByName } from './laws.ts';
import { ViolationTally } from './violationTally.ts';

/** How often an open question was answered in one way, and in which situations. */
interface Observed {
  readonly count: number;
  readonly situations: Set<string>;
}

/** Alternatives kept of one open question; further ones are counted under `otherValue`. */
const maxAlternatives = 20;
const otherValue = '(others)';

/** Of personas a warm-up has respondents, and no latencies. */
const unmeasured: Pick<PersonaDelta, 'requests' | 'outcomes' | 'experienced'> = {
  requests: 0,
  outcomes: {},
  experienced: [],
};

/**
 * The sum of any number of seconds: of a whole run, or of a window of it. The order of adding does not matter, and
 * its size does not depend on how much was added.
 */
export class Tally {
  /** Seconds that were measured: without the warm-up. */
  measuredSeconds = 0;
  /** Seconds of all, warm-up included. */
  seconds = 0;
  arrivals = 0;
  dropped = 0;
  /** Respondents at once at the end of the last second added. */
  active = 0;
  peakActive = 0;
  readonly ends: Counts = {};
  /** Requests of the walks that ended by themselves, warm-up included. */
  walkRequests = 0;
  readonly byStatus: Counts = {};
  /** How the walks of each survey ended, warm-up included. */
  readonly walks: Record<string, Counts> = {};
  readonly endpoints = new Map<string, EndpointSum>();
  readonly coverage = emptyCoverage();
  readonly violations = new ViolationTally();
  readonly health = new HealthTally();
  readonly connections = connectionLaw.empty();
  readonly personas = personasLaw.empty();
  readonly refusals = refusalLaw.empty();
  /** What bad luck has touched, warm-up left out. */
  readonly injected = injectedLaw.empty();
  /** The slowest exchanges of each endpoint, slowest first. */
  readonly slowest = new Map<string, SlowExchangeResult[]>();
  readonly #observations = new Map<string, Map<string, Observed>>();
  #absences: readonly Absence[] = [];
  #firstMeasuredSecond = Number.POSITIVE_INFINITY;
  /** Requests of the whole run, warm-up included: zero means that the target was never asked. */
  requestsEver = 0;
  /** Requests of the whole run that got any answer at all. */
  answersEver = 0;
  /** How requests of the warm-up failed: for a target that never answers. */
  readonly warmupFailures: Counts = {};

  /** Walks that were started, warm-up included. */
  get started(): number {
    return this.arrivals - this.dropped;
  }

  /** Distinct violations, with in how many of all walks, or completions, each was. */
  listViolations(): Violation[] {
    return this.violations.list(this.started, this.coverage.checked);
  }

  add(delta: SecondDelta): void {
    this.seconds += delta.seconds;
    this.arrivals += delta.arrivals;
    this.dropped += delta.dropped;
    this.active = delta.active;
    this.peakActive = Math.max(this.peakActive, delta.active);
    addCounts(this.ends, delta.ends);
    this.walkRequests += delta.walkRequests ?? 0;
    addCounts(this.byStatus, delta.byStatus);
    totalsByName.add(this.walks, delta.walks);
    coverageLaw.add(this.coverage, delta.coverage);
    if (delta.connections !== undefined) connectionLaw.add(this.connections, delta.connections);
    if (delta.refusals !== undefined) refusalLaw.add(this.refusals, delta.refusals);
    for (const [name, persona] of Object.entries(delta.personas ?? {}))
      personasLaw.add(this.personas, { [name]: delta.measured ? persona : { ...persona, ...unmeasured } });
    // What took no time, as the audit, was not seen in a second of the run.
    const second = delta.seconds === 0 ? null : delta.second;
    for (const violation of delta.violations) this.violations.add(violation, second);
    for (const observation of delta.observations) this.#observe(observation);
    for (const [endpoint, counted] of Object.entries(delta.endpoints)) {
      this.requestsEver += counted.requests;
      this.answersEver += sumOf(counted.httpStatuses);
      if (delta.measured) {
        const sum = this.endpoints.get(endpoint) ?? endpointLaw.empty();
        this.endpoints.set(endpoint, endpointLaw.add(sum, counted));
        if (counted.slowest !== undefined) this.#addSlowest(endpoint, counted.slowest, delta);
      } else addCounts(this.warmupFailures, counted.failures);
    }
    if (delta.absences !== undefined) this.#absences = mergedAbsences([...this.#absences, ...delta.absences]);
    if (!delta.measured) return;
    this.#firstMeasuredSecond = Math.min(this.#firstMeasuredSecond, delta.second);
    this.measuredSeconds += delta.seconds;
    if (delta.injected !== undefined) injectedLaw.add(this.injected, delta.injected);
    this.health.add(delta.health);
  }

  /** When the generator stood still, but for what was over before anything was measured. */
  get absences(): readonly Absence[] {
    return this.#absences.filter(({ atSecond, seconds }) => atSecond + seconds >= this.#firstMeasuredSecond);
  }

  /** Counts for each alternative of each open question, and the situations that it was seen in. */
  observations(): ({ question: string; value: string } & Observed)[] {
    return [...this.#observations].flatMap(([question, values]) =>
      [...values].map(([value, observed]) => ({ question, value, ...observed })),
    );
  }

  #observe({ question, value, situation = '', count }: SecondDelta['observations'][number]): void {
    const values = this.#observations.get(question) ?? new Map<string, Observed>();
    this.#observations.set(question, values);
    const kept = values.has(value) || values.size < maxAlternatives ? value : otherValue;
    const observed = values.get(kept) ?? { count: 0, situations: new Set() };
    values.set(kept, { count: observed.count + count, situations: observed.situations.add(situation) });
  }

  #addSlowest(endpoint: string, slowest: readonly SlowExchange[], delta: SecondDelta): void {
    const { second, active, endpoints, health } = delta;
    const requests = Object.values(endpoints).reduce((sum, each) => sum + each.requests, 0);
    const eventLoopDelayP99Ms = Math.max(0, ...health.map((each) => each.eventLoopDelayP99Ms));
    // Those of a finished run say what went on around them themselves.
    const told = slowest.map((each) => ({ second, active, requests, eventLoopDelayP99Ms, ...each }));
    this.slowest.set(endpoint, slowestOf([...(this.slowest.get(endpoint) ?? []), ...told]));
  }
}
