import { lawPerSecond } from '../result/capacityResult.ts';

/** One observed state of a service: requests in it at once, and what it finished a second. */
export interface LoadState {
  readonly atOnce: number;
  readonly perSecond: number;
}

/** Parameters of the Universal Scalability Law: X(n) = λn / (1 + σ(n−1) + κn(n−1)). */
export interface ScalingLaw {
  readonly lambda: number;
  readonly sigma: number;
  readonly kappa: number;
  /** Root mean square of the relative distance between the points and the curve. */
  readonly residual: number;
}

/** Requests at once beyond which throughput falls; infinite when the law sees no such point. */
export function peakAtOnce(law: ScalingLaw): number {
  return law.kappa > 0 ? Math.sqrt(Math.max(0, 1 - law.sigma) / law.kappa) : Number.POSITIVE_INFINITY;
}

/** The most that a law says is ever finished a second; infinite where nothing bounds it. */
export function mostPerSecond(law: ScalingLaw): number {
  const peak = peakAtOnce(law);
  if (Number.isFinite(peak)) return lawPerSecond(law, Math.max(1, peak));
  return law.sigma > 0 ? law.lambda / law.sigma : Number.POSITIVE_INFINITY;
}

/**
 * λ that fits best for given σ and κ (relative least squares has a closed form), with the residual that is left. A law
 * whose most is below what was carried is wrong: it is lifted to it, and misses the points by more.
 */
function withBestLambda(states: readonly LoadState[], sigma: number, kappa: number, carried: number): ScalingLaw {
  let [ratios, squares] = [0, 0];
  for (const { atOnce, perSecond } of states) {
    const ratio = lawPerSecond({ lambda: 1, sigma, kappa }, atOnce) / perSecond;
    ratios += ratio;
    squares += ratio * ratio;
  }
  const lambda = ratios / squares;
  const most = mostPerSecond({ lambda, sigma, kappa, residual: 0 });
  const lifted = most < carried ? (lambda * carried) / most : lambda;
  // Σ(1 − λr)² = n − 2λΣr + λ²Σr².
  const left = states.length - 2 * lifted * ratios + lifted * lifted * squares;
  return { lambda: lifted, sigma, kappa, residual: Math.sqrt(Math.max(0, left) / states.length) };
}

/** From the coarse grid on, each round tries steps around the best so far and halves them. */
const rounds = 200;
/** Where the search on logarithms begins from zero. */
const leastSigma = 1e-3;
const leastKappa = 1e-8;
const sigmas = [0, ...Array.from({ length: 28 }, (_, i) => 0.001 * 1.3 ** i), 1];
const kappas = [0, ...Array.from({ length: 30 }, (_, i) => 1e-8 * 1.8 ** i)];

/**
 * Fits the law by least squares of relative distances, σ within [0, 1] and κ ≥ 0: a coarse grid, then a pattern search
 * on the logarithms. `null` with fewer than four different states: three parameters would fit anything.
 */
export function fitScalingLaw(states: readonly LoadState[]): ScalingLaw | null {
  const usable = states.filter(({ atOnce, perSecond }) => atOnce > 0 && perSecond > 0);
  if (new Set(usable.map(({ atOnce }) => atOnce.toPrecision(3))).size < 4) return null;
  const carried = Math.max(...usable.map(({ perSecond }) => perSecond));
  // Where the lift begins the distances have an edge, along which a search comes to rest too early: it begins without.
  const free = closest(usable, 0);
  return mostPerSecond(free) >= carried ? free : closest(usable, carried, free);
}

function closest(states: readonly LoadState[], carried: number, { sigma, kappa } = { sigma: 0, kappa: 0 }): ScalingLaw {
  let best = withBestLambda(states, sigma, kappa, carried);
  const consider = (sigma: number, kappa: number): void => {
    const law = withBestLambda(states, Math.min(1, sigma), kappa, carried);
    if (law.lambda > 0 && law.residual < best.residual) best = law;
  };
  for (const sigma of sigmas) for (const kappa of kappas) consider(sigma, kappa);
  let step = 1.5;
  for (let round = 0; round < rounds; round += 1) {
    const { sigma, kappa, residual } = best;
    for (const s of [1 / step, 1, step])
      for (const k of [1 / step, 1, step]) consider(Math.max(leastSigma, sigma) * s, Math.max(leastKappa, kappa) * k);
    if (best.residual === residual) step = Math.sqrt(step);
  }
  return best;
}
