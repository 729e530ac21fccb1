import {
  type CapacityPoint,
  type CapacityResult,
  isPoorFit,
  lawPerSecond,
  neededOf,
  perSecondText,
} from '../../result/capacityResult.ts';
import { isVoid, type MeasuredRate, measuredRates } from '../../result/measuredRates.ts';
import { sustainableText, verdictOf } from '../content/capacityWords.ts';
import { latencyText } from '../quantities.ts';
import { fullHeight, line, type Mark, nameAt, type Plot, type Point, upright } from './plot.ts';

/** Drawn once, for screens of any width: narrow, so that its labels can be read on a phone. */
const width = 560;

/** So many standard deviations hold 19 of 20. */
const normal95 = 1.96;

/** What the service got done and p99 against the rate that came, with the fitted law in its interval, the answer's interval and the knee; a dot for each probe. */
export function capacityPlot({ points: tried, fit, sustainablePerSecond }: CapacityResult, caption: string): Plot {
  const { low, high } = sustainablePerSecond;
  const knee = fit?.kneePerSecond ?? null;
  // Looks for recovery are left out, and what says nothing of the service.
  const points = tried.filter((point) => point.stage !== 'recover' && !isVoid(point));
  const rates = measuredRates(tried);
  const law =
    fit === null || isPoorFit(fit) ? [] : rates.map((rate) => lawAt(fit, rate)).filter((each) => each !== null);
  const most = Math.max(1, ...points.map((point) => point.startedPerSecond), low, high ?? 0) * 1.05;
  const carried = [...points.map(carriedOf), ...law.map((each) => each.high)];
  const edge = (of: 'low' | 'at' | 'high'): Point[] => law.map((each) => [each.ratePerSecond, each[of]]);
  const dotsOf = (look: string, isRight: boolean): Mark => {
    const dots = points.map((point) => {
      const { startedPerSecond: rate, p99 } = point;
      const text = `${perSecondText(rate)} came: carried ${perSecondText(carriedOf(point))}, p99 ${latencyText(p99)}`;
      return [[rate, isRight ? p99 : carriedOf(point)], text] as const;
    });
    return { kind: 'dots', look, radius: 3.5, dots, isRight };
  };
  return {
    width,
    height: 240,
    caption,
    x: { ends: [0, most], text: perSecondText },
    y: { ends: [0, Math.max(1, ...carried) * 1.08], text: perSecondText },
    right: { ends: [0, Math.max(1, ...points.map(({ p99 }) => p99)) * 1.08], text: latencyText },
    legend: [
      ['c1 line', 'Carried a second'],
      ...(law.length > 0 ? [['muted dashed', 'Fitted law, with its interval'] as const] : []),
      ['bad line', '99th percentile (right)'],
      ['band', 'The answer'],
    ],
    marks: [
      { kind: 'boxes', look: 'band', boxes: [fullHeight(low, high ?? most)] },
      ...(knee === null ? [] : [upright('stage', knee), nameAt(knee, 'knee', [-5, 11], 'end')]),
      { kind: 'surface', look: 'apart', points: [...edge('low'), ...edge('high').reverse()] },
      line('line muted dashed', edge('at')),
      line(
        'line bad',
        rates.map((rate) => [rate.ratePerSecond, rate.p99]),
        { isRight: true },
      ),
      line(
        'line c1',
        rates.map((rate) => [rate.ratePerSecond, rate.carriedPerSecond]),
      ),
      dotsOf('dot c1', false),
      dotsOf('dot bad', true),
    ],
  };
}

function carriedOf({ carriedPerSecond, completedPerSecond }: CapacityPoint): number {
  return carriedPerSecond ?? completedPerSecond;
}

