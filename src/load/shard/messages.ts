import type { ToolErrorCode } from '../../errors.ts';

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
export type FromShard<Second, Outcome> =
  | { readonly kind: 'ready' }
  /** The first half of the second under way. */
  | { readonly kind: 'half'; readonly second: Second }
  /** The rest of a second of which a half was told, or the whole. */
  | { readonly kind: 'second'; readonly second: Second }
  | { readonly kind: 'finished'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly code: ToolErrorCode | null; readonly message: string };
