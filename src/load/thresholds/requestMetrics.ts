import { failures, outcomes } from '../../result/exchange.ts';
import type { AuditResult, Coverage, Dimension, GeneratorHealth } from '../../result/runResult.ts';
import { countIn, errorsIn } from '../../result/tally/counts.ts';
import type { EndpointSum } from '../../result/tally/delta.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Tolerance } from '../../result/tally/violationTally.ts';

/** The sums that metrics are read from: of a whole run, or of a window of it. */
export interface Totals
  extends Readonly<Pick<Tally, 'seconds' | 'measuredSeconds' | 'arrivals' | 'dropped' | 'active' | 'peakActive'>>,
    Pick<Tally, 'ends' | 'byStatus' | 'endpoints'> {
  readonly coverage: Pick<Tally['coverage'], 'checked' | 'failed'>;
  readonly violations: Pick<Tally['violations'], 'events' | 'distinct'>;
}

/** What a threshold can be judged by: a run so far, or a window of it. What is not known yet is `null`. */
export interface Measured {
  readonly tally: Totals;
  readonly generator: GeneratorHealth | null;
  readonly coverage: Readonly<Record<string, Coverage>> | null;
  readonly audit: AuditResult | null;
  /** Which violations the baseline tolerates: they count in no threshold. */
  readonly isTolerated: Tolerance;
}

/** One metric of a run: `read` gives `null` when nothing was measured of it. */
export interface Metric {
  readonly dimension: Dimension;
  read(measured: Measured): number | null;
}

/**
 * The names of all metrics, as a tree: a branch has names under it, a leaf is a metric, and `argument` takes a name in
 * parentheses. A node may be a metric and a branch at once (`errors`, `errors.rate`).
 */
export interface MetricNode {
  readonly metric?: Metric;
  readonly names?: Readonly<Record<string, MetricNode>>;
  /** Any other name, such as a percentile; `null` when it is none. */
  readonly other?: (name: string) => MetricNode | null;
  /** How `other` is told to people. */
  readonly otherHint?: string;
  /** `known`: the names that there are; `null` for any. */
  readonly argument?: { readonly known: readonly string[] | null; node(argument: string): MetricNode };
}

/** A metric without names under it. */
export const leaf = (dimension: Dimension, read: Metric['read']): MetricNode => ({ metric: { dimension, read } });

/** A node that takes a name in parentheses. */
export function named(known: readonly string[] | null, node: (argument: string) => MetricNode): MetricNode {
  return { argument: { known, node } };
}

/** Names under a node that may be a metric itself. */
export function branch(names: Readonly<Record<string, MetricNode>>, self?: MetricNode): MetricNode {
  return self?.metric === undefined ? { names } : { metric: self.metric, names };
}

/** The endpoints that a metric is about. */
export type Scope = (tally: Totals) => Iterable<EndpointSum>;

/** A count over endpoints with its share (`.rate`) of `ofRequests`, and its speed (`.perSecond`). */
function counted(
  scope: Scope,
  count: (endpoint: EndpointSum) => number,
  ofRequests: (endpoint: EndpointSum) => number,
): MetricNode {
  const total = (measured: Measured): number => sum(scope(measured.tally), count);
  return branch(
    {
      rate: leaf('share', (measured) => {
        const base = sum(scope(measured.tally), ofRequests);
        return base === 0 ? null : total(measured) / base;
      }),
      perSecond: perSecond(total),
    },
    leaf('count', total),
  );
}

function perSecond(total: (measured: Measured) => number): MetricNode {
  return leaf('perSecond', (measured) => {
    const { measuredSeconds } = measured.tally;
    return measuredSeconds === 0 ? null : total(measured) / measuredSeconds;
  });
}

function sum(endpoints: Iterable<EndpointSum>, count: (endpoint: EndpointSum) => number): number {
  let total = 0;
  for (const endpoint of endpoints) total += count(endpoint);
  return total;
}

const percentilePattern = /^p(\d\d)(\d*)$/;

/** The statistics of a latency series; `p999` is the 99.9th percentile. */
function latencies(scope: Scope, series: (endpoint: EndpointSum) => LatencyCounts): MetricNode {
  const statistic = (read: (counts: LatencyCounts) => number): MetricNode =>
    leaf('time', ({ tally }) => {
      const counts = merged(scope(tally), series);
      return counts.count === 0 ? null : read(counts);
    });
  return {
    names: {
      count: leaf('count', ({ tally }) => sum(scope(tally), (endpoint) => series(endpoint).count)),
      min: statistic((counts) => counts.minUs),
      mean: statistic((counts) => counts.meanUs),
      max: statistic((counts) => counts.maxUs),
    },
    other: (name) => {
      const [, whole, fraction] = percentilePattern.exec(name) ?? [];
      if (whole === undefined) return null;
      const percentile = Number(`${whole}.${fraction || '0'}`);
      return statistic((counts) => counts.percentileUs(percentile));
    },
    otherHint: 'p50, p75, p90, p95, p99, p999',
  };
}

function merged(endpoints: Iterable<EndpointSum>, series: (endpoint: EndpointSum) => LatencyCounts): LatencyCounts {
  const parts = [...endpoints].map(series);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const all = new LatencyCounts();
  for (const part of parts) all.addPairs(part.pairs());
  return all;
}

/** The metrics of requests, over the endpoints of a scope. */
export function requestMetrics(scope: Scope): Record<string, MetricNode> {
  const requests = (endpoint: EndpointSum): number => endpoint.requests;
  const rejections = (endpoint: EndpointSum): number => countIn(endpoint.outcomes, 'expectedRejection');
  // Faults that canvass injects itself stay out of rates, above and below the line.
  const unprovoked = (endpoint: EndpointSum): number => endpoint.requests - rejections(endpoint);
  const byName = (names: readonly string[], counts: (endpoint: EndpointSum) => Readonly<Record<string, number>>) =>
    Object.fromEntries(
      names.map((name) => [name, counted(scope, (endpoint) => countIn(counts(endpoint), name), unprovoked)]),
    );
  const experienced = latencies(scope, (endpoint) => endpoint.experienced);
  const kinds = {
    experienced,
    service: latencies(scope, (endpoint) => endpoint.service),
    firstByte: latencies(scope, (endpoint) => endpoint.firstByte),
  };
  const rejected = latencies(scope, (endpoint) => endpoint.rejected);
  const expectedRejections = counted(scope, rejections, requests);
  return {
    requests: branch(
      { perSecond: perSecond(({ tally }) => sum(scope(tally), requests)) },
      leaf('count', ({ tally }) => sum(scope(tally), requests)),
    ),
    errors: counted(scope, (endpoint) => errorsIn(endpoint.outcomes), unprovoked),
    throttled: counted(scope, (endpoint) => countIn(endpoint.outcomes, 'throttled'), unprovoked),
    expectedRejections: {
      ...rejected,
      ...expectedRejections,
      names: { ...rejected.names, ...expectedRejections.names },
    },
    outcomes: { names: byName(outcomes, (endpoint) => endpoint.outcomes) },
    failures: { names: byName(failures, (endpoint) => endpoint.failures) },
    httpStatuses: named(null, (status) =>
      counted(scope, (endpoint) => countIn(endpoint.httpStatuses, status), unprovoked),
    ),
    ...kinds,
    latency: { ...experienced, names: { ...experienced.names, ...kinds } },
  };
}
