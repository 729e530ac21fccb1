import { AbsenceLog } from '../../client/absenceLog.ts';
import { clockWatch } from '../../client/clockWatch.ts';
import { sessionErrorCode } from '../../contract/serviceErrors.ts';
import { isStatus, statuses } from '../../contract/statuses.ts';
import { entryOf } from '../../judging/memoised.ts';
import { named, type Reading, read } from '../../judging/reading/reading.ts';
import { type Exchange, outcomeOf } from '../../result/exchange.ts';
import type { Reason } from '../../result/reason.ts';
import { addCounts, type Counts } from '../../result/tally/counts.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { EndpointCounts } from '../../result/tally/endpointCounts.ts';
import { emptyDelta } from '../../result/tally/mergeDeltas.ts';
import { Tally } from '../../result/tally/tally.ts';
import { TimelineTally } from '../../result/tally/timelineTally.ts';
import type { Timeline } from '../../result/timeline.ts';

/** Counts every exchange of a conformance run: endpoints, a timeline, statuses and errors that were met. */
export class ExchangeLog {
  readonly #startMs = performance.now();
  readonly #absences = new AbsenceLog(clockWatch(), this.#startMs);
  /** By second, those that are not over. */
  readonly #seconds = new Map<number, Map<string, EndpointCounts>>();
  readonly #tally = new Tally();
  readonly #timeline = new TimelineTally();
  readonly #statuses: Counts = {};
  /** By id as the service says it, so without names of their own. */
  readonly #errors: Counts = Object.create(null);
  /** Answers by what they were, in words. */
  readonly #forms: Record<string, number> = Object.create(null);
  readonly #onSecond: (second: SecondDelta) => void;
  #granted = 0;
  #documented = 0;
  #finished = 0;
  /** The first second that is not over. */
  #second = 0;

  /** @param onSecond hears of each second when the next but one begins, and of the last ones at the end. */
  constructor(onSecond: (second: SecondDelta) => void = () => {}) {
    this.#onSecond = onSecond;
  }

  onExchange(exchange: Exchange): void {
    // What canvass itself gave up, where a run ends as asked, says nothing of the service.
    if (exchange.failure === 'cancelled') return;
    const endMs = Number.isNaN(exchange.endMs) ? performance.now() : exchange.endMs;
    const second = Math.max(this.#second, Math.floor((endMs - this.#startMs) / 1000));
    // What ended just before may be heard of just after.
    while (this.#second < second - 1) this.#endSecond();
    const reading = read(exchange);
    this.#noteForm(exchange, reading);
    const isError = reading.kind === 'standard-error' || reading.kind === 'session-error';
    const rejected = (isError && exchange.httpStatus < 500) || exchange.httpStatus === 422;
    const outcome = outcomeOf(exchange, rejected);
    this.#countsOf(second, exchange.endpoint).count(exchange, outcome);
    if (reading.kind === 'flow' && isStatus(reading.status)) {
      addCounts(this.#statuses, { [reading.status]: 1 });
      if (exchange.endpoint === 'submit-page' && statuses[reading.status].redirectUrl) this.#finished++;
    }
    const id = reading.kind === 'standard-error' ? reading.error.id : null;
    if (typeof id === 'string' || typeof id === 'number') addCounts(this.#errors, { [String(id)]: 1 });
    if (reading.kind === 'session-error' && reading.error.code === sessionErrorCode) {
      addCounts(this.#errors, { [String(sessionErrorCode)]: 1 });
    }
  }

  /** Submissions that were the last of a survey. */
  get finished(): number {
    return this.#finished;
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
    else addCounts(this.#forms, { [named(exchange)]: 1 });
    if (kind === 'standard-error') addCounts(this.#forms, { [named(exchange)]: 1 });
  }

  /** The sum over the run, and its timeline. @param crowd what respondents saw beside the exchanges */
  close(crowd: SecondDelta | null): { readonly tally: Tally; readonly timeline: Timeline } {
    while (this.#second === 0 || this.#seconds.size > 0) this.#endSecond();
    const walked = crowd ?? { ...emptyDelta(0, true), seconds: 0 };
    this.#tally.add({ ...walked, coverage: { ...walked.coverage, statuses: this.#statuses, errors: this.#errors } });
    return { tally: this.#tally, timeline: this.#timeline.timeline };
  }

  #endSecond(): void {
    const endpoints = Object.fromEntries(
      [...(this.#seconds.get(this.#second) ?? [])].map(([endpoint, counts]) => [endpoint, counts.take()]),
    );
    const absences = this.#absences.take();
    const stood = absences.length === 0 ? {} : { absences };
    const second = { ...emptyDelta(this.#second, true), endpoints, ...stood };
    this.#seconds.delete(this.#second++);
    this.#tally.add(second);
    this.#timeline.add(second);
    this.#onSecond(second);
  }

  #countsOf(second: number, endpoint: string): EndpointCounts {
    const endpoints = entryOf(this.#seconds, second, () => new Map<string, EndpointCounts>());
    return entryOf(endpoints, endpoint, () => new EndpointCounts());
  }
}
