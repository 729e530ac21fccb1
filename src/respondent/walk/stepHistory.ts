import type { Redactor } from '../../client/redact.ts';
import {
  type SessionTransportChange,
  type StepCircumstances,
  type WitnessedExchange,
  witnessOf,
  witnessStepOf,
} from '../../client/witnessStep.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';

/** What is kept of a step: its request, and how it was answered; the body where bodies are kept. */
type PastStep = WitnessedExchange & Pick<StepCircumstances, 'sessionTransport' | 'concurrent'>;

/** Steps that a walk keeps: beyond them a witness shows how it began. */
const maxSteps = 400;

/**
 * The concrete steps of one walk, for witnesses. Responses are let go of but for the last one: a crowd in think time
 * must not hold its pages in memory. One respondent who repeats what another did may keep them all.
 */
export class StepHistory {
  readonly #keepsBodies: boolean;
  readonly #steps: PastStep[] = [];
  #last: Exchange | null = null;

  constructor(keepsBodies: boolean) {
    this.#keepsBodies = keepsBodies;
  }

  /** @param concurrent the same number, not 0, for requests that left together */
  add(exchange: Exchange, sessionTransport: SessionTransportChange, concurrent: number): void {
    this.#last = exchange;
    if (this.#steps.length >= maxSteps) return;
    const { endpoint, method, path, requestBody, httpStatus, failure, traceparent = null } = exchange;
    const bodyText = this.#keepsBodies ? exchange.bodyText : '';
    const kept = { endpoint, method, path, requestBody, httpStatus, failure, bodyText, traceparent };
    this.#steps.push({ sessionTransport, ...kept, concurrent });
  }

  /** Lets go of the last response's body. */
  forgetBodies(): void {
    this.#last = null;
  }

  /** The steps so far as a witness whose last step shows the violation, secrets taken out. */
  witness(redactor: Redactor, secrets: readonly string[]): Witness {
    const end = this.#steps.length - 1;
    const steps = this.#steps.map((step, at) => {
      const bodyText = at === end ? (this.#last?.bodyText ?? step.bodyText) : step.bodyText;
      const { sessionTransport, concurrent } = step;
      const circumstances = { session: 0, sessionTransport, concurrent, headers: {} };
      return witnessStepOf({ ...step, bodyText }, circumstances, redactor, secrets);
    });
    return witnessOf(steps);
  }
}
