import {
  type CapacityPoint,
  type CapacityResult,
  type LatencyForecast,
  perSecondText,
} from '../result/capacityResult.ts';
import { latencyText } from '../result/latencyText.ts';
import { isSameRate, type MeasuredRate, measuredRates } from '../result/measuredRates.ts';
import { cameText } from './reasons.ts';

/** A latency (µs) measured at a rate, weighed by how long it was measured. */
interface Sample {
  readonly ratePerSecond: number;
  readonly logUs: number;
  readonly weight: number;
}

/**
 * Latency by rate that never falls: neighbours that contradict each other are pooled (isotonic regression), so that
 * chance in one point does not read as a law. Between points it runs straight in the logarithm of the latency.
 */
interface LatencyCurve {
  readonly fromPerSecond: number;
  readonly toPerSecond: number;
  /** Latency at a rate within the curve, µs; at its ends beyond it. */
  atUs(ratePerSecond: number): number;
}

function pooled(samples: readonly Sample[]): Sample[] {
  const pools: { samples: Sample[]; logUs: number; weight: number }[] = [];
  for (const sample of samples) {
    pools.push({ samples: [sample], logUs: sample.logUs, weight: sample.weight });
    for (;;) {
      const last = pools.at(-1);
      const before = pools.at(-2);
      if (last === undefined || before === undefined || before.logUs <= last.logUs) break;
      const weight = before.weight + last.weight;
      const logUs = (before.logUs * before.weight + last.logUs * last.weight) / weight;
      pools.splice(-2, 2, { samples: [...before.samples, ...last.samples], logUs, weight });
    }
  }
  return pools.flatMap((pool) => pool.samples.map((sample) => ({ ...sample, logUs: pool.logUs })));
}

/** The curve of the median over measured points; `null` when there is none. */
function medianCurve(points: readonly CapacityPoint[]): LatencyCurve | null {
  const samples = points
    .filter((point) => point.p50 > 0)
    .map((point) => ({
      ratePerSecond: point.startedPerSecond,
      logUs: Math.log(point.p50),
      weight: point.seconds * point.completedPerSecond,
    }))
    .sort((a, b) => a.ratePerSecond - b.ratePerSecond);
  const curve = pooled(samples);
  const first = curve[0];
  const last = curve.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    fromPerSecond: first.ratePerSecond,
    toPerSecond: last.ratePerSecond,
    atUs(ratePerSecond) {
      const after = curve.findIndex((point) => point.ratePerSecond >= ratePerSecond);
      const right = after === -1 ? last : (curve[after] ?? last);
      const left = after <= 0 ? (after === 0 ? first : last) : (curve[after - 1] ?? first);
      const width = right.ratePerSecond - left.ratePerSecond;
      const share = width > 0 ? Math.min(1, Math.max(0, (ratePerSecond - left.ratePerSecond) / width)) : 1;
      return Math.exp(left.logUs + share * (right.logUs - left.logUs));
    },
  };
}

/** The rate from which on the median latency is twice that of the quiet service; `null` when no point reached it. */
export function kneePerSecond(points: readonly CapacityPoint[]): number | null {
  const curve = medianCurve(points);
  if (curve === null) return null;
  const twice = 2 * curve.atUs(curve.fromPerSecond);
  if (curve.atUs(curve.toPerSecond) < twice) return null;
  let [low, high] = [curve.fromPerSecond, curve.toPerSecond];
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (curve.atUs(middle) < twice) low = middle;
    else high = middle;
  }
  return high;
}

/** What no forecast of these points can say. */
export function forecastLimits({ points, search }: Pick<CapacityResult, 'points' | 'search'>): string {
  const held = points.filter((point) => point.withinSlo && point.stage !== 'recover');
  if (held.length === 0) return 'No rate held, so no latency can be read.';
  const longest = Math.max(...held.map((point) => point.seconds));
  const even =
    search?.arrivals === 'even'
      ? ' Arrivals came evenly spaced: real ones come by chance, and queue more the closer to the capacity they come.'
      : '';
  return (
    `Latency is that of measured rates, and read between them, of up to ${longest} s each: what changes over hours ` +
    `(caches, databases, neighbours) is not in it.${even}`
  );
}

/** What to expect of latency at a rate: what was measured there, else read between the rates beside it that held. */
export function forecastAt(
  answer: Pick<CapacityResult, 'points' | 'sustainablePerSecond'>,
  ratePerSecond: number,
): LatencyForecast {
  const { points } = answer;
  // A probe beside it that broke is no latency to expect, also where as many came.
  const held = measuredRates(points.filter(({ withinSlo }) => withinSlo));
  const measured = nearest(held, ratePerSecond);
  if (measured !== null) return told(ratePerSecond, measured, true);
  const none = { ratePerSecond, measured: false, p50: null, p95: null, p99: null };
  const below = held.findLast((rate) => rate.ratePerSecond < ratePerSecond);
  const above = held.find((rate) => rate.ratePerSecond > ratePerSecond);
  if (below === undefined && above === undefined) return { ...none, reading: 'No rate held to read a latency off.' };
  if (below === undefined || above === undefined)
    return { ...none, reading: outside(answer, ratePerSecond, below ?? above, below === undefined) };
  const share = (ratePerSecond - below.ratePerSecond) / (above.ratePerSecond - below.ratePerSecond);
  const between = (of: 'p50' | 'p95' | 'p99'): number =>
    Math.exp((1 - share) * Math.log(Math.max(1, below[of])) + share * Math.log(Math.max(1, above[of])));
  return told(ratePerSecond, { p50: between('p50'), p95: between('p95'), p99: between('p99') }, false);
}

function nearest(rates: readonly MeasuredRate[], ratePerSecond: number): MeasuredRate | null {
  const away = (rate: MeasuredRate): number => Math.abs(rate.ratePerSecond - ratePerSecond);
  const [first = null] = rates
    .filter((rate) => isSameRate(rate.ratePerSecond, ratePerSecond))
    .sort((a, b) => away(a) - away(b));
  return first;
}

function told(
  ratePerSecond: number,
  { p50, p95, p99 }: Pick<MeasuredRate, 'p50' | 'p95' | 'p99'>,
  measured: boolean,
): LatencyForecast {
  const about = measured ? '' : 'about ';
  const reading = `Half of the requests take up to ${about}${latencyText(p50)}, 99 of 100 up to ${about}${latencyText(p99)}${measured ? ', as measured' : ''}.`;
  return { ratePerSecond, measured, p50, p95, p99, reading };
}

/** Why nothing is known below the lowest rate that held, and above the highest. */
function outside(
  { points, sustainablePerSecond: { high } }: Pick<CapacityResult, 'points' | 'sustainablePerSecond'>,
  ratePerSecond: number,
  end: MeasuredRate | undefined,
  isBelow: boolean,
): string {
  const rate = perSecondText(ratePerSecond);
  if (!isBelow && high !== null && ratePerSecond > high) {
    const broke = points
      .filter(({ outcome }) => outcome === 'broke')
      .toSorted(
        (a, b) => Math.abs(a.startedPerSecond - ratePerSecond) - Math.abs(b.startedPerSecond - ratePerSecond),
      )[0];
    const seen =
      broke === undefined ? '' : `: at ${cameText(broke.startedPerSecond, broke.offeredPerSecond)} ${broke.reason}`;
    return `${rate} does not hold${seen}.`;
  }
  const known = end === undefined ? '' : perSecondText(end.ratePerSecond);
  return `${rate} was not measured: ${known} is the ${isBelow ? 'lowest' : 'highest'} rate that held.`;
}
