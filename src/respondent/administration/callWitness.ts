import type { Redactor } from '../../client/redact.ts';
import { witnessStepOf } from '../../client/witnessStep.ts';
import { curlScript } from '../../result/curl.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';

/** Administration calls as a witness whose last step shows the violation, secrets taken out. */
export function witnessOfCalls(exchanges: readonly Exchange[], redactor: Redactor): Witness {
  const steps = exchanges.map((exchange) =>
    witnessStepOf(exchange, { session: 0, sessionTransport: 'keep', concurrent: 0, headers: {} }, redactor, []),
  );
  return { steps, failingStep: steps.length - 1, curl: curlScript(steps) };
}
