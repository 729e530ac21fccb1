import { ClauseTable } from '../../contract/clause.ts';
import type { Findings } from '../findings.ts';

export const datesClauses = new ClauseTable()
  .group('keys', { probes: ['date-questions'] })
  .must('KEYS-DATE-02', 'keys-date')
  .says('A question that takes the dates before and after takes those between them.')
  .broken('Some days or months of dates are never accepted')
  .why(
    'A rule of a question may be a range or name weekdays. Days after the 12th, and those of December, of two months at least, of the weekdays that are taken; the 31st of months between the 30th and the 1st, on three weekdays.',
  )
  .must('KEYS-TIME-02', 'keys-time')
  .says('A question that takes every hour of one half of the day takes one of the other.')
  .brokenBy('Times of one half of the day are refused')
  .why('`dt_ampm_<id>` is `AM` or `PM`; opening hours leave out some of the night too.')
  .must('KEYS-TIME-03', 'keys-time')
  .says('A question that takes every other hour of the day takes 12, with AM and with PM.')
  .broken('Times between 12 and 1 are never accepted')
  .why('A clock with AM and PM has no hour 0; opening hours leave out some of the night too.');

/** @param what which dates they are, in words. @param isTaken whether any of them was taken. */
export function judgeDatesBetween(findings: Findings, what: string, isTaken: boolean): void {
  findings.expect('KEYS-DATE-02', isTaken, `${what} taken`, `${what} refused, those before and after them taken`);
}

/** @param half of which the hour 12 is. @param isTaken whether it was taken; else all hours but those of 12 were. */
export function judgeTwelve(findings: Findings, half: 'AM' | 'PM', isTaken: boolean): void {
  findings.expect('KEYS-TIME-03', isTaken, `12 ${half} taken`, `12 ${half} refused, every other hour taken`);
}

/** @param half `AM` or `PM`. @param isTaken whether one of its hours was taken; else all of the other half were. */
export function judgeHalf(findings: Findings, half: 'AM' | 'PM', isTaken: boolean): void {
  const actual = `every hour with ${half} refused, every other hour taken`;
  findings.expect('KEYS-TIME-02', isTaken, `an hour with ${half} taken`, actual);
}
