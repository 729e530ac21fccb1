import { isPoorFit, perSecondText } from '../result/capacityResult.ts';
import { type LoadState, mostPerSecond, peakAtOnce, type ScalingLaw } from './scalingLaw.ts';

/** A throughput that is lower by less is as good as the best: overloads are measured for a few seconds only. */
const noticeableLoss = 0.07;

function round(value: number): string {
  return value >= 100 ? Math.round(value).toString() : value.toPrecision(2);
}

function kneeText(knee: number | null): string {
  return knee === null
    ? 'Latency did not double within what was measured, so there is no knee to mark.'
    : `From about ${perSecondText(knee)} on (the knee) half of the requests take twice as long as on the quiet service.`;
}

/** What overload did to the throughput, as it was measured: whatever the law says must not contradict this. */
function overloadText(states: readonly LoadState[], overloads: readonly LoadState[]): string {
  const [first, ...others] = overloads;
  if (first === undefined) return 'No rate broke, so what an overload does is not known.';
  const fullest = others.reduce((a, b) => (b.atOnce > a.atOnce ? b : a), first);
  const emptier = states.filter(({ atOnce }) => 1.5 * atOnce < fullest.atOnce);
  const best = emptier.reduce((a, b) => (b.perSecond > a.perSecond ? b : a), { atOnce: 0, perSecond: 0 });
  const loss = 1 - fullest.perSecond / best.perSecond;
  if (!(loss > -noticeableLoss)) return 'More requests at once never lowered what it got done.';
  const state = `With ${round(fullest.atOnce)} requests at once it`;
  return loss < noticeableLoss
    ? `${state} still got ${perSecondText(fullest.perSecond)} done: overload makes this service fuller, not slower.`
    : `${state} got only ${perSecondText(fullest.perSecond)} done, ${Math.round(100 * loss)} % less than its best of ` +
        `${perSecondText(best.perSecond)}: overload makes this service slower, not only fuller.`;
}

function lawText(law: ScalingLaw, states: readonly LoadState[], isBroken: boolean): string {
  const off = `misses the points by ${(100 * law.residual).toFixed(1)} % on average`;
  if (isPoorFit(law))
    return (
      `The scaling law ${off}, so its parameters say nothing here: a hard limit, a collapse or noise is no gradual ` +
      'slowing.'
    );
  const mostAtOnce = Math.max(...states.map(({ atOnce }) => atOnce));
  const peak = peakAtOnce(law);
  const serial = `${round(100 * law.sigma)} % of the work cannot run side by side`;
  // What was measured is told as it was measured: the law speaks of what lies beyond, and of the most where a rate broke.
  if (peak <= mostAtOnce || !isBroken) return `By the scaling law ${serial}; the law ${off}.`;
  if (law.sigma < 0.001) return `By the scaling law requests hardly wait for each other; the law ${off}.`;
  return (
    `By the scaling law ${serial}, so no concurrency brings more than about ${perSecondText(mostPerSecond(law))}; the law ` +
    `${off}.`
  );
}

/**
 * What the scaling curve means for a planner, in sentences: the knee, what overload does, what the law makes of it.
 *
 * @param overloads those of the states that were too much for the service
 */
export function scalingLawText(
  law: ScalingLaw,
  states: readonly LoadState[],
  overloads: readonly LoadState[],
  knee: number | null,
): string {
  return `${kneeText(knee)} ${overloadText(states, overloads)} ${lawText(law, states, overloads.length > 0)}`;
}
