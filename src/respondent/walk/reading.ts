import { Compile } from 'typebox/compile';
import { isRecord } from '../../contract/jsonShape.ts';
import { NoPage, SuccessPage, ValidationErrorsPage } from '../../contract/page.ts';
import { SessionError, StandardError } from '../../contract/serviceErrors.ts';
import { isStatus, type Status, statuses } from '../../contract/statuses.ts';
import type { BodyRepeat, Exchange } from '../../result/exchange.ts';

/**
 * What a response of the respondent flow turned out to be. `odd`: JSON that is none of the documented shapes;
 * `none`: no usable body.
 */
export type Reading =
  | { readonly kind: 'success'; readonly body: SuccessPage }
  | { readonly kind: 'validation'; readonly body: ValidationErrorsPage }
  | { readonly kind: 'noPage'; readonly status: Status; readonly body: NoPage }
  | { readonly kind: 'sessionError'; readonly body: SessionError }
  | { readonly kind: 'standardError'; readonly body: StandardError }
  | { readonly kind: 'odd'; readonly json: unknown }
  | { readonly kind: 'none' };

const successPage = Compile(SuccessPage);
const validationPage = Compile(ValidationErrorsPage);
const noPage = Compile(NoPage);
const sessionError = Compile(SessionError);
const standardError = Compile(StandardError);

const nothing: Reading = { kind: 'none' };

/** Reads responses by the compiled schemas of the contract; a body that repeats is read once. */
export class Reader {
  readonly #known = new WeakMap<BodyRepeat, Reading>();

  read(exchange: Exchange): Reading {
    const repeat = exchange.repeat ?? null;
    if (repeat === null) return readBody(exchange);
    const known = this.#known.get(repeat);
    if (known !== undefined) return known;
    const reading = readBody(exchange);
    this.#known.set(repeat, reading);
    return reading;
  }
}

function readBody(exchange: Exchange): Reading {
  const json = exchange.json;
  if (successPage.Check(json)) return { kind: 'success', body: json };
  if (exchange.failure !== null || json === undefined) return nothing;
  if (validationPage.Check(json)) return { kind: 'validation', body: json };
  if (sessionError.Check(json)) return { kind: 'sessionError', body: json };
  if (standardError.Check(json)) return { kind: 'standardError', body: json };
  if (noPage.Check(json)) {
    const status = json.response.status;
    if (isStatus(status) && !statuses[status].page) return { kind: 'noPage', status, body: json };
  }
  return { kind: 'odd', json };
}

/** `response.status` of a body, whatever else it is; `null` when it has none. */
export function statusOf(json: unknown): string | null {
  if (!isRecord(json) || !isRecord(json.response)) return null;
  const status = json.response.status;
  return typeof status === 'string' ? status : null;
}
