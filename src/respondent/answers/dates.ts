import type { Random } from '../random.ts';

/** A real day; months and days count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** `hour` is one of 24. */
export interface DateAndTime extends Day {
  readonly hour: number;
  readonly minute: number;
}

/** Dates and times at their limits: a leap day, the last day of a year, the first. */
export const sampleDates: readonly DateAndTime[] = [
  { year: 2024, month: 2, day: 29, hour: 23, minute: 45 },
  { year: 1999, month: 12, day: 31, hour: 0, minute: 59 },
  { year: 2000, month: 1, day: 1, hour: 1, minute: 0 },
];

/** Days of a month in the Gregorian calendar. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** A real day between 1940 and 2025; one in sixteen is 29 February of a leap year. */
export function drawDay(random: Random): Day {
  if (random.chance(1 / 16)) return { year: 1940 + 4 * random.below(22), month: 2, day: 29 };
  const year = random.between(1940, 2025);
  const month = random.between(1, 12);
  return { year, month, day: random.between(1, daysInMonth(year, month)) };
}

/** `YYYY-MM-DD` (service.md#keys). */
export function isoDay({ year, month, day }: Day): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
