import type { AuditResult } from '../../result/runResult.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import type { AuditOptions } from './auditOptions.ts';
import type { AuditStore } from './auditStore.ts';
import type { SurveyReading } from './surveyReading.ts';

/** How long after its completion a record is visible. */
export function visibilityOf(
  store: AuditStore,
  { looks, waitedMs }: SurveyReading,
  { seenLive }: AuditOptions,
): NonNullable<AuditResult['visibility']> {
  const seen = store.rows(`SELECT token, at, seen_at AS seenAt, absent_at AS absentAt FROM completion
    WHERE seen_at IS NOT NULL AND NOT indeterminate AND NOT nameless`);
  const delays = seen.map(({ token, at, seenAt, absentAt }): SeenDelay => {
    const live = seenLive.get(String(token));
    const [absentMs, seenMs] = [live?.absentMs ?? Number(absentAt ?? at), live?.seenMs ?? Number(seenAt)];
    return { wasMissing: absentMs > Number(at), withinMs: Math.max(0, seenMs - Number(at)) };
  });
  const after = new LatencyCounts();
  for (const withinMs of visibleWithinMs(delays)) after.record(withinMs * 1000);
  return { after: after.summary(), looks, waitedSeconds: waitedMs / 1000 };
}

/** A record that was there at a look, so long after its completion. */
export interface SeenDelay {
  /** Whether it was missing at a look before, after its completion. */
  readonly wasMissing: boolean;
  readonly withinMs: number;
}

/**
 * The delay of each record, ms. One that was never missing says no more than how late it was looked for: it is taken to
 * be as quick as the quickest of those, so that a store that shows everything at once is not called slow.
 */
export function visibleWithinMs(delays: readonly SeenDelay[]): number[] {
  const quickestMs = delays.reduce(
    (least, { wasMissing, withinMs }) => (wasMissing ? least : Math.min(least, withinMs)),
    Number.POSITIVE_INFINITY,
  );
  return delays.map(({ wasMissing, withinMs }) => (wasMissing ? withinMs : quickestMs));
}
