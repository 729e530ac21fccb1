import { silencesOf } from '../findings/silences.ts';
import type { LimitLine, TimeData } from '../pageData.ts';
import { countText, latencyText, rateText } from '../quantities.ts';
import { heatMap } from './heatMap.ts';

import { errorKinds, type TimeColumns, type TimeView, timeColumns } from './timeColumns.ts';
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
  const { fromSecond, toSecond, endpoint } = view;
  const { seconds, secondsPerColumn } = columns;
  const limits = data.limits.filter((limit) => limit.endpoint === endpoint);
  const of = endpoint === null ? '' : ` of ${endpoint}`;
  const charts = [
    load(columns, schedule?.model === 'open'),
    requests(columns, of),
    latency(columns, limits, of),
    errors(columns, limits, of),
    provoked(columns, of),
    ...(endpoint === null ? [violations(columns)] : []),
    active(columns, schedule?.model === 'closed'),
    generator(columns),
    lateness(columns),
  ].filter((chart) => chart !== null);
  return { charts, frame: { fromSecond, toSecond, seconds, secondsPerColumn, schedule, silences: silencesOf(data) } };
}

const plain = { limits: [], heat: null, planned: false, named: false, empty: null, unit: 'count' as const };

function some(values: readonly (number | null)[]): boolean {
  return values.some((value) => value !== null && value > 0);
}

/** Probes send requests that belong to no arrival: then there is no load to draw. */
function load({ arrivals, dropped, completed }: TimeColumns, planned: boolean): TimeChart | null {
  if (!some(arrivals) && !planned) return null;
  const came: Series = { label: 'Arrivals a second', tone: 'c1', shape: 'area', values: arrivals, text: rateText };
  const lost: Series = { label: 'Dropped', tone: 'bad', shape: 'bars', values: dropped, text: rateText };
  const caption = planned ? 'Load: arrivals a second, planned and real' : 'Load: arrivals a second';
  return {
    ...plain,
    id: 'load',
    caption,
    height: 150,
    planned,
    named: true,
    series: [
      came,
      ...(some(dropped) ? [lost] : []),
      { label: 'Completed', tone: '', shape: 'none', values: completed, text: rateText },
    ],
  };
}

function requests({ requests: values }: TimeColumns, of: string): TimeChart {
  const series: Series[] = [{ label: 'Requests a second', tone: 'c1', shape: 'area', values, text: rateText }];
  return { ...plain, id: 'requests', caption: `Requests a second${of}`, height: 130, series };
}

function latency(columns: TimeColumns, limits: readonly LimitLine[], of: string): TimeChart {
  const heat = heatMap(columns.buckets);
  return {
    ...plain,
    id: 'heat',
    caption: `Experienced latency${of}: how many requests took how long`,
    height: 280,
    named: true,
    unit: 'latency',
    heat,
    empty: heat === null ? 'No latency was measured.' : null,
    series: [
      { label: 'Median', tone: 'ink', shape: 'line', values: columns.p50, text: latencyText },
      { label: '95th percentile', tone: 'c2', shape: 'line', values: columns.p95, text: latencyText },
      { label: '99th percentile', tone: 'bad', shape: 'line', values: columns.p99, text: latencyText },
      ...(some(columns.max)
        ? [{ label: 'Longest', tone: '', shape: 'none', values: columns.max, text: latencyText } as const]
        : []),
    ],
    limits: limits
      .filter((limit) => limit.of === 'latency')
      .map(({ expression, standing, limit }): Limit => ({ text: expression, standing, at: limit })),
  };
}

function errors({ errors: byKind, requests: all }: TimeColumns, limits: readonly LimitLine[], of: string): TimeChart {
  const met = errorKinds.filter((kind) => some(byKind[kind]));
  return {
    ...plain,
    id: 'errors',
    caption: `Errors a second by kind${of}`,
    height: 130,
    empty: met.length === 0 ? 'There were none, in any second.' : null,
    series: met.map((kind) => {
      const [label, tone] = errorNames[kind];
      return { label, tone, shape: 'bars', values: byKind[kind], text: rateText };
    }),
    limits: limits
      .filter((limit) => limit.of === 'errors')
      .map(
        ({ expression, standing, limit }): Limit => ({
          text: expression,
          standing,
          at: all.map((rate) => rate * limit),
        }),
      ),
  };
}

/** What canvass provoked itself, and what a rate limiter turned away: no errors. */
function provoked({ expectedRejections, throttled }: TimeColumns, of: string): TimeChart | null {
  const series: Series[] = [
    { label: 'Expected rejections', tone: 'muted', shape: 'bars', values: expectedRejections, text: rateText },
    { label: 'Throttled', tone: 'c3', shape: 'bars', values: throttled, text: rateText },
  ];
  const met = series.filter(({ values }) => some(values));
  if (met.length === 0) return null;
  return {
    ...plain,
    id: 'rejections',
    caption: `Rejections that are no errors, a second${of}`,
    height: 100,
    series: met,
  };
}

function violations({ violations: values }: TimeColumns): TimeChart | null {
  if (!some(values)) return null;
  const series: Series[] = [{ label: 'Violations a second', tone: 'c4', shape: 'bars', values, text: rateText }];
  return { ...plain, id: 'violations-over-time', caption: 'Violations of the document a second', height: 100, series };
}

function active({ active: values }: TimeColumns, planned: boolean): TimeChart | null {
  if (!some(values)) return null;
  const series: Series[] = [{ label: 'Active', tone: 'c1', shape: 'area', values, text: countText }];
  const caption = planned ? 'Respondents active at once, planned and real' : 'Respondents active at once';
  return { ...plain, id: 'active', caption, height: 130, series, planned };
}

/** Whether canvass itself kept up; above 90 % of a core it measures itself. */
function generator({ busyPercent, latenessMs }: TimeColumns): TimeChart | null {
  if (!busyPercent.some((value) => value !== null)) return null;
  const percent = (value: number): string => `${Math.round(value)} %`;
  return {
    ...plain,
    id: 'generator-over-time',
    caption: 'Generator: how busy its busiest thread was',
    height: 110,
    unit: 'percent',
    series: [
      {
        label: 'Busy',
        tone: 'c1',
        shape: 'area',
        values: busyPercent.map((value) => (value === null ? null : Math.min(100, value))),
        text: percent,
      },
      { label: 'Late', tone: '', shape: 'none', values: latenessMs, text: (ms) => latencyText(1000 * ms) },
    ],
    limits: [
      { text: 'limit of 90 %', standing: busyPercent.some((value) => (value ?? 0) >= 90) ? 'missed' : 'met', at: 90 },
    ],
  };
}

const noticeableMs = 20;

/** How late the generator was, where that is worth a look: latencies of such seconds are its own as much as the service's. */
function lateness({ latenessMs }: TimeColumns): TimeChart | null {
  const most = latenessMs.reduce<number>((worst, value) => Math.max(worst, value ?? 0), 0);
  if (most < noticeableMs) return null;
  return {
    ...plain,
    id: 'lateness-over-time',
    caption: 'Generator: how late it was',
    height: 110,
    unit: 'ms',
    series: [
      {
        label: 'Late, 99th percentile',
        tone: 'c2',
        shape: 'area',
        values: latenessMs,
        text: (ms) => latencyText(1000 * ms),
      },
    ],
    limits: [{ text: 'limit of 50 ms', standing: most < 50 ? 'met' : 'missed', at: 50 }],
  };
}
