import { rateText } from './reasons.ts';
import { lawPerSecond, peakAtOnce, type ScalingLaw } from './scalingLaw.ts';

/** Above this the points do not lie on the law's curve. */
const poorResidual = 0.15;

function round(value: number): string {
  return value >= 100 ? Math.round(value).toString() : value.toPrecision(2);
}

/** What the fit means for a planner, in sentences. `mostAtOnce`: the most requests at once that were measured. */
export function readLaw(law: ScalingLaw, mostAtOnce: number, knee: number | null): string {
  const off = `The curve misses the points by ${(100 * law.residual).toFixed(1)} % on average`;
  const kneeText =
    knee === null
      ? 'Latency did not double within what was measured, so there is no knee to mark.'
      : `From about ${rateText(knee)} on (the knee) a request takes twice as long as on the quiet service.`;
  if (law.residual > poorResidual)
    return `${off}: this service does not follow the law, so its parameters say nothing here. ${kneeText}`;
  const peak = peakAtOnce(law);
  const turning =
    peak <= 1.5 * mostAtOnce
      ? `With more than about ${round(peak)} requests at once throughput falls from its peak of ` +
        `${rateText(lawPerSecond(law, peak))}: overload makes this service slower, not only fuller.`
      : 'Within what was measured more requests at once never lowered throughput.';
  const contention =
    law.sigma < 0.001
      ? 'Requests hardly wait for each other.'
      : `${round(100 * law.sigma)} % of the work cannot run side by side, so no concurrency brings more than ` +
        `${rateText(law.lambda / law.sigma)}.`;
  return `${contention} ${turning} ${kneeText} ${off}.`;
}
