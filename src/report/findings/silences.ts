import type { RunResult } from '../../result/runResult.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import { silencesOf } from '../chartData/silences.ts';
import { countText, durationText, latencyText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

const mostNamed = 3;

/** Seconds in which the whole service answered next to nothing, though respondents were there: as the charts hatch them. */
export function silences({ timeline }: RunResult): StandsOut[] {
  const length = ({ fromSecond, toSecond }: { fromSecond: number; toSecond: number }): number => toSecond - fromSecond;
  const named = silencesOf(timeline)
    .toSorted((a, b) => length(b) - length(a))
    .slice(0, mostNamed);
  return named
    .toSorted((a, b) => a.fromSecond - b.fromSecond)
    .map(({ fromSecond, toSecond }) => {
      const silent = timeline.points.filter(({ second }) => second >= fromSecond && second < toSecond);
      // Requests that waited ended in the second after it.
      const waited = timeline.points.find(({ second }) => second === toSecond)?.max ?? 0;
      const wholeUs = (toSecond - fromSecond) * 1e6;
      // Whole seconds without an answer are less than what those who waited saw.
      const lasted = waited >= wholeUs ? latencyText(waited) : durationText(toSecond - fromSecond);
      const active = Math.max(...silent.map((point) => point.active));
      return {
        text: `Silence: for ${lasted} around second ${countText(fromSecond)}, the service answered ${answered(silent)}, with ${countText(active)} respondents active.`,
        moment: { fromSecond: Math.max(0, fromSecond - 3), toSecond: toSecond + 4 },
      };
    });
}

function answered(points: readonly TimelinePoint[]): string {
  const requests = points.reduce((sum, point) => sum + point.requests, 0);
  return requests === 0 ? 'nothing' : `${countText(requests)} requests`;
}
