import { answerTypes, keyForms } from '../../src/contract/keyForms.ts';
import { statusNames } from '../../src/contract/statuses.ts';
import { moves, movesFromPages } from '../../src/contract/tableOfMoves.ts';
import { problemsOf } from '../../src/judging/problems/problems.ts';
import type { Coverage, RunResult } from '../../src/result/runResult.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { sampleTraffic, type TrafficOptions } from './sampleTraffic.ts';
import { sampleClauses, sampleObservations, sampleViolations } from './sampleVerdicts.ts';

/** What differs between samples; the rest follows from the seed. */
export interface SampleOptions extends Partial<TrafficOptions> {
  readonly seed?: number;
  readonly violations?: number;
  readonly verdict?: RunResult['verdict'];
  readonly reasons?: readonly string[];
  readonly startedAt?: string;
}

/** A made-up result of a load run that looks like a real one. The same options give the same result. */
export function sampleResult(options: SampleOptions = {}): RunResult {
  const seed = options.seed ?? 20_261_121;
  const {
    seconds = 120,
    arrivalsPerSecond = 20,
    medianUs = 42_000,
    errorShare = 0.0002,
    breaksAtSecond = null,
    moodDeviation = 0.08,
    stallShare = 0.01,
  } = options;
  const rates = { seconds, arrivalsPerSecond, medianUs, errorShare };
  const traffic: TrafficOptions = { ...rates, breaksAtSecond, moodDeviation, stallShare };
  const { points, endpoints } = sampleTraffic(seed, traffic);
  const violations = sampleViolations(options.violations ?? 0);
  const failing = new Map<string, string[]>();
  const seen = new Map<string, number>();
  for (const { clause, id, count } of violations) {
    failing.set(clause, [...(failing.get(clause) ?? []), id]);
    seen.set(clause, (seen.get(clause) ?? 0) + count);
  }
  const idle = endpoints.length === 0;
  const started = points.reduce((sum, p) => sum + p.arrivals, 0);
  const completed = Math.min(Math.round(started * 0.91), Math.max(0, started - 12));
  const begin = Date.parse(options.startedAt ?? '2026-11-21T07:10:00.000Z');
  const share = (part: number): number => Math.round(started * part);
  const requests = endpoints.reduce((sum, e) => sum + e.requests, 0);
  const coverage = (names: readonly string[], weight: (i: number) => number): Coverage => {
    const items = Object.fromEntries(names.map((name, i) => [name, idle ? 0 : Math.round(weight(i))]));
    return { exercised: Object.values(items).filter((n) => n > 0).length, total: names.length, items };
  };
  const clauses = sampleClauses(failing, seen, idle);
  const moveShares = [0.16, 0.62, 0.04, 0.14, 0.03, 0.06, 0.005, 0.001];
  return {
    schema: 'canvass.result/1',
    kind: 'load',
    verdict: options.verdict ?? 'PASS',
    reasons: [...(options.reasons ?? [])],
    run: {
      id: `${new Date(begin).toISOString().replace(/[:.]/g, '-')}-ci-regression`,
      profile: 'ci-regression',
      seed,
      startedAt: new Date(begin).toISOString(),
      endedAt: new Date(begin + traffic.seconds * 1000).toISOString(),
      durationSeconds: traffic.seconds,
      interrupted: false,
    },
    target: { baseUrl: 'http://127.0.0.1:8080', datacenter: 'local', release: 'ALPHA', session: 'cookie' },
    tool: { version: '0.1.0', node: 'v26.10.0', platform: 'linux x64', cpus: 8 },
    profile: {
      name: 'ci-regression',
      target: { baseUrl: 'http://127.0.0.1:8080', release: 'ALPHA', apiKeys: ['(redacted)'] },
      load: { model: 'open', stages: [{ durationSeconds: traffic.seconds, arrivalsPerSecond: 20 }] },
    },
    respondents: {
      started,
      completed,
      abandoned: share(0.03),
      stopped: Math.min(started, 12),
      failed: violations.length > 0 ? share(0.01) : 0,
      peak: Math.max(0, ...points.map((p) => p.active)),
      byStatus: idle ? {} : { survey_complete: completed, quota_full: share(0.02), survey_closed: share(0.01) },
    },
    surveys: idle ? {} : { 1001: { completed, abandoned: share(0.03) }, 1003: { abandoned: 0 } },
    endpoints,
    clauses,
    violations,
    problems: problemsOf(violations),
    observations: idle ? [] : sampleObservations(),
    thresholds: [
      {
        expression: 'violations == 0',
        value: violations.reduce((sum, { count }) => sum + count, 0),
        limit: 0,
        passed: violations.length === 0,
        windowSeconds: null,
        dimension: 'count',
      },
      {
        expression: 'endpoint(submit-page).latency.p99 < 200ms',
        value: endpoints.find((e) => e.endpoint === 'submit-page')?.latency.experienced.p99 ?? null,
        limit: 200_000,
        passed: (endpoints.find((e) => e.endpoint === 'submit-page')?.latency.experienced.p99 ?? 1e9) < 200_000,
        windowSeconds: null,
        dimension: 'time',
      },
    ],
    coverage: {
      clauses: {
        exercised: clauses.filter((c) => c.checked > 0).length,
        total: clauses.length,
        items: Object.fromEntries(clauses.map((c) => [c.id, c.checked])),
      },
      transitions: coverage(Object.keys(moves), (i) => requests * (moveShares[i] ?? 0)),
      transitionsByPage: coverage(movesFromPages, (i) => requests / (i + 3)),
      statuses: coverage(statusNames, (i) => requests / (1 + i * i * 3)),
      keyForms: coverage(Object.keys(keyForms), (i) => requests / (i + 2)),
      answerTypes: coverage(answerTypes, (i) => Math.max(0, 900 - i * 90)),
      errors: coverage(['1000', '1002', '1010', '1013', '1026', '1040'], (i) => (i < 4 ? 60 - i * 14 : 0)),
    },
    generator: {
      workers: 2,
      cpuPercent: idle ? 1 : 34,
      eventLoopDelayP99Ms: 2.1,
      startLatenessP99Ms: 0.4,
      droppedArrivals: points.reduce((sum, p) => sum + p.dropped, 0),
      saturated: false,
      garbageCollectionMs: 91,
      longestCollectionMs: 6.4,
      socketsPeak: 64,
      peakMemoryMiB: 142,
      advice: [],
      watch: {
        seconds: 2 * traffic.seconds,
        busySeconds: 0,
        lateSeconds: 0,
        startLateness: new LatencyCounts().summary(),
        eventLoopDelay: new LatencyCounts().summary(),
        absences: [],
      },
    },
    capacity: [],
    audit: idle
      ? null
      : {
          completed,
          stored: completed,
          lost: 0,
          duplicated: 0,
          altered: 0,
          unread: 0,
          foreign: 0,
          indeterminate: 2,
          unseen: [],
          examples: [],
        },
    created: [],
    timeline: { intervalSeconds: 1, points },
  };
}

