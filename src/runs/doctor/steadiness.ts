import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { compareDefaults } from '../../report/compare/shift.ts';
import { doubtful, type Finding, good } from './doctorFinding.ts';

const blocks = 20;
const kernelsInBlock = 40;
const timersInBlock = 6;
const timerMs = 5;

/** How steady a machine was while it did the same work again and again. */
type Steadiness = Awaited<ReturnType<typeof measureSteadiness>>;

/** Looks at this machine for about two seconds. */
export async function measureSteadiness() {
  const clocks = (): number => Date.now() - performance.now();
  const before = clocks();
  work();
  const blockMs: number[] = [];
  const late: number[] = [];
  for (let block = 0; block < blocks; block++) {
    const took = Array.from({ length: kernelsInBlock }, work);
    blockMs.push(took.reduce((sum, each) => sum + each, 0));
    for (let timer = 0; timer < timersInBlock; timer++) {
      const started = performance.now();
      await wait(timerMs);
      late.push(Math.max(0, performance.now() - started - timerMs));
    }
  }
  late.sort((a, b) => a - b);
  return {
    /** How much the same work took longer or shorter from one moment to another: standard deviation, a share of its mean. */
    spread: spreadOf(blockMs),
    /** A timer of 5 ms came late by this much, in 99 of 100 cases at most. */
    lateP99Ms: late[Math.floor(0.99 * late.length)] ?? 0,
    /** How far the wall clock went from the steady one. */
    clockDriftMs: Math.abs(clocks() - before),
  };
}

/** The standard deviation of times as a share of their mean. */
export function spreadOf(times: readonly number[]): number {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / Math.max(1, times.length - 1);
  return mean === 0 ? 0 : Math.sqrt(variance) / mean;
}

/** Does the same amount of work each time, about a millisecond. @returns how long it took, in ms */
function work(): number {
  const started = performance.now();
  let state = 1;
  for (let i = 0; i < 400_000; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  const ended = performance.now();
  // Used, so that it is not optimised away.
  return state === 0 ? 0 : ended - started;
}

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
