import type { TimelinePoint } from '../result/timeline.ts';
import { backlogOf, clearlyAbove, clearlyBelow } from './probeStatistics.ts';
import type { ProbeSecond } from './rateProbe.ts';
import { countBad, type Objective, type ObjectiveCount } from './serviceLevel.ts';

/** What a probe is judged by. Seconds count from the moment its rate was set. */
export interface Criteria {
  readonly objectives: readonly Objective[];
  readonly warmupSeconds: number;
  /** Seconds after the warm-up that the probe takes; a brief one that is not clear by then goes on to `fullSeconds`. */
  readonly measuredSeconds: number;
  readonly fullSeconds: number;
  readonly windowSeconds: number;
  /**
   * A stage of the climb may end as soon as it clearly holds; a probe beside the break takes its full time; a look for
   * recovery is too short for the SLO and only fails when the service is clearly down.
   */
  readonly strictness: 'brief' | 'full' | 'lenient';
  /** Respondents in the service that this rate needs when nothing queues. */
  readonly restActive: number;
  /** A probe ends at once when more than this share of its last requests failed. */
  readonly maxErrorRate: number;
}

/** Why a rate was or was not carried. Only `held` and `broke` speak of the service. */
export type ProbeOutcome = 'held' | 'broke' | 'limiter' | 'generator';

export type Judgement =
  | { readonly kind: 'undecided' }
  | { readonly kind: 'decided'; readonly outcome: ProbeOutcome; readonly early: boolean; readonly why: string };

const undecided: Judgement = { kind: 'undecided' };
const guardSeconds = 3;
/** Seconds in which the generator was in trouble, before a probe was. */
const leastTroubled = 2;
const toleratedDropShare = 0.01;
const toleratedThrottleShare = 0.002;

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function sum(counts: readonly ObjectiveCount[]): ObjectiveCount {
  return counts.reduce((a, b) => ({ bad: a.bad + b.bad, total: a.total + b.total }), { bad: 0, total: 0 });
}

function shareOf({ bad, total }: ObjectiveCount): number {
  return total === 0 ? 0 : bad / total;
}

/**
 * What stood in the way of measuring the service at all: its limiter, or a generator that let arrivals drop, or stood still,
 * after which they come all at once.
 */
function obstacle(seconds: readonly ProbeSecond[]): Judgement {
  let [requests, throttled, arrivals, dropped] = [0, 0, 0, 0];
  for (const { point } of seconds) {
    requests += point.requests;
    throttled += point.throttled;
  }
  const recent = seconds.slice(-guardSeconds);
  for (const { point } of recent) {
    arrivals += point.arrivals;
    dropped += point.dropped;
  }
  const decided = (outcome: ProbeOutcome, why: string): Judgement => ({ kind: 'decided', outcome, early: true, why });
  if (throttled >= 3 && throttled > toleratedThrottleShare * requests)
    return decided('limiter', `${percent(throttled / requests)} of requests were answered 429 by the rate limiter`);
  if (dropped > toleratedDropShare * arrivals)
    return decided('generator', `the generator dropped ${percent(dropped / arrivals)} of the arrivals`);
  const away = recent.find(({ isGeneratorAway }) => isGeneratorAway);
  return away === undefined ? undecided : decided('generator', inTheWay(away));
}

function inTheWay({ generatorTrouble }: ProbeSecond): string {
  return `this machine was in the way: ${generatorTrouble ?? 'it stood still'}`;
}

/**
 * What the generator was troubled by at any time of a probe; null where it kept up. It makes answers late and queues
 * long, never short: what held in spite of it held, and what broke may not be the service's.
 */
function troubleOf(seconds: readonly ProbeSecond[]): string | null {
  const taken = seconds.flatMap(({ takenCores }) => takenCores ?? []);
  // A second of it can break a 99th percentile of a whole probe.
  if (taken.length > 0) {
    const mean = taken.reduce((sum, cores) => sum + cores, 0) / taken.length;
    return `this machine was in the way: other work took ${mean.toFixed(1)} of its cores`;
  }
  const troubled = seconds.filter(({ generatorTrouble }) => generatorTrouble !== null);
  const last = troubled.at(-1);
  return last === undefined || troubled.length < leastTroubled ? null : inTheWay(last);
}

