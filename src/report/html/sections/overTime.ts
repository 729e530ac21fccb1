import type { TimelinePoint } from '../../../result/timeline.ts';
import { joinedPercentile, joinPoints, secondsPerPoint } from '../../chartData/timeColumns.ts';
import { countText, latencyText, rateText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { figure, section, table } from '../parts.ts';

const mostRows = 60;

/** Throughput, active respondents, errors and latency over time. */
export function overTimeSection(points: readonly TimelinePoint[]): Html {
  if (points.length === 0)
    return section('time', 'Over time', null, html`<p class="empty">Nothing happened that could be drawn.</p>`);
  const perPoint = secondsPerPoint(points);
  return section(
    'time',
    'Over time',
    html`Drag over any chart to look closer at that time; double-click to see all again. The charts move together.${
      perPoint > 1 && ` Each point joins ${perPoint} seconds.`
    }`,
    html`<div class="charts">
${figure('throughput', 'Arrivals and requests a second', countsTable(points))}
${figure('active', 'Respondents active at once', activeTable(points))}
${figure('errors', 'Errors, violations, drops and rejections a second', errorsTable(points))}
${figure('heat', 'Experienced latency: how many requests took how long, with the median, 95th and 99th percentile', latencyTable(points))}
</div>`,
  );
}

interface Group {
  readonly label: string;
  readonly points: readonly TimelinePoint[];
  readonly seconds: number;
}

function groups(points: readonly TimelinePoint[]): Group[] {
  return joinPoints(points, mostRows).map(({ second, seconds, points: group }) => ({
    label: seconds === 1 ? String(second) : `${second}–${second + seconds - 1}`,
    points: group,
    seconds,
  }));
}

function sum(group: Group, pick: (p: TimelinePoint) => number): number {
  return group.points.reduce((total, point) => total + pick(point), 0);
}

function countsTable(points: readonly TimelinePoint[]): Html {
  return table(
    'Arrivals and requests',
    ['#Second', '#Arrivals a second', '#Requests a second', '#Completed'],
    groups(points).map((group) => [
      group.label,
      rateText(sum(group, (p) => p.arrivals) / group.seconds),
      rateText(sum(group, (p) => p.requests) / group.seconds),
      countText(sum(group, (p) => p.completed)),
    ]),
  );
}

function activeTable(points: readonly TimelinePoint[]): Html {
  return table(
    'Active respondents',
    ['#Second', '#Most active'],
    groups(points).map((group) => [group.label, countText(Math.max(0, ...group.points.map((p) => p.active)))]),
  );
}

function errorsTable(points: readonly TimelinePoint[]): Html {
  return table(
    'Errors',
    ['#Second', '#Errors', '#Throttled', '#Dropped arrivals', '#Expected rejections', '#Violations'],
    groups(points).map((group) => [
      group.label,
      ...(['errors', 'throttled', 'dropped', 'expectedRejections', 'violations'] as const).map((name) =>
        countText(sum(group, (p) => p[name])),
      ),
    ]),
  );
}

function latencyTable(points: readonly TimelinePoint[]): Html {
  return table(
    'Experienced latency',
    ['#Second', '#p50', '#p95', '#p99', '#Longest'],
    groups(points).map((group) => {
      const max = Math.max(0, ...group.points.map((p) => p.max));
      const at = (share: number): string => latencyText(Math.min(max, joinedPercentile(group.points, share)));
      return [group.label, at(0.5), at(0.95), at(0.99), latencyText(max)];
    }),
  );
}
