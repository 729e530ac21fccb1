import { compareDefaults } from '../../report/compare/shift.ts';
import { doubtful, type Finding, good } from './doctorFinding.ts';
import type { Steadiness } from './steadiness.ts';

/** Runs on a side that the advice is about. */
const runs = 3;
/** Quantile of Student's t for two sides of three runs, at 95 %. */
const quantile = 2.776;
/** A shift that most teams want to see. */
const wantedShift = 0.1;
const latestTimerMs = 10;
const farthestClockMs = 100;

/**
 * The smallest shift of latency that `compare` could tell from chance on a machine as unsteady as this, with three runs
 * on each side, as a share of 1: what the machine alone does to it, or what compare looks for at all.
 */
export function tellableShift(spread: number): number {
  return Math.max(
    compareDefaults.minimumEffect,
    quantile * Math.hypot(spread, compareDefaults.betweenRuns) * Math.sqrt(2 / runs),
  );
}

/** What the steadiness of a machine says of runs on it. */
export function steadinessFindings({ spread, lateP99Ms, clockDriftMs }: Steadiness): Finding[] {
  const shift = tellableShift(spread);
  const told = `the same work took ± ${percent(spread)}: with ${runs} runs on each side, compare could tell shifts from about ${percent(shift)}`;
  const quiet = 'End what else runs here, or take a machine of its own; more runs on each side help too.';
  return [
    shift <= wantedShift ? good('noise', told) : doubtful('noise', told, quiet),
    lateP99Ms <= latestTimerMs
      ? good('timers', `late by ${lateP99Ms.toFixed(1)} ms at most, in 99 of 100 cases`)
      : doubtful(
          'timers',
          `late by ${lateP99Ms.toFixed(1)} ms in 1 of 100 cases: requests would be late as well`,
          quiet,
        ),
    clockDriftMs <= farthestClockMs
      ? good('clock', 'steady')
      : doubtful(
          'clock',
          `it was set by ${Math.round(clockDriftMs)} ms while it was looked at`,
          'Let it settle: times of the run would not fit those of the service.',
        ),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share < 0.01 ? 1 : 0)} %`;
}
