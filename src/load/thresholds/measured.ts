import type { AuditResult, Coverage, GeneratorHealth } from '../../result/runResult.ts';
import type { Tally } from '../../result/tally/tally.ts';

/** What a threshold can be judged by: a run so far, or a window of it. What is not known yet is `null`. */
export interface Measured {
  readonly tally: Tally;
  readonly generator: GeneratorHealth | null;
  readonly coverage: Readonly<Record<string, Coverage>> | null;
  readonly audit: AuditResult | null;
}
