import { percentileName, shiftText } from '../compare/comparisonWords.ts';
import type { PercentileShift } from '../compare/latencyShifts.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import { latencyText, shareText } from '../quantities.ts';
import { type Table, type Tone, tableOf } from './content.ts';

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
 * A table of shifts: endpoint, percentile, both sides, the shift with its interval, and the verdict.
 *
 * @param side what the side is called that the candidate is set against
 * @param minimumEffect what does not matter, a share of 1: the band of the scale
 * @param toTell what it would take where it cannot be told
 */
export function tableOfShifts<Shift extends ShownShift>(
  { note, ...about }: Required<Pick<Table, 'title' | 'note' | 'empty'>>,
  side: string,
  shifts: readonly Shift[],
  minimumEffect: number,
  toTell: (shift: Shift) => string | undefined,
): Table {
  const widest = scaleOf(shifts);
  const toRead = `The line is the interval in which the shift lies; the shaded band is what does not matter, ±${shareText(minimumEffect)}.`;
  return tableOf({ id: 'latency', menu: 'Latency', ...about, note: `${note} ${toRead}` }, shifts, [
    ['Endpoint', ({ endpoint }) => ({ text: endpoint, as: 'code' })],
    ['Percentile', ({ share }) => percentileName(share)],
    [`#${side}`, ({ baselineUs }) => latencyText(baselineUs)],
    ['#Candidate', ({ candidateUs }) => latencyText(candidateUs)],
    ['#Shift', ({ shift }) => shiftText(shift)],
    [
      '#Interval',
      ({ low, shift: at, high, verdict }) => ({
        text: `${shiftText(low)} to ${shiftText(high)}`,
        interval: { low, at, high, band: minimumEffect, widest, tone: shiftTones[verdict] },
      }),
    ],
    [
      'Verdict',
      (shift) => {
        const note = toTell(shift);
        return { text: shift.verdict, tone: shiftTones[shift.verdict], ...(note === undefined ? {} : { note }) };
      },
    ],
  ]);
}

function scaleOf(shifts: readonly ShownShift[]): number {
  const reaches = shifts.map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high)));
  return Math.max(narrowestScale, ...reaches.map((reach) => Math.min(widestScale, reach)));
}
