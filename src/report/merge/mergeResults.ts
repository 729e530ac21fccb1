import { ToolError } from '../../errors.ts';
import { outcomes } from '../../result/exchange.ts';
import type { FleetResult } from '../../result/fleetResult.ts';
import { emptyHistogram, histogramOf, type LatencySummary, summaryOf } from '../../result/histogram.ts';
import type { InjectedResult } from '../../result/injected.ts';
import type { PersonaResult } from '../../result/persona.ts';
import { inWords } from '../../result/reasonWords.ts';
import { RefusalTally, type ToldRefusal, toldRefusals } from '../../result/refusal.ts';
import type { AuditResult, EndpointResult, RunResult, ThresholdResult } from '../../result/runResult.ts';
import { slowestOf } from '../../result/slowest.ts';
import { addWalks, type Counts } from '../../result/tally/counts.ts';
import { gates } from '../../result/tally/violationTally.ts';
import { addCounts, mergeTimelines } from './mergeTimelines.ts';
import { mergeClauses, mergeCoverage, mergeObservations, mergeProblems, mergeViolations } from './mergeVerdicts.ts';

/**
 * Results of shards of one run (several machines, or one after the other, of one profile) as one result. Counts are added and histograms are added
 * bucket by bucket, so percentiles are those of all requests together. Thresholds stand as each shard judged them:
 * one that any shard missed is missed.
 *
 * @throws ToolError USAGE when the results are of different profiles or kinds.
 */
export function mergeResults(results: readonly RunResult[]): RunResult {
  const [first] = results;
  if (first === undefined) throw new ToolError('USAGE', 'Name at least one result.');
  if (results.length === 1) return first;
  for (const { kind, run, tool } of results)
    if (kind !== first.kind || run.profile !== first.run.profile)
      throw new ToolError(
        'USAGE',
        `Only shards of one run can be merged: ${first.kind} ${first.run.profile} and ${kind} ${run.profile} (canvass ${tool.version}) are not. To set runs against each other, use canvass compare.`,
      );
  const { schema, kind, target, tool, profile } = first;
  const fleets = results.flatMap(({ fleet }) => fleet ?? []);
  const { violations, renamed } = mergeViolations(results);
  const starts = results.map(({ run }) => Date.parse(run.startedAt));
  const began = Math.min(...starts);
  const ended = Math.max(...results.map(({ run }) => Date.parse(run.endedAt)));
  // What one machine did after the other it did not do twice as much of.
  const together = areAtOnce(results) ? sum : most;
  const timeline = mergeTimelines(
    results.map(({ timeline }, i) => ({ timeline, laterMs: (starts[i] ?? began) - began })),
  );
  return {
    // Each member by its name: what nobody merges is left out, and is never that of one shard.
    schema,
    kind,
    ...(fleets.length === 0 ? {} : { fleet: joined(fleets) }),
    verdict: worstVerdict(results),
    ...mergeReasons(results),
    ...mergeValidity(results),
    run: {
      ...first.run,
      id: `${first.run.id}-and-${results.length - 1}-more`,
      startedAt: new Date(began).toISOString(),
      endedAt: new Date(ended).toISOString(),
      durationSeconds: (ended - began) / 1000,
      measuredSeconds:
        (ended - began) / 1000 -
        most(results, ({ run }) => run.durationSeconds - (run.measuredSeconds ?? run.durationSeconds)),
      interrupted: results.some(({ run }) => run.interrupted),
      recovered: results.some(({ run }) => run.recovered === true),
      shards: sum(results, ({ run }) => run.shards ?? 1),
    },
    target,
    tool,
    profile,
    respondents: {
      ...sums(
        results.map((r) => r.respondents),
        ['started', 'completed', 'abandoned', 'stopped', 'failed'],
      ),
      peak: Math.max(...results.map((r) => r.respondents.peak), ...timeline.points.map((point) => point.active)),
      byStatus: addCounts(results.map((r) => r.respondents.byStatus)),
    },
    ...mergeSurveys(results),
    endpoints: mergeEndpoints(results.flatMap((r) => r.endpoints)),
    clauses: mergeClauses(results, renamed),
    violations,
    problems: mergeProblems(results, violations, renamed),
    observations: mergeObservations(results),
    thresholds: mergeThresholds(results.flatMap((r) => r.thresholds)),
    coverage: {
      clauses: mergeCoverage(results.map((r) => r.coverage.clauses)),
      transitions: mergeCoverage(results.map((r) => r.coverage.transitions)),
      transitionsByPage: mergeCoverage(results.map((r) => r.coverage.transitionsByPage)),
      statuses: mergeCoverage(results.map((r) => r.coverage.statuses)),
      keyForms: mergeCoverage(results.map((r) => r.coverage.keyForms)),
      answerTypes: mergeCoverage(results.map((r) => r.coverage.answerTypes)),
      errors: mergeCoverage(results.map((r) => r.coverage.errors)),
    },
    generator: {
      workers: together(results, (r) => r.generator.workers),
      cpuPercent: most(results, (r) => r.generator.cpuPercent),
      eventLoopDelayP99Ms: most(results, (r) => r.generator.eventLoopDelayP99Ms),
      startLatenessP99Ms: most(results, (r) => r.generator.startLatenessP99Ms),
      droppedArrivals: sum(results, (r) => r.generator.droppedArrivals),
      saturated: results.some((r) => r.generator.saturated),
      garbageCollectionMs: sum(results, (r) => r.generator.garbageCollectionMs),
      socketsPeak: together(results, (r) => r.generator.socketsPeak),
      peakMemoryMiB: together(results, (r) => r.generator.peakMemoryMiB),
      advice: [...new Set(results.flatMap((r) => r.generator.advice))],
    },
    capacity: results.flatMap((r) => r.capacity),
    audit: mergeAudits(results.map((r) => r.audit).filter((audit) => audit !== null)),
    refusals: mergeRefusals(results),
    injected: mergeInjected(results.flatMap((r) => r.injected ?? [])),
    ...mergeConnections(results),
    ...mergePersonas(results.flatMap(({ personas = [] }) => personas)),
    created: results.flatMap((r) => r.created),
    timeline,
  };
}

