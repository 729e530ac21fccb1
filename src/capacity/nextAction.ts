import type { Attempt, Stage } from './attempt.ts';
import {
  type Evidence,
  evidenceOf,
  highestHeld,
  quietWalkSeconds,
  requestsPerWalk,
  sameRate,
} from './searchEvidence.ts';
import type { SearchSettings } from './settings.ts';

/** Why a search ended. */
export type SearchEnd =
  | 'settled'
  | 'ceiling'
  | 'budget'
  | 'nothing-held'
  | 'nothing-succeeded'
  | 'not-recovered'
  | 'duration'
  | 'requests'
  | 'errors'
  | 'interrupted';

/** What the search does next. `drainFirst`: let what is left over end before; then offer nothing for `restSeconds`. */
export type SearchAction =
  | {
      readonly kind: 'offer';
      readonly stage: Stage;
      readonly ratePerSecond: number;
      readonly seconds: number;
      readonly drainFirst: boolean;
      readonly restSeconds: number;
    }
  | { readonly kind: 'finish'; readonly end: SearchEnd };

/** A rate for some seconds; what is left over ends before it, unless something else is said. */
function offer(
  stage: Stage,
  ratePerSecond: number,
  seconds: number,
  { drainFirst = true, restSeconds = 0 } = {},
): SearchAction {
  return { kind: 'offer', stage, ratePerSecond, seconds, drainFirst, restSeconds };
}

/** All that a search has done so far: enough to say what it does next. */
export interface Progress {
  readonly attempts: readonly Attempt[];
  readonly spentSeconds: number;
  readonly requests: number;
  readonly errors: number;
}

const recoverySeconds = 4;
const maxRests = 4;
/** The rest after one trouble of the generator, which doubles with each that follows. */
const troubleRestSeconds = 2;
const longestTroubleRestSeconds = 16;
const firstRestSeconds = 5;
const drainAllowanceSeconds = 2;
/** Until a walk has been seen, so that a rate budget is not overdrawn by the very first stage. */
const presumedRequestsPerWalk = 10;
const lowestPerSecond = 0.2;
/** So many rates at which hardly any request succeeds show that it is not the rate that is wrong. */
const hopelessRates = 3;
const hopelessErrorRate = 0.99;
/** Confirmations are asked for a little below the middle: at the middle itself a fair coin would decide. */
const confirmQuantile = 0.2;

/** From this share of the ceiling on there is nothing left to climb: a budget's ceiling sways with the length of walks. */
export const atTheCeiling = 0.97;

/** The highest rate that may be offered, and whether the rate budget (and not the profile's ceiling) sets it. */
function ceilingOf(evidence: Evidence, settings: SearchSettings): { ratePerSecond: number; byBudget: boolean } {
  const perWalk = requestsPerWalk(evidence) ?? presumedRequestsPerWalk;
  const budget = settings.budgetRequestsPerSecond / perWalk;
  return budget < settings.maxPerSecond
    ? { ratePerSecond: budget, byBudget: true }
    : { ratePerSecond: settings.maxPerSecond, byBudget: false };
}

/**
 * Whether the service may need time to recover before the next probe means anything: after the first overload of a
 * search, after any that left it worse than slow, and after all of them once it was slow to come back.
 */
function mayNeedRecovery(attempts: readonly Attempt[], last: Attempt, evidence: Evidence): boolean {
  if (last.outcome === 'held' || (last.outcome === 'generator' && last.stage !== 'recover')) return false;
  const looks = attempts.filter((attempt) => attempt.stage === 'recover');
  const best = Math.max(0, ...evidence.held.map((held) => held.completedPerSecond));
  return (
    looks.length === 0 ||
    looks.some((look) => look.outcome !== 'held') ||
    last.outcome === 'limiter' ||
    last.tail.errorRate > 0.05 ||
    last.tail.completedPerSecond < 0.8 * best
  );
}

/** The most rests that the service needed after one of the overloads before: it will need as many again. */
function restsThatHelped(attempts: readonly Attempt[]): number {
  let [most, rests] = [0, 0];
  for (const { stage, outcome } of attempts) {
    if (stage !== 'recover') continue;
    if (outcome === 'held') most = Math.max(most, rests);
    rests = outcome === 'held' ? 0 : rests + 1;
  }
  return most;
}

