import type { DateKeys } from '../../judging/reading/answerForm.ts';
import { judgeDatesBetween, judgeHalf, judgeTwelve } from '../../judging/rules/dates.ts';
import { judgeFormRefused } from '../../judging/rules/keys.ts';
import { judgeNoError } from '../../judging/rules/submitPage.ts';
import { type Day, sampleDates } from '../../respondent/answers/texts.ts';
import { isAccepted, isRefusal, type ProbeExchange } from '../drive/conversation.ts';
import { DateField } from './dateField.ts';
import type { Probe } from './probeContext.ts';

/** A date in three fields, one in a calendar, and one with a time. */
const kinds: readonly ((keys: DateKeys) => boolean)[] = [
  ({ day, hour }) => day !== null && hour === null,
  ({ calendar }) => calendar !== null,
  ({ day, hour }) => day !== null && hour !== null,
];

/** Submit-page body keys: dates that no range leaves out while it takes those before and after, and times of a day. */
export const dateQuestions: Probe = {
  id: 'date-questions',
  area: 'keys',
  async run(context) {
    await context.inEach(kinds, async (fits) => {
      const field = await DateField.find(context, fits);
      if (field === null) return;
      const taken = await field.taken();
      if (taken !== null) {
        await judgeBetween(field, 'days after the 12th', lateDays(taken));
        await judgeBetween(field, 'dates in December', decembers(taken));
        const impossible = await field.give({ ...taken, month: 2, day: 31 });
        judgeNoError(impossible.findings, impossible);
        await judgeBetween(field, 'days of the 31st', lastDays(taken), enoughLastDays);
        if (field.hasHalves) await judgeHalves(field, taken);
        await writeWithZeros(field, taken);
      } else if (field.hasTime) await tryTimes(field);
    });
  },
};

/** Dates in question, and one before and one after them. */
interface Bracket {
  readonly around: readonly [Day, Day];
  readonly between: readonly Day[];
}

/** The second half of a month; the first two are weekdays of what is around them, for a rule may want one. */
function lateDays({ year, month }: Day): readonly Bracket[] {
  return [0, -1, 1, -13, -25].map((offset) => ({
    around: [dayIn(year, month + offset, 5), dayIn(year, month + offset + 1, 5)],
    between: [19, 26, 13, 17, 22, 28].map((day) => dayIn(year, month + offset, day)),
  }));
}

function decembers({ year }: Day): readonly Bracket[] {
  return [-1, 0, -2, 1, -3].map((offset) => ({
    around: [dayIn(year + offset, 11, 5), dayIn(year + offset + 1, 1, 5)],
    between: [3, 10, 5, 9, 2, 11].map((day) => dayIn(year + offset, 12, day)),
  }));
}

/** Each on another weekday. */
function lastDays({ year }: Day): readonly Bracket[] {
  return [1, 3, 5, 7, 8].map((month) => ({
    around: [dayIn(year, month, 30), dayIn(year, month + 1, 1)],
    between: [dayIn(year, month, 31)],
  }));
}

/** @param month counted from 1; below and beyond a year it is one of another. */
function dayIn(year: number, month: number, day: number): Day {
  const first = new Date(Date.UTC(year, month - 1, 1));
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day };
}

/** Brackets of which all that is between is refused: one may be a matter of holidays. */
const enoughBrackets = 2;
/** One may be a matter of its weekday. */
const enoughLastDays = 3;

async function judgeBetween(
  field: DateField,
  what: string,
  brackets: readonly Bracket[],
  enough = enoughBrackets,
): Promise<void> {
  let refused = 0;
  for (const { around, between } of brackets) {
    let last = null;
    for (const day of between) {
      last = await field.give(day);
      if (isAccepted(last)) return judgeDatesBetween(last.findings, what, true);
      if (!isRefusal(last)) return;
    }
    const [before, after] = [await field.give(around[0]), await field.give(around[1])];
    if (last === null || !isAccepted(before) || !isAccepted(after)) continue;
    if (++refused === enough) judgeDatesBetween(last.findings, what, false);
    if (refused === enough) return;
  }
}

/** Early days of the month that is taken, and those that are taken once more in two digits. */
async function writeWithZeros(field: DateField, { year, month }: Day): Promise<void> {
  for (const number of [5, 6, 7, 8]) {
    const day = dayIn(year, month, number);
    if (isAccepted(await field.give(day))) await field.give(day, 2);
  }
}

const morning = Array.from({ length: 12 }, (_, hour) => hour);
const afternoon = morning.map((hour) => hour + 12);

/** AM and PM of one day: where one is refused and the other taken at any hour, the night too, no opening hours say so. */
async function judgeHalves(field: DateField, day: Day): Promise<void> {
  const give = (hour: number): Promise<ProbeExchange> => field.give({ ...day, hour, minute: 0 });
  const am = await firstTaken(morning, give);
  const pm = await firstTaken(afternoon, give);
  await judgeTwelves(give);
  if (am !== null) judgeHalf(am.findings, 'AM', true);
  if (pm !== null) judgeHalf(pm.findings, 'PM', true);
  // A date that is taken without a time may be taken with none.
  if (am === null && pm === null) return tryTimes(field);
  const half = am === null ? 'AM' : 'PM';
  if ((am === null || pm === null) && (await areAllTaken(half === 'AM' ? afternoon : morning, give))) {
    judgeHalf((await give(half === 'AM' ? 9 : 15)).findings, half, false);
  }
}

/** 12 AM and 12 PM, against all other hours. */
async function judgeTwelves(give: (hour: number) => Promise<ProbeExchange>): Promise<void> {
  for (const [hour, half] of [[0, 'AM'] as const, [12, 'PM'] as const]) {
    const exchange = await give(hour);
    const isTaken = !isRefusal(exchange);
    const isElsewhere =
      isTaken ||
      (await areAllTaken(
        [...morning, ...afternoon].filter((each) => each % 12 > 0),
        give,
      ));
    if (isElsewhere) judgeTwelve(exchange.findings, half, isTaken);
  }
}

async function firstTaken(
  hours: readonly number[],
  give: (hour: number) => Promise<ProbeExchange>,
): Promise<ProbeExchange | null> {
  for (const hour of hours) {
    const exchange = await give(hour);
    if (!isRefusal(exchange)) return exchange;
  }
  return null;
}

async function areAllTaken(hours: readonly number[], give: (hour: number) => Promise<ProbeExchange>): Promise<boolean> {
  for (const hour of hours) if (!isAccepted(await give(hour))) return false;
  return true;
}

/** Every hour of some days, where a question for a time was never answered. */
async function tryTimes(field: DateField): Promise<void> {
  const today = new Date();
  const days = [-30, 0, 30].map((offset) => new Date(today.getTime() + offset * 86_400_000));
  const dates = days.map((day) => dayIn(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()));
  let last = null;
  for (const day of [...dates, ...sampleDates]) {
    for (let hour = 0; hour < 24; hour++) {
      last = await field.give({ ...day, hour, minute: hour % 2 === 0 ? 0 : 30 });
      if (!isRefusal(last)) return;
    }
  }
  if (last !== null) judgeFormRefused(last.findings, 'time-hour', 1);
}
