import type { EndpointId } from '../../contract/endpoints.ts';
import type { ViolationEvent, WitnessSource } from '../../judging/evidence/walkFindings.ts';
import { WalksMet } from '../../judging/evidence/walksMet.ts';
import { isGating, newViolation, violationKey } from '../../judging/identity.ts';
import { entryOf } from '../../judging/memoised.ts';
import type { EndedWalk, WalkObserver } from '../../respondent/crowd.ts';
import { type Exchange, experiencedUs, type Intent, isBadLuck, type Outcome } from '../../result/exchange.ts';
import { injectedLaw, recordInjected } from '../../result/injected.ts';
import { cameName, onceOf } from '../../result/symptom.ts';
import { type Counts, countIn } from '../../result/tally/counts.ts';
import type { EndpointDelta, SecondDelta, ViolationDelta } from '../../result/tally/delta.ts';
import { EndpointCounts } from '../../result/tally/endpointCounts.ts';
import { Silences, SlowExchanges } from './slowExchanges.ts';

/** Distinct ways of violating one clause that are told apart, and distinct violations of one shard. */
const maxPerClause = 20;
const maxDistinct = 300;

interface Known {
  readonly key: string;
  readonly gating: boolean;
  count: number;
  /** The walks that showed it, ever; and how many of them were told of. */
  readonly walks: WalksMet;
  walksSent: number;
  /** How often each came since they were told, by its name; `null` where that is not classified. */
  came: Counts | null;
  /** How often in which survey since they were told. */
  surveys: Counts;
  /** The whole, until it was handed over. */
  first: ViolationDelta['first'];
}

/**
 * Violations that a shard saw: equal ones counted, the first of each kind with its witness, bounded in number. Those
 * beyond the bound of a clause are counted under its first one.
 */
export class ViolationEvents {
  readonly #known = new Map<string, Known>();
  readonly #firstOfClause = new Map<string, Known>();
  readonly #kindsOfClause = new Map<string, number>();

  add(event: ViolationEvent): void {
    const key = violationKey(event);
    const came = event.symptom?.came;
    const known = this.#known.get(key);
    const counted = known ?? this.#crowdedOut(event.clause);
    if (counted !== undefined) {
      counted.count++;
      noteSurvey(counted, event);
      if (event.walk !== null) counted.walks.add(event.walk);
      if (known !== undefined && known.came !== null && came !== undefined) {
        const name = cameName(came);
        known.came[name] = (known.came[name] ?? 0) + 1;
      }
      return;
    }
    const first: Known = {
      key,
      gating: isGating(event.clause),
      count: 1,
      walks: new WalksMet(),
      walksSent: 0,
      came: onceOf(came) ?? null,
      surveys: {},
      first: newViolation(event, event.witness()),
    };
    if (event.walk !== null) first.walks.add(event.walk);
    noteSurvey(first, event);
    this.#known.set(key, first);
    if (!this.#firstOfClause.has(event.clause)) this.#firstOfClause.set(event.clause, first);
    this.#kindsOfClause.set(event.clause, (this.#kindsOfClause.get(event.clause) ?? 0) + 1);
  }

  #crowdedOut(clause: string): Known | undefined {
    const crowded = (this.#kindsOfClause.get(clause) ?? 0) >= maxPerClause || this.#known.size >= maxDistinct;
    return crowded ? this.#firstOfClause.get(clause) : undefined;
  }

  /** What was counted since the last call; the whole of a violation is handed over once. */
  take(): ViolationDelta[] {
    const deltas: ViolationDelta[] = [];
    for (const known of this.#known.values()) {
      if (known.count === 0) continue;
      const { key, gating, count, first, came, surveys } = known;
      const walks = known.walks.count - known.walksSent;
      deltas.push({
        ...{ key, gating, count, walks, first },
        ...(came === null ? {} : { came }),
        ...(Object.keys(surveys).length === 0 ? {} : { surveys }),
      });
      known.count = 0;
      known.surveys = {};
      if (came !== null) known.came = {};
      known.walksSent += walks;
      known.first = null;
    }
    return deltas;
  }
}

function noteSurvey({ surveys }: Known, { survey }: ViolationEvent): void {
  if (survey !== null) surveys[survey] = countIn(surveys, survey) + 1;
}

/** What is counted of one endpoint within the current second. */
class EndpointSecond extends EndpointCounts {
  readonly slow: SlowExchanges;