/** Whether all objectives are kept so far: a brief probe that sees one missed by a little looks longer instead. */
function keepsObjectives(points: readonly TimelinePoint[], { objectives }: Criteria): boolean {
  return objectives.every((objective) => {
    const share = shareOf(sum(points.map((point) => countBad(objective, point))));
    return share <= objective.allowed;
  });
}

/** Whether so many requests fail that nobody should have to wait for a warm-up or a test to say so. */
function failure(seconds: readonly ProbeSecond[], maxErrorRate: number): Judgement {
  let [requests, errors] = [0, 0];
  for (const { point } of seconds.slice(-2)) {
    requests += point.requests;
    errors += point.errors;
  }
  if (requests < 50 || errors <= maxErrorRate * requests) return undecided;
  return { kind: 'decided', outcome: 'broke', early: true, why: `${percent(errors / requests)} of requests failed` };
}

/**
 * Judges a running probe after each second: ends it as soon as it is clear, else when its time is over. The objectives
 * must hold over all that was measured, the last sliding window must not be twice beyond them, and the queue must not
 * grow.
 */
export function judgeProbe(seconds: readonly ProbeSecond[], criteria: Criteria): Judgement {
  const hindered = obstacle(seconds);
  if (hindered.kind === 'decided') return hindered;
  const failing = failure(seconds, criteria.maxErrorRate);
  if (failing.kind === 'decided') return failing;
  const points = seconds.slice(criteria.warmupSeconds).map((second) => second.point);
  const measured = points.length;
  if (measured === 0) return undecided;
  const time = measured >= criteria.measuredSeconds;
  const over =
    time && (criteria.strictness !== 'brief' || measured >= criteria.fullSeconds || keepsObjectives(points, criteria));
  const trouble = troubleOf(seconds);
  const decided = (outcome: ProbeOutcome, why: string): Judgement => ({
    kind: 'decided',
    outcome,
    early: !over,
    why,
  });
  const tooSlow = (why: string): Judgement =>
    trouble === null ? decided('broke', why) : { kind: 'decided', outcome: 'generator', early: true, why: trouble };
  const strict = criteria.strictness !== 'lenient';
  const backlog = backlogOf(points, criteria.restActive);
  if (backlog.clear || (over && strict && backlog.sustained))
    return tooSlow(`the queue grew: of 100 arrivals ${(100 * backlog.share).toFixed(0)} stayed unfinished`);
  let clean = true;
  let below = true;
  for (const objective of criteria.objectives) {
    const counts = points.map((point) => countBad(objective, point));
    const whole = sum(counts);
    const missed = objective.kind === 'errors' ? (why: string) => decided('broke', why) : tooSlow;
    const recent = sum(counts.slice(-criteria.windowSeconds));
    if (measured >= guardSeconds && clearlyAbove(counts, objective.allowed))
      return missed(`${objective.expression} broke: ${percent(shareOf(whole))} of requests beyond it`);
    if (over && strict && shareOf(whole) > objective.allowed)
      return missed(`${objective.expression} broke: ${percent(shareOf(whole))} of requests beyond it`);
    if (over && criteria.strictness === 'full' && shareOf(recent) > 2 * objective.allowed)
      return missed(
        `${objective.expression} broke in the last ${criteria.windowSeconds} s: ${percent(shareOf(recent))} of requests beyond it`,
      );
    clean &&= whole.bad === 0 && whole.total > 0;
    below &&= shareOf(whole) <= objective.allowed && clearlyBelow(counts, objective.allowed);
  }
  if (over) return decided('held', `held for its whole time${trouble === null ? '' : `, though ${trouble}`}`);
  if (trouble !== null) return undecided;
  if (criteria.strictness !== 'full' && measured >= guardSeconds && backlog.steady && (below || clean))
    return decided('held', 'clearly held');
  return undecided;
}
