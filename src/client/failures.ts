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
  EPROTO: 'tls',
  CANVASS_PROXY: 'proxy',
};

const lost: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);
const certificate = /^ERR_(TLS|SSL)_|CERT|SELF_SIGNED|^UNABLE_TO_|^CRL_|HOSTNAME_MISMATCH/;

/** The failure that an error of the socket, or of canvass itself stands for. */
export function failureOf(error: unknown, progress: Progress): Failure {
  if (error instanceof ExchangeEnded) return failureOfEnd(error, progress);
  const code = codeOf(error);
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