function areAtOnce(results: readonly RunResult[]): boolean {
  const times = results.map(({ run }) => ({ start: Date.parse(run.startedAt), end: Date.parse(run.endedAt) }));
  const inOrder = times.sort((a, b) => a.start - b.start);
  return inOrder.some(({ end }, at) => end > (inOrder[at + 1]?.start ?? Number.POSITIVE_INFINITY));
}

/** The reasons of all shards, each with the id of its run; as data only where every shard has them. */
function mergeReasons(results: readonly RunResult[]): Pick<RunResult, 'reasons' | 'reasonCodes'> {
  if (results.some(({ reasonCodes }) => reasonCodes === undefined))
    return { reasons: results.flatMap(({ run, reasons }) => reasons.map((reason) => `${run.id}: ${reason}`)) };
  return inWords(results.flatMap(({ run, reasonCodes = [] }) => reasonCodes.map((each) => ({ ...each, run: run.id }))));
}

/** A judgement of all shards stands where that of each does; nothing where a shard does not say. */
function mergeValidity(results: readonly RunResult[]): Pick<RunResult, 'validity'> {
  if (results.some(({ validity }) => validity === undefined)) return {};
  const judged = (which: 'conformance' | 'performance') => ({
    valid: results.every(({ validity }) => validity?.[which].valid === true),
    reasons: results.flatMap(({ run, validity }) =>
      (validity?.[which].reasons ?? []).map((each) => ({ ...each, run: run.id })),
    ),
  });
  return { validity: { conformance: judged('conformance'), performance: judged('performance') } };
}

/** FAIL of any shard fails the run; an INVALID shard makes it INVALID unless another found a violation. */
function worstVerdict(results: readonly RunResult[]): RunResult['verdict'] {
  const verdicts = results.map(({ verdict }) => verdict);
  if (!verdicts.includes('INVALID')) return verdicts.includes('FAIL') ? 'FAIL' : 'PASS';
  const proven = results.some((r) => r.verdict === 'FAIL' && r.violations.some(gates));
  return proven ? 'FAIL' : 'INVALID';
}

function mergeSurveys(results: readonly RunResult[]): Pick<RunResult, 'surveys'> {
  const surveys: Record<string, Counts> = {};
  for (const result of results) {
    if (result.surveys === undefined) return {};
    addWalks(surveys, result.surveys);
  }
  return { surveys };
}

function mergeEndpoints(endpoints: readonly EndpointResult[]): Required<EndpointResult>[] {
  return [...Map.groupBy(endpoints, ({ endpoint }) => endpoint).values()].flatMap((shards) => {
    const [first] = shards;
    if (first === undefined) return [];
    return [
      {
        endpoint: first.endpoint,
        method: first.method,
        path: first.path,
        requests: sum(shards, (s) => s.requests),
        outcomes: sums(
          shards.map((s) => s.outcomes),
          outcomes,
        ),
        failures: addCounts(shards.map((s) => s.failures)),
        httpStatuses: addCounts(shards.map((s) => s.httpStatuses)),
        latency: {
          experienced: mergeLatency(shards.map((s) => s.latency.experienced)),
          service: mergeLatency(shards.map((s) => s.latency.service)),
          firstByte: mergeLatency(shards.map((s) => s.latency.firstByte)),
        },
        expectedRejections: mergeLatency(shards.map((s) => s.expectedRejections)),
        slowest: slowestOf(shards.map((s) => s.slowest ?? [])),
      },
    ];
  });
}

