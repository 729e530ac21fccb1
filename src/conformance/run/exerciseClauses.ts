import type { ClauseId } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { clauseIds } from '../../judging/allClauses.ts';
import type { Evidence } from '../../judging/evidence/evidence.ts';
import { otherThanError } from '../../judging/rules/errorBodies.ts';
import { failuresOf } from '../../judging/run/goneTarget.ts';
import { type ShownOfSurvey, shownByBoth, shownByCrowd } from '../../judging/run/unseenQuestions.ts';
import type { Profile } from '../../profile/profile.ts';
import { givenUpAfterMs } from '../../respondent/walk/limiterWaits.ts';
import { pagedSurveys } from '../../respondent/walk/surveyFacts.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Reason } from '../../result/reason.ts';
import { addCounts, type Counts } from '../../result/tally/counts.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { closeEnvironment, createEnvironment, type Network, type ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { elsewhere } from '../places/unvisitedPlaces.ts';
import type { Probe } from '../probes/probeContext.ts';
import { walkCrowd } from './crowdWalks.ts';
import { runProbes } from './runProbes.ts';

export interface ConformancePlan {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  readonly probes: readonly Probe[];
  /** Respondents who walk beside the probes, 0 for none. */
  readonly respondents: number;
  /** The clauses whose places are gone to at the end: by itself all of them where somebody walks, else none. */
  readonly places?: readonly ClauseId[];
  readonly seed: number;
  /** One probe and one survey at a time, so that they are no crowd to one another. */
  readonly isAlone?: true;
  /** Asked between probes and walks: whether enough is known, or the person wants to stop. */
  readonly isOver: (evidence: Evidence) => boolean;
  /** Aborted when nobody waits for what is under way: what was learnt by then is all. */
  readonly abandon?: AbortSignal;
  readonly onExchange?: (exchange: Exchange, environment: ProbeEnvironment) => void;
  readonly onProbe?: (probe: Probe, done: number, total: number) => void;
  /** What tells the texts of the run from those of every other; drawn where it is left out. */
  readonly runTag?: string;
  /** HTTP and real time, unless the run is a simulation. */
  readonly network?: Network;
}

export interface ConformanceFindings {
  readonly environment: ProbeEnvironment;
  /** What its walks saw; `null` where nobody walked. */
  readonly crowd: SecondDelta | null;
  /** What probes and respondents were asked, by survey. */
  readonly shown: ReadonlyMap<EntityId, ShownOfSurvey>;
  /** That the target was gone at the end; `null` when it was there. */
  readonly gone: Reason | null;
}

const probesAtOnce = 8;
const respondentsAtOnce = 24;

/** Exercises the service: the probes, then a crowd of walks. Everything that was learnt is in the environment's evidence. */
export async function conform(plan: ConformancePlan): Promise<ConformanceFindings> {
  const { profile, baseUrl } = plan;
  const liveness = new LivenessGuard();
  const onExchange = (exchange: Exchange, hasKeyInUse: boolean): void => {
    liveness.note(exchange, hasKeyInUse);
    environment.evidence.conditions.note(exchange);
    if (exchange.httpStatus === 500) environment.evidence.unknown('unexercised', ...otherThanError);
    plan.onExchange?.(exchange, environment);
  };
  const created = createEnvironment(
    profile,
    baseUrl,
    onExchange,
    (evidence) => liveness.isExhausted || plan.isOver(evidence),
    plan.network,
    plan.runTag,
  );
  const environment = { ...created, isAlone: plan.isAlone === true };
  const { promise: abandoned, resolve: giveUp } = Promise.withResolvers<null>();
  plan.abandon?.addEventListener('abort', () => giveUp(null), { once: true });
  try {
    const exercised = exercise(plan, environment);
    // What fails once nobody waits is of no use to anybody.
    exercised.catch(() => {});
    const { crowd, shown } = (await Promise.race([exercised, abandoned])) ?? { crowd: null, shown: new Map() };
    return { environment, crowd, shown, gone: liveness.reason };
  } finally {
    await closeEnvironment(environment);
  }
}

async function exercise(
  plan: ConformancePlan,
  environment: ProbeEnvironment,
): Promise<Pick<ConformanceFindings, 'crowd' | 'shown'>> {
  const { profile, probes, respondents, seed } = plan;
  const { places = respondents > 0 ? clauseIds : [] } = plan;
  const { isOver } = environment;
  // Probes need pages; surveys that are there for their status have probes of their own.
  const settings = { ...profile, surveys: { ...profile.surveys, walk: pagedSurveys(profile.surveys) } };
  const concurrency = environment.isAlone ? 1 : probesAtOnce;
  const sooner = probes.filter(({ last }) => last !== true);
  const shown = await runProbes(environment, {
    ...plan,
    probes: sooner,
    settings,
    concurrency,
    isOver,
  });
  const crowd =
    respondents > 0 && !isOver()
      ? await walkCrowd(environment, { profile, respondents, atOnce: respondentsAtOnce, seed, isOver })
      : null;
  if (places.length > 0) {
    await runProbes(environment, { probes: elsewhere(profile.conform, places), settings, concurrency, isOver });
  }
  const last = probes.filter((probe) => probe.last === true);
  await runProbes(environment, { ...plan, probes: last, settings, concurrency: 1, isOver });
  environment.answers.judgeForms();
  return { crowd, shown: shownByBoth(shown, shownByCrowd(crowd?.refusals ?? [], crowd?.walks ?? {})) };
}

/** Requests in a row that nobody answers, after which a run goes no further. */
const enough = 24;
/** As many at the end of a run mean that the target is gone. */
const tellingAtEnd = 5;
const throttled = 'HTTP 429';

/** Ends a run whose target has gone: nothing is learnt from a service that answers nobody. */
export class LivenessGuard {
  #unanswered = 0;
  /** When the first of them ended, and how long ago that was at the last. */
  #sinceMs = 0;
  #silentMs = 0;
  #last = '';
  #failures: Counts = {};

  /** @param hasKeyInUse whether the request carried it: who tries wrong keys may be locked out, and nobody else with it */
  note({ endMs, failure, httpStatus }: Pick<Exchange, 'endMs' | 'failure' | 'httpStatus'>, hasKeyInUse: boolean): void {
    // The run is over for this reason: what is still answered late does not change it.
    if (this.isExhausted || (httpStatus === 429 && !hasKeyInUse)) return;
    // A 429 says that a request was not looked at: what the limiter lets nobody pass for long is as good as silence.
    const isAnswered = httpStatus !== 0 && httpStatus !== 429;
    if (isAnswered || this.#unanswered === 0) this.#sinceMs = endMs;
    this.#silentMs = endMs - this.#sinceMs;
    if (isAnswered) {
      this.#unanswered = 0;
      this.#failures = {};
      return;
    }
    this.#unanswered++;
    if (failure === 'cancelled') return;
    this.#last = httpStatus === 429 ? throttled : (failure ?? 'nothing');
    addCounts(this.#failures, { [this.#last]: 1 });
  }

  get isExhausted(): boolean {
    return this.#unanswered >= enough && (this.#last !== throttled || this.#silentMs >= givenUpAfterMs);
  }

  /** That the target was gone at the end of the run; `null` when it answered. */
  get reason(): Reason | null {
    if (this.#unanswered < tellingAtEnd) return null;
    const requests = this.#unanswered;
    if (this.#last === throttled) return this.isExhausted ? { code: 'always-throttled', requests } : null;
    return { code: 'stopped-answering', requests, failure: failuresOf([this.#failures])[0]?.failure ?? 'nothing' };
  }
}
