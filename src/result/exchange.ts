import type { EndpointId } from '../contract/endpoints.ts';

/** What became of an exchange, as results count it (design, Run result). */
export const outcomes = [
  'ok',
  'expectedRejection',
  'throttled',
  'serverError',
  'clientError',
  'timeout',
  'connection',
  'malformed',
] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Why a request got no usable answer, what results count it as, and what stood in its way. Every way that a request can
 * fail is one of these: a failed request is data, not an exception.
 */
export const byFailure = {
  refused: { outcome: 'connection', obstacle: 'refused' },
  unresolved: { outcome: 'connection', obstacle: 'unresolved' },
  'connect-timeout': { outcome: 'timeout', obstacle: 'time-out' },
  'response-timeout': { outcome: 'timeout', obstacle: 'time-out' },
  'body-timeout': { outcome: 'timeout', obstacle: 'time-out' },
  reset: { outcome: 'connection', obstacle: 'cut-off' },
  /** The service had closed the idle connection, as it may, while the request was on its way. */
  closed: { outcome: 'connection', obstacle: 'cut-off' },
  truncated: { outcome: 'malformed', obstacle: 'cut-off' },
  /** More than canvass reads of an answer. */
  'too-large': { outcome: 'malformed', obstacle: 'beyond-limits' },
  protocol: { outcome: 'malformed', obstacle: 'protocol' },
  /** What stood in the way depends on its status. */
  'not-json': { outcome: 'malformed' },
  tls: { outcome: 'connection', obstacle: 'tls' },
  /** The proxy was not reached, or let nobody through. */
  proxy: { outcome: 'connection', obstacle: 'proxy' },
  cancelled: { outcome: 'connection', obstacle: 'cancelled' },
  /** The generator itself had no socket left (descriptors, local ports): says nothing about the service. */
  'no-socket': { outcome: 'connection', obstacle: 'no-socket' },
} as const satisfies Readonly<Record<string, { readonly outcome: Outcome; readonly obstacle?: string }>>;
export type Failure = keyof typeof byFailure;
export const failures = /* @__PURE__ */ Object.keys(byFailure) as readonly Failure[];

/** Outcomes that are errors: neither a usable answer, nor a provoked rejection, nor the rate limiter. */
export const errorOutcomes = [
  'serverError',
  'clientError',
  'timeout',
  'connection',
  'malformed',
] as const satisfies readonly Outcome[];

/** What respondents of bad luck do, or what happens to them. */
export const badLucks = ['doubleSubmit', 'retry', 'lostConnection', 'twoTabs', 'slowReader', 'hesitate'] as const;
export type BadLuck = (typeof badLucks)[number];

/**
 * Why the request was sent: faults that canvass injects itself are expected to be rejected, and what bad luck has touched
 * stands in figures of its own.
 */
const intents = ['walk', 'expired', 'invalid', 'probe', 'administration', ...badLucks] as const;
export type Intent = (typeof intents)[number];

const unlucky: ReadonlySet<string> = new Set(badLucks);

/** Whether a request was sent by, or suffered, bad luck that canvass injected. */
export function isBadLuck(intent: Intent): intent is BadLuck {
  return unlucky.has(intent);
}

/**
 * Stands for all bodies that are the same byte by byte but for the value of their `requestID`, and of others where there
 * are such: one object for all of them, so that what was found about one of them can be kept by it.
 */
export interface BodyRepeat {
  /** The body with an empty text in the place of each value that varies. */
  readonly text: string;
  /** Where others than the `requestID` stand in the parsed body. */
  readonly varying: readonly (readonly string[])[];
}

/**
 * One request with its response and its instants: the seam between engines and reports.
 *
 * Instants are milliseconds of the process's monotonic clock (`performance.now()`); those that were never reached are
 * `NaN`. `headers` are the response's names (lower case) and values in turn, as they came; `bodyText` is what came of
 * the body, also when it was cut short. Nothing here has been redacted: what leaves the process is redacted first.
 */
export interface Exchange {
  readonly endpoint: EndpointId;
  readonly method: string;
  /** Path and query, relative to the target's base URL. */
  readonly path: string;
  readonly requestBody: string | null;
  readonly intendedMs: number;
  readonly sentMs: number;
  readonly firstByteMs: number;
  readonly endMs: number;
  readonly failure: Failure | null;
  /** 0 when no status line came. */
  readonly httpStatus: number;
  readonly headers: readonly string[];
  readonly bodyText: string;
  /** The parsed body; `undefined` when the body was not JSON. */
  readonly json: unknown;
  /** The same for every response with this body; absent or `null` where repeats are not looked for. */
  readonly repeat?: BodyRepeat | null;
  /**
   * What varies in a body that repeats, each as it is written, with what stands around it up to the next quotes; absent or `null`
   * where that is the `requestID` alone.
   */
  readonly varied?: readonly string[] | null;
  /** How long the connection had carried nothing when the request was sent, ms; 0 for a new one, absent if unknown. */
  readonly connectionIdleMs?: number;
  /** The W3C trace context that it was sent with; absent or `null` without one. */
  readonly traceparent?: string | null;
}

/** Latency that the schedule experienced, µs: end − intended (design, Latency). */
export function experiencedUs(exchange: Exchange): number {
  return (exchange.endMs - exchange.intendedMs) * 1000;
}

/** Latency of the service alone, µs: end − sent. */
export function serviceUs(exchange: Exchange): number {
  return (exchange.endMs - exchange.sentMs) * 1000;
}

/** The id of the trace that an exchange was sent in, 32 hexadecimal digits; `null` without one. */
export function traceIdOf({ traceparent }: Pick<Exchange, 'traceparent'>): string | null {
  return traceparent?.slice(3, 35) ?? null;
}

/** The value of a response header (name in lower case), or `null`; of a repeated header, the first. */
export function headerOf(exchange: Pick<Exchange, 'headers'>, name: string): string | null {
  const headers = exchange.headers;
  for (let i = 0; i + 1 < headers.length; i += 2) if (headers[i] === name) return headers[i + 1] ?? null;
  return null;
}

export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

/** The content coding of a body that was not sent as it is, as canvass asks for; `null` for one that was. */
export function encodingOf(exchange: Pick<Exchange, 'headers'>): string | null {
  const coding = headerOf(exchange, 'content-encoding');
  return coding === null || /^(?:identity)?$/i.test(coding) ? null : coding;
}

/**
 * What results count an exchange as. A 429 is `throttled` and a 5xx a `serverError` whatever their body; `rejected`
 * says that canvass provoked the rejection and got one.
 */
export function outcomeOf(exchange: Exchange, rejected: boolean): Outcome {
  const { failure, httpStatus } = exchange;
  if (httpStatus === 429) return 'throttled';
  if (failure !== null && failure !== 'not-json') return byFailure[failure].outcome;
  if (rejected) return 'expectedRejection';
  if (httpStatus >= 500) return 'serverError';
  if (httpStatus >= 400) return 'clientError';
  if (failure !== null || httpStatus >= 300) return 'malformed';
  return 'ok';
}
