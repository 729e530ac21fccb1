import Type from 'typebox';
import {
  type GeneratorHealth,
  type RunResult,
  RunResult as RunResultSchema,
  type ThresholdResult,
} from './runResult.ts';
import type { TimelinePoint } from './timeline.ts';
import type { Violation } from './verdict.ts';

/** Requests of one endpoint so far; percentiles are of experienced latency, µs. */
export interface EndpointProgress {
  readonly endpoint: string;
  readonly requests: number;
  readonly errors: number;
  readonly expectedRejections: number;
  readonly p50Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
}

/** The machines of a run: those that are there still, of so many. */
export interface FleetProgress {
  readonly present: number;
  readonly wanted: number;
}

/**
 * How a run stands while it goes on: what the terminal and the live page show. Cheap to make once a second: counters
 * and a few percentiles, no encoded histograms.
 */
export interface RunProgress {
  readonly run: { readonly id: string; readonly profile: string; readonly seed: number; readonly startedAt: string };
  readonly target: RunResult['target'];
  /** As it is run, secrets taken out. */
  readonly profile: RunResult['profile'];
  readonly elapsedSeconds: number;
  readonly plannedSeconds: number;
  /** What the run does now, in a word or two: warming up, running, draining. */
  readonly phase: string;
  readonly active: number;
  readonly respondents: RunResult['respondents'];
  readonly endpoints: readonly EndpointProgress[];
  /** Moves of the table of moves so far, by move id. */
  readonly moves: Readonly<Record<string, number>>;
  readonly checks: number;
  /** Distinct violations so far, with their counts. */
  readonly violations: readonly Violation[];
  readonly thresholds: readonly ThresholdResult[];
  readonly generator: GeneratorHealth;
  /** Of a run on many machines. */
  readonly fleet?: FleetProgress | null;
  /** The newest whole second; null before the first. */
  readonly point: TimelinePoint | null;
}

/** What a run is, known before its first request. */
export const RunMeta = Type.Object({
  run: Type.Pick(RunResultSchema.properties.run, ['id', 'profile', 'seed', 'startedAt', 'command', 'set']),
  target: RunResultSchema.properties.target,
  tool: RunResultSchema.properties.tool,
  /** The resolved profile, secrets redacted. */
  profile: Type.Unknown(),
  workers: Type.Integer(),
  plannedSeconds: Type.Number(),
});
export type RunMeta = Type.Static<typeof RunMeta>;
