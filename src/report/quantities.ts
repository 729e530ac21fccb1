import { latencyText, threeDigits } from '../result/latencyText.ts';
import type { ThresholdResult } from '../result/runResult.ts';
import type { Violation } from '../result/verdict.ts';

/** How reports write quantities: short, with a unit, never more precise than was measured. */

export { latencyText };

/** A value as `text` writes it, or a dash where too little was measured to name it. */
export function orDash(value: number | null | undefined, text: (value: number) => string = latencyText): string {
  return value === null || value === undefined ? '–' : text(value);
}

const grouped = new Intl.NumberFormat('en-GB');

/** A whole number with thin groups: `12,345`. */
export function countText(count: number): string {
  return grouped.format(Math.round(count));
}

/** Counts by name: `200 × 1,204, 503 × 3`. */
export function countsText(counts: Readonly<Record<string, number>>, word = (name: string): string => name): string {
  return Object.entries(counts)
    .map(([name, count]) => `${word(name)} × ${countText(count)}`)
    .join(', ');
}

/** A rate a second: one decimal below ten. */
export function rateText(perSecond: number): string {
  return perSecond < 10 ? String(Math.round(perSecond * 10) / 10) : countText(perSecond);
}

/** A share of 1 in percent: `0 %`, `0.02 %`, `3.1 %`, `97 %`; a share that is not 0 never reads as 0. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent === 0) return '0 %';
  if (percent < 0.01) return '< 0.01 %';
  return `${Number(percent.toPrecision(2))} %`;
}

/** `no violations`, `one violation`, `4 violations`. */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  if (count === 0) return `no ${plural}`;
  return count === 1 ? `one ${singular}` : `${countText(count)} ${plural}`;
}

/** How often something was seen, of how often it was looked for: `in 67 of 98 checks`, `in all 12 checks`. */
export function timesOfText(seen: number, of: number): string {
  if (of === 1) return 'the one time it was checked';
  if (seen === 2 && of === 2) return 'both times';
  return shareOf(seen, of, 'checks');
}

/** How much of what is alike: `in 67 of 98 cases`, `in all 12 cases`. */
export function shareOf(some: number, of: number, what: string): string {
  return some === of ? `in all ${countText(of)} ${what}` : `in ${countText(some)} of ${countText(of)} ${what}`;
}

/** In how many of the things that can break, or in as many at least: `in 15 of 15 walks`, `in 3 of 210 completions`. */
export function chancesText({ failed, of, what }: NonNullable<Violation['chances']>, isLeast = false): string {
  return `in ${isLeast && failed < of ? 'at least ' : ''}${countText(failed)} of ${countText(of)} ${of === 1 ? what.replace(/s$/, '') : what}`;
}

/** How often a violation was seen, and where: `924 times, in 15 of 15 walks`. */
export function seenText({ count, chances }: Pick<Violation, 'count' | 'chances'>): string {
  return chances === undefined ? countOf(count, 'time') : `${countOf(count, 'time')}, ${chancesText(chances)}`;
}

/** A duration: `0.2 s`, `45 s`, `2 min 5 s`, `3 h 12 min`. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 120) return `${minutes} min${whole % 60 > 0 ? ` ${whole % 60} s` : ''}`;
  return `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`;
}

/** A duration that is only estimated, to be read after "about": `40 s`, `4 minutes`, `25 minutes`, `2 hours`, `2.5 hours`. */
export function roughDurationText(seconds: number): string {
  if (seconds < 95) return `${Math.max(10, 10 * Math.round(seconds / 10))} s`;
  const minutes = seconds / 60;
  if (minutes < 30) return `${Math.round(minutes)} minutes`;
  if (minutes < 90) return `${5 * Math.round(minutes / 5)} minutes`;
  const hours = minutes / 60;
  return `${hours < 10 ? Math.round(2 * hours) / 2 : Math.round(hours)} hours`;
}

/** A moment as reports name runs: `2026-11-21 07:10`. */
export function whenText(startedAt: string): string {
  return startedAt.slice(0, 16).replace('T', ' ');
}

/** What a threshold measured, in the unit of its metric. */
export function thresholdValueText({ value, dimension }: Pick<ThresholdResult, 'value' | 'dimension'>): string {
  if (value === null) return 'not measured';
  switch (dimension) {
    case 'time':
      return latencyText(value);
    case 'share':
      return shareText(value);
    case 'perSecond':
      return `${rateText(value)} a second`;
    case 'count':
      return countText(value);
    default:
      return threeDigits(value);
  }
}
