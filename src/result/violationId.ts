import { type Came, cameName, commonOf } from './symptom.ts';
import { addCounts, type Counts, countIn } from './tally/counts.ts';
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

/** A violation with further occurrences of it: it is what is said of all. @param came how often each came, by its name */
export function withOccurrences(known: Violation, count: number, came: Readonly<Counts> | undefined): Violation {
  const before = known.symptom?.came;
  if (before === undefined || came === undefined) return { ...known, count: known.count + count };
  const cameTimes = timesOf(known);
  addCounts(cameTimes, came);
  const common = commonOf(cameTimes);
  const id = idOf(startOf(known.id), common);
  return { ...known, id, count: known.count + count, symptom: { ...known.symptom, came: common, cameTimes } };
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
  if (before.id === after.id) return true;
  if (namesOf(after).includes(before.id)) return before.symptom?.cameTimes === undefined || mayComeAlone(before, after);
  // Of what came now now this, now that, one occurrence at least was of another kind than before.
  const others = namesOf(before).includes(after.id) ? 1 : after.count;
  const share = before.count / (before.count + others);
  return share ** before.count * (1 - share) ** others > hardlyEver;
}

/** Whether what came of one violation may be what came of another now and then. */
function mayComeAlone(before: Violation, alone: Violation): boolean {
  const times = timesOf(before);
  const seen = Object.keys(timesOf(alone)).reduce((sum, name) => sum + countIn(times, name), 0);
  return ((seen + 1) / (before.count + 2)) ** alone.count > hardlyEver;
}