export function failingResult(): RunResult {
  return sampleResult({
    verdict: 'FAIL',
    violations: 4,
    breaksAtSecond: 70,
    reasons: [
      '4 violations of documented clauses, first: PREVIOUS-SELECTED-01',
      'threshold missed: endpoint(submit-page).latency.p99 < 200ms',
    ],
  });
}

/** The generator, not the service, was the limit: such a run proves nothing. */
export function invalidResult(): RunResult {
  const result = sampleResult({
    verdict: 'INVALID',
    breaksAtSecond: 40,
    reasons: [
      'the generator was saturated: event-loop delay 214 ms at p99, CPU 97 %',
      '71 of 2300 arrivals were dropped, 3.1 % where 0 % is allowed',
    ],
  });
  return {
    ...result,
    generator: {
      ...result.generator,
      cpuPercent: 97,
      eventLoopDelayP99Ms: 214,
      startLatenessP99Ms: 388,
      saturated: true,
      advice: ['Use more workers, or a second machine: both cores were busy 97 % of the time.'],
    },
  };
}

/** 10,000 seconds and 500 violations. */
export function hugeResult(): RunResult {
  return sampleResult({
    verdict: 'FAIL',
    seconds: 4000,
    arrivalsPerSecond: 4,
    violations: 200,
    breaksAtSecond: 2800,
    reasons: ['200 violations of documented clauses, first: PREVIOUS-SELECTED-01'],
  });
}

/** A run against a target that was not there. */
export function emptyResult(): RunResult {
  const result = sampleResult({
    verdict: 'INVALID',
    seconds: 0,
    reasons: ['http://127.0.0.1:8080 refused every connection', 'no check was executed'],
  });
  return { ...result, run: { ...result.run, durationSeconds: 0.2 } };
}

/** Two datacenters, one limited by the service and one by the generator. */
export function capacityResult(): RunResult {
  const base = sampleResult({ seconds: 90 });
  const point = (offeredPerSecond: number, p99: number, stage: string) => ({
    offeredPerSecond,
    startedPerSecond: offeredPerSecond,
    completedPerSecond: p99 > 500_000 ? offeredPerSecond * 0.8 : offeredPerSecond * 0.99,
    active: Math.round(offeredPerSecond * 9),
    seconds: 15,
    p50: p99 / 6,
    p95: p99 / 2,
    p99,
    errorRate: p99 > 500_000 ? 0.02 : 0.0001,
    throttledRate: 0,
    withinSlo: p99 < 500_000,
    stage,
    reason: p99 < 500_000 ? 'within the SLO' : 'latency.p99 < 500ms missed',
  });
  return {
    ...base,
    kind: 'capacity',
    capacity: [
      {
        datacenter: 'eu',
        sustainablePerSecond: { low: 148, best: 156, high: 163 },
        confidence: 0.95,
        limitedBy: 'service',
        reasons: ['at 163 arrivals a second p99 was 812 ms, over 500 ms, in both confirmations'],
        atOnce: 1404,
        slo: ['latency.p99 < 500ms', 'errors.rate < 0.5%'],
        fit: {
          lambda: 0.116,
          sigma: 0.0004,
          kappa: 1.1e-8,
          residual: 0.02,
          reading: 'contention dominates: 0.04 % of the work is serial',
          kneePerSecond: 171,
        },
        points: [
          point(10, 90_000, 'climb'),
          point(40, 96_000, 'climb'),
          point(160, 480_000, 'climb'),
          point(320, 2_400_000, 'climb'),
          point(200, 1_300_000, 'bisect'),
          point(163, 812_000, 'bisect'),
          point(156, 430_000, 'confirm'),
        ],
        plan: {
          peakPerSecond: 120,
          headroom: 0.2,
          enough: true,
          marginPerSecond: 12,
          reading: 'the expected peak of 120 a second with 20 % headroom is carried, with 12 a second to spare',
        },
      },
      {
        datacenter: 'us',
        sustainablePerSecond: { low: 300, best: 320, high: 320 },
        confidence: 0.95,
        limitedBy: 'generator',
        reasons: ['at least 320: the generator was the limit, not the service'],
        atOnce: 2880,
        slo: ['latency.p99 < 500ms', 'errors.rate < 0.5%'],
        fit: null,
        points: [point(10, 80_000, 'climb'), point(160, 90_000, 'climb'), point(320, 120_000, 'climb')],
        plan: null,
      },
    ],
  };
}
