import { type EndpointId, endpoints } from '../../contract/endpoints.ts';
import type { Exchange, Failure } from '../../result/exchange.ts';
import { isObject } from './fields.ts';

/** What an exchange brought, as far as its form goes: what every check begins with. */
export type Reading =
  | { readonly kind: 'timed-out' | 'unreachable' | 'cancelled' | 'cut-off' | 'reset'; readonly failure: Failure }
  | { readonly kind: 'throttled' }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'standard-error'; readonly body: Record<string, unknown>; readonly error: Record<string, unknown> }
  | { readonly kind: 'session-error'; readonly body: Record<string, unknown>; readonly error: Record<string, unknown> }
  /** Endpoints 1 to 3: a body with `response`. */
  | {
      readonly kind: 'flow';
      readonly body: Record<string, unknown>;
      readonly response: Record<string, unknown>;
      readonly status: unknown;
    }
  /** Endpoints 4 to 12: a body with `response`, HTTP 2xx. */
  | { readonly kind: 'administration'; readonly body: Record<string, unknown>; readonly response: unknown }
  /** JSON, but none of the documented forms. */
  | { readonly kind: 'unshaped'; readonly body: unknown };

const failureKinds: Partial<Record<Failure, 'timed-out' | 'cancelled' | 'cut-off' | 'reset'>> = {
  'response-timeout': 'timed-out',
  'body-timeout': 'timed-out',
  'connect-timeout': 'timed-out',
  cancelled: 'cancelled',
  truncated: 'cut-off',
  reset: 'reset',
  protocol: 'reset',
};

/** Reads an exchange's form. */
export function read(exchange: Exchange): Reading {
  if (exchange.httpStatus === 429) return { kind: 'throttled' };
  const { failure, json } = exchange;
  if (failure === 'not-json') return { kind: 'not-json' };
  if (failure !== null) return { kind: failureKinds[failure] ?? 'unreachable', failure };
  if (json === undefined) return { kind: 'not-json' };
  if (!isObject(json)) return { kind: 'unshaped', body: json };
  if (isObject(json.error)) return { kind: 'session-error', body: json, error: json.error };
  const response = json.response;
  if (isObject(response) && 'error' in response && !('status' in response)) {
    return { kind: 'standard-error', body: json, error: isObject(response.error) ? response.error : {} };
  }
  if (endpoints[exchange.endpoint].area === 'respondent') {
    return isObject(response)
      ? { kind: 'flow', body: json, response, status: response.status }
      : { kind: 'unshaped', body: json };
  }
  const successful = exchange.httpStatus >= 200 && exchange.httpStatus < 300;
  if (response === undefined || !successful) return { kind: 'unshaped', body: json };
  return { kind: 'administration', body: json, response };
}

/** In one word for people: `success`, `1002`, `401`, `HTTP 302`, `time-out`. */
export function named(exchange: Exchange): string {
  const reading = read(exchange);
  switch (reading.kind) {
    case 'flow':
      return typeof reading.status === 'string' ? reading.status : `HTTP ${exchange.httpStatus} without a status`;
    case 'session-error':
      return `session error ${String(reading.error.code)} "${String(reading.error.message)}"`;
    case 'standard-error':
      return `HTTP ${exchange.httpStatus}, id ${String(reading.error.id)}`;
    case 'administration':
      return `HTTP ${exchange.httpStatus}`;
    case 'unshaped':
    case 'not-json':
      return `HTTP ${exchange.httpStatus}, ${reading.kind === 'not-json' ? 'no JSON' : 'undocumented body'}`;
    case 'throttled':
      return 'throttled (HTTP 429)';
    default:
      return reading.failure;
  }
}

/**
 * Whether nothing can be concluded from an exchange beyond how it ended: a time-out, a lost connection, the limiter, our
 * own doing.
 */
export function isUnknown(exchange: Exchange): boolean {
  const reading = read(exchange);
  return 'failure' in reading || reading.kind === 'throttled';
}

/** The route clause of an endpoint, `TAKE` for take and so on: the middle part of `ROUTE-…-01` and `AUTH-…-01`. */
export const clauseNames = {
  take: 'TAKE',
  'submit-page': 'SUBMIT',
  'previous-page': 'PREVIOUS',
  'create-department': 'CREATE-DEPARTMENT',
  'list-departments': 'LIST-DEPARTMENTS',
  'regenerate-key': 'REGENERATE-KEY',
  'create-template': 'CREATE-TEMPLATE',
  'update-datapad': 'UPDATE-DATAPAD',
  'create-response': 'CREATE-RESPONSE',
  'list-responses': 'LIST-RESPONSES',
  'filter-responses': 'FILTER-RESPONSES',
  'fetch-response': 'FETCH-RESPONSE',
} as const satisfies Record<EndpointId, string>;
