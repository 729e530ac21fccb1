/** Quantile of the standard normal distribution (Acklam's approximation, absolute error under 1.2e-9). */
export function normalQuantile(p: number): number {
  if (p <= 0 || p >= 1) return p <= 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return (
      (((((-7.784894002430293e-3 * q - 3.223964580411365e-1) * q - 2.400758277161838) * q - 2.549732539343734) * q +
        4.374664141464968) *
        q +
        2.938163982698783) /
      ((((7.784695709041462e-3 * q + 3.224671290700398e-1) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1)
    );
  }
  const q = p - 0.5;
  const r = q * q;
  return (
    ((((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r + 1.38357751867269e2) * r -
      3.066479806614716e1) *
      r +
      2.506628277459239) *
      q) /
    (((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r + 6.680131188771972e1) * r -
      1.328068155288572e1) *
      r +
      1)
  );
}

/**
 * Quantile of Student's t distribution with `freedom` degrees, which need not be a whole number: exact for 2, by
 * expansion about the normal quantile for 3 and more (good to 1 %), by interpolation of logarithms between. Fewer than 2
 * are treated as 2.
 */
export function studentQuantile(p: number, freedom: number): number {
  if (p < 0.5) return -studentQuantile(1 - p, freedom);
  const z = normalQuantile(p);
  if (z === 0 || !Number.isFinite(z) || !Number.isFinite(freedom)) return z;
  if (freedom >= 3) return expanded(z, freedom);
  const two = (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
  // Reciprocals of the degrees of freedom are what the expansion runs in: from 1/3 to 1/2.
  const towardsTwo = (1 / Math.max(2, freedom) - 1 / 3) * 6;
  return expanded(z, 3) ** (1 - towardsTwo) * two ** towardsTwo;
}

function expanded(z: number, v: number): number {
  const z2 = z * z;
  return (
    z *
    (1 +
      (z2 + 1) / (4 * v) +
      ((5 * z2 + 16) * z2 + 3) / (96 * v ** 2) +
      (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v ** 3) +
      ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / (92_160 * v ** 4))
  );
}

/** Chance that strikes both sides alike may strike one alone this seldom before it is called a difference. */
const rare = 0.01;

/**
 * Whether failures that struck one side of pairs alone struck the candidate too often for chance: the exact sign test
 * (McNemar's) over the pairs in which one side failed.
 *
 * @param ours of the candidate alone.
 * @param theirs of the base alone.
 */
export function isOneSided(ours: number, theirs: number): boolean {
  const n = ours + theirs;
  if (ours <= theirs) return false;
  let tail = 0;
  let log = -n * Math.LN2;
  for (let k = 0; k <= n; k++) {
    if (k >= ours) tail += Math.exp(log);
    log += Math.log(n - k) - Math.log(k + 1);
  }
  return tail < rare;
}
