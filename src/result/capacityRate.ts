/** A capacity as every text has it, without its unit: hundredths below ten, tenths below a hundred, whole above. */
export function capacityRateText(perSecond: number): string {
  const digits = perSecond < 10 ? 2 : perSecond < 100 ? 1 : 0;
  return Number(perSecond.toFixed(digits)).toLocaleString('en-GB');
}
