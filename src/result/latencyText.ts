/** Three significant digits without trailing zeros. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** A latency given in µs: `840 µs`, `42.1 ms`, `1.24 s`. */
export function latencyText(latencyUs: number): string {
  if (latencyUs < 999.5) return `${threeDigits(latencyUs)} µs`;
  if (latencyUs < 999_500) return `${threeDigits(latencyUs / 1000)} ms`;
  return `${threeDigits(latencyUs / 1_000_000)} s`;
}
