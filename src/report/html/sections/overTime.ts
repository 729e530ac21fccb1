import type { TimelinePoint } from '../../../result/timeline.ts';
import { latencyOf, latencyQuantileUs } from '../../../result/timelineLatency.ts';
import { overTimeCharts } from '../../charts/overTime.ts';
import { timeChartHtml } from '../../charts/timeChartHtml.ts';
import { type Group, groupsOf, wholeView } from '../../charts/timeColumns.ts';
import type { Column } from '../../content/content.ts';
import type { TimeData } from '../../pageData.ts';
import { countText, latencyText, rateText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { figure, section, tableBy } from '../parts.ts';

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
which nobody new arrives. Dotted lines: where stages meet.${schedule.stretches.length > 1 && ' Solid lines: where the next run begins; what was between two runs is left out.'}`,
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
  const found = tables[id];
  if (found === undefined) return null;
  const [caption, columns] = found;
  return tableBy(caption, groupsOf(data, wholeView(data, mostRows)), [['#Second', timeOf], ...columns]);
}

type TimeColumn = Column<Group, string>;

const tables: Readonly<Record<string, readonly [caption: string, columns: readonly TimeColumn[]]>> = {
  load: [
    'Arrivals',
    [
      rate('#Arrivals a second', (p) => p.arrivals),
      count('#Dropped', (p) => p.dropped),
      count('#Completed', (p) => p.completed),
    ],
  ],
  requests: ['Requests', [rate('#Requests a second', (p) => p.requests)]],
  heat: [
    'Experienced latency',
    [
      quantile('#p50', 0.5),
      quantile('#p95', 0.95),
      quantile('#p99', 0.99),
      ['#Longest', (group) => latencyText(most(group, (p) => p.max))],
    ],
  ],
  errors: ['Errors', [count('#Errors', (p) => p.errors)]],
  rejections: [
    'Rejections',
    [count('#Expected rejections', (p) => p.expectedRejections), count('#Throttled', (p) => p.throttled)],
  ],
  'violations-over-time': ['Violations', [count('#Violations', (p) => p.violations)]],
  active: ['Active respondents', [['#Most active', (group) => countText(most(group, (p) => p.active))]]],
  'generator-over-time': [
    'Generator',
    [
      ['#Busy', (group) => `${Math.round(most(group, (p) => p.generator?.busyPercent ?? 0))} %`],
      ['#Late', (group) => latencyText(1000 * most(group, (p) => p.generator?.latenessMs ?? 0))],
    ],
  ],
};

type PointPick = (point: TimelinePoint) => number;

function count(heading: string, pick: PointPick): TimeColumn {
  return [heading, (group) => countText(sum(group, pick))];
}

function rate(heading: string, pick: PointPick): TimeColumn {
  return [heading, (group) => rateText(sum(group, pick) / group.seconds)];
}

function quantile(heading: string, share: number): TimeColumn {
  return [
    heading,
    (group) =>
      latencyText(
        Math.min(
          most(group, (p) => p.max),
          latencyQuantileUs(latencyOf(group.points), share),
        ),
      ),
  ];
}

function timeOf({ second, seconds }: Group): string {
  return seconds === 1 ? String(second) : `${second}–${second + seconds - 1}`;
}

function most({ points }: Group, pick: PointPick): number {
  return Math.max(0, ...points.map(pick));
}

function sum({ points }: Group, pick: PointPick): number {
  return points.reduce((total, point) => total + pick(point), 0);
}
