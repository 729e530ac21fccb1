/** The median of some figures, and the quartiles around it. */
export function quartiles(figures: readonly number[]): string {
  const sorted = [...figures].sort((a, b) => a - b);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
    (sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(2),
  );
  return `**${middle}** (${low} to ${high})`;
}
