import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** How steady a machine was while it did the same work again and again. */
export interface Steadiness {
  /** How much the same work took longer or shorter from one moment to another: standard deviation, a share of its mean. */
  readonly spread: number;
  /** A timer of 5 ms came late by this much, in 99 of 100 cases at most. */
  readonly lateP99Ms: number;
  /** How far the wall clock went from the steady one. */
  readonly clockDriftMs: number;
}

const blocks = 20;
const kernelsInBlock = 40;
const timersInBlock = 6;
const timerMs = 5;

/** Looks at this machine for about two seconds. */
export async function measureSteadiness(): Promise<Steadiness> {
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
    spread: spreadOf(blockMs),
    lateP99Ms: late[Math.floor(0.99 * late.length)] ?? 0,
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
