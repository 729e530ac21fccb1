import { constants, type ServerHttp2Stream } from 'node:http2';
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

export const http2Cases: readonly HostileCase[] = [
  stream('a stream that is refused', (to) => to.close(constants.NGHTTP2_REFUSED_STREAM), breaks(null)),
  stream('a stream that is cancelled', (to) => to.close(constants.NGHTTP2_CANCEL), breaks(null)),
  stream(
    'a stream that fails within its body',
    (to) => {
      to.respond(head);
      to.write('{"resp', () => to.close(constants.NGHTTP2_INTERNAL_ERROR));
    },
    breaks('SANITY-TRUNCATED-01', 'truncated'),
  ),
  stream('the end of the connection in place of an answer', (to) => to.session?.destroy(), breaks(null)),
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
      const { headers = {}, body } = survey()(request);
      to.respond({ ...head, ...(headers as Record<string, string>) });
      to.end(body);
    },
    fine,
  ),
  stream(
    'interim answers',
    (to, request) => {
      to.additionalHeaders({ ':status': 103 });
      const { headers = {}, body } = survey()(request);
      to.respond({ ...head, ...(headers as Record<string, string>) });
      to.end(body);
    },
    fine,
  ),
  stream(
    'trailers',
    (to, request) => {
      const { headers = {}, body } = survey()(request);
      to.respond({ ...head, ...(headers as Record<string, string>) }, { waitForTrailers: true });
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
