/** A capacity as every text has it, without its unit: three digits that count below a hundred, whole above. */
export function capacityRateText(perSecond: number): string {
  return perSecond < 100 ? String(Number(perSecond.toPrecision(3))) : Math.round(perSecond).toLocaleString('en-GB');
}
