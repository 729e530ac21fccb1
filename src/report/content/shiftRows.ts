import { percentileName, shiftText } from '../compare/comparisonWords.ts';
import type { PercentileShift } from '../compare/latencyShifts.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import { latencyText } from '../quantities.ts';
import type { Cell, Tone } from './content.ts';

/** How a verdict on speed is coloured. */
export const shiftTones: Readonly<Record<ShiftVerdict, Tone>> = {
  SLOWER: 'bad',
  FASTER: 'good',
  SAME: 'good',
  "CAN'T TELL": 'quiet',
};

/** A scale is as wide as the widest interval, within these shares of 1. */
const narrowestScale = 0.12;
const widestScale = 0.5;

type ShownShift = Pick<
  PercentileShift,
  'endpoint' | 'share' | 'baselineUs' | 'candidateUs' | 'shift' | 'low' | 'high' | 'verdict'
>;

/**
 * Rows of a table of shifts: endpoint, percentile, both sides, the shift with its interval, and the verdict.
 *
 * @param minimumEffect what does not matter, a share of 1: the band of the scale
 */
export function shiftRows<Shift extends ShownShift>(
  shifts: readonly Shift[],
  minimumEffect: number,
  verdictWords: (shift: Shift) => string,
): Cell[][] {
  const widest = scaleOf(shifts);
  return shifts.map((shift) => [
    { text: shift.endpoint, as: 'code' },
    percentileName(shift.share),
    latencyText(shift.baselineUs),
    latencyText(shift.candidateUs),
    shiftText(shift.shift),
    {
      text: `${shiftText(shift.low)} to ${shiftText(shift.high)}`,
      interval: {
        low: shift.low,
        at: shift.shift,
        high: shift.high,
        band: minimumEffect,
        widest,
        tone: shiftTones[shift.verdict],
      },
    },
    { text: verdictWords(shift), tone: shiftTones[shift.verdict] },
  ]);
}

/** How far the scale of intervals goes, a share of 1. */
function scaleOf(shifts: readonly ShownShift[]): number {
  const reaches = shifts.map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high)));
  return Math.max(narrowestScale, ...reaches.map((reach) => Math.min(widestScale, reach)));
}
