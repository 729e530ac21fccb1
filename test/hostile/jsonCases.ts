import { breaks, fine, type HostileCase } from './hostileCase.ts';
import type { HostileRequest, Protocol } from './hostileTarget.ts';
import { page, status, survey } from './soundAnswers.ts';

type Outcome = Pick<HostileCase, 'service' | 'failure' | 'clause'>;

/** How bytes become JSON: protocols bring them in pieces of their own. */
const inBytes: readonly Protocol[] = ['plain', 'h2'];

// What JSON says is the same over every protocol.
function json(
  name: string,
  body: (request: HostileRequest) => unknown,
  outcome: Outcome,
  over: readonly Protocol[] = ['plain'],
): HostileCase {
  return { name, does: { answer: survey(body) }, over, ...outcome };
}

const nested = (depth: number, open: string, close: string, inner = ''): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const text = (request: HostileRequest): string => JSON.stringify(page({}, request));
const notJson = breaks(null, 'not-json');
const strange = breaks(null);

const values: readonly (readonly [string, string])[] = [
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '1e999'],
  ['a text', '"success"'],
  ['a list', '[]'],
  ['an empty object', '{}'],
  ['an object without a name', '{"":{}}'],
  ['response null', '{"response":null,"requestID":"r"}'],
  ['response a list', '{"response":[],"requestID":"r"}'],
  ['response a text', '{"response":"x","requestID":"r"}'],
  ['response without members', '{"response":{},"requestID":"r"}'],
  ['error a text', '{"error":"x"}'],
  ['error null', '{"error":null}'],
  ['error a list', '{"error":[]}'],
  ['an error whose id is an object', '{"response":{"error":{"id":{"toString":1,"valueOf":1},"name":{},"message":[]}}}'],
  ['an error whose code is an object', '{"error":{"code":{"toString":1},"message":{"toString":1}}}'],
  ['an error whose message is a list nested 90 deep', `{"error":{"code":1002,"message":${nested(90, '[', ']')}}}`],
  ['a status that is an object', '{"response":{"status":{"toString":1}},"requestID":"r"}'],
  ['a status that is a list', '{"response":{"status":["success"]},"requestID":"r"}'],
  ['a status that is a number', '{"response":{"status":1},"requestID":"r"}'],
];

const broken: readonly (readonly [string, (request: HostileRequest) => string | Buffer])[] = [
  ['half a page', (request) => text(request).slice(0, 200)],
  ['a page and a comma', (request) => `${text(request)},`],
  ['two pages', (request) => text(request).repeat(2)],
  ['a comment', (request) => `// page\n${text(request)}`],
  ['single quotes', (request) => text(request).replaceAll('"', "'")],
  ['NaN', (request) => text(request).replace('50', 'NaN')],
  ['a trailing comma', (request) => text(request).replace(/}$/, ',}')],
  ['a raw line break in a text', (request) => text(request).replace('How was', 'How\nwas')],
  ['UTF-16', (request) => Buffer.from(text(request), 'utf16le')],
  ['20,000 lists within each other', () => nested(20_000, '[', ']')],
  ['20,000 objects within each other', () => nested(20_000, '{"a":', '}', '1')],
  ['50,000 brackets', () => '['.repeat(50_000)],
  [
    'a page with a list nested 20,000 deep',
    (request) => text(request).replace(/}$/, `,"x":${nested(20_000, '[', ']')}}`),
  ],
];

const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', ''] as const;

const members = Array.from({ length: 20_000 }, (_, at) => `"m${at}":${at}`).join();

export const jsonCases: readonly HostileCase[] = [
  ...values.map(([name, body]) => json(`${name} in place of a page`, () => body, strange)),
  ...broken.map(([name, body]) => json(`${name} in place of a page`, body, notJson, inBytes)),
  json('a byte order mark', (request) => `\ufeff${text(request)}`, notJson, inBytes),
  json(
    'bad UTF-8 in a text',
    (request) => {
      const bytes = Buffer.from(text(request));
      bytes[bytes.indexOf('requestID') + 14] = 0xff;
      return bytes;
    },
    fine,
    inBytes,
  ),
  json('half a pair of surrogates', (request) => text(request).replace('request-', '\\ud800'), fine),
  json('control characters in escapes', (request) => text(request).replace('request-', '\\u0000\\u001b[2J'), fine),
  ...names.map((name) =>
    json(`a status of ${JSON.stringify(name)}`, (request) => status(name, request), breaks('STATUS-KNOWN-01')),
  ),
  ...names.map((name) =>
    json(
      `a member ${JSON.stringify(name)} beside the others`,
      (request) => text(request).replace(/}$/, `,${JSON.stringify(name)}:{"status":"error"}}`),
      fine,
    ),
  ),
  json(
    '__proto__ in the page',
    (request) => text(request).replace('"meta"', '"__proto__":{"status":"error"},"meta"'),
    fine,
  ),
  json(
    'the status twice, the last one good',
    (request) => text(request).replace('"status"', '"status":"nonsense","status"'),
    fine,
  ),
  json(
    'the status twice, the last one bad',
    (request) => text(request).replace('"meta"', '"status":"nonsense","meta"'),
    breaks('STATUS-KNOWN-01'),
  ),
  json('20,000 members', (request) => text(request).replace(/}$/, `,${members}}`), fine),
  json('the same member 20,000 times', (request) => text(request).replace(/}$/, `${',"a":1'.repeat(20_000)}}`), fine),
  json('a list of 130,000', (request) => text(request).replace(/}$/, `,"a":[${'1,'.repeat(129_999)}1]}`), fine),
  json('a number of 100,000 digits', (request) => text(request).replace('50', '9'.repeat(100_000)), breaks(null)),
  json('a progress beyond doubles', (request) => text(request).replace('50', '1e400'), breaks(null)),
  json('a progress of -0', (request) => text(request).replace('50', '-0'), fine),
  json('a requestID of 200,000 characters', (request) => text(request).replace('request-', 'r'.repeat(200_000)), fine),
  json('a requestID that is an object', (request) => ({ ...page({}, request), requestID: { toString: 1 } }), strange),
  json(
    'a requestID that is a list nested 90 deep',
    (request) => text(request).replace(/"request-\d+"/, nested(90, '[', ']')),
    strange,
  ),
  ...[{ toString: 1 }, [], 1, true, {}].map((redirectUrl) =>
    json(
      `a redirectUrl of ${JSON.stringify(redirectUrl)}`,
      (request) => status('survey_complete', request, { redirectUrl }),
      breaks('PAGE-REDIRECT-03'),
    ),
  ),
  json(
    'a redirectUrl nested 90 deep',
    (request) =>
      `{"response":{"status":"redirect","redirectUrl":${nested(90, '[', ']')}},"requestID":"r${request.number}"}`,
    breaks('PAGE-REDIRECT-01'),
  ),
  json(
    'a redirectUrl elsewhere',
    (request) => status('redirect', request, { redirectUrl: `${request.elsewhere}/out` }),
    fine,
  ),
];
