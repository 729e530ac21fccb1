import { csvText } from './answers/answerRule.ts';
import type { Profile } from './profile.ts';
import type { Problem } from './profileProblem.ts';
import { longestSeconds, mostArrivalsPerSecond } from './schema/block.ts';

/** How many arrived when: counts of equal spans of time, from the first that anybody arrived in to the last. */
interface Traffic {
  readonly spanSeconds: number;
  readonly counts: readonly number[];
}

/** The longest time that a file may cover, and the most stages that are made of it: a day and more by the minute. */
const longestDays = 31;
const mostStages = 2000;
/** Spans of time that people know, s: what stages are made of, in the time of the file. */
const spans = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

/**
 * A profile whose `load.arrivals` names a file, with the stages that replay it in place of those that it spells; any other
 * as it is. Arrivals a second are those of the file times `scale`; `speed` shortens its time, and leaves its rates alone.
 *
 * @param cwd folder that a relative path starts from
 * @returns what is wrong with the file, with its line
 */
export function replaying(profile: Profile, cwd: string): Profile | Problem {
  const { load } = profile;
  if (load.model !== 'open' || typeof load.arrivals === 'string') return profile;
  const { file, scale, speed } = load.arrivals;
  const problem = (message: string): Problem => ({ path: ['load', 'arrivals', 'file'], message });
  const text = csvText(file, cwd);
  if (typeof text !== 'string') return problem(text.problem);
  const traffic = trafficOf(text);
  if (typeof traffic === 'string') return problem(`names ${file}, ${traffic}`);
  const { spanSeconds, counts } = coarser(traffic, speed);
  const stages: { durationSeconds: number; arrivalsPerSecond: number; ramp: 'step' }[] = [];
  for (const count of counts) {
    const arrivalsPerSecond = (count / spanSeconds) * scale;
    const durationSeconds = spanSeconds / speed;
    const last = stages.at(-1);
    if (last?.arrivalsPerSecond === arrivalsPerSecond) last.durationSeconds += durationSeconds;
    else stages.push({ durationSeconds, arrivalsPerSecond, ramp: 'step' });
  }
  const peak = Math.max(...stages.map((stage) => stage.arrivalsPerSecond));
  if (peak > mostArrivalsPerSecond)
    return problem(
      `names ${file}, whose peak is ${Math.round(peak)} arrivals a second; at most ${mostArrivalsPerSecond}`,
    );
  if ((counts.length * spanSeconds) / speed > longestSeconds)
    return problem(`names ${file}, which would take more than a week: raise load.arrivals.speed`);
  return Object.freeze({ ...profile, load: Object.freeze({ ...load, stages: Object.freeze(stages) }) });
}

/** Spans that are no shorter than a second of the replay, and no more than are drawn and sent. */
function coarser({ spanSeconds, counts }: Traffic, speed: number): Traffic {
  const seconds = counts.length * spanSeconds;
  const wide = spans.find((span) => span >= spanSeconds && span >= speed && seconds / span <= mostStages) ?? 3600;
  const each = wide / spanSeconds;
  const summed = new Array<number>(Math.ceil(counts.length / each)).fill(0);
  counts.forEach((count, at) => {
    const to = Math.floor(at / each);
    summed[to] = (summed[to] ?? 0) + count;
  });
  return { spanSeconds: wide, counts: summed };
}

/** Reads instants, a line each, or minutes with their counts, below a head line; what is wrong, in words, else. */
function trafficOf(text: string): Traffic | string {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = head.split(',').map((name) => name.trim().toLowerCase());
  const counted = columns.length === 2;
  if (columns.join() !== (counted ? 'minute,arrivals' : 'instant'))
    return 'line 1: the head line is "instant", or "minute,arrivals"';
  const spanSeconds = counted ? 60 : 1;
  const bySpan = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const wrong = (words: string): string => `line ${at + 2}: ${words}`;
    const [when = '', spelt, ...more] = line.split(',').map((cell) => cell.trim());
    const instantMs = instantOf(when);
    if (instantMs === null)
      return wrong('no instant, as 2026-11-23T09:00:00Z or seconds since 1970; without a zone it is UTC');
    if (more.length > 0 || (spelt === undefined) === counted)
      return wrong(`${columns.length} columns, as the head has`);
    if (counted && !/^\d{1,9}$/.test(spelt ?? '')) return wrong('no count of arrivals');
    const span = Math.floor(instantMs / 1000 / spanSeconds);
    bySpan.set(span, (bySpan.get(span) ?? 0) + (counted ? Number(spelt) : 1));
  }
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [span, count] of bySpan) {
    if (count > 0) [first, last] = [Math.min(first, span), Math.max(last, span)];
  }
  if (first > last) return 'in which nobody arrives';
  const days = ((last - first) * spanSeconds) / 86_400;
  if (days > longestDays) return `which covers ${Math.ceil(days)} days; at most ${longestDays}`;
  return {
    spanSeconds,
    counts: Array.from({ length: last - first + 1 }, (_, at) => bySpan.get(first + at) ?? 0),
  };
}

const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** Reads an instant as ISO 8601 has it (without a zone in UTC), or seconds or milliseconds since 1970; ms, null for none. */
export function instantOf(text: string): number | null {
  if (/^\d{1,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const [, day, time, zone = 'Z'] = iso.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const spelt = zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2');
  const instantMs = Date.parse(`${day}T${time.replace(',', '.')}${spelt}`);
  return Number.isNaN(instantMs) ? null : instantMs;
}
