import { emptyHistogram, highestLatencyUs, recordLatency, summaryOf } from '../../result/histogram.ts';
import type { AuditResult } from '../../result/runResult.ts';
import type { AuditBooks } from './auditBooks.ts';
import type { AuditOptions } from './auditOptions.ts';
import type { SurveyReading } from './auditSurvey.ts';
import { type Censored, fittedMasses } from './censoredDelays.ts';

/**
 * How long after its completion a record is visible. A record is seen at a look and was not at the one before: its delay
 * lies between. Percentiles are those of the distribution that fits all completions best, each mass at the upper end of
 * where it may lie.
 */
export function visibilityOf(
  books: AuditBooks,
  readings: readonly SurveyReading[],
  { seenLive }: AuditOptions,
): NonNullable<AuditResult['visibility']> {
  const { ledger, firstSeenMs } = books;
  const delays: Censored[] = [];
  const absentMs = new Map(readings.flatMap((reading) => [...reading.absentMs]));
  for (let row = 0; row < ledger.count; row++) {
    const seenMs = firstSeenMs[row] ?? Number.NaN;
    const { indeterminate, nameless } = ledger.entry(row);
    if (Number.isNaN(seenMs) || indeterminate || nameless) continue;
    const completedMs = ledger.completedAtMs(row);
    const live = seenLive.get(ledger.tokenOf(row));
    const above = (live?.absentMs ?? absentMs.get(row) ?? completedMs) - completedMs;
    const upTo = (live?.seenMs ?? seenMs) - completedMs;
    delays.push({ aboveMs: Math.max(0, above), upToMs: Math.max(0, upTo) });
  }
  const histogram = emptyHistogram();
  for (const { upToMs, count } of fittedMasses(delays)) {
    recordLatency(histogram, Math.min(highestLatencyUs, upToMs * 1000), count);
  }
  return {
    after: summaryOf(histogram),
    looks: Math.max(0, ...readings.map(({ looks }) => looks)),
    waitedSeconds: Math.max(0, ...readings.map(({ waitedMs }) => waitedMs)) / 1000,
  };
}
