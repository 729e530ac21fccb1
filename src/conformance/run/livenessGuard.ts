import type { Exchange } from '../../result/exchange.ts';

/** Requests in a row that nobody answers, after which a run goes no further. */
const enough = 24;
/** As many at the end of a run mean that the target is gone. */
const tellingAtEnd = 5;

/** Ends a run whose target has gone: nothing is learnt from a service that answers nobody. */
export class LivenessGuard {
  #unanswered = 0;
  #last = '';

  note({ failure, httpStatus }: Exchange): void {
    // The run is over for this reason: what is still answered late does not change it.
    if (this.isExhausted) return;
    // A 429 says that a request was not looked at; a whole run of them is as good as silence.
    const isAnswered = httpStatus !== 0 && httpStatus !== 429;
    this.#unanswered = isAnswered ? 0 : this.#unanswered + 1;
    if (!isAnswered && failure !== 'cancelled') this.#last = httpStatus === 429 ? 'HTTP 429' : (failure ?? 'nothing');
  }

  get isExhausted(): boolean {
    return this.#unanswered >= enough;
  }

  /** That the target was gone at the end of the run, in words; `null` when it answered. */
  get reason(): string | null {
    if (this.#unanswered < tellingAtEnd) return null;
    return this.#last === 'HTTP 429'
      ? `The service refused the last ${this.#unanswered} requests with HTTP 429: set target.rateBudget to what it allows.`
      : `The target stopped answering: the last ${this.#unanswered} requests brought ${this.#last}.`;
  }
}
