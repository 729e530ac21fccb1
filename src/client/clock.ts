/** Time, injected: the process's monotonic clock in a run, a simulated one in tests and simulations. */
export interface Clock {
  /** Monotonic milliseconds with fractions, the scale of every instant of an exchange. */
  nowMs(): number;
  /** Calls `timer.onTimer()` once, at or after `instantMs`. Many thousands may wait at once. */
  at(instantMs: number, timer: Timer): void;
  /** Forgets every timer that still waits. */
  clear(): void;
}

/** What a clock wakes: an object with one method, so that the hot path makes no closures. */
export interface Timer {
  onTimer(): void;
}
