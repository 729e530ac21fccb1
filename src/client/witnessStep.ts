import { curlScript } from '../result/curl.ts';
import { type Exchange, traceIdOf } from '../result/exchange.ts';
import type { Witness, WitnessStep } from '../result/verdict.ts';
import type { Redactor } from './redact.ts';

/** What is done to a session before a step. */
export type SessionTransportChange = WitnessStep['sessionTransport'];

/** Characters of a response body that a witness keeps. */
export const witnessBodyLength = 4096;

/** What a witness says of a step beyond its exchange. */
export interface StepCircumstances {
  readonly session: number;
  readonly sessionTransport: SessionTransportChange;
  readonly concurrent: number;
  /** Request headers beyond the session's own. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a witness takes from an exchange. */
export type WitnessedExchange = Pick<
  Exchange,
  'endpoint' | 'method' | 'path' | 'requestBody' | 'httpStatus' | 'failure' | 'bodyText' | 'traceparent'
>;

/** A step of a witness from its exchange, secrets taken out. */
export function witnessStepOf(
  exchange: WitnessedExchange,
  circumstances: StepCircumstances,
  redactor: Pick<Redactor, 'redact'>,
  sessionSecrets: readonly string[],
): WitnessStep {
  const traceId = traceIdOf(exchange);
  const clean = (text: string): string => redactor.redact(text, sessionSecrets);
  return {
    session: circumstances.session,
    endpoint: exchange.endpoint,
    method: exchange.method,
    path: clean(exchange.path),
    headers: Object.fromEntries(Object.entries(circumstances.headers).map(([name, value]) => [name, clean(value)])),
    body: exchange.requestBody === null ? null : clean(exchange.requestBody),
    sessionTransport: circumstances.sessionTransport,
    concurrent: circumstances.concurrent,
    ...(traceId === null ? {} : { traceId }),
    response: {
      httpStatus: exchange.httpStatus,
      failure: exchange.failure,
      // A secret at the end of what is kept is seen whole.
      body: clean(exchange.bodyText.slice(0, 2 * witnessBodyLength)).slice(0, witnessBodyLength),
    },
  };
}

/** Steps as a witness; the last one shows the violation where no other is named. */
export function witnessOf(steps: WitnessStep[], failingStep: number = steps.length - 1): Witness {
  return { steps, failingStep, curl: curlScript(steps) };
}

/** Exchanges that need no session, as those of the administration, as a witness. */
export function witnessOfExchanges(exchanges: readonly Exchange[], redactor: Redactor): Witness {
  const circumstances = { session: 0, sessionTransport: 'keep', concurrent: 0, headers: {} } as const;
  return witnessOf(exchanges.map((exchange) => witnessStepOf(exchange, circumstances, redactor, [])));
}
