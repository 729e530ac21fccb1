import type { AuditResult, Coverage, GeneratorHealth } from '../../result/runResult.ts';
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