/** Histograms added; extremes and mean from the summaries, which are finer than the buckets. */
function mergeLatency(summaries: readonly LatencySummary[]): LatencySummary {
  const measured = summaries.filter(({ count }) => count > 0);
  const total = emptyHistogram();
  for (const summary of measured) total.add(histogramOf(summary));
  const merged = summaryOf(total);
  if (measured.length === 0) return merged;
  return {
    ...merged,
    min: Math.min(...measured.map(({ min }) => min)),
    mean: measured.reduce((weighted, { mean, count }) => weighted + mean * count, 0) / merged.count,
    max: Math.max(...measured.map(({ max }) => max)),
  };
}

/** Of each expression the worst: a missed one before a met one. */
function mergeThresholds(thresholds: readonly ThresholdResult[]): ThresholdResult[] {
  return [
    ...Map.groupBy(thresholds, ({ expression, windowSeconds }) => `${expression} ${windowSeconds}`).values(),
  ].flatMap((shards) => {
    const worst = shards.find(({ passed }) => !passed) ?? shards[0];
    return worst === undefined ? [] : [worst];
  });
}

function mergeRefusals(results: readonly RunResult[]): ToldRefusal[] {
  const tally = new RefusalTally();
  for (const { refusals = [] } of results) tally.add(refusals);
  return toldRefusals(tally.list());
}

function mergeInjected(injected: readonly InjectedResult[]): InjectedResult[] {
  return [...Map.groupBy(injected, ({ kind }) => kind)].map(([kind, shards]) => ({
    kind,
    requests: sum(shards, ({ requests }) => requests),
    outcomes: addCounts(shards.map(({ outcomes }) => outcomes)),
    latency: mergeLatency(shards.map(({ latency }) => latency)),
  }));
}

function mergeConnections(results: readonly RunResult[]): Pick<RunResult, 'connections'> {
  const all = results.flatMap(({ connections }) => connections ?? []);
  if (all.length === 0) return {};
  return {
    connections: {
      opened: sum(all, ({ opened }) => opened),
      connect: mergeLatency(all.map(({ connect }) => connect)),
      handshake: mergeLatency(all.map(({ handshake }) => handshake)),
    },
  };
}

function mergePersonas(all: readonly PersonaResult[]): Pick<RunResult, 'personas'> {
  if (all.length === 0) return {};
  const byName = [...Map.groupBy(all, ({ name }) => name)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    personas: byName.map(([name, parts]) => ({
      name,
      ...sums(parts, ['started', 'completed', 'abandoned', 'failed', 'ended', 'stopped', 'requests', 'errors']),
      experienced: mergeLatency(parts.map((each) => each.experienced)),
    })),
  };
}

function mergeAudits(audits: readonly AuditResult[]): AuditResult | null {
  if (audits.length === 0) return null;
  const areCounted = audits.every(({ audited }) => audited !== undefined);
  return {
    ...sums(audits, ['completed', 'stored', 'lost', 'duplicated', 'altered', 'unread', 'foreign', 'indeterminate']),
    ...(areCounted ? { audited: sum(audits, (a) => a.audited ?? 0) } : {}),
    silent: sum(audits, (a) => a.silent ?? 0),
    visibility: {
      after: mergeLatency(audits.flatMap((a) => a.visibility?.after ?? [])),
      looks: most(audits, (a) => a.visibility?.looks ?? 1),
      waitedSeconds: most(audits, (a) => a.visibility?.waitedSeconds ?? 0),
    },
    unseen: [...new Set(audits.flatMap((a) => a.unseen))],
    examples: audits.flatMap((a) => a.examples),
  };
}

function sum<T>(items: readonly T[], pick: (item: T) => number): number {
  return items.reduce((total, item) => total + pick(item), 0);
}

function sums<Name extends string>(
  items: readonly Readonly<Record<Name, number>>[],
  names: readonly Name[],
): Record<Name, number> {
  const each = names.map((name) => [name, sum(items, (item) => item[name])] as const);
  return Object.fromEntries(each) as Record<Name, number>;
}

function most<T>(items: readonly T[], pick: (item: T) => number): number {
  return Math.max(...items.map(pick));
}

function joined(fleets: readonly FleetResult[]): FleetResult {
  return {
    name: [...new Set(fleets.map(({ name }) => name))].join(', '),
    startApartMs: most(fleets, ({ startApartMs }) => startApartMs),
    workers: fleets.flatMap(({ workers }) => workers),
  };
}
