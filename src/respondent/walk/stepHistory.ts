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
interface PastStep extends WitnessedExchange, Pick<StepCircumstances, 'sessionTransport' | 'concurrent'> {
  readonly before: PastStep | null;
}

/** Steps that a walk keeps: beyond them a witness shows how it began. */
const maxSteps = 400;

/**
 * The concrete steps of one walk, for witnesses. Responses are let go of but for the last one: a crowd in think time
 * must not hold its pages in memory. One respondent who repeats what another did may keep them all.
 */
export class StepHistory {
  readonly #keepsBodies: boolean;
  /** The newest step, and through it those before: a list would begin with room for 17, in each of 100,000 walks. */
  #newest: PastStep | null = null;
  #count = 0;
  #last: Exchange | null = null;

  constructor(keepsBodies: boolean) {
    this.#keepsBodies = keepsBodies;
  }

  /** Steps that are kept. */
  get length(): number {
    return this.#count;
  }

  /** @param concurrent the same number, not 0, for requests that left together */
  add(exchange: Exchange, sessionTransport: SessionTransportChange, concurrent: number): void {
    this.#last = exchange;
    if (this.#count === maxSteps) return;
    this.#count++;
    // Written out, not spread: V8 copies what is spread member by member.
    this.#newest = {
      before: this.#newest,
      sessionTransport,
      endpoint: exchange.endpoint,
      method: exchange.method,
      path: exchange.path,
      requestBody: exchange.requestBody,
      httpStatus: exchange.httpStatus,
      failure: exchange.failure,
      bodyText: this.#keepsBodies ? exchange.bodyText : '',
      traceparent: exchange.traceparent ?? null,
      concurrent,
    };
  }

  /** Lets go of the last response's body. */
  forgetBodies(): void {
    this.#last = null;
  }

  /** The steps so far as a witness whose last step shows the violation, secrets taken out. */
  witness(redactor: Redactor, secrets: readonly string[]): Witness {
    const kept: PastStep[] = [];
    for (let step = this.#newest; step !== null; step = step.before) kept.push(step);
    const steps = kept.reverse().map((step) => {
      const bodyText = step === this.#newest ? (this.#last?.bodyText ?? step.bodyText) : step.bodyText;
      const { sessionTransport, concurrent } = step;
      const circumstances = { session: 0, sessionTransport, concurrent, headers: {} };
      return witnessStepOf({ ...step, bodyText }, circumstances, redactor, secrets);
    });
    return witnessOf(steps);
  }
}
