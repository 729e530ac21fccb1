import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { breaks, fine, type HostileCase, unusable } from './hostileCase.ts';
import type { HostileRequest } from './hostileTarget.ts';
import { survey } from './soundAnswers.ts';

type Does = (stream: ServerHttp2Stream, request: HostileRequest) => void;

function stream(
  name: string,
  does: Does,
  outcome: Pick<HostileCase, 'service' | 'failure' | 'clause'>,
  timeoutMs?: number,
): HostileCase {
  return { name, does: { stream: does }, over: ['h2'], ...outcome, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

const head = { ':status': 200, 'content-type': 'application/json' };
const stallMs = 150;
const sound = survey();

function soundOf(request: HostileRequest): { headers: OutgoingHttpHeaders; body: string | Buffer } {
  const { status = 200, headers = {}, body } = sound(request);
  return { headers: { ...head, ...(headers as Record<string, string>), ':status': status }, body };
}

export const http2Cases: readonly HostileCase[] = [
  stream('a stream that is refused', (to) => to.close(constants.NGHTTP2_REFUSED_STREAM), breaks(null, 'reset')),
  stream('a stream that is cancelled', (to) => to.close(constants.NGHTTP2_CANCEL), breaks(null, 'protocol')),
  stream(
    'a stream that fails within its body',
    (to) => {
      to.respond(head);
      to.write('{"resp', () => to.close(constants.NGHTTP2_INTERNAL_ERROR));
    },
    // Node's client may tell of the end of what came before it tells of the failure.
    breaks(null, 'any'),
  ),
  stream('the end of the connection in place of an answer', (to) => to.session?.destroy(), breaks(null, 'reset')),
  stream(
    'the end of the connection within a body',
    (to) => {
      to.respond(head);
      to.write('{"resp', () => to.session?.destroy());
    },
    breaks('SANITY-TRUNCATED-01', 'truncated'),
  ),
  stream('nothing', () => {}, unusable('response-timeout'), stallMs),
  stream('a head and nothing else', (to) => to.respond(head), unusable('body-timeout'), stallMs),
  stream(
    'half a body and nothing else',
    (to) => {
      to.respond(head);
      to.write('{"resp');
    },
    unusable('body-timeout'),
    stallMs,
  ),
  stream(
    'a farewell before each answer',
    (to, request) => {
      to.session?.goaway();
      const { headers, body } = soundOf(request);
      to.respond(headers);
      to.end(body);
    },
    fine,
  ),
  stream(
    'interim answers',
    (to, request) => {
      to.additionalHeaders({ ':status': 103 });
      const { headers, body } = soundOf(request);
      to.respond(headers);
      to.end(body);
    },
    fine,
  ),
  stream(
    'trailers of HTTP/2',
    (to, request) => {
      const { headers, body } = soundOf(request);
      to.respond(headers, { waitForTrailers: true });
      to.on('wantTrailers', () => to.sendTrailers({ 'x-sum': '1' }));
      to.end(body);
    },
    fine,
  ),
  stream(
    'a body of 5 MiB, a KiB at a time',
    (to) => {
      to.respond(head);
      for (let kib = 0; kib < 5 * 1024 && !to.destroyed; kib++) to.write('a'.repeat(1024));
      to.end();
    },
    unusable('too-large'),
  ),
];
