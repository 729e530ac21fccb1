import type { LatencySummary } from '../../result/histogramPercentiles.ts';
import type { EndpointResult } from '../../result/runResult.ts';
import { countsOf } from '../../result/tally/latencyCounts.ts';
import type { TwinComparison } from '../compare/compareTwins.ts';
import { percentileName } from '../compare/comparisonReasons.ts';
import { type Distribution, latencyBins } from '../compare/distributions.ts';
import type { PercentileOf } from '../compare/latencyShifts.ts';
import { countText, latencyText, shareText } from '../quantities.ts';
import { type Axis, type Box, line, nameAt, type Plot, type Point, upright } from './plot.ts';
import { clockSteps, clockText } from './scales.ts';

export type EndpointCharts = NonNullable<ReturnType<typeof endpointCharts>>;

/** Percentile curves and latency bins of an endpoint, from its histograms; null when nothing was measured. */
export function endpointCharts(endpoint: EndpointResult) {
  const { experienced, service } = endpoint.latency;
  if (experienced.count === 0) return null;
  const { edgesUs, counts } = latencyBins([[experienced], [service]], 12);
  const [ours = [], theirs = []] = counts;
  return {
    endpoint: endpoint.endpoint,
    experienced: percentileCurve(experienced),
    service: percentileCurve(service),
    bins: { edgesUs, experienced: ours, service: theirs },
  };
}

/**
 * Values (µs) at percentiles by nines: `nines` is −log10(1 − p), so 1 is p90, 2 is p99. Ten points to each nine, as far as the number of values supports: one value in 1,000 says nothing
 * about p99.99.
 */
function percentileCurve(summary: LatencySummary) {
  const counts = countsOf([summary]);
  const last = Math.log10(Math.max(2, summary.count));
  const nines: number[] = [];
  for (let step = 0; step / 10 < last; step++) nines.push(step / 10);
  nines.push(Number(last.toFixed(3)));
  return {
    nines,
    us: nines.map((n) => Math.min(summary.max, counts.percentileUs(100 * (1 - 10 ** -n)))),
  };
}

const frame = {
  width: 520,
  height: 230,
  legend: [
    ['c1 line', 'Experienced'],
    ['c2 dashed', 'Service'],
  ],
} as const;

/** Latency by percentile; every nine takes the same room, so the tail can be read. */
export function curvePlot({ experienced, service }: EndpointCharts, caption: string): Plot {
  const last = experienced.nines.at(-1) ?? 1;
  const all = [...experienced.us, ...service.us].filter((us) => us > 0);
  const points = ({ nines, us }: EndpointCharts['service']): Point[] =>
    us.map((value, i) => [nines[i] ?? 0, Math.max(1, value)]);
  const dots = points(experienced).map(([nine, us], i) => {
    const text = `${percentText(nine)} within ${latencyText(us)}; service ${latencyText(service.us[i] ?? 0)}`;
    return [[nine, us], text] as const;
  });
  return {
    ...frame,
    caption,
    x: { ends: [0, last], ticks: marked.filter((nine) => nine <= last + 1e-9), text: percentText },
    y: { kind: 'log', ends: [Math.min(...all) / 1.1, Math.max(...all) * 1.1], text: latencyText },
    marks: [
      line('line c2 dashed', points(service)),
      line('line c1', points(experienced)),
      { kind: 'dots', look: 'point', radius: 5, dots },
    ],
  };
}

/** Percentiles that are named, as nines. */
const marked = [0, Math.log10(2), 1, 2, 3, 4, 5, 6];

function percentText(nines: number): string {
  return `${Number((100 * (1 - 10 ** -nines)).toFixed(Math.max(0, Math.ceil(nines) - 1)))} %`;
}

/** Requests by latency: service as steps over the experienced as bars. */
export function binsPlot({ bins: { edgesUs, experienced, service } }: EndpointCharts, caption: string): Plot {
  const boxes = experienced.map(
    (count, i): Box => [
      [edgeAt(edgesUs, i), 0],
      [edgeAt(edgesUs, i + 1), count],
    ],
  );
  return {
    ...frame,
    caption,
    x: binAxis(edgesUs),
    y: { ends: [0, Math.max(1, ...experienced, ...service) * 1.05], text: countText },
    marks: [{ kind: 'boxes', look: 'bars c1', boxes }, line('line c2', outline(edgesUs, service))],
  };
}

/** Latencies from left to right, on a logarithmic scale. @param edgesUs of bins */
function binAxis(edgesUs: readonly number[]): Axis {
  return { kind: 'log', ends: [edgeAt(edgesUs, 0), edgesUs.at(-1) ?? 10], text: latencyText };
}

function edgeAt(edgesUs: readonly number[], i: number): number {
  return Math.max(1, edgesUs[i] ?? 1);
}

/** Values of bins as the outline of a histogram. @param edgesUs of the bins, one more than values */
function outline(edgesUs: readonly number[], values: readonly number[]): readonly Point[] {
  return values.flatMap((value, i): Point[] => [
    [edgeAt(edgesUs, i), value],
    [edgeAt(edgesUs, i + 1), value],
  ]);
}

const ofSides = [
  ['muted line', 'Base'],
  ['c1 line', 'Candidate'],
] as const;

/** Both sides of a comparison over each other, with a line where each percentile of each side lies. */
export function distributionPlot(
  { edgesUs, base, candidate }: Distribution,
  shifts: readonly PercentileOf[],
  caption: string,
): Plot {
  const steps = outline(edgesUs, base);
  return {
    ...frame,
    caption,
    legend: ofSides,
    x: binAxis(edgesUs),
    y: { ends: [0, Math.max(0.01, ...base, ...candidate) * 1.05], text: shareText },
    marks: [
      { kind: 'surface', look: 'fill muted', points: [[edgeAt(edgesUs, 0), 0], ...steps, [edgesUs.at(-1) ?? 1, 0]] },
      line('line muted', steps),
      line('line c1', outline(edgesUs, candidate)),
      ...shifts.flatMap(({ share, baseUs, candidateUs }) => [
        upright('line muted dashed', baseUs),
        upright('line c1 dashed', candidateUs),
        nameAt(candidateUs, percentileName(share), [0, -2], 'middle'),
      ]),
    ],
  };
}

/** p95 of both sides of a duet over time, on one axis. */
export function sidesPlot(points: TwinComparison['overTime'], caption: string): Plot {
  const [from, to] = [points[0]?.second ?? 0, points.at(-1)?.second ?? 0];
  const highest = Math.max(1, ...points.flatMap(({ baseUs, candidateUs }) => [baseUs, candidateUs]));
  return {
    ...frame,
    caption,
    legend: ofSides,
    x: { ends: [from, Math.max(from + 1, to)], steps: clockSteps, text: clockText },
    y: { ends: [0, highest * 1.05], text: latencyText },
    marks: [
      line(
        'line muted',
        points.map(({ second, baseUs }) => [second, baseUs]),
      ),
      line(
        'line c1',
        points.map(({ second, candidateUs }) => [second, candidateUs]),
      ),
    ],
  };
}
