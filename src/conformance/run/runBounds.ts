/** Where a run ends in order, `null` for no such bound. */
export interface Bounds {
  readonly requests: number | null;
  readonly seconds: number | null;
}

/** Whether a run has come to one of its bounds. */
export class RunBounds {
  readonly #bounds: Bounds;
  readonly #nowMs: () => number;
  readonly #startMs: number;
  #requests = 0;

  constructor(bounds: Bounds, nowMs: () => number) {
    this.#bounds = bounds;
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
  }

  onRequest(): void {
    this.#requests++;
  }

  get requests(): number {
    return this.#requests;
  }

  /** The bound that was reached, in words; `null` before. */
  get reached(): string | null {
    const { requests, seconds } = this.#bounds;
    if (requests !== null && this.#requests >= requests) return `${requests} requests`;
    if (seconds !== null && this.#nowMs() - this.#startMs >= seconds * 1000) return `${seconds} s`;
    return null;
  }
}
