/** One trial of a rate: it held or it did not. `seconds` is how long it was measured, `early` that it was cut short. */
export interface Trial {
  readonly ratePerSecond: number;
  readonly held: boolean;
  readonly seconds: number;
  readonly early: boolean;
}

/** Where the break lies, given all trials: quantiles of the rate at which half of the trials hold. */
export interface ThresholdEstimate {
  quantilePerSecond(probability: number): number;
}

const gridSize = 500;
/** Chance that a trial says the opposite of what it should, however far from the break it is. */
const lapse = 0.02;
/** How wide the band is in which chance decides, as a share of the rate, with how likely each is beforehand. */
const widths = [
  { width: 0.004, prior: 0.3 },
  { width: 0.01, prior: 0.35 },
  { width: 0.02, prior: 0.25 },
  { width: 0.04, prior: 0.09 },
  { width: 0.08, prior: 0.01 },
] as const;

/** A trial that held clearly and early is weaker evidence than one of full length: its band is wider. */
function bandOf(trial: Trial, width: number, fullSeconds: number): number {
  return trial.held && trial.early ? width * Math.sqrt(fullSeconds / Math.max(1, trial.seconds)) : width;
}

/**
 * Estimate of the break from trials that may err: the probability that a rate holds falls as a logistic curve in the
 * logarithm of the rate, of unknown place and width; all places and widths on a grid are weighed by how well they
 * explain every trial (a Bayesian threshold estimate, as psychometrics uses it). `fullSeconds` is the length of a
 * probe beside the break. Needs a trial that held and one that did not.
 */
export function estimateThreshold(trials: readonly Trial[], fullSeconds: number): ThresholdEstimate {
  const highestHeld = Math.max(...trials.filter((t) => t.held).map((t) => t.ratePerSecond));
  const lowestBroken = Math.min(...trials.filter((t) => !t.held).map((t) => t.ratePerSecond));
  const from = Math.log(Math.min(highestHeld, lowestBroken) / 1.6);
  const to = Math.log(Math.max(highestHeld, lowestBroken) * 1.6);
  const places = Array.from({ length: gridSize }, (_, i) => from + ((to - from) * (i + 0.5)) / gridSize);
  const weights = places.map(() => 0);
  for (const { width, prior } of widths) {
    const seen = trials.map((trial) => ({
      held: trial.held,
      log: Math.log(trial.ratePerSecond),
      band: bandOf(trial, width, fullSeconds),
    }));
    for (let i = 0; i < gridSize; i += 1) {
      const place = places[i] ?? 0;
      let likelihood = prior;
      for (const { held, log, band } of seen) {
        const holds = lapse + (1 - 2 * lapse) / (1 + Math.exp((log - place) / band));
        likelihood *= held ? holds : 1 - holds;
      }
      weights[i] = (weights[i] ?? 0) + likelihood;
    }
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    quantilePerSecond(probability) {
      let left = probability * total;
      for (const [i, weight] of weights.entries()) {
        if (left <= weight)
          return Math.exp(from + ((to - from) * (i + (weight === 0 ? 0.5 : left / weight))) / gridSize);
        left -= weight;
      }
      return Math.exp(to);
    },
  };
}
