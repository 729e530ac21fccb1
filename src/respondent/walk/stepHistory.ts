import type { Redactor } from '../../client/redact.ts';
import { type CarrierChange, witnessStepOf } from '../../client/witnessStep.ts';
import { curlScript } from '../../result/curl.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';

/** A step without its response body: what is kept of all but the last. */
interface PastStep {
  readonly carrier: CarrierChange;
  exchange: Exchange;
}

/** Steps that a walk keeps; of a longer one the middle is left out. */
const maxSteps = 400;

/**
 * The concrete steps of one walk, for witnesses. Responses are let go of but for the last one: a crowd in think time
 * must not hold its pages in memory.
 */
export class StepHistory {
  readonly #steps: PastStep[] = [];
  #last: Exchange | null = null;

  add(exchange: Exchange, carrier: CarrierChange): void {
    this.forgetBodies();
    this.#last = exchange;
    if (this.#steps.length < maxSteps) this.#steps.push({ carrier, exchange });
  }

  /** Lets go of the last response's body; its request, status and failure stay. */
  forgetBodies(): void {
    const last = this.#steps.at(-1);
    if (last === undefined || last.exchange !== this.#last) return;
    last.exchange = { ...last.exchange, headers: [], bodyText: '', json: undefined };
    this.#last = null;
  }

  /** The steps so far as a witness whose last step shows the violation, secrets taken out. */
  witness(redactor: Redactor, secrets: readonly string[]): Witness {
    const steps = this.#steps.map(({ exchange, carrier }) =>
      witnessStepOf(exchange, { session: 0, carrier, concurrent: 0, headers: {} }, redactor, secrets),
    );
    return { steps, failingStep: steps.length - 1, curl: curlScript(steps) };
  }
}
