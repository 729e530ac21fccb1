/** How the clock of another machine stands to this one's. */
export interface ClockOffset {
  /** Its instants minus ours, ms. */
  readonly offsetMs: number;
  /** Of the exchange that it was taken from; the offset is right to half of it. */
  readonly roundTripMs: number;
}

/** ms since the epoch by a clock that nobody sets while the process runs. */
export function epochNowMs(): number {
  return performance.timeOrigin + performance.now();
}

/**
 * Measures the offset of another clock by asking it several times: the quickest answer counts, as it leaves the least
 * doubt about when it was given.
 *
 * @param ask what the other clock shows
 */
export async function measureOffset(
  ask: () => Promise<number>,
  rounds: number,
  now: () => number = epochNowMs,
): Promise<ClockOffset> {
  let best: ClockOffset = { offsetMs: 0, roundTripMs: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const askedMs = now();
    const theirsMs = await ask();
    const answeredMs = now();
    const roundTripMs = answeredMs - askedMs;
    if (roundTripMs < best.roundTripMs) best = { offsetMs: theirsMs - (askedMs + answeredMs) / 2, roundTripMs };
  }
  return best;
}
