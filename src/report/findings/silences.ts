import type { RunResult } from '../../result/runResult.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import type { TimeData } from '../charts/timeData.ts';
import { countText, durationText, latencyText } from '../quantities.ts';
import { medianOf, type StandsOut, whileArriving } from './finding.ts';

/** Seconds in which nothing came back although respondents were there. */
export interface Silence {
  readonly fromSecond: number;
  readonly toSecond: number;
}

/** As many requests must be missing before silence is no chance. */
const fewestMissing = 8;

/** Of the requests that respondents usually send, fewer than this share is silence. */
const silentShare = 0.05;

/** A request that waited for this share of a stretch shows that the service was asked. */
const waitedShare = 0.5;

/**
 * Stretches with next to no answer while respondents arrive, where as many as were there usually send several requests,
 * and where requests waited: respondents who think are no silence of the service.
 */
export function silencesOf({ points, intervalSeconds }: Pick<TimeData, 'points' | 'intervalSeconds'>): Silence[] {
  const usual = requestsPerRespondent(points);
  const silences: Silence[] = [];
  let silent: TimelinePoint[] = [];
  const close = (): void => {
    const missing = silent.reduce((sum, { active }) => sum + active * usual, 0);
    const [first, last] = [silent[0], silent.at(-1)];
    if (missing >= fewestMissing && first !== undefined && last !== undefined) {
      const silence = { fromSecond: first.second, toSecond: last.second + intervalSeconds };
      if (someWaited(points, silence)) silences.push(silence);
    }
    silent = [];
  };
  for (const point of whileArriving(points)) {
    if (point.active > 0 && point.requests <= silentShare * usual * point.active) silent.push(point);
    else close();
  }
  close();
  return silences;
}

/**
 * Whether a request waited for the service through the stretch, by what ended in it or right after it, without what the
 * generator was late; to the end of the run nobody knows.
 */
function someWaited(points: readonly TimelinePoint[], { fromSecond, toSecond }: Silence): boolean {
  const ended = points.filter(({ second }) => second >= fromSecond && second <= toSecond);
  const isLast = !points.some(({ second, requests }) => second >= toSecond && requests > 0);
  const lateMs = Math.max(...ended.map(({ generator }) => generator?.latenessMs ?? 0));
  const leastUs = waitedShare * (toSecond - fromSecond) * 1e6 + 1000 * lateMs;
  return isLast || ended.some(({ max, errors }) => errors > 0 || max >= leastUs);
}

/** The median of how many requests a respondent sends in the time of a point. */
function requestsPerRespondent(points: readonly TimelinePoint[]): number {
  const answered = points.filter(({ active, requests }) => active > 0 && requests > 0);
  return medianOf(answered.map(({ active, requests }) => requests / active));
}

const mostNamed = 3;

/**
 * Seconds in which the whole service answered next to nothing, though respondents were there, as the charts hatch them: the
 * longest with how long it lasted, in words; and the first of them by length, as they are told. None of runs that send no
 * steady load, nor those in which canvass itself stood still.
 */
export function silencesIn({ kind, timeline, reasonCodes = [] }: RunResult) {
  const away = reasonCodes.flatMap((reason) => (reason.code === 'generator-away' ? [reason] : []));
  const isOwn = ({ fromSecond, toSecond }: Silence): boolean =>
    away.some(({ atSecond, seconds }) => fromSecond <= atSecond + seconds && toSecond >= atSecond);
  const length = ({ fromSecond, toSecond }: Silence): number => toSecond - fromSecond;
  const [longest, ...others] = (kind === 'load' ? silencesOf(timeline) : [])
    .filter((silence) => !isOwn(silence))
    .toSorted((a, b) => length(b) - length(a))
    .map((silence) => ({ ...silence, lasted: lastedText(timeline, silence) }));
  if (longest === undefined) return { longest: null, told: [] };
  const told = [longest, ...others]
    .slice(0, mostNamed)
    .toSorted((a, b) => a.fromSecond - b.fromSecond)
    .map(({ fromSecond, toSecond, lasted }): StandsOut => {
      const silent = timeline.points.filter(({ second }) => second >= fromSecond && second < toSecond);
      const active = Math.max(...silent.map((point) => point.active));
      return {
        text: `Silence: for ${lasted} around second ${countText(fromSecond)}, the service answered ${answered(silent)}, with ${countText(active)} respondents active.`,
        moment: { fromSecond: Math.max(0, fromSecond - 3), toSecond: toSecond + 4 },
      };
    });
  return { longest, told };
}

/** Whole seconds without an answer are less than what those who waited saw: their requests ended in the second after it. */
function lastedText({ points }: RunResult['timeline'], { fromSecond, toSecond }: Silence): string {
  const waitedUs = points.find(({ second }) => second === toSecond)?.max ?? 0;
  const wholeUs = (toSecond - fromSecond) * 1e6;
  return waitedUs >= wholeUs ? latencyText(waitedUs) : durationText(toSecond - fromSecond);
}

function answered(points: readonly TimelinePoint[]): string {
  const requests = points.reduce((sum, point) => sum + point.requests, 0);
  return requests === 0 ? 'nothing' : `${countText(requests)} requests`;
}
