import type { Failure } from '../result/exchange.ts';

/** How far a request had come when it failed: not yet on the wire, sent, or answered by a status line. */
export type Progress = 'unsent' | 'sent' | 'head';

/** Why canvass itself ends an exchange; an `Error` because sockets want one as the reason of an abort. */
export class ExchangeEnded extends Error {
  readonly reason: 'time-out' | 'too-large' | 'cancelled' | 'closed';

  constructor(reason: ExchangeEnded['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** One instance each: their stack traces mean nothing. */
export const endedByTimeout = new ExchangeEnded('time-out');
export const endedBySize = new ExchangeEnded('too-large');
/** The service had closed an idle connection while the request was on its way to it. */
export const endedByClose = new ExchangeEnded('closed');
export const endedByCancel = new ExchangeEnded('cancelled');
/** Bad luck that canvass made. */
export const endedByMishap = new ExchangeEnded('cancelled');

const byCode: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EHOSTDOWN: 'refused',
  ENOTFOUND: 'unresolved',
  EAI_AGAIN: 'unresolved',
  EAI_FAIL: 'unresolved',
  EAI_NODATA: 'unresolved',
  EAI_NONAME: 'unresolved',
  EMFILE: 'no-socket',
  ENFILE: 'no-socket',
  EADDRNOTAVAIL: 'no-socket',
  ENOBUFS: 'no-socket',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'response-timeout',
  UND_ERR_BODY_TIMEOUT: 'body-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
  HPE_INVALID_EOF_STATE: 'truncated',
  // HTTP/2: the service had said that it takes no more requests on the connection.
  ERR_HTTP2_GOAWAY_SESSION: 'closed',
  ERR_HTTP2_INVALID_SESSION: 'closed',
  UND_ERR_DESTROYED: 'cancelled',
  UND_ERR_CLOSED: 'cancelled',
  UND_ERR_ABORTED: 'cancelled',
  EPROTO: 'tls',
  CANVASS_PROXY: 'proxy',
};

const lost: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_HTTP2_STREAM_ERROR',
]);
const certificate = /^ERR_(TLS|SSL)_|CERT|SELF_SIGNED|^UNABLE_TO_|^CRL_|HOSTNAME_MISMATCH/;

/** The failure that an error of undici, of the socket, or of canvass itself stands for. */
export function failureOf(error: unknown, progress: Progress): Failure {
  if (error instanceof ExchangeEnded) return failureOfEnd(error, progress);
  const code = codeOf(error);
  // So Node ends a stream of HTTP/2 whose head has more fields than it takes.
  if (error instanceof Error && error.message.includes('ENHANCE_YOUR_CALM')) return 'too-large';
  if (code === 'UND_ERR_INFO' && error instanceof Error && error.message.includes('GOAWAY')) return 'closed';
  if (lost.has(code)) return progress === 'head' ? 'truncated' : 'reset';
  if (code === 'ETIMEDOUT') return timeoutAt(progress);
  const known = byCode[code];
  if (known !== undefined) return known;
  return certificate.test(code) ? 'tls' : 'protocol';
}

function failureOfEnd(error: ExchangeEnded, progress: Progress): Failure {
  return error.reason === 'time-out' ? timeoutAt(progress) : error.reason;
}

function timeoutAt(progress: Progress): Failure {
  if (progress === 'unsent') return 'connect-timeout';
  return progress === 'sent' ? 'response-timeout' : 'body-timeout';
}

/** The code of an error; of several attempts to connect (one for each address of a host), that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return '';
}
