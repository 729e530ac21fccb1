import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopes } from '../../../src/contract/envelopes.ts';
import { defaultKeys } from '../../../src/service/apiKeys.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import type { Seen } from '../ask.ts';
import { RespondentByHand } from '../respondentByHand.ts';
import { AdministratorByHand } from './administratorByHand.ts';

const checks = Object.fromEntries(Object.entries(envelopes).map(([name, type]) => [name, Compile(type)]));

function expectShape(endpoint: keyof typeof envelopes, { body }: Seen): void {
  expect([...(checks[endpoint]?.Errors(body) ?? [])]).toEqual([]);
}

let service: RunningService;
let administrator: AdministratorByHand;
beforeAll(async () => {
  service = await startService({ now: () => Date.UTC(2026, 2, 9, 13, 5, 7) });
  administrator = new AdministratorByHand(service);
});
afterAll(() => service.close());

describe('departments', () => {
  test('a created department has all fields, and is listed', async () => {
    const made = await administrator.post('/organizations/1/departments', { name: 'Köln <1>', primaryAccountID: 7 });
    expect(made.httpStatus).toBe(200);
    expectShape('create-department', made);
    expect(made.body.response).toMatchObject({ organizationID: 1, name: 'Köln <1>', primaryAccountID: 7 });
    const list = await administrator.get('/organizations/1/departments');
    expectShape('list-departments', list);
    expect(list.body.response).toContainEqual(made.body.response);
    expect(list.body.pagination).toMatchObject({ currentPage: 1, perPage: 100 });
  });

  test('a body that is no department is refused', async () => {
    for (const body of [{}, { name: 5, primaryAccountID: 7 }, { name: 'x', primaryAccountID: '7' }, [], null]) {
      const seen = await administrator.post('/organizations/1/departments', body);
      expect(seen.httpStatus).toBe(400);
      expect(seen.body.response.error).toMatchObject({ name: 'BAD_REQUEST', id: '1000', httpStatusCode: 400 });
    }
    expect((await administrator.request('POST', '/organizations/1/departments', '{"name":')).httpStatus).toBe(400);
  });
});

describe('templates and datapads', () => {
  test('a template is returned byte for byte, with all nine fields', async () => {
    const sent = {
      isGlobal: true,
      title: 'Invitation “spring”',
      emailSubject: 'Your opinion?',
      content: 'Dear you,\r\n\r\n<SURVEY_LINK>\r\n\tBye & thanks\r\n',
    };
    const seen = await administrator.post('/surveys/1001/templates', sent);
    expectShape('create-template', seen);
    expect(seen.body.response).toMatchObject({ ...sent, surveyID: 1001 });
  });

  test('a datapad keeps the text that it was given', async () => {
    const seen = await administrator.put('/surveys/1001/datapads/5', { analysisHtmlText: '<p>a &amp; b</p>\r\n' });
    expectShape('update-datapad', seen);
    expect(seen.body.response).toMatchObject({
      datapadID: 5,
      surveyID: 1001,
      analysisHtmlText: '<p>a &amp; b</p>\r\n',
    });
    expect((await administrator.put('/surveys/1001/datapads/6', { analysisHtmlText: '' })).httpStatus).toBe(404);
    expect((await administrator.put('/surveys/1002/datapads/5', { analysisHtmlText: '' })).httpStatus).toBe(404);
  });
});

