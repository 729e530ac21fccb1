import { sessionErrorCode } from '../../contract/serviceErrors.ts';
import { isStatus } from '../../contract/statuses.ts';
import { named, type Reading, read } from '../../judging/reading/reading.ts';
import { outcomeOf } from '../../respondent/walk/outcome.ts';
import { type Exchange, experiencedUs, serviceUs } from '../../result/exchange.ts';
import type { Reason } from '../../result/reason.ts';
import type { EndpointDelta, SecondDelta } from '../../result/tally/delta.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import { emptyDelta } from '../../result/tally/mergeDeltas.ts';
import { Tally } from '../../result/tally/tally.ts';
import { TimelineTally } from '../../result/tally/timelineTally.ts';
import type { Timeline } from '../../result/timeline.ts';

interface EndpointSecond {
  requests: number;
  readonly outcomes: Record<string, number>;
  readonly failures: Record<string, number>;
  readonly httpStatuses: Record<string, number>;
  readonly experienced: LatencyCounts;
  readonly service: LatencyCounts;
  readonly firstByte: LatencyCounts;
  readonly rejected: LatencyCounts;
}

/** Counts every exchange of a conformance run: endpoints, a timeline, statuses and errors that were met. */
export class ExchangeLog {
  readonly #startMs = performance.now();
  readonly #seconds = new Map<number, Map<string, EndpointSecond>>();
  readonly statuses: Record<string, number> = {};
  /** By id as the service says it, so without names of their own. */
  readonly errors: Record<string, number> = Object.create(null);
  /** Answers by what they were, in words. */
  readonly #forms: Record<string, number> = Object.create(null);
  #granted = 0;
  #documented = 0;

  onExchange(exchange: Exchange): void {
    const endMs = Number.isNaN(exchange.endMs) ? performance.now() : exchange.endMs;
    const counts = this.#countsOf(Math.max(0, Math.floor((endMs - this.#startMs) / 1000)), exchange.endpoint);
    const reading = read(exchange);
    this.#noteForm(exchange, reading);
    const isError = reading.kind === 'standard-error' || reading.kind === 'session-error';
    const rejected = (isError && exchange.httpStatus < 500) || exchange.httpStatus === 422;
    const outcome = outcomeOf(exchange, rejected);
    counts.requests++;
    count(counts.outcomes, outcome);
    if (exchange.failure !== null) count(counts.failures, exchange.failure);
    if (exchange.httpStatus !== 0) count(counts.httpStatuses, String(exchange.httpStatus));
    if (outcome === 'ok') {
      counts.experienced.record(experiencedUs(exchange));
      counts.service.record(serviceUs(exchange));
      counts.firstByte.record((exchange.firstByteMs - exchange.sentMs) * 1000);
    } else if (outcome === 'expectedRejection') counts.rejected.record(serviceUs(exchange));
    if (reading.kind === 'flow' && isStatus(reading.status)) count(this.statuses, reading.status);
    const id = reading.kind === 'standard-error' ? reading.error.id : null;
    if (typeof id === 'string' || typeof id === 'number') count(this.errors, String(id));
    if (reading.kind === 'session-error' && reading.error.code === sessionErrorCode) {
      count(this.errors, String(sessionErrorCode));
    }
  }

  /**
   * What suggests that the target is not the service, or the key not a key of it; `null` when nothing does.
   *
   * @param clean takes secrets out of the words of the service.
   */
  strangeness(clean: (text: string) => string): Reason | null {
    const [usual] = Object.entries(this.#forms).sort(([, a], [, b]) => b - a)[0] ?? [];
    if (this.#granted > 0 || usual === undefined) return null;
    return { code: this.#documented === 0 ? 'undocumented-answers' : 'nothing-granted', usual: clean(usual) };
  }

  #noteForm(exchange: Exchange, { kind }: Reading): void {
    // An answer that broke off has no form: what it broke is the service's.
    const isWhole = exchange.failure === null || exchange.failure === 'not-json';
    if (!isWhole || exchange.httpStatus === 0 || kind === 'throttled') return;
    const isGranted = kind === 'flow' || kind === 'administration';
    if (isGranted) this.#granted++;
    if (isGranted || kind === 'standard-error' || kind === 'session-error') this.#documented++;
    else count(this.#forms, named(exchange));
    if (kind === 'standard-error') count(this.#forms, named(exchange));
  }

  /** The sum over the run, and its timeline. */
  close(): { readonly tally: Tally; readonly timeline: Timeline } {
    const tally = new Tally();
    const timeline = new TimelineTally();
    const last = Math.max(0, ...this.#seconds.keys());
    for (let second = 0; second <= last; second++) {
      const endpoints = this.#seconds.get(second) ?? new Map<string, EndpointSecond>();
      const delta = secondDelta(second, endpoints);
      tally.add(delta);
      timeline.add(delta);
    }
    return { tally, timeline: timeline.timeline };
  }

  #countsOf(second: number, endpoint: string): EndpointSecond {
    const endpoints = this.#seconds.get(second) ?? new Map<string, EndpointSecond>();
    this.#seconds.set(second, endpoints);
    const known = endpoints.get(endpoint);
    if (known !== undefined) return known;
    const fresh: EndpointSecond = {
      requests: 0,
      outcomes: {},
      failures: {},
      httpStatuses: {},
      experienced: new LatencyCounts(),
      service: new LatencyCounts(),
      firstByte: new LatencyCounts(),
      rejected: new LatencyCounts(),
    };
    endpoints.set(endpoint, fresh);
    return fresh;
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

function secondDelta(second: number, endpoints: ReadonlyMap<string, EndpointSecond>): SecondDelta {
  const deltas: Record<string, EndpointDelta> = {};
  for (const [name, { experienced, service, firstByte, rejected, ...counts }] of endpoints) {
    deltas[name] = {
      ...counts,
      experienced: experienced.takePairs(),
      service: service.takePairs(),
      firstByte: firstByte.takePairs(),
      rejected: rejected.takePairs(),
    };
  }
  return { ...emptyDelta(second, true), endpoints: deltas };
}
