import type { RunResult } from '../../result/runResult.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import { silencesOf } from '../chartData/silences.ts';
import { countText, durationText, latencyText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

const mostNamed = 3;

type Span = ReturnType<typeof silencesOf>[number];

/** Seconds in which the whole service answered next to nothing, though respondents were there: as the charts hatch them. */
export function silences({ timeline }: RunResult): StandsOut[] {
  return longestFirst(timeline)
    .slice(0, mostNamed)
    .toSorted((a, b) => a.fromSecond - b.fromSecond)
    .map((span) => {
      const { fromSecond, toSecond } = span;
      const silent = timeline.points.filter(({ second }) => second >= fromSecond && second < toSecond);
      const active = Math.max(...silent.map((point) => point.active));
      return {
        text: `Silence: for ${lastedText(timeline, span)} around second ${countText(fromSecond)}, the service answered ${answered(silent)}, with ${countText(active)} respondents active.`,
        moment: { fromSecond: Math.max(0, fromSecond - 3), toSecond: toSecond + 4 },
      };
    });
}

/** The longest of a load, with how long it lasted, in words; `null` without any, and of runs that send no steady load. */
export function longestSilence({ kind, timeline }: RunResult): (Span & { readonly lasted: string }) | null {
  const [longest] = kind === 'load' ? longestFirst(timeline) : [];
  return longest === undefined ? null : { ...longest, lasted: lastedText(timeline, longest) };
}

function longestFirst(timeline: RunResult['timeline']): Span[] {
  const length = ({ fromSecond, toSecond }: Span): number => toSecond - fromSecond;
  return silencesOf(timeline).toSorted((a, b) => length(b) - length(a));
}

/** Whole seconds without an answer are less than what those who waited saw: their requests ended in the second after it. */
function lastedText({ points }: RunResult['timeline'], { fromSecond, toSecond }: Span): string {
  const waitedUs = points.find(({ second }) => second === toSecond)?.max ?? 0;
  const wholeUs = (toSecond - fromSecond) * 1e6;
  return waitedUs >= wholeUs ? latencyText(waitedUs) : durationText(toSecond - fromSecond);
}

function answered(points: readonly TimelinePoint[]): string {
  const requests = points.reduce((sum, point) => sum + point.requests, 0);
  return requests === 0 ? 'nothing' : `${countText(requests)} requests`;
}
