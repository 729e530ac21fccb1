import type { Exchange } from '../../result/exchange.ts';
import type { WitnessStep } from '../../result/verdict.ts';
import type { Ground } from '../drive/stage.ts';

/** An answer as witnesses keep it, secrets taken out. */
export function answerOf({ httpStatus, failure, bodyText }: Exchange, { target }: Ground): WitnessStep['response'] {
  return { httpStatus, failure, body: target.redactor.redact(bodyText) };
}
