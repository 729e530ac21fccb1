import { beforeAll, describe, expect, test } from 'vitest';
import type { ChosenFault } from '../../../src/service/faults/faultChoice.ts';
import { faults } from '../../../src/service/faults/faults.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { AdministratorByHand, type Seen } from '../administration/administratorByHand.ts';
import { isForAccounts } from './transcript.ts';

const keys = { valid: ['key-one', 'key-two'], forbidden: ['key-three'] };

const location = {
  country: 'Iceland',
  region: 'Vestfirðir',
  latitude: 65.9,
  longitude: -22.4,
  radius: 5,
  countryCode: 'IS',
};
const fullRecord = {
  ipAddress: '203.0.113.9',
  location,
  duplicate: true,
  timeTaken: 93,
  externalReference: 'ref&1 é',
  customVariables: { custom1: 'a & b', custom2: 'two', custom3: 'three', custom4: '44', custom5: 'five' },
  language: 'Norwegian',
  currentInset: 'inset',
  operatingSystem: 'Linux',
  osDeviceType: 'Desktop',
  browser: 'Lynx',
  responseSet: [
    {
      questionID: 103,
      questionCode: 'code',
      answerValues: [
        { answerID: 10301, answerText: 'x', value: { text: 'naïve and long enough ', other: 'more', weight: 7.5 } },
      ],
    },
    { questionID: 101, answerValues: [{ answerID: 10101 }] },
    { questionID: 102, answerValues: [{ answerID: 10201 }] },
  ],
};
const template = {
  isGlobal: true,
  title: 'Title ',
  emailSubject: 'A subject that is rather long',
  content: 'å\r\nWelcome to <SURVEY_LINK>\r\n',
};

/** Calls that between them touch every sentence about endpoints 4 to 12. */
async function* story(service: RunningService): AsyncGenerator<Seen> {
  const caller = new AdministratorByHand(service);
  caller.key = 'key-one';
  for (const name of ['A long name of <a> department', 'Another ', 'Third']) {
    yield await caller.post('/organizations/1/departments', { name, primaryAccountID: 7 });
  }
  for (const query of ['', '?perPage=2', '?perPage=1&page=2', '?page=2']) {
    yield await caller.get(`/organizations/1/departments${query}`);
  }
  yield await caller.post('/organizations/7/departments', { name: 'x', primaryAccountID: 7 });
  for (let i = 0; i < 2; i++) yield await caller.post('/surveys/1001/templates', template);
  yield await caller.post('/surveys/77/templates', template);
  yield await caller.put('/surveys/1001/datapads/5', { analysisHtmlText: '<p>x</p>' });
  yield await caller.put('/surveys/1001/datapads/6', { analysisHtmlText: '<p>x</p>' });
  for (const body of [{}, { responseSet: {} }, { responseSet: [] }])
    yield await caller.post('/surveys/1001/responses', body);
  for (let i = 0; i < 9; i++) service.store.addCreated(1001, fullRecord, 0);
  for (let i = 0; i < 11; i++)
    yield await caller.post('/surveys/1001/responses', i === 0 ? fullRecord : { responseSet: [] });
  const paths = [
    ...[
      '',
      '?page=1&perPage=4',
      '?page=2&perPage=4',
      '?page=6&perPage=4',
      '?page=9&perPage=5',
      '?page=1&perPage=100',
      '?page=6&perPage=1',
    ],
    ...['custom1=a%20%26%20b', 'custom1=nobody', 'custom2=two', 'custom3=threes', 'custom4=44', 'custom5=five']
      .concat(
        'extRef=ref%261%20%C3%A9',
        'extRef=no',
        'custom1=no&extRef=no',
        'custom2=two&extRef=ref%261%20%C3%A9',
        'custom3=0',
        'custom3=50%25',
        'custom5=fi',
      )
      .map((condition) => `/filter?${condition}&page=2&perPage=3`),
    ...[2, 3, 4, 5, 6, 999].map((number) => `/${9_000_000 + number}`),
  ];
  for (const path of paths) yield await caller.get(`/surveys/1001/responses${path}`);
  yield await caller.get('/surveys/77/responses');
  yield await caller.get('/organizations/abc/departments');
  yield* latecomers(caller);
  for (const key of [undefined, 'wrong', 'KEY-ONE', 'null', 'key-three']) {
    caller.key = key;
    yield await caller.get('/organizations/1/departments');
    yield await caller.post('/organizations/1/departments', {});
    if (key !== 'key-three') yield await caller.get('/apikey/regenerate');
    yield await caller.post('/surveys/1001/responses', {});
    yield await caller.get('/surveys/1001/responses');
    yield await caller.get('/surveys/1001/responses/filter');
    yield await caller.get('/surveys/1001/responses/filter?page=2');
    yield await caller.get('/surveys/1001/responses/1');
    yield await caller.put('/surveys/1001/datapads/5', { analysisHtmlText: '<p>z</p>' });
    yield await caller.post('/surveys/1001/templates', {});
  }
  caller.key = 'key-one';
  yield await caller.put('/surveys/1001/datapads/5', {});
  const regenerated = await caller.get('/apikey/regenerate');
  yield regenerated;
  const made = regenerated.body.response?.apiKey ?? 'none';
  for (const key of ['key-one', 'key-two', made]) {
    caller.key = key;
    yield await caller.get('/organizations/1/departments?perPage=1');
    yield await caller.post('/organizations/1/departments', { name: 'Of a new key', primaryAccountID: 7 });
    yield await caller.get('/surveys/1001/responses/9000002');
  }
  yield await caller.get('/apikey/regenerate');
  yield await caller.get('/organizations/1/departments?perPage=1');
  caller.key = 'key-one';
  yield await caller.get('/apikey/regenerate');
}

