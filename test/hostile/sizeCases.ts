import { gzipSync } from 'node:zlib';
import { breaks, fine, type HostileCase, unusable } from './hostileCase.ts';
import type { HostileRequest, Protocol, WholeAnswer } from './hostileTarget.ts';
import { page, survey } from './soundAnswers.ts';

const wired: readonly Protocol[] = ['plain', 'tls'];
const everywhere: readonly Protocol[] = ['plain', 'tls', 'h2'];
type Answer = (request: HostileRequest) => WholeAnswer;

function sized(
  name: string,
  answer: Answer,
  outcome: Pick<HostileCase, 'service' | 'failure' | 'clause'>,
  over = everywhere,
): HostileCase {
  return { name, does: { answer }, over, ...outcome };
}

const sound = survey();
const withHeaders =
  (headers: WholeAnswer['headers']): Answer =>
  (request) => {
    const answer = sound(request);
    return { ...answer, headers: { ...headers, ...answer.headers } };
  };
const mebi = 1024 * 1024;
/** An answer that is the same each time, made when it is first asked for: packing takes seconds where others are at work. */
function always(make: () => WholeAnswer): Answer {
  let answer: WholeAnswer | undefined;
  return () => {
    answer ??= make();
    return answer;
  };
}

/** A page of twice what an answer may hold, packed. */
const packed = (): Buffer => gzipSync(JSON.stringify(page({ padding: 'a'.repeat(8 * mebi) })));
const notJson = breaks(null, 'not-json');

/** The session's cookie, behind many others. */
function cookies(count: number): Answer {
  return (request) => {
    const answer = sound(request);
    const session = [answer.headers?.['set-cookie'] ?? []].flat();
    const others = Array.from({ length: count }, (_, at) => `c${at}=${at}; Path=/`);
    return { ...answer, headers: { 'set-cookie': [...others, ...session] } };
  };
}

export const sizeCases: readonly HostileCase[] = [
  sized('an empty body', () => ({ body: '' }), notJson),
  sized('a body of one NUL', () => ({ body: '\0' }), notJson),
  sized(
    'a body of 4 MiB and more',
    always(() => ({ body: Buffer.from(JSON.stringify(page({ padding: 'a'.repeat(4 * mebi) }))) })),
    unusable('too-large'),
  ),
  sized(
    'a body of 4 MiB and more of brackets',
    always(() => ({ body: Buffer.alloc(4 * mebi + 1, '[') })),
    unusable('too-large'),
  ),
  sized(
    'a sound page with 256 KiB of spaces around it',
    (request) => {
      const answer = sound(request);
      return { ...answer, body: `${' '.repeat(mebi / 8)}${String(answer.body)}${' '.repeat(mebi / 8)}` };
    },
    fine,
  ),
  sized(
    'a gzip bomb that nobody asked for',
    always(() => ({ headers: { 'content-encoding': 'gzip' }, body: packed() })),
    notJson,
  ),
  sized('an encoding that says what is not so', withHeaders({ 'content-encoding': 'gzip' }), fine),
  sized(
    'three hundred headers',
    withHeaders(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x-${at}`, 'v']))),
    fine,
  ),
  sized('a header of 12 KiB', withHeaders({ 'x-long': 'a'.repeat(12 * 1024) }), fine),
  sized('a head of 20 KiB', withHeaders({ 'x-long': 'a'.repeat(20 * 1024) }), unusable('too-large'), wired),
  sized('a head of a MiB', withHeaders({ 'x-long': 'a'.repeat(mebi) }), unusable('too-large'), wired),
  sized('300 cookies before the session’s', cookies(300), fine, wired),
  sized(
    'a cookie of 8 KiB beside the session’s',
    (request) => {
      const answer = sound(request);
      const session = [answer.headers?.['set-cookie'] ?? []].flat();
      return { ...answer, headers: { 'set-cookie': [...session, `big=${'a'.repeat(8192)}; Path=/`] } };
    },
    fine,
  ),
  sized(
    'cookies for another host',
    (request) => {
      const answer = sound(request);
      const session = [answer.headers?.['set-cookie'] ?? []].flat();
      return { ...answer, headers: { 'set-cookie': [...session, 'a=b; Domain=elsewhere.example'] } };
    },
    fine,
  ),
  sized(
    'HTTP 200 with a redirect elsewhere',
    (request) => ({ ...sound(request), headers: { ...sound(request).headers, location: `${request.elsewhere}/x` } }),
    fine,
  ),
  sized(
    'a redirect to another host',
    ({ elsewhere }) => ({ status: 302, headers: { location: `${elsewhere}/stolen` }, body: '' }),
    notJson,
  ),
  ...[204, 304].map((status) =>
    sized(`HTTP ${status}`, () => ({ status, headers: { 'content-length': '0' }, body: '' }), notJson, wired),
  ),
  sized('HTTP 418 with no documented body', () => ({ status: 418, body: '{}' }), breaks(null)),
  ...[502, 999].map((status) =>
    sized(
      `HTTP ${status} with HTML`,
      () => ({ status, headers: { 'content-type': 'text/html' }, body: '<html>oops</html>' }),
      breaks(null, 'not-json'),
      status === 999 ? wired : everywhere,
    ),
  ),
  sized(
    'a stack trace of a MiB',
    () => ({ status: 500, body: '\tat com.example.A.b(A.java:1)\n'.repeat(35_000) }),
    breaks('SANITY-STACK-TRACE-01', 'not-json'),
  ),
  sized('a MiB of spaces as an error', () => ({ status: 500, body: ' '.repeat(mebi) }), breaks(null, 'not-json')),
];