/** A short probe at half of a rate that held before, after a rest that doubles as long as the service stays down. */
function recover(progress: Progress, evidence: Evidence): SearchAction {
  const lastOther = progress.attempts.findLastIndex((attempt) => attempt.stage !== 'recover');
  const failedBefore = progress.attempts.length - 1 - lastOther;
  if (failedBefore > maxRests) return { kind: 'finish', end: 'not-recovered' };
  const rests = failedBefore + restsThatHelped(progress.attempts);
  return offer('recover', highestHeld(evidence) / 2, recoverySeconds, {
    restSeconds: rests === 0 ? 0 : firstRestSeconds * 2 ** (rests - 1),
  });
}

/** The same probe once more, where the generator was in trouble for the first time at its rate: it may have passed. */
function repetition(attempts: readonly Attempt[], last: Attempt): SearchAction | null {
  if (last.outcome !== 'generator' || last.stage === 'recover') return null;
  const before = attempts.at(-2);
  if (before?.outcome === 'generator' && before.offeredPerSecond >= sameRate * last.offeredPerSecond) return null;
  const { stage, offeredPerSecond, plannedSeconds: seconds } = last;
  return offer(stage, offeredPerSecond, seconds);
}

/** So often one rate is offered before it counts as too much for this machine, with a rest and a lower rate in between. */
const troublesThatLast = 3;

/** What was offered at a rate so far. */
function attemptsAt(attempts: readonly Attempt[], ratePerSecond: number): Attempt[] {
  return attempts.filter(
    ({ offeredPerSecond: rate }) => rate >= sameRate * ratePerSecond && rate <= ratePerSecond / sameRate,
  );
}

/** The lowest rate that this machine alone was in the way of, where it may be quieter now; null where there is none. */
function worthAnotherTry(attempts: readonly Attempt[], evidence: Evidence): number | null {
  const lowest = lowestFailedRate(evidence);
  const alike = attemptsAt(attempts, lowest);
  const isOpen = alike.length < troublesThatLast && alike.every(({ outcome }) => outcome === 'generator');
  return attempts.at(-1)?.outcome === 'held' && isOpen ? lowest : null;
}

/** The action after a rest for this machine, where it was in the way: it may be quieter then. */
function rested(action: SearchAction, attempts: readonly Attempt[]): SearchAction {
  const troubles = attempts.length - 1 - attempts.findLastIndex(({ outcome }) => outcome !== 'generator');
  if (action.kind === 'finish' || troubles === 0) return action;
  const restSeconds = Math.min(longestTroubleRestSeconds, troubleRestSeconds * 2 ** (troubles - 1));
  return { ...action, restSeconds: Math.max(action.restSeconds, restSeconds) };
}

/** A stage of the climb only says where to look closer: a warm-up, a window and a few seconds to compare with. */
function climbSeconds(settings: SearchSettings): number {
  return Math.min(settings.stepSeconds, settings.warmupSeconds + settings.windowSeconds + 3);
}

function climb(evidence: Evidence, settings: SearchSettings, ceiling: number): SearchAction {
  const ratePerSecond = Math.min(
    ceiling,
    evidence.held.length === 0 ? settings.startPerSecond : highestHeld(evidence) * settings.climbFactor,
  );
  return offer('climb', ratePerSecond, climbSeconds(settings), { drainFirst: false });
}

/** Goes down until a rate holds: the service finished fewer than were offered, so what it finished is the next guess. */
function descend(evidence: Evidence, settings: SearchSettings): SearchAction {
  const hopeless = evidence.failed.filter((attempt) => attempt.errorRate >= hopelessErrorRate);
  if (hopeless.length >= hopelessRates) return { kind: 'finish', end: 'nothing-succeeded' };
  const lowest = evidence.failed.reduce((a, b) => (b.offeredPerSecond < a.offeredPerSecond ? b : a));
  const guess = Math.min(lowest.offeredPerSecond / 1.5, 0.9 * lowest.completedPerSecond);
  const ratePerSecond = Math.max(lowest.offeredPerSecond / 4, guess);
  if (ratePerSecond < lowestPerSecond) return { kind: 'finish', end: 'nothing-held' };
  return offer('climb', ratePerSecond, settings.stepSeconds);
}

