import { type Absence, mergedAbsences } from '../absence.ts';
import { ConnectionTally } from '../connections.ts';
import { InjectedTally } from '../injected.ts';
import { PersonaTally } from '../persona.ts';
import { RefusalTally } from '../refusal.ts';
import { type SlowExchange, slowestOf, type ToldSlowExchange } from '../slowest.ts';
import type { Violation } from '../verdict.ts';
import { addCounts, addWalks, type Counts, sumOf } from './counts.ts';
import { coverageKinds, emptyCoverage, type SecondDelta } from './delta.ts';
import { EndpointTally } from './endpointTally.ts';
import { HealthTally } from './healthTally.ts';
import { ViolationTally } from './violationTally.ts';

/** Alternatives kept of one open question; further ones are counted under `otherValue`. */
const maxAlternatives = 20;
const otherValue = '(others)';

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
  readonly endpoints = new Map<string, EndpointTally>();
  readonly coverage = emptyCoverage();
  readonly violations = new ViolationTally();
  readonly health = new HealthTally();
  readonly connections = new ConnectionTally();
  readonly personas = new PersonaTally();
  readonly refusals = new RefusalTally();
  /** What bad luck has touched, warm-up left out. */
  readonly injected = new InjectedTally();
  /** The slowest exchanges of each endpoint, slowest first. */
  readonly slowest = new Map<string, ToldSlowExchange[]>();
  readonly #observations = new Map<string, Map<string, number>>();
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
    addWalks(this.walks, delta.walks);
    for (const kind of coverageKinds) addCounts(this.coverage[kind], delta.coverage[kind] ?? {});
    if (delta.connections !== undefined) this.connections.add(delta.connections);
    if (delta.personas !== undefined) this.personas.add(delta.personas, delta.measured);
    if (delta.refusals !== undefined) this.refusals.add(delta.refusals);
    // What took no time, as the audit, was not seen in a second of the run.
    const second = delta.seconds === 0 ? null : delta.second;
    for (const violation of delta.violations) this.violations.add(violation, second);
    for (const { question, value, count } of delta.observations) this.#observe(question, value, count);
    for (const [endpoint, counted] of Object.entries(delta.endpoints)) {
      this.requestsEver += counted.requests;
      this.answersEver += sumOf(counted.httpStatuses);
      if (delta.measured) {
        const tally = this.endpoints.get(endpoint) ?? new EndpointTally();
        this.endpoints.set(endpoint, tally);
        tally.add(counted);
        if (counted.slowest !== undefined) this.#addSlowest(endpoint, counted.slowest, delta);
      } else addCounts(this.warmupFailures, counted.failures);
    }
    if (delta.absences !== undefined) this.#absences = mergedAbsences([...this.#absences, ...delta.absences]);
    if (!delta.measured) return;
    this.#firstMeasuredSecond = Math.min(this.#firstMeasuredSecond, delta.second);
    this.measuredSeconds += delta.seconds;
    if (delta.injected !== undefined) this.injected.add(delta.injected);
    this.health.add(delta.health);
  }

  /** When the generator stood still, but for what was over before anything was measured. */
  get absences(): readonly Absence[] {
    return this.#absences.filter(({ atSecond, seconds }) => atSecond + seconds >= this.#firstMeasuredSecond);
  }

  /** Counts for each alternative of each open question. */
  observations(): { question: string; value: string; count: number }[] {
    return [...this.#observations].flatMap(([question, values]) =>
      [...values].map(([value, count]) => ({ question, value, count })),
    );
  }

  #observe(question: string, value: string, count: number): void {
    const values = this.#observations.get(question) ?? new Map<string, number>();
    this.#observations.set(question, values);
    const kept = values.has(value) || values.size < maxAlternatives ? value : otherValue;
    values.set(kept, (values.get(kept) ?? 0) + count);
  }

  #addSlowest(endpoint: string, slowest: readonly SlowExchange[], delta: SecondDelta): void {
    const { second, active, endpoints, health } = delta;
    const requests = Object.values(endpoints).reduce((sum, each) => sum + each.requests, 0);
    const eventLoopDelayP99Ms = Math.max(0, ...health.map((each) => each.eventLoopDelayP99Ms));
    // Those of a finished run say what went on around them themselves.
    const told = slowest.map((each) => ({ second, active, requests, eventLoopDelayP99Ms, ...each }));
    this.slowest.set(endpoint, slowestOf([this.slowest.get(endpoint) ?? [], told]));
  }
}
