import type { RunProgress } from '../../src/result/progress.ts';
import type { RunResult } from '../../src/result/runResult.ts';

/** How the run of `result` stood after `second` seconds. */
export function sampleProgress(result: RunResult, second: number): RunProgress {
  const point = result.timeline.points[second] ?? null;
  const share = (second + 1) / Math.max(1, result.timeline.points.length);
  return {
    run: result.run,
    target: result.target,
    profile: result.profile,
    elapsedSeconds: second + 1,
    plannedSeconds: result.run.durationSeconds,
    phase: 'running',
    active: point?.active ?? 0,
    respondents: { ...result.respondents, completed: Math.round(result.respondents.completed * share) },
    endpoints: result.endpoints.map((e) => ({
      endpoint: e.endpoint,
      requests: Math.round(e.requests * share),
      errors: Math.round((e.outcomes.serverError + e.outcomes.timeout) * share),
      expectedRejections: Math.round(e.outcomes.expectedRejection * share),
      p50Us: e.latency.experienced.p50,
      p95Us: e.latency.experienced.p95,
      p99Us: e.latency.experienced.p99,
    })),
    moves: result.coverage.transitions.items,
    checks: result.clauses.reduce((sum, clause) => sum + clause.checked, 0),
    violations: result.violations.slice(0, Math.floor(result.violations.length * share)),
    thresholds: result.thresholds,
    generator: result.generator,
    point,
  };
}