/**
 * Confirmations that support an answer: those that held close to it or above, and those at the ceiling. More may not be
 * offered, so that fewer arrivals by chance make one there no weaker.
 *
 * @param answer the middle of the estimate, where none is read off it yet
 */
export function confirmationsOf(
  evidence: Evidence,
  settings: SearchSettings,
  answer: number = evidence.estimate?.quantilePerSecond(0.5) ?? highestHeld(evidence),
): number {
  const from = answer * (1 - settings.precision);
  const top = atTheCeiling * ceilingOf(evidence, settings).ratePerSecond;
  const supports = (held: Attempt): boolean => held.startedPerSecond >= from || held.offeredPerSecond >= top;
  return evidence.held.filter((held) => held.stage === 'confirm' && supports(held)).length;
}

/** An estimate this close to a failure rests on it. */
const nearFailure = 0.96;

function lowestFailedRate(evidence: Evidence): number {
  return Math.min(...evidence.failed.map((attempt) => attempt.offeredPerSecond));
}

/** Whether the break rests on one failure alone: where rates hold right below it, it is offered once more. */
function restsOnOneFailure(evidence: Evidence): boolean {
  return evidence.failed.length === 1;
}

/** Whether a longer probe held at the rate that is needed, and what is left to do for it: null where nothing is. */
function confirmNeeded(progress: Progress, evidence: Evidence, settings: SearchSettings): SearchAction | null {
  const needed = settings.neededPerSecond;
  if (needed === null || needed > highestHeld(evidence) || isNeededTold(progress.attempts, needed)) return null;
  return offer('confirm', needed, settings.confirmSeconds);
}

/** A probe that was void tells nothing; after some of them it is this machine that is in the way. */
function isNeededTold(attempts: readonly Attempt[], needed: number): boolean {
  const longer = attemptsAt(attempts, needed).filter(({ stage }) => stage === 'confirm');
  return longer.length >= troublesThatLast || longer.some(({ outcome }) => outcome === 'held' || outcome === 'broke');
}

/**
 * Where to look for the break next. What the service finished while overloaded is a good first guess of it; after
 * that, the middle of the estimate, where either outcome says most.
 */
function bisectRate(evidence: Evidence, middle: number): number {
  if (restsOnOneFailure(evidence) && middle > nearFailure * lowestFailedRate(evidence))
    return lowestFailedRate(evidence);
  const bisected = [...evidence.held, ...evidence.failed].some((attempt) => attempt.stage === 'bisect');
  const lowestFailed = evidence.failed.reduce((a, b) => (b.offeredPerSecond < a.offeredPerSecond ? b : a));
  const guess = 0.98 * lowestFailed.completedPerSecond;
  const inside = guess > 1.03 * highestHeld(evidence) && guess < 0.97 * lowestFailed.offeredPerSecond;
  return !bisected && lowestFailed.outcome === 'broke' && inside ? guess : middle;
}

