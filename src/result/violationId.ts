import { type Came, cameName, commonOf } from './symptom.ts';
import { addCounts, type Counts, countIn } from './tally/counts.ts';
import { totals } from './tally/laws.ts';
import type { Violation } from './verdict.ts';

/** Any id of a violation: `MOVE-RESUME-01:3fa94c2e`, with what came in its place `MOVE-RESUME-01:3fa94c2e:first-page`. */
const form = /^([^:]+:[0-9a-f]{8}):([a-z0-9-]+)$/;

/** @param start the id without what came; @param came from the most exact word to the most general */
export function idOf(start: string, came: Came | undefined): string {
  return came?.[0] === undefined ? start : `${start}:${came[0]}`;
}

/** An id without what came: the same for all violations that are counted as one. */
export function startOf(id: string): string {
  return form.exec(id)?.[1] ?? id;
}

/** Every id that names a violation: a more general word covers it too. */
export function namesOf({ id, symptom }: Pick<Violation, 'id' | 'symptom'>): readonly string[] {
  const start = startOf(id);
  return symptom?.came === undefined ? [id] : [start, ...symptom.came.map((word) => `${start}:${word}`)];
}

/**
 * A violation with further occurrences of it: it is what is said of all.
 *
 * @param came how often each came, by its name @param surveys how often in which survey
 */
export function withOccurrences(
  seen: Violation,
  count: number,
  came: Readonly<Counts> | undefined,
  surveys: Readonly<Counts> = {},
): Violation {
  const inSurveys = totals.add({ ...seen.surveys }, surveys);
  const known = {
    ...seen,
    count: seen.count + count,
    ...(Object.keys(inSurveys).length === 0 ? {} : { surveys: inSurveys }),
  };
  const before = seen.symptom?.came;
  if (before === undefined || came === undefined) return known;
  const cameTimes = timesOf(seen);
  addCounts(cameTimes, came);
  const common = commonOf(cameTimes);
  const id = idOf(startOf(known.id), common);
  return { ...known, id, symptom: { ...known.symptom, came: common, cameTimes } };
}

/** How often each came, by its name; one occurrence alone does not say it. */
export function timesOf({ count, symptom: { came, cameTimes } = {} }: Violation): Counts {
  if (count === 0 || came === undefined) return {};
  return cameTimes === undefined ? { [cameName(came)]: count } : { ...cameTimes };
}

/** So rarely two series of occurrences differ that much by chance. */
const hardlyEver = 0.01;

/**
 * Whether two violations are one defect: the same but for what came, and there no more different than chance makes two
 * series of occurrences. One time the first page and one time the page before may be one defect, which shows now this and
 * now that; five times each are two. What came now and then may come alone, as often as chance lets it.
 */
export function isSameDefect(before: Violation, after: Violation): boolean {
  if (startOf(before.id) !== startOf(after.id)) return false;
  if (before.id === after.id) return !showsMore(before, after);
  if (namesOf(after).includes(before.id)) return before.symptom?.cameTimes === undefined || mayComeAlone(before, after);
  const others = otherTimes(before, after);
  const share = before.count / (before.count + others);
  return share ** before.count * (1 - share) ** others > hardlyEver;
}

/** How many occurrences were of another kind than those before: of what came now this, now that, one at least. */
function otherTimes(before: Violation, after: Violation): number {
  if (!namesOf(before).includes(after.id)) return after.count;
  return after.symptom?.cameTimes === undefined ? 1 : Math.max(1, after.count - commonTimes(before, after));
}

/** What came ten times as often as before, or not at all before, is no other mixture of the same. */
const muchMore = 10;

/** Whether something came of a defect, many times, that hardly ever came of it before. */
function showsMore(before: Violation, after: Violation): boolean {
  const times = timesOf(before);
  return Object.entries(timesOf(after)).some(([name, count]) => {
    const share = (countIn(times, name) + 1) / (before.count + 2);
    return count / after.count > muchMore * share && share ** count < hardlyEver;
  });
}

/** Whether what came of one violation may be what came of another now and then. */
function mayComeAlone(before: Violation, alone: Violation): boolean {
  return ((commonTimes(alone, before) + 1) / (before.count + 2)) ** alone.count > hardlyEver;
}

/** How often came of one what came of another. */
function commonTimes(one: Violation, other: Violation): number {
  const times = timesOf(other);
  return Object.keys(timesOf(one)).reduce((sum, name) => sum + countIn(times, name), 0);
}
