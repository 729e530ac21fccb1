import type { ToolErrorCode } from '../../errors.ts';
import type { LedgerColumns } from '../../respondent/audit/completionLedger.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';

/** What a run tells its threads. */
export type ToShard =
  | {
      readonly kind: 'begin';
      /** Milliseconds since the epoch with fractions, `performance.timeOrigin + performance.now()`: every thread has it. */
      readonly startEpochMs: number;
    }
  | { readonly kind: 'rate'; readonly arrivalsPerSecond: number; readonly fromMs: number }
  | { readonly kind: 'stop'; readonly graceMs: number };

/** What a thread tells its run. */
export type FromShard =
  | { readonly kind: 'ready' }
  /** The first half of the second under way. */
  | { readonly kind: 'half'; readonly delta: SecondDelta }
  /** The rest of a second of which a half was told, or the whole. */
  | { readonly kind: 'second'; readonly delta: SecondDelta }
  | {
      readonly kind: 'finished';
      readonly completions: LedgerColumns | null;
      readonly created: RunResult['created'];
    }
  | { readonly kind: 'failed'; readonly code: ToolErrorCode | null; readonly message: string };