function narrow(progress: Progress, evidence: Evidence, settings: SearchSettings, extraSeconds: number): SearchAction {
  const middle = evidence.estimate?.quantilePerSecond(0.5) ?? 0;
  const ceiling = ceilingOf(evidence, settings).ratePerSecond;
  const needed = settings.neededPerSecond;
  // One of the confirmations is that of the rate that is needed.
  const wanted = settings.confirmations - (needed !== null && isNeededTold(progress.attempts, needed) ? 1 : 0);
  const missing = Math.max(1, wanted) - confirmationsOf(evidence, settings);
  const left = settings.maxSeconds - progress.spentSeconds;
  const bisectCost = settings.stepSeconds + extraSeconds + drainAllowanceSeconds;
  const confirmCost = settings.confirmSeconds + extraSeconds + drainAllowanceSeconds;
  const retry = restsOnOneFailure(evidence) && middle > nearFailure * lowestFailedRate(evidence);
  // What this machine is in the way of each time tells no more, however often it is offered.
  const next = attemptsAt(progress.attempts, bisectRate(evidence, middle));
  const isStuck = next.filter(({ outcome }) => outcome === 'generator').length >= troublesThatLast;
  const close = (evidence.spread <= 2 * settings.precision && !retry) || isStuck;
  const vague = evidence.spread > 6 * settings.precision;
  if (close && missing <= 0) return { kind: 'finish', end: 'settled' };
  if (!close && left >= bisectCost + (vague ? 1 : Math.max(0, missing)) * confirmCost)
    return offer('bisect', Math.min(ceiling, bisectRate(evidence, middle)), settings.stepSeconds, {
      drainFirst: false,
    });
  if (missing <= 0 || left < confirmCost) return { kind: 'finish', end: missing <= 0 ? 'settled' : 'duration' };
  const ratePerSecond = evidence.estimate?.quantilePerSecond(confirmQuantile) ?? 0;
  return offer('confirm', Math.min(ceiling, ratePerSecond), settings.confirmSeconds);
}

/** At the ceiling nothing is left to climb: the ceiling itself is confirmed. */
function atCeiling(progress: Progress, evidence: Evidence, settings: SearchSettings): SearchAction {
  const ceiling = ceilingOf(evidence, settings);
  const end: SearchEnd = ceiling.byBudget ? 'budget' : 'ceiling';
  const left = settings.maxSeconds - progress.spentSeconds;
  if (confirmationsOf(evidence, settings) >= settings.confirmations || left < settings.confirmSeconds)
    return { kind: 'finish', end };
  const ratePerSecond = Math.min(ceiling.ratePerSecond, highestHeld(evidence));
  return offer('confirm', ratePerSecond, settings.confirmSeconds);
}

/**
 * What a search does next, as a pure function of what it has done: climb by stages until a rate fails, close in on the
 * break, confirm; stop at any bound. Never offers more than `climbFactor` times a rate that held.
 */
export function nextAction(progress: Progress, settings: SearchSettings): SearchAction {
  return rested(chosen(progress, settings), progress.attempts);
}

function chosen(progress: Progress, settings: SearchSettings): SearchAction {
  const evidence = evidenceOf(progress.attempts, settings);
  const last = progress.attempts.at(-1);
  if (progress.requests >= settings.maxRequests) return { kind: 'finish', end: 'requests' };
  if (progress.requests >= 200 && progress.errors > settings.maxErrorRate * progress.requests)
    return { kind: 'finish', end: 'errors' };
  if (progress.spentSeconds + settings.warmupSeconds + settings.windowSeconds > settings.maxSeconds)
    return { kind: 'finish', end: 'duration' };
  if (last === undefined) return climb(evidence, settings, ceilingOf(evidence, settings).ratePerSecond);
  const repeated = repetition(progress.attempts, last);
  if (repeated !== null) return repeated;
  if (evidence.held.length === 0) return descend(evidence, settings);
  if (mayNeedRecovery(progress.attempts, last, evidence)) return recover(progress, evidence);
  const needed = confirmNeeded(progress, evidence, settings);
  if (needed !== null) return needed;
  const extraSeconds = Math.max(0, Math.ceil(1.2 * (quietWalkSeconds(evidence) ?? 0)) - settings.warmupSeconds);
  const ceiling = ceilingOf(evidence, settings).ratePerSecond;
  const isOnTop = highestHeld(evidence) >= atTheCeiling * ceiling;
  const { estimate } = evidence;
  const again = estimate === null ? null : worthAnotherTry(progress.attempts, evidence);
  if (again !== null) return climb(evidence, settings, Math.min(ceiling, again));
  // A break above the ceiling cannot be closed in on.
  if (estimate !== null && !(isOnTop && estimate.quantilePerSecond(0.5) >= ceiling))
    return narrow(progress, evidence, settings, extraSeconds);
  return isOnTop ? atCeiling(progress, evidence, settings) : climb(evidence, settings, ceiling);
}
