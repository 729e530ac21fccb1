import type { TimelinePoint } from '../../../result/timeline.ts';
import { latencyOf, latencyQuantileUs } from '../../../result/timelineLatency.ts';
import { overTimeCharts } from '../../charts/overTime.ts';
import { timeChartHtml } from '../../charts/timeChartHtml.ts';
import { type Group, groupsOf, wholeView } from '../../charts/timeColumns.ts';
import type { TimeData } from '../../pageData.ts';
import { countText, latencyText, rateText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { figure, section, table } from '../parts.ts';

const mostRows = 60;
/** The pictures that are in the page itself, for readers without scripts and for paper. */
const stillWidth = 720;
const stillColumns = 180;

/** The run over time: one column of charts on one time axis, each with its table. */
export function overTimeSection(data: TimeData): Html {
  const { points, schedule } = data;
  if (points.length === 0)
    return section('time', 'Over time', null, html`<p class="empty">Nothing happened that could be drawn.</p>`);
  const { charts, frame } = overTimeCharts(data, wholeView(data, stillColumns));
  return section(
    'time',
    'Over time',
    schedule !== null &&
      html`Shaded: the warm-up, which is in these charts but in no latency, rate or threshold of the run, and the drain, in
which nobody new arrives. Dotted lines: where stages meet.`,
    html`<div class="over-time" data-over-time>${toolbar()}${charts.map((chart) =>
      figure(chart.id, chart.caption, timeChartHtml(chart, frame, stillWidth), valuesOf(chart.id, data)),
    )}</div>`,
  );
}

/** Zooming by buttons; by mouse, touch and keys it works on the charts themselves. */
export function toolbar(): Html {
  const button = (does: string, label: string, text: string): Html =>
    html`<button type="button" class="quiet" data-zoom="${does}" aria-label="${label}">${text}</button>`;
  return html`<div class="zoom" role="toolbar" aria-label="Time and endpoint shown" hidden>
<label>Endpoint <select data-endpoints><option value="">all</option></select></label>
${button('in', 'Look closer', '+')}${button('out', 'Look from further away', '−')}${button('earlier', 'Earlier', '←')}${button('later', 'Later', '→')}${button('all', 'All of the run', 'All')}
<span class="muted" role="status" data-time-shown></span><span class="muted hint">Drag over a chart to zoom in; double-click shows all.</span></div>`;
}

function valuesOf(id: string, data: TimeData): Html | null {
  const make = tables[id];
  return make === undefined ? null : make(groupsOf(data, wholeView(data, mostRows)));
}

const tables: Readonly<Record<string, (groups: readonly Group[]) => Html>> = {
  load: (groups) =>
    table(
      'Arrivals',
      ['#Second', '#Arrivals a second', '#Dropped', '#Completed'],
      groups.map((group) => [
        timeOf(group),
        rateText(sum(group, (p) => p.arrivals) / group.seconds),
        countText(sum(group, (p) => p.dropped)),
        countText(sum(group, (p) => p.completed)),
      ]),
    ),
  requests: (groups) =>
    table(
      'Requests',
      ['#Second', '#Requests a second'],
      groups.map((group) => [timeOf(group), rateText(sum(group, (p) => p.requests) / group.seconds)]),
    ),
  heat: (groups) =>
    table(
      'Experienced latency',
      ['#Second', '#p50', '#p95', '#p99', '#Longest'],
      groups.map((group) => {
        const max = Math.max(0, ...group.points.map((p) => p.max));
        const latency = latencyOf(group.points);
        const at = (share: number): string => latencyText(Math.min(max, latencyQuantileUs(latency, share)));
        return [timeOf(group), at(0.5), at(0.95), at(0.99), latencyText(max)];
      }),
    ),
  errors: (groups) => countsTable('Errors', groups, [['#Errors', (p) => p.errors]]),
  rejections: (groups) =>
    countsTable('Rejections', groups, [
      ['#Expected rejections', (p) => p.expectedRejections],
      ['#Throttled', (p) => p.throttled],
    ]),
  'violations-over-time': (groups) => countsTable('Violations', groups, [['#Violations', (p) => p.violations]]),
  active: (groups) =>
    table(
      'Active respondents',
      ['#Second', '#Most active'],
      groups.map((group) => [timeOf(group), countText(Math.max(0, ...group.points.map((p) => p.active)))]),
    ),
  'generator-over-time': (groups) =>
    table(
      'Generator',
      ['#Second', '#Busy', '#Late'],
      groups.map((group) => {
        const known = group.points.map(({ generator }) => generator).filter((generator) => generator !== undefined);
        const worst = (of: 'busyPercent' | 'latenessMs'): number => Math.max(0, ...known.map((each) => each[of]));
        return [timeOf(group), `${Math.round(worst('busyPercent'))} %`, latencyText(1000 * worst('latenessMs'))];
      }),
    ),
};

type Column = readonly [heading: string, pick: (point: TimelinePoint) => number];

function countsTable(caption: string, groups: readonly Group[], columns: readonly Column[]): Html {
  return table(
    caption,
    ['#Second', ...columns.map(([heading]) => heading)],
    groups.map((group) => [timeOf(group), ...columns.map(([, pick]) => countText(sum(group, pick)))]),
  );
}

function timeOf({ second, seconds }: Group): string {
  return seconds === 1 ? String(second) : `${second}–${second + seconds - 1}`;
}

function sum({ points }: Group, pick: (point: TimelinePoint) => number): number {
  return points.reduce((total, point) => total + pick(point), 0);
}
