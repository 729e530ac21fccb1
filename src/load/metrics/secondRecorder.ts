import type { EndpointId } from '../../contract/endpoints.ts';
import type { EndedWalk, ViolationEvent, WalkObserver } from '../../respondent/crowd.ts';
import { type Exchange, experiencedUs, type Intent, type Outcome, serviceUs } from '../../result/exchange.ts';
import type { EndpointDelta, SecondDelta } from '../../result/tally/delta.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import { Silences } from './silences.ts';
import { SlowExchanges } from './slowExchanges.ts';
import { ViolationEvents } from './violationEvents.ts';

/** What is counted of one endpoint within the current second. */
class EndpointSeconds {
  requests = 0;
  outcomes: Record<string, number> = {};
  failures: Record<string, number> = {};
  httpStatuses: Record<number, number> = {};
  readonly experienced = new LatencyCounts();
  readonly service = new LatencyCounts();
  readonly firstByte = new LatencyCounts();
  readonly rejected = new LatencyCounts();
  /** By outcome, of all but those that can be used. */
  readonly byOutcome = new Map<Outcome, LatencyCounts>();
  readonly slow: SlowExchanges;

  constructor(silences: Silences) {
    this.slow = new SlowExchanges(silences);
  }

  /** Of what did not succeed, the experienced latency by its outcome. */
  recordOutcome(outcome: Outcome, latencyUs: number): void {
    let counts = this.byOutcome.get(outcome);
    if (counts === undefined) {
      counts = new LatencyCounts();
      this.byOutcome.set(outcome, counts);
    }
    counts.record(latencyUs);
  }

  take(): EndpointDelta {
    const slowest = this.slow.take();
    const others = [...this.byOutcome].filter(([, counts]) => counts.count > 0);
    const delta = {
      requests: this.requests,
      outcomes: this.outcomes,
      failures: this.failures,
      httpStatuses: this.httpStatuses,
      experienced: this.experienced.takePairs(),
      service: this.service.takePairs(),
      firstByte: this.firstByte.takePairs(),
      rejected: this.rejected.takePairs(),
      ...(others.length === 0
        ? {}
        : { byOutcome: Object.fromEntries(others.map(([outcome, counts]) => [outcome, counts.takePairs()])) }),
      ...(slowest.length === 0 ? {} : { slowest }),
    };
    this.requests = 0;
    this.outcomes = {};
    this.failures = {};
    this.httpStatuses = {};
    return delta;
  }
}

/** Who is told of what a recorder hears. */
export interface RecorderFollowers {
  /** A walk has ended. */
  walkEnded(walk: EndedWalk): void;
  /** An exchange has ended at this instant: now, but for microseconds. */
  exchangeEnded(endMs: number): void;
}

/** What a recorder hands over when a second is over. */
export type RecordedSecond = Pick<
  SecondDelta,
  'ends' | 'byStatus' | 'walks' | 'endpoints' | 'violations' | 'observations'
>;

/**
 * Records what the respondents of one shard do, in memory that does not grow: one second at a time, taken away when it
 * is over. On the hot path of every exchange.
 *
 * Latency series hold what a respondent can use, and time-outs with the time that was waited: quick refusals of an
 * overloaded service must not make it look fast. Rejections that canvass provoked itself have a series of their own.
 */
export class SecondRecorder implements WalkObserver {
  readonly #endpoints = new Map<EndpointId, EndpointSeconds>();
  readonly #silences = new Silences();
  readonly #violations = new ViolationEvents();
  readonly #followers: RecorderFollowers;
  #ends: Record<string, number> = {};
  #byStatus: Record<string, number> = {};
  #walks: Record<string, Record<string, number>> = {};
  /** Counts by question and value. */
  readonly #observations = new Map<string, Map<string, number>>();
  #observedValues = 0;

  constructor(followers: RecorderFollowers) {
    this.#followers = followers;
  }

  onExchange(exchange: Exchange, outcome: Outcome, _intent: Intent): void {
    let counts = this.#endpoints.get(exchange.endpoint);
    if (counts === undefined) {
      counts = new EndpointSeconds(this.#silences);
      this.#endpoints.set(exchange.endpoint, counts);
    }
    this.#silences.exchangeEnded(exchange.endMs);
    counts.requests++;
    counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
    if (exchange.failure !== null) counts.failures[exchange.failure] = (counts.failures[exchange.failure] ?? 0) + 1;
    if (exchange.httpStatus !== 0) {
      counts.httpStatuses[exchange.httpStatus] = (counts.httpStatuses[exchange.httpStatus] ?? 0) + 1;
    }
    if (outcome === 'ok') {
      const latencyUs = experiencedUs(exchange);
      counts.experienced.record(latencyUs);
      counts.slow.add(latencyUs, exchange);
      counts.service.record(serviceUs(exchange));
      counts.firstByte.record((exchange.firstByteMs - exchange.sentMs) * 1000);
    } else {
      const latencyUs = experiencedUs(exchange);
      // One that never left, for want of a connection, says nothing of the service.
      const wasSent = !Number.isNaN(exchange.sentMs);
      counts.recordOutcome(outcome, latencyUs);
      if (outcome === 'timeout') {
        counts.experienced.record(latencyUs);
        counts.slow.add(latencyUs, exchange);
        if (wasSent) counts.service.record(serviceUs(exchange));
      } else if (outcome === 'expectedRejection' && wasSent) counts.rejected.record(serviceUs(exchange));
    }
    this.#followers.exchangeEnded(exchange.endMs);
  }

  onViolation(event: ViolationEvent): void {
    this.#violations.add(event);
  }

  onObservation(question: string, value: string): void {
    let values = this.#observations.get(question);
    if (values === undefined) {
      values = new Map();
      this.#observations.set(question, values);
    }
    const count = values.get(value) ?? 0;
    if (count === 0 && ++this.#observedValues > maxObservationsPerSecond) return;
    values.set(value, count + 1);
  }

  onWalkEnd(walk: EndedWalk): void {
    const { end, finalStatus, surveyId } = walk;
    this.#ends[end] = (this.#ends[end] ?? 0) + 1;
    if (finalStatus !== '') this.#byStatus[finalStatus] = (this.#byStatus[finalStatus] ?? 0) + 1;
    const ends = this.#walks[surveyId] ?? {};
    this.#walks[surveyId] = ends;
    const name = walk.obstacle ?? end;
    ends[name] = (ends[name] ?? 0) + 1;
    this.#followers.walkEnded(walk);
  }

  /**
   * What was recorded since the last call, and starts anew.
   *
   * @param measured whether the second counts: exchanges of a warm-up are not among the slowest
   */
  take(measured: boolean): RecordedSecond {
    if (!measured) for (const counts of this.#endpoints.values()) counts.slow.clear();
    const endpoints: Record<string, EndpointDelta> = {};
    for (const [name, counts] of this.#endpoints) if (counts.requests > 0) endpoints[name] = counts.take();
    const second = {
      ends: this.#ends,
      byStatus: this.#byStatus,
      walks: this.#walks,
      endpoints,
      violations: this.#violations.take(),
      observations: this.#takeObservations(),
    };
    this.#ends = {};
    this.#byStatus = {};
    this.#walks = {};
    return second;
  }

  #takeObservations(): RecordedSecond['observations'] {
    const taken = [...this.#observations].flatMap(([question, values]) =>
      [...values].map(([value, count]) => ({ question, value, count })),
    );
    this.#observations.clear();
    this.#observedValues = 0;
    return taken;
  }
}

/** Values of the service may be many; alternatives of a question are few. */
const maxObservationsPerSecond = 200;
