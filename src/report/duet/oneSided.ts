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