describe('response records', () => {
  test('a record made of responseSet alone has every field when it is fetched', async () => {
    const responseSet = [{ questionID: 103, answerValues: [{ answerID: 10301, value: { text: 'a\r\n☕' } }] }];
    const made = await administrator.post('/surveys/1001/responses', { responseSet });
    expectShape('create-response', made);
    expect(made.body.response).not.toHaveProperty('utctimestamp');
    expect(made.body.response.surveyName).toBe('Customer satisfaction');
    const fetched = await administrator.get(`/surveys/1001/responses/${made.body.response.responseID}`);
    expectShape('fetch-response', fetched);
    expect(fetched.body.response).toEqual({ ...made.body.response, utctimestamp: 1773061507 });
    expect(fetched.body.response.timestamp).toBe('09 Mar, 2026 01:05:07 PM UTC');
  });

  test('every optional member is stored as it was sent', async () => {
    const sent = {
      ipAddress: '203.0.113.9',
      timestamp: '01 Feb, 2024 12:00:00 AM PDT',
      location: { country: 'Norway', region: 'Oslo', latitude: 59.9, longitude: 10.7, radius: 5, countryCode: 'NO' },
      duplicate: true,
      timeTaken: 93,
      responseStatus: 'Completed',
      externalReference: 'ref & 1',
      customVariables: { custom1: 'one', custom2: null, custom3: '3', custom4: '', custom5: 'five' },
      language: 'Norwegian',
      currentInset: 'inset',
      operatingSystem: 'Linux',
      osDeviceType: 'Desktop',
      browser: 'Lynx',
      responseSet: [
        {
          questionID: 101,
          questionDescription: 'd',
          questionCode: 'c',
          questionText: 't',
          imageUrl: 'https://images.example/1.png',
          answerValues: [
            {
              answerID: 10101,
              answerText: 'x',
              value: {
                scale: '1',
                other: '2',
                dynamicExplodeText: '3',
                text: '4',
                result: '5',
                fileLink: '6',
                weight: 7,
              },
            },
          ],
        },
      ],
    };
    const made = await administrator.post('/surveys/1001/responses', sent);
    const fetched = await administrator.get(`/surveys/1001/responses/${made.body.response.responseID}`);
    expect(fetched.body.response).toMatchObject(sent);
  });

  test('members that the document does not have are neither stored nor obeyed', async () => {
    const sent = { responseSet: [], responseID: 3, dataQuality: 'flagged', surveyName: 'mine' };
    const made = await administrator.post('/surveys/1001/responses', sent);
    expect(made.body.response.responseID).not.toBe(3);
    expect(made.body.response).toMatchObject({ dataQuality: 'unflagged', surveyName: 'Customer satisfaction' });
  });

  test('without responseSet, or with members of a wrong type, nothing is created', async () => {
    const { totalItems } = (await administrator.get('/surveys/1001/responses')).body.pagination;
    const bodies = [
      {},
      { responseSet: {} },
      { responseSet: [{ answerValues: [] }] },
      { responseSet: [], duplicate: 1 },
    ];
    for (const body of bodies) {
      expect((await administrator.post('/surveys/1001/responses', body)).httpStatus).toBe(400);
    }
    expect((await administrator.get('/surveys/1001/responses')).body.pagination.totalItems).toBe(totalItems);
  });

  test('a completed walk is a record with its answers, at once', async () => {
    const respondent = new RespondentByHand(service, 1001);
    await respondent.take();
    await respondent.advance({ u_101: '10103', m_102: ['10201', '10204'] });
    await respondent.advance({ t_10301: 'Naïve café ☕ <b>' });
    await respondent.advance({ u_104: '10404', t_10404: 'On a bus', m_105: ['10502'] });
    await respondent.advance({ r_10601: '2', r_10602: '1', r_10603: '4', r_10604: '3' });
    await respondent.submit({ s_10701: '40', s_10702: '35', s_10703: '25' });
    const list = await administrator.get('/surveys/1001/responses?perPage=1000');
    expectShape('list-responses', list);
    const record = list.body.response.at(-1);
    const values = record.responseSet.flatMap((question: Seen['body']) =>
      question.answerValues.map((each: Seen['body']) => [
        question.questionID,
        each.answerID,
        each.answerText,
        each.value,
      ]),
    );
    const value = { scale: '', other: '', dynamicExplodeText: '', text: '', result: '', fileLink: '', weight: 0 };
    expect(values).toEqual([
      [101, 10103, 'Neither satisfied nor dissatisfied', value],
      [102, 10201, 'Surveys', value],
      [102, 10204, 'Panels', value],
      [103, 10301, '', { ...value, text: 'Naïve café ☕ <b>' }],
      [104, 10404, 'Other (please say where)', { ...value, other: 'On a bus' }],
      [105, 10502, 'Telephone', value],
      [106, 10601, 'Price', { ...value, scale: '2' }],
      [106, 10602, 'Speed', { ...value, scale: '1' }],
      [106, 10603, 'Quality', { ...value, scale: '4' }],
      [106, 10604, 'Support', { ...value, scale: '3' }],
      [107, 10701, 'Web', { ...value, scale: '40' }],
      [107, 10702, 'Mobile', { ...value, scale: '35' }],
      [107, 10703, 'Desktop', { ...value, scale: '25' }],
    ]);
    const fetched = await administrator.get(`/surveys/1001/responses/${record.responseID}`);
    expect(fetched.body.response).toEqual(record);
  });

  test('created at the same time, each gets an id of its own and none is lost', async () => {
    const before = (await administrator.get('/surveys/1002/responses')).body.pagination.totalItems;
    const made = await Promise.all(
      Array.from({ length: 40 }, () => administrator.post('/surveys/1002/responses', { responseSet: [] })),
    );
    expect(new Set(made.map(({ body }) => body.response.responseID)).size).toBe(40);
    expect((await administrator.get('/surveys/1002/responses')).body.pagination.totalItems).toBe(before + 40);
  });
});

