/** The first trial after a refusal, and the longest pause between two: a window that opens shall not stand open unseen. */
const firstTrialMs = 500;
const longestTrialMs = 5000;
/** Of what was learnt so much is used: whoever asks for all of it is refused now and then. */
const usedShare = 0.97;
/** Fewer calls than these tell nothing of a limit. */
const telling = 5;
/** So long without a refusal, a little more is tried. */
const raisedAfterMs = 180_000;
const raise = 1.1;

/**
 * What a service allows one key, as far as it is known: calls evenly spaced, or as they come while nothing is known.
 * A refusal (HTTP 429) shuts it; one call at a time then tries whether it is open again, when `Retry-After` says so or
 * else soon. What was let through from one opening to the next, over that time, is what the service allows, whatever its
 * windows are.
 */
export class Allowance {
  readonly #leastEveryMs: number;
  #everyMs: number;
  #nextMs = Number.NEGATIVE_INFINITY;
  /** When it was opened last, and calls that were let through since. */
  #openedMs: number;
  #passed: number;
  #shutMs: number | null = null;
  #tries = false;
  #isLearnt = false;

  /**
   * @param perMinute calls that are known to be allowed; infinite where nothing is known
   * @param openedMs since when it was used
   * @param passed calls since then
   */
  constructor(perMinute: number, openedMs: number, passed = 0) {
    this.#leastEveryMs = 60_000 / perMinute;
    this.#everyMs = this.#leastEveryMs;
    this.#openedMs = openedMs;
    this.#passed = passed;
  }

  /** Calls a minute that the service was seen to allow; `null` as long as it refused none. */
  get learntPerMinute(): number | null {
    return this.#isLearnt ? 60_000 / this.#everyMs : null;
  }

  get isShut(): boolean {
    return this.#shutMs !== null;
  }

  /** When the next call may go; infinite while one tries whether others may. */
  get nextMs(): number {
    return this.#tries ? Number.POSITIVE_INFINITY : this.#nextMs;
  }

  /** A call goes now. @returns whether it tries if others may */
  sent(nowMs: number): boolean {
    if (this.isShut) {
      this.#tries = true;
      return true;
    }
    this.#passed++;
    this.#nextMs = Math.max(nowMs, this.#nextMs) + this.#everyMs;
    if (this.#isLearnt && nowMs - this.#openedMs >= raisedAfterMs) {
      this.#everyMs = Math.max(this.#leastEveryMs, this.#everyMs / raise);
      this.#begin(nowMs);
    }
    return false;
  }

  /**
   * A call was refused.
   *
   * @param isTrial what `sent` said of it
   * @param retryAfterMs what `Retry-After` says; `null` where it says nothing
   */
  refused(nowMs: number, isTrial: boolean, retryAfterMs: number | null): void {
    if (isTrial) this.#tries = false;
    else this.#passed--;
    const shutMs = this.#shutMs ?? nowMs;
    this.#shutMs = shutMs;
    const pauseMs = retryAfterMs ?? Math.min(longestTrialMs, Math.max(firstTrialMs, (nowMs - shutMs) / 4));
    this.#nextMs = Math.max(this.#nextMs, nowMs + pauseMs);
  }

  /** A call that tried whether others may was let through. */
  opened(nowMs: number): void {
    const seconds = (nowMs - this.#openedMs) / 1000;
    if (this.#passed >= telling) {
      this.#everyMs = Math.max(this.#leastEveryMs, (1000 * seconds) / (this.#passed * usedShare));
      this.#isLearnt = true;
    }
    this.#shutMs = null;
    this.#tries = false;
    this.#begin(nowMs);
    this.#passed = 1;
    this.#nextMs = nowMs + this.#everyMs;
  }

  /** A call that tried brought no answer at all: another one tries. */
  tryAgain(nowMs: number): void {
    this.#tries = false;
    this.#nextMs = nowMs + firstTrialMs;
  }

  #begin(nowMs: number): void {
    this.#openedMs = nowMs;
    this.#passed = 0;
  }
}
