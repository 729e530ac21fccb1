import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/service.ts';
import { freePort } from '../support/freePort.ts';
import { type Answer, httpResponse, startRawServer } from '../support/rawServer.ts';
import { straight, walkMany } from './walking.ts';

async function served(answer: Answer): Promise<string> {
  const server = await startRawServer(answer);
  onTestFinished(() => server.close());
  return server.baseUrl;
}

const json = { 'content-type': 'application/json' };

test.each<[string, Answer, Record<string, number>]>([
  ['hangs', () => {}, { timeout: 6 }],
  ['resets', (socket) => socket.resetAndDestroy(), { connection: 6 }],
  ['sends HTML', (socket) => socket.write(httpResponse(200, '<html></html>')), { malformed: 6 }],
  [
    'sends half a body',
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"response"'),
    { malformed: 6 },
  ],
  [
    'redirects elsewhere',
    (socket) => socket.write(httpResponse(302, '', { location: 'http://x.example' })),
    { malformed: 6 },
  ],
  ['sends null', (socket) => socket.write(httpResponse(200, 'null', json)), { ok: 6 }],
  ['fails', (socket) => socket.write(httpResponse(503, '{}', json)), { serverError: 6 }],
])('a target that %s fails each walk with an outcome', async (name, answer, outcomes) => {
  const baseUrl = await served(answer);
  const walked = await walkMany({ baseUrl, walks: 6, target: { timeoutMs: name === 'hangs' ? 50 : 10_000 } });
  expect(walked.outcomes).toEqual(outcomes);
  expect(walked.ends).toEqual({ failed: 6 });
});

test('a target that is down fails each walk', async () => {
  const walked = await walkMany({ baseUrl: `http://127.0.0.1:${await freePort()}`, walks: 6 });
  expect(walked).toMatchObject({ outcomes: { connection: 6 }, ends: { failed: 6 } });
});

test('a wrong key is no fault of the service', async () => {
  const service = await startService({ keys: { valid: ['another-key'], forbidden: [] } });
  onTestFinished(() => service.close());
  const walked = await walkMany({ baseUrl: service.baseUrl, walks: 3 });
  expect(walked).toMatchObject({ outcomes: { clientError: 3 }, ends: { failed: 3 } });
  expect(walked.sightings.has('AUTH-HEADER-01')).toBe(false);
});

test('a rate limiter is waited for as it asks, and is no violation', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const limited = { error: { id: 1013, name: '' } };
  const baseUrl = await served((socket, _request, number) => {
    if (number < 3) socket.write(httpResponse(429, JSON.stringify(limited), { ...json, 'retry-after': '0' }));
    else socket.write(httpResponse(200, '{"response":{"status":"survey_closed"},"requestID":"r"}', json));
  });
  const walked = await walkMany({ baseUrl, walks: 1 });
  expect(walked).toMatchObject({ outcomes: { throttled: 3, ok: 1 }, finalStatuses: { survey_closed: 1 } });
  expect(walked.sightings.size).toBe(0);
});

test('a page that names another host for its submission gets neither key nor cookie there', async () => {
  const thief = await startRawServer((socket) => socket.write(httpResponse(200, '{}', json)));
  onTestFinished(() => thief.close());
  const page = (next: string) => ({
    response: {
      status: 'success',
      meta: { isFinalPage: true, progressPercentage: 0 },
      navigation: { previousPageUrl: null, nextPageSubmitUrl: next },
      themeConfig: { cssUrls: [], jsUrls: [] },
      questions: [
        {
          html: '',
          json: '{"id":1,"type":"U","text":"","answers":[{"id":2,"text":"a"}],"formParam":{"paramPrefix":"u_","paramIdType":"questionId"}}',
        },
      ],
    },
    requestID: 'r',
  });
  const paths: string[] = [];
  const baseUrl = await served((socket, request) => {
    paths.push(request.slice(0, request.indexOf(' HTTP')));
    const body = request.startsWith('GET')
      ? page(`${thief.baseUrl}/steal`)
      : { response: { status: 'survey_complete' }, requestID: 'r' };
    socket.write(
      httpResponse(200, JSON.stringify(body), { ...json, 'set-cookie': 'JSESSIONID=0123456789ABCDEF; Path=/' }),
    );
  });
  const walked = await walkMany({ baseUrl, walks: 1, surveys: [5], respondent: straight });
  expect(thief.requests).toEqual([]);
  expect(paths).toEqual(['GET /a/api/v2/surveys/5/take', 'POST /a/api/v2/surveys/5/submit-page']);
  expect(walked.sightings.get('PAGE-NEXT-URL-01')?.expected).toBe('nextPageSubmitUrl /a/api/v2/surveys/5/submit-page');
});

test('whatever JSON a target sends in place of a page, each walk ends', async () => {
  let body = '{}';
  const baseUrl = await served((socket) => socket.write(httpResponse(200, body, json)));
  const question = fc.record(
    {
      id: fc.oneof(fc.nat(), fc.string(), fc.constant(null)),
      type: fc.constantFrom('U', 'M', 'T', 'X', 1),
      text: fc.string(),
      answers: fc.oneof(
        fc.array(fc.record({ id: fc.oneof(fc.nat(), fc.string()) }), { maxLength: 3 }),
        fc.constant('x'),
      ),
      formParam: fc.record({
        paramPrefix: fc.oneof(
          fc.constantFrom('u_', 'm', 't_', 'r_', 's', 'dt_', 'dt_cal_', 'x"y', ''),
          fc.string(),
          fc.nat(),
        ),
        paramIdType: fc.constantFrom('questionId', 'answerId', 'x'),
      }),
    },
    { requiredKeys: [] },
  );
  const page = fc.record({
    response: fc.record(
      {
        status: fc.constantFrom('success', 'validation_errors', 'survey_complete', 'nonsense', 3),
        meta: fc.oneof(fc.constant({ isFinalPage: false, progressPercentage: 1 }), fc.json()),
        navigation: fc.constant({ previousPageUrl: null, nextPageSubmitUrl: '/x y' }),
        themeConfig: fc.constant({ cssUrls: [], jsUrls: [] }),
        questions: fc.array(
          fc.record({
            html: fc.constantFrom('', '<input name="u_1" type=radio>', '<input name='),
            json: question.map((q) => JSON.stringify(q)),
          }),
          { maxLength: 3 },
        ),
        validationErrors: fc.oneof(fc.constant([{ questionId: 1, message: 'm', answerErrors: null }]), fc.json()),
      },
      { requiredKeys: [] },
    ),
    requestID: fc.string(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        page.map((p) => JSON.stringify(p)),
        fc.json(),
      ),
      async (sent) => {
        body = sent;
        const walked = await walkMany({ baseUrl, walks: 2, surveys: [1] });
        expect(Object.values(walked.ends).reduce((a, b) => a + b, 0)).toBe(2);
      },
    ),
    { numRuns: 60 },
  );
});
