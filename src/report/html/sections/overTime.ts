import type { TimelinePoint } from '../../../result/timeline.ts';
import { latencyOf, latencyQuantileUs } from '../../../result/timelineLatency.ts';
import { joinPoints, secondsPerPoint } from '../../chartData/timeColumns.ts';
import { countText, latencyText, rateText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { figure, section, table } from '../parts.ts';

const mostRows = 60;

/** Throughput, active respondents, errors and latency over time. */
export function overTimeSection(points: readonly TimelinePoint[]): Html {
  if (points.length === 0)
    return section('time', 'Over time', null, html`<p class="empty">Nothing happened that could be drawn.</p>`);
  const perPoint = secondsPerPoint(points);
  const arrived = points.some((p) => p.arrivals > 0);
  return section(
    'time',
    'Over time',
    html`Drag over any chart to look closer at that time; double-click to see all again. The charts move together.${
      perPoint > 1 && ` Each point joins ${perPoint} seconds.`
    }`,
    html`<div class="charts">
${figure('throughput', arrived ? 'Arrivals and requests a second' : 'Requests a second', countsTable(points))}
${points.some((p) => p.active > 0) && figure('active', 'Respondents active at once', activeTable(points))}
${
  points.some(troubled)
    ? figure('errors', 'Errors, violations, drops and rejections a second', errorsTable(points))
    : nothing('Errors, violations, drops and rejections a second', 'There were none, in any second.')
}
${
  points.some((p) => p.max > 0)
    ? figure('heat', heatCaption, latencyTable(points))
    : nothing(heatCaption, 'No latency was measured.')
}
</div>`,
  );
}

const heatCaption = 'Experienced latency: how many requests took how long, with the median, 95th and 99th percentile';

function troubled(p: TimelinePoint): boolean {
  return p.errors + p.throttled + p.dropped + p.expectedRejections + p.violations > 0;
}

/** In place of a chart that would show an empty field. */
function nothing(caption: string, words: string): Html {
  return html`<figure><figcaption>${caption}</figcaption><p class="empty">${words}</p></figure>`;
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
      const latency = latencyOf(group.points);
      const at = (share: number): string => latencyText(Math.min(max, latencyQuantileUs(latency, share)));
      return [group.label, at(0.5), at(0.95), at(0.99), latencyText(max)];
    }),
  );
}