describe('keys', () => {
  const calls: readonly (readonly [string, string])[] = [
    ['POST', '/organizations/1/departments'],
    ['GET', '/organizations/1/departments'],
    ['GET', '/apikey/regenerate'],
    ['POST', '/surveys/1001/templates'],
    ['PUT', '/surveys/1001/datapads/5'],
    ['POST', '/surveys/1001/responses'],
    ['GET', '/surveys/1001/responses'],
    ['GET', '/surveys/1001/responses/filter'],
    ['GET', '/surveys/1001/responses/1'],
  ];

  test.each(calls)('%s %s needs a key with permission', async (method, path) => {
    const stranger = new AdministratorByHand(service);
    for (const [key, httpStatus, id] of [
      [undefined, 401, '1010'],
      ['wrong', 401, '1010'],
      [defaultKeys.forbidden[0], 403, '1013'],
    ] as const) {
      stranger.key = key;
      const seen = await stranger.request(method, path, method === 'GET' ? undefined : '{"broken');
      expect(seen.httpStatus).toBe(httpStatus);
      expect(seen.body.response.error.id).toBe(id);
    }
  });

  test('regeneration replaces the key that was used, and no other', async () => {
    const own = await startService({ keys: { valid: ['one', 'two'], forbidden: [] } });
    const holder = new AdministratorByHand(own);
    holder.key = 'one';
    const seen = await holder.get('/apikey/regenerate');
    expectShape('regenerate-key', seen);
    expect((await holder.get('/surveys/1001/responses')).httpStatus).toBe(401);
    for (const key of ['two', seen.body.response.apiKey]) {
      holder.key = key;
      expect((await holder.get('/surveys/1001/responses')).httpStatus).toBe(200);
    }
    await own.close();
  });
});

test.each([
  ['/organizations/2/departments', 404],
  ['/organizations/one/departments', 400],
  ['/surveys/999999/responses', 404],
  ['/surveys/1001x/responses', 400],
  ['/surveys/1001/responses/1', 404],
  ['/surveys/1001/responses/one', 400],
  ['/surveys/1001/responses/99999999999999999999', 404],
])('GET %s gives the standard error %i', async (path, httpStatus) => {
  const seen = await administrator.get(path);
  expect(seen.httpStatus).toBe(httpStatus);
  expect(seen.body.response.error).toMatchObject({ httpStatusCode: httpStatus, resourceUrl: `/a/api/v2${path}` });
});
