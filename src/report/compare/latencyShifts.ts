import { createHash } from 'node:crypto';
import type { RunResult } from '../../result/runResult.ts';
import { type DrawnPercentile, drawnPercentiles } from './blockBootstrap.ts';
import { secondsOf } from './seconds.ts';
import { type CompareOptions, judgeShift, type RunShift } from './shift.ts';

/** Percentiles that are compared, as shares of 1. */
export const comparedShares = [0.5, 0.95, 0.99] as const;

/** A percentile above which fewer requests than this lie is not compared: it would be the luck of a few. */
export const fewestAbove = 20;

/** What a shift is of. */
export interface PercentileOf {
  readonly endpoint: string;
  readonly share: number;
  /** Of each side, µs; means over its runs. */
  readonly baseUs: number;
  readonly candidateUs: number;
}

export interface PercentileShift extends PercentileOf, RunShift {}

/** The shift of each endpoint's percentiles, judged together; endpoints that both sides called, in their order. */
export function latencyShifts(
  baseline: readonly RunResult[],
  candidate: readonly RunResult[],
  options: CompareOptions,
): PercentileShift[] {
  const names = [...new Set(baseline.flatMap((run) => run.endpoints.map(({ endpoint }) => endpoint)))];
  const comparable = names.flatMap((endpoint) => {
    const sides = [measured(baseline, endpoint), measured(candidate, endpoint)] as const;
    if (sides.some((side) => side.length === 0)) return [];
    return comparedShares.flatMap((share, i) => {
      const [before, after] = sides.map((side) => side.filter(({ requests }) => requests * (1 - share) >= fewestAbove));
      if (!before?.length || !after?.length) return [];
      return [{ endpoint, share, before: percentilesAt(before, i), after: percentilesAt(after, i) }];
    });
  });
  return comparable.map(({ endpoint, share, before, after }) => ({
    endpoint,
    share,
    baseUs: meanUs(before),
    candidateUs: meanUs(after),
    ...judgeShift(before, after, comparable.length, options),
  }));
}

type Measured = ReturnType<typeof measured>[number];

function measured(runs: readonly RunResult[], endpoint: string) {
  return runs.flatMap((run) => {
    const seconds = secondsOf(run, endpoint);
    if (seconds === null) return [];
    const random = seededRandom(`${run.run.id} ${endpoint}`);
    return [{ requests: seconds.requests, percentiles: drawnPercentiles([seconds], comparedShares, random) }];
  });
}

function percentilesAt(side: readonly Measured[], i: number): DrawnPercentile[] {
  return side.map(({ percentiles }) => percentiles[i]).filter((percentile) => percentile !== undefined);
}

function meanUs(runs: readonly DrawnPercentile[]): number {
  return Math.exp(runs.reduce((sum, run) => sum + run.log, 0) / runs.length);
}

/** Uniform numbers that follow from a text: the same results give the same verdict, every time. */
export function seededRandom(text: string): () => number {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
