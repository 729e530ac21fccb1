import type { Attempt } from './attempt.ts';
import type { SearchSettings } from './settings.ts';
import { estimateThreshold, type ThresholdEstimate, type Trial } from './thresholdEstimate.ts';

/** What the attempts so far say of the break; probes that only looked for recovery say nothing. */
export interface Evidence {
  readonly held: readonly Attempt[];
  readonly failed: readonly Attempt[];
  /** Null as long as no rate held or none failed. */
  readonly estimate: ThresholdEstimate | null;
  /** Width of the interval as a share of its middle; infinite without an estimate. */
  readonly spread: number;
}

/** Rates that differ by less are the same rate. */
export const sameRate = 0.98;

/** A rate that held counts as what the service finished, one that did not as what arrived. */
function trialOf(attempt: Attempt): Trial {
  const arrived = attempt.startedPerSecond > 0 ? attempt.startedPerSecond : attempt.offeredPerSecond;
  const finished = attempt.completedPerSecond > 0 ? attempt.completedPerSecond : arrived;
  return {
    ratePerSecond: attempt.outcome === 'held' ? Math.min(arrived, finished) : arrived,
    held: attempt.outcome === 'held',
    seconds: attempt.measuredSeconds,
    early: attempt.early,
  };
}

/** A failure that a repetition at the same rate or above overruled: the only one so low, and a full probe held later. */
function overruled(failure: Attempt, telling: readonly Attempt[]): boolean {
  const at = telling.indexOf(failure);
  const others = telling.filter((a) => a !== failure && a.outcome !== 'held');
  return (
    others.every((other) => other.offeredPerSecond > failure.offeredPerSecond) &&
    telling.some((a, i) => i > at && a.outcome === 'held' && !a.early && a.offeredPerSecond >= failure.offeredPerSecond)
  );
}

/**
 * Whether trouble of the generator says nothing of its limit: as much was offered at another time, and told of the
 * service, so this machine was busy with something else. What broke then bounds the capacity, whatever it did below.
 */
function passingTrouble(trouble: Attempt, ended: readonly Attempt[]): boolean {
  return ended.some(
    ({ outcome, offeredPerSecond }) =>
      (outcome === 'held' || outcome === 'broke') && offeredPerSecond >= sameRate * trouble.offeredPerSecond,
  );
}

/** Sorts attempts into evidence. */
export function evidenceOf(attempts: readonly Attempt[], settings: SearchSettings): Evidence {
  const all = attempts.filter((a) => a.stage !== 'recover' && a.outcome !== 'cut');
  const ended = all.filter((a) => a.outcome !== 'generator' || !passingTrouble(a, all));
  const telling = ended.filter((a) => a.outcome === 'held' || !overruled(a, ended));
  return sorted(telling, settings);
}

/** What of it is of the service itself: what the generator, or a limiter, was in the way of says nothing of its break. */
export function ofServiceAlone({ held, failed }: Evidence, settings: SearchSettings): Evidence {
  return sorted([...held, ...failed.filter(({ outcome }) => outcome === 'broke')], settings);
}

function sorted(telling: readonly Attempt[], settings: SearchSettings): Evidence {
  const held = telling.filter((a) => a.outcome === 'held');
  const failed = telling.filter((a) => a.outcome !== 'held');
  if (held.length === 0 || failed.length === 0)
    return { held, failed, estimate: null, spread: Number.POSITIVE_INFINITY };
  const estimate = estimateThreshold(telling.map(trialOf), settings.stepSeconds);
  const outside = (1 - settings.confidence) / 2;
  const width = estimate.quantilePerSecond(1 - outside) - estimate.quantilePerSecond(outside);
  return { held, failed, estimate, spread: width / estimate.quantilePerSecond(0.5) };
}

/** The highest rate (arrivals a second) that held; 0 when none did. */
export function highestHeld(evidence: Evidence): number {
  return Math.max(0, ...evidence.held.map((attempt) => attempt.offeredPerSecond));
}

/** How long a walk takes when nothing queues, by Little's law on the quietest attempt; null before one held. */
export function quietWalkSeconds(evidence: Evidence): number | null {
  const walks = evidence.held
    .filter((attempt) => attempt.completedPerSecond > 0)
    .map((attempt) => attempt.active / attempt.completedPerSecond);
  return walks.length === 0 ? null : Math.min(...walks);
}

/** Requests that a walk takes, from the attempts that held; null before one did. */
export function requestsPerWalk(evidence: Evidence): number | null {
  let [requests, walks] = [0, 0];
  for (const attempt of evidence.held) {
    requests += attempt.requestsPerSecond * attempt.measuredSeconds;
    walks += attempt.completedPerSecond * attempt.measuredSeconds;
  }
  return walks === 0 ? null : requests / walks;
}
