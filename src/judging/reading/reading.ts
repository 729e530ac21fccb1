import { sessionEndpoints } from '../../contract/endpoints.ts';
import { isRecord, type Json } from '../../contract/jsonShape.ts';
import { isStatus, type Status } from '../../contract/statuses.ts';
import { type Exchange, encodingOf, type Failure, isSuccess } from '../../result/exchange.ts';

/** What an exchange brought, as far as its form goes: what every rule begins with. */
export type Reading =
  | { readonly kind: 'timed-out' | 'unreachable' | 'cancelled' | 'cut-off' | 'reset'; readonly failure: Failure }
  | { readonly kind: 'throttled' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'standard-error'; readonly error: Json }
  | { readonly kind: 'session-error'; readonly error: Json }
  /** Endpoints 1 to 3: a body with `response`. `status` is `''` when it is none of the documented ones. */
  | { readonly kind: 'flow'; readonly response: Json; readonly status: Status | '' }
  /** Endpoints 4 to 12: a body with `response`, HTTP 2xx. */
  | { readonly kind: 'administration'; readonly response: unknown }
  /** JSON, but none of the documented forms. */
  | { readonly kind: 'unshaped' };

/** What an endpoint of administration did. */
export type Granted = Extract<Reading, { kind: 'administration' }>;

const failureKinds: Partial<Record<Failure, 'timed-out' | 'cancelled' | 'cut-off' | 'reset'>> = {
  'response-timeout': 'timed-out',
  'body-timeout': 'timed-out',
  'connect-timeout': 'timed-out',
  cancelled: 'cancelled',
  truncated: 'cut-off',
  reset: 'reset',
  protocol: 'reset',
};

const throttled: Reading = { kind: 'throttled' };
const notJson: Reading = { kind: 'not-json' };
const unshaped: Reading = { kind: 'unshaped' };

/** Reads an exchange's form. */
export function read(exchange: Exchange): Reading {
  if (exchange.httpStatus === 429) return throttled;
  const { failure, json } = exchange;
  if (failure === 'not-json') return notJson;
  if (failure !== null) return { kind: failureKinds[failure] ?? 'unreachable', failure };
  if (json === undefined) return notJson;
  if (!isRecord(json)) return unshaped;
  if (isRecord(json.error)) return { kind: 'session-error', error: json.error };
  const response = json.response;
  if (isRecord(response) && 'error' in response && !('status' in response)) {
    return { kind: 'standard-error', error: isRecord(response.error) ? response.error : {} };
  }
  if (sessionEndpoints.has(exchange.endpoint)) {
    if (!isRecord(response)) return unshaped;
    const { status } = response;
    return { kind: 'flow', response, status: isStatus(status) ? status : '' };
  }
  if (response === undefined || !isSuccess(exchange.httpStatus)) return unshaped;
  return { kind: 'administration', response };
}

/** The members of a body that is an object; none of any other. */
export function bodyOf({ json }: Exchange): Json {
  return isRecord(json) ? json : {};
}

/** In one word for people: `success`, `1002`, `401`, `HTTP 302`, `time-out`. */
export function named(exchange: Exchange, reading: Reading = read(exchange)): string {
  switch (reading.kind) {
    case 'flow': {
      const { status } = reading.response;
      return typeof status === 'string' ? status : `HTTP ${exchange.httpStatus} without a status`;
    }
    case 'session-error':
      return `session error ${text(reading.error.code)} "${text(reading.error.message)}"`;
    case 'standard-error':
      return `HTTP ${exchange.httpStatus}, id ${text(reading.error.id)}`;
    case 'administration':
      return `HTTP ${exchange.httpStatus}`;
    case 'unshaped':
      return `HTTP ${exchange.httpStatus}, undocumented body`;
    case 'not-json': {
      const coding = encodingOf(exchange);
      return `HTTP ${exchange.httpStatus}, ${coding === null ? 'no JSON' : `Content-Encoding ${coding.slice(0, 40)}, not asked for`}`;
    }
    case 'throttled':
      return 'throttled (HTTP 429)';
    default:
      return reading.failure;
  }
}

/** A value of the service in a sentence; what is no plain value is named by its kind: it may be anything. */
function text(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'that is an object' : String(value);
}

/**
 * Whether nothing can be concluded from an exchange beyond how it ended: a time-out, a lost connection, the limiter, our
 * own doing.
 */
export function isUnknown(reading: Reading): boolean {
  return 'failure' in reading || reading.kind === 'throttled';
}

/** Whether the answer is one of the two documented error bodies. */
export function isErrorBody(reading: Reading): reading is Extract<Reading, { error: Json }> {
  return reading.kind === 'standard-error' || reading.kind === 'session-error';
}