/** What the law says of a rate that was measured, with the interval that 19 of 20 points lie in. */
function lawAt(fit: NonNullable<CapacityResult['fit']>, { ratePerSecond, requestsAtOnce: n }: MeasuredRate) {
  if (n <= 0) return null;
  const at = lawPerSecond(fit, n);
  const apart = normal95 * fit.residual;
  return { ratePerSecond, at, low: at * Math.max(0, 1 - apart), high: at * (1 + apart) };
}

const rowHeight = 46;
/** Few rows with words in them: narrow, so that they can be read on a phone. */
const barsWidth = 480;
const tones = { yes: 'good', no: 'bad', likely: 'warn', unclear: 'warn' } as const;
const words = { yes: 'enough', no: 'not enough', likely: 'it seems enough', unclear: "can't tell" } as const;

/** A bar a datacenter: what it carries with its interval, against a line for what it needs; the gap between is the margin. */
export function planBarsPlot(capacities: readonly CapacityResult[], caption: string): Plot {
  const needs = capacities.flatMap(({ plan }) => (plan === null ? [] : [neededOf(plan)]));
  const ends = capacities.map(({ sustainablePerSecond: { best, high } }) => high ?? best * 1.15);
  const most = Math.max(1, ...needs, ...ends) * 1.06;
  const [needed] = needs;
  const isOneNeed = needs.every((need) => need === needed);
  const interval = ['ink line', 'Interval, open where only “at least” is known'] as const;
  const found = new Set(capacities.flatMap(({ plan }) => (plan === null ? [] : [verdictOf(plan)])));
  const verdicts = [...found].map((verdict) => [`${tones[verdict]} bars`, `Carried, ${words[verdict]}`] as const);
  const need = capacities.flatMap(({ plan }, i) =>
    plan === null
      ? []
      : [
          line(
            'limit missed',
            [-i - 0.38, -i - 0.97].map((row): Point => [neededOf(plan), row]),
          ),
        ],
  );
  return {
    width: barsWidth,
    height: 34 + rowHeight * capacities.length,
    left: 16,
    caption,
    x: { ends: [0, most], text: perSecondText },
    // A row is one high, the first at the top.
    y: { ends: [-capacities.length, 0], ticks: [], text: String },
    legend:
      needed === undefined ? [['c1 bars', 'Carried'], interval] : [...verdicts, interval, ['bad dashed', 'Needed']],
    marks: [
      ...capacities.flatMap((capacity, i) => barMarks(capacity, -i, most, isOneNeed)),
      ...need,
      ...(needed === undefined || !isOneNeed
        ? []
        : [nameAt(needed, `needed ${perSecondText(needed)}`, [0, 0], needed > 0.8 * most ? 'end' : 'middle')]),
    ],
  };
}

/** @param top of the row @param most the end of the scale @param isOneNeed then the row need not name its own */
function barMarks(capacity: CapacityResult, top: number, most: number, isOneNeed: boolean): Mark[] {
  const { low, best, high } = capacity.sustainablePerSecond;
  const tone = capacity.plan === null ? 'c1' : tones[verdictOf(capacity.plan)];
  const end = high ?? best * 1.1;
  const [upper, middle, lower] = [top - 0.57, top - 0.68, top - 0.79];
  const tip = high === null ? end - most / 140 : end;
  const whisker: (Point | null)[] = [[low, upper], [low, lower], null, [low, middle], [end, middle]];
  const close: Point[] = [
    [tip, upper],
    [end, middle],
    [tip, lower],
  ];
  const needed = isOneNeed || capacity.plan === null ? '' : `, needed ${perSecondText(neededOf(capacity.plan))}`;
  const text = `${capacity.datacenter}: ${sustainableText(capacity)}${needed}`;
  return [
    { kind: 'text', look: 'axis', at: [0, top], text, px: [0, 16] },
    {
      kind: 'boxes',
      look: `carried ${tone}`,
      boxes: [
        [
          [0, top - 0.87],
          [best, top - 0.48],
        ],
      ],
    },
    line('line ink', best > 0 ? [...whisker, null, ...close] : []),
  ];
}
