import type { PercentileOf, PercentileShift } from './latencyShifts.ts';
import type { PairedShift } from './pairedShifts.ts';
import type { Shift, ShiftVerdict } from './shift.ts';

/** The shift of a percentile, estimated from runs apart or from pairs. */
export type ComparedShift = PercentileShift | PairedShift;

/** A verdict on speed, or none: runs that send no load have no speed. */
export type SpeedVerdict = ShiftVerdict | 'NOT JUDGED';

/**
 * One verdict of many: SLOWER when any percentile of any endpoint is; else CAN'T TELL when the p95 of the busiest
 * endpoint cannot be told, or nothing could be compared; else FASTER when any is; else SAME. Endpoints with little
 * traffic are hardly ever certain, and would turn every verdict into CAN'T TELL.
 */
export function overallVerdict(shifts: readonly (PercentileOf & Shift)[], busiest: string): ShiftVerdict {
  if (shifts.some(({ verdict }) => verdict === 'SLOWER')) return 'SLOWER';
  const deciding = decidingShift(shifts, busiest);
  if (deciding === undefined || deciding.verdict === "CAN'T TELL") return "CAN'T TELL";
  return shifts.some(({ verdict }) => verdict === 'FASTER') ? 'FASTER' : 'SAME';
}

/** The p95 of the busiest endpoint. */
export function decidingShift<Of extends PercentileOf>(shifts: readonly Of[], busiest: string): Of | undefined {
  return shifts.find(({ endpoint, share }) => endpoint === busiest && share === 0.95);
}
