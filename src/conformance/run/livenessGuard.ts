import type { Exchange } from '../../result/exchange.ts';
import type { Reason } from '../../result/reason.ts';

/** Requests in a row that nobody answers, after which a run goes no further. */
const enough = 24;
/** As many at the end of a run mean that the target is gone. */
const tellingAtEnd = 5;
const throttled = 'HTTP 429';

/** Ends a run whose target has gone: nothing is learnt from a service that answers nobody. */
export class LivenessGuard {
  #unanswered = 0;
  #last = '';

  /** @param hasKeyInUse whether the request carried it: who tries wrong keys may be locked out, and nobody else with it */
  note({ failure, httpStatus }: Pick<Exchange, 'failure' | 'httpStatus'>, hasKeyInUse: boolean): void {
    // The run is over for this reason: what is still answered late does not change it.
    if (this.isExhausted || (httpStatus === 429 && !hasKeyInUse)) return;
    // A 429 says that a request was not looked at; a whole run of them is as good as silence.
    const isAnswered = httpStatus !== 0 && httpStatus !== 429;
    this.#unanswered = isAnswered ? 0 : this.#unanswered + 1;
    if (!isAnswered && failure !== 'cancelled') this.#last = httpStatus === 429 ? throttled : (failure ?? 'nothing');
  }

  get isExhausted(): boolean {
    return this.#unanswered >= enough;
  }

  /** That the target was gone at the end of the run; `null` when it answered. */
  get reason(): Reason | null {
    if (this.#unanswered < tellingAtEnd) return null;
    const requests = this.#unanswered;
    if (this.#last === throttled) return { code: 'always-throttled', requests };
    return { code: 'stopped-answering', requests, failure: this.#last };
  }
}
