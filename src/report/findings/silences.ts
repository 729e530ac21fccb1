import type { RunResult } from '../../result/runResult.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import { countText, durationText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';
import { medianOf, whileArriving } from './seconds.ts';

/** Below this share of the usual requests a second is silent. */
const silentShare = 0.05;
/** Fewer requests a second than this come in clusters of their own. */
const leastUsual = 5;
const mostNamed = 3;

/** Seconds in which the whole service answered next to nothing, though respondents were there. */
export function silences({ timeline }: RunResult): StandsOut[] {
  const points = whileArriving(timeline.points);
  const usual = medianOf(points.map(({ requests }) => requests));
  if (usual < leastUsual) return [];
  const found = runsOf(points, ({ requests, active }) => active > 0 && requests < usual * silentShare);
  const named = found.toSorted((a, b) => b.length - a.length).slice(0, mostNamed);
  return named
    .toSorted((a, b) => (a[0]?.second ?? 0) - (b[0]?.second ?? 0))
    .map((silent) => {
      const from = silent[0]?.second ?? 0;
      const active = Math.max(...silent.map((point) => point.active));
      return {
        text: `Silence: for ${durationText(silent.length)} from second ${countText(from)} on, the service answered ${answered(silent)}, with ${countText(active)} respondents active.`,
        moment: { fromSecond: Math.max(0, from - 3), toSecond: from + silent.length + 4 },
      };
    });
}

function answered(points: readonly TimelinePoint[]): string {
  const requests = points.reduce((sum, point) => sum + point.requests, 0);
  return requests === 0 ? 'nothing' : `${countText(requests)} requests`;
}

/** Neighbouring points for which `holds`. */
function runsOf(points: readonly TimelinePoint[], holds: (point: TimelinePoint) => boolean): TimelinePoint[][] {
  const runs: TimelinePoint[][] = [];
  points.forEach((point, i) => {
    if (!holds(point)) return;
    const before = points[i - 1];
    if (before !== undefined && holds(before)) runs.at(-1)?.push(point);
    else runs.push([point]);
  });
  return runs;
}