  constructor(silences: Silences) {
    super();
    this.slow = new SlowExchanges(silences);
  }

  override take(): EndpointDelta {
    const slowest = this.slow.take();
    return { ...super.take(), ...(slowest.length === 0 ? {} : { slowest }) };
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
  'ends' | 'walkRequests' | 'byStatus' | 'walks' | 'endpoints' | 'violations' | 'observations' | 'injected'
>;

/**
 * Records what the respondents of one shard do, in memory that does not grow: one second at a time, taken away when it
 * is over. On the hot path of every exchange.
 * What bad luck has touched stands apart from all.
 */
export class SecondRecorder implements WalkObserver {
  readonly #endpoints = new Map<EndpointId, EndpointSecond>();
  readonly #silences = new Silences();
  readonly #violations = new ViolationEvents();
  readonly #followers: RecorderFollowers;
  #injected = injectedLaw.empty();
  #ends: Record<string, number> = {};
  #walkRequests = 0;
  #byStatus: Record<string, number> = {};
  #walks: Record<string, Record<string, number>> = {};
  /** Counts by question, situation and value. */
  readonly #observations = new Map<string, Map<string, Map<string, number>>>();
  #observedValues = 0;

  constructor(followers: RecorderFollowers) {
    this.#followers = followers;
  }

  onExchange(exchange: Exchange, outcome: Outcome, intent: Intent): void {
    if (intent !== 'walk' && isBadLuck(intent)) {
      recordInjected(this.#injected, intent, exchange, outcome);
      this.#followers.exchangeEnded(exchange.endMs);
      return;
    }
    let counts = this.#endpoints.get(exchange.endpoint);
    if (counts === undefined) {
      counts = new EndpointSecond(this.#silences);
      this.#endpoints.set(exchange.endpoint, counts);
    }
    this.#silences.exchangeEnded(exchange.endMs);
    counts.count(exchange, outcome);
    if (outcome === 'ok' || outcome === 'timeout') counts.slow.add(experiencedUs(exchange), exchange);
    this.#followers.exchangeEnded(exchange.endMs);
  }

  onViolation(event: ViolationEvent): void {
    this.#violations.add(event);
  }

  onObservation(
    question: string,
    value: string,
    _exchange: Exchange | null = null,
    _walk: WitnessSource | null = null,
    situation = '',
  ): void {
    const situations = entryOf(this.#observations, question, () => new Map<string, Map<string, number>>());
    const values = entryOf(situations, situation, () => new Map<string, number>());
    const count = values.get(value) ?? 0;
    if (count === 0 && ++this.#observedValues > maxObservationsPerSecond) return;
    values.set(value, count + 1);
  }

  onWalkEnd(walk: EndedWalk): void {
    const { end, finalStatus, surveyId } = walk;
    this.#ends[end] = (this.#ends[end] ?? 0) + 1;
    if (end !== 'stopped' && end !== 'failed') this.#walkRequests += walk.requests;
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
    const second: RecordedSecond = {
      ...(this.#injected.size === 0 ? {} : { injected: injectedLaw.value(this.#injected) }),
      ends: this.#ends,
      walkRequests: this.#walkRequests,
      byStatus: this.#byStatus,
      walks: this.#walks,
      endpoints,
      violations: this.#violations.take(),
      observations: this.#takeObservations(),
    };
    if (this.#injected.size > 0) this.#injected = injectedLaw.empty();
    this.#ends = {};
    this.#walkRequests = 0;
    this.#byStatus = {};
    this.#walks = {};
    return second;
  }

  #takeObservations(): RecordedSecond['observations'] {
    const taken = [...this.#observations].flatMap(([question, situations]) =>
      [...situations].flatMap(([situation, values]) =>
        [...values].map(([value, count]) => ({ question, value, situation, count })),
      ),
    );
    this.#observations.clear();
    this.#observedValues = 0;
    return taken;
  }
}

/** Values of the service may be many; alternatives of a question are few. */
const maxObservationsPerSecond = 200;
