import type { AuditResult, Coverage, Dimension, GeneratorHealth } from '../../result/runResult.ts';
import type { Tally } from '../../result/tally/tally.ts';

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
  readonly argument?: { readonly known: readonly string[]; readonly any: boolean; node(argument: string): MetricNode };
}

/** A metric without names under it. */
export const leaf = (dimension: Dimension, read: Metric['read']): MetricNode => ({ metric: { dimension, read } });

/** Names under a node that may be a metric itself. */
export function branch(names: Readonly<Record<string, MetricNode>>, self?: MetricNode): MetricNode {
  return self?.metric === undefined ? { names } : { metric: self.metric, names };
}