/** What comes after lists have been read, and what is odd about records. */
async function* latecomers(caller: AdministratorByHand): AsyncGenerator<Seen> {
  yield await caller.post('/organizations/1/departments', { name: 'Fourth', primaryAccountID: 8 });
  yield await caller.get('/organizations/1/departments?perPage=2');
  yield await caller.put('/surveys/1001/datapads/5', { analysisHtmlText: '<p>y</p>' });
  yield await caller.post('/surveys/1001/responses', {
    location: { ...location, latitude: -33.9, longitude: -70.6 },
    customVariables: { custom1: null, custom2: 'two' },
    responseSet: [{ questionID: 101, imageUrl: 'https://surveys.example/a.png', answerValues: [{ answerID: 10101 }] }],
  });
  yield await caller.get('/surveys/1002/responses/9000005');
  yield await caller.post('/surveys/1001/responses', { ...fullRecord, externalReference: 'later' });
  yield await caller.get('/surveys/1001/responses/filter?custom4=44&page=2&perPage=3');
}

/** A line for each answer; what differs from service to service is taken out. */
function lineOf({ httpStatus, body }: Seen, baseUrl: string): string {
  const { requestID: _, ...rest } = body;
  const { apiKey } = rest.response ?? {};
  const text = JSON.stringify(rest).replaceAll(baseUrl, '');
  const issued = typeof apiKey === 'string' && !keys.valid.includes(apiKey);
  return `${httpStatus} ${issued ? text.replaceAll(apiKey, 'fresh') : text}`;
}

/** Runs the story until a line differs from the clean one; undefined when none does. */
async function firstDifference(chosen: readonly ChosenFault[], clean: readonly string[]): Promise<string | undefined> {
  const service = await startService({ keys, faults: chosen, now: () => 1_700_000_000_000 });
  try {
    let index = 0;
    for await (const seen of story(service)) {
      const line = lineOf(seen, service.baseUrl);
      if (line !== clean[index]) return line;
      index += 1;
    }
    return undefined;
  } finally {
    await service.close();
  }
}

test('ids of faults are unique and in kebab case', () => {
  const ids = faults.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

describe('an injected fault shows in what account holders see', () => {
  const clean: string[] = [];
  beforeAll(async () => {
    const service = await startService({ keys, now: () => 1_700_000_000_000 });
    for await (const seen of story(service)) clean.push(lineOf(seen, service.baseUrl));
    await service.close();
  });

  test('without faults the story is the same each time', async () => {
    expect(await firstDifference([], clean)).toBeUndefined();
  });

  const answering = faults.filter(isForAccounts);
  test.each(answering.map((fault) => [fault.id, fault] as const))('%s', async (_id, fault) => {
    expect(await firstDifference([{ fault, everyNth: fault.everyNth }], clean)).toBeDefined();
  });

  test('and leaves nothing behind for the next service', async () => {
    expect(await firstDifference([], clean)).toBeUndefined();
  });
});
