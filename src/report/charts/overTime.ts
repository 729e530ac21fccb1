import { silencesOf } from '../findings/silences.ts';
import { countText, latencyText, rateText } from '../quantities.ts';
import { heatMap } from './heatMap.ts';
import { errorKinds, type TimeColumns, type TimeView, timeColumns } from './timeColumns.ts';
import type { LimitLine, Schedule, TimeData } from './timeData.ts';
import type { Limit, Series, TimeChart, TimeFrame } from './timePlot.ts';

const errorNames = {
  serverError: ['Server errors', 'bad'],
  clientError: ['Client errors', 'c2'],
  timeout: ['Time-outs', 'c3'],
  connection: ['Broken connections', 'c4'],
  malformed: ['Malformed answers', 'ink'],
  other: ['Errors', 'bad'],
} as const;

/** The charts over time of a view, from top to bottom, with the frame that they share. */
export function overTimeCharts(data: TimeData, view: TimeView): { charts: TimeChart[]; frame: TimeFrame } {
  const columns = timeColumns(data, view);
  const { schedule } = data;
  const { endpoint = null } = view;
  const { fromSecond, toSecond, seconds, secondsPerColumn } = columns;
  const limits = data.limits.filter((limit) => limit.endpoint === endpoint);
  const charts = chartRows(columns, limits, schedule?.model, endpoint)
    .filter(({ isMet }) => isMet !== false)
    .map(({ isMet, ...row }) => ({ ...plain, ...row }));
  return { charts, frame: { fromSecond, toSecond, seconds, secondsPerColumn, schedule, silences: silencesOf(data) } };
}

const plain = { limits: [], heat: null, planned: false, named: false, empty: null, unit: 'count' } as const;

type ChartRow = Omit<TimeChart, keyof typeof plain> & Partial<TimeChart> & { readonly isMet?: boolean };

/** A generator that is this late is worth a look: latencies of such seconds are its own as much as the service's. */
const noticeableMs = 20;

/** All charts; `isMet` says whether there is anything to draw. Of one endpoint alone nobody counts violations. */
function chartRows(
  columns: TimeColumns,
  limits: readonly LimitLine[],
  model: Schedule['model'] | undefined,
  endpoint: string | null,
): ChartRow[] {
  const { arrivals, dropped, completed, requests, errors, expectedRejections, throttled, violations } = columns;
  const { active, busyPercent, latenessMs, p50, p95, p99, max } = columns;
  const of = endpoint === null ? '' : ` of ${endpoint}`;
  const heat = heatMap(columns.buckets);
  const kinds = errorKinds.filter((kind) => some(errors[kind]));
  const isLate = (ms: number): boolean => latenessMs.some((value) => value !== null && value >= ms);
  return [
    {
      id: 'load',
      // Probes send requests that belong to no arrival: then there is no load to draw.
      isMet: model === 'open' || some(arrivals),
      caption: `Load: arrivals a second${model === 'open' ? ', planned and real' : ''}`,
      height: 150,
      planned: model === 'open',
      named: true,
      series: [
        series('Arrivals a second', 'c1', 'area', arrivals),
        ...metOf(series('Dropped', 'bad', 'bars', dropped)),
        series('Completed', '', 'none', completed),
      ],
    },
    {
      id: 'requests',
      caption: `Requests a second${of}`,
      height: 130,
      series: [series('Requests a second', 'c1', 'area', requests)],
    },
    {
      id: 'heat',
      caption: `Experienced latency${of}: how many requests took how long`,
      height: 280,
      named: true,
      unit: 'latency',
      heat,
      empty: heat === null ? 'No latency was measured.' : null,
      series: [
        series('Median', 'ink', 'line', p50, latencyText),
        series('95th percentile', 'c2', 'line', p95, latencyText),
        series('99th percentile', 'bad', 'line', p99, latencyText),
        ...metOf(series('Longest', '', 'none', max, latencyText)),
      ],
      limits: limitsOf(limits, 'latency', (limit) => limit),
    },
    {
      id: 'errors',
      caption: `Errors a second by kind${of}`,
      height: 130,
      empty: kinds.length === 0 ? 'There were none, in any second.' : null,
      series: kinds.map((kind) => series(errorNames[kind][0], errorNames[kind][1], 'bars', errors[kind])),
      limits: limitsOf(limits, 'errors', (limit) => requests.map((rate) => rate * limit)),
    },
    {
      // What canvass provoked itself, and what a rate limiter turned away: no errors.
      id: 'rejections',
      isMet: some(expectedRejections) || some(throttled),
      caption: `Rejections that are no errors, a second${of}`,
      height: 100,
      series: [
        ...metOf(series('Expected rejections', 'muted', 'bars', expectedRejections)),
        ...metOf(series('Throttled', 'c3', 'bars', throttled)),
      ],
    },
    {
      id: 'violations-over-time',
      isMet: endpoint === null && some(violations),
      caption: 'Violations of the document a second',
      height: 100,
      series: [series('Violations a second', 'c4', 'bars', violations)],
    },
    {
      id: 'active',
      isMet: some(active),
      caption: `Respondents active at once${model === 'closed' ? ', planned and real' : ''}`,
      height: 130,
      planned: model === 'closed',
      series: [series('Active', 'c1', 'area', active, countText)],
    },
    {
      // Whether canvass itself kept up; above 90 % of a core it measures itself.
      id: 'generator-over-time',
      isMet: busyPercent.some((value) => value !== null),
      caption: 'Generator: how busy its busiest thread was',
      height: 110,
      unit: 'percent',
      series: [
        series('Busy', 'c1', 'area', busyPercent.map(atMost100), (value) => `${Math.round(value)} %`),
        series('Late', '', 'none', latenessMs, msText),
      ],
      limits: [
        limit(
          'limit of 90 %',
          busyPercent.some((value) => value !== null && value >= 90),
          90,
        ),
      ],
    },
    {
      id: 'lateness-over-time',
      isMet: isLate(noticeableMs),
      caption: 'Generator: how late it was',
      height: 110,
      unit: 'ms',
      series: [series('Late, 99th percentile', 'c2', 'area', latenessMs, msText)],
      limits: [limit('limit of 50 ms', isLate(50), 50)],
    },
  ];
}

function series(
  label: string,
  tone: string,
  shape: Series['shape'],
  values: Series['values'],
  text: Series['text'] = rateText,
): Series {
  return { label, tone, shape, values, text };
}

/** A series, where it has anything to show. */
function metOf(one: Series): Series[] {
  return some(one.values) ? [one] : [];
}

function some(values: Series['values']): boolean {
  return values.some((value) => value !== null && value > 0);
}

function limitsOf(limits: readonly LimitLine[], of: LimitLine['of'], at: (limit: number) => Limit['at']): Limit[] {
  return limits
    .filter((each) => each.of === of)
    .map(({ expression, standing, limit }) => ({ text: expression, standing, at: at(limit) }));
}

function limit(text: string, isMissed: boolean, at: number): Limit {
  return { text, standing: isMissed ? 'missed' : 'met', at };
}

function atMost100(percent: number | null): number | null {
  return percent === null ? null : Math.min(100, percent);
}

function msText(ms: number): string {
  return latencyText(1000 * ms);
}
