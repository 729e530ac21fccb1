import type { OpenService } from '../../src/service/service.ts';
import { AdministratorByHand } from './administration/administratorByHand.ts';
import type { Seen } from './ask.ts';
import { RespondentByHand } from './respondentByHand.ts';

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
  content: 'å\r\nWelcome to <SURVEY_LINK>\r\nor <SURVEY_LINK>.',
};

/** Calls that come by every sentence about endpoints 4 to 12, and by everything that the document leaves open of them. */
export async function* administrationStory(service: OpenService): AsyncGenerator<Seen> {
  const caller = new AdministratorByHand(service);
  for (const name of ['A long name of <a> department', 'Another ', 'Third', '0042']) {
    yield await caller.post('/organizations/1/departments', { name, primaryAccountID: 7 });
  }
  for (const query of ['', '?perPage=2', '?perPage=1&page=2', '?perPage=1&page=4', '?page=2']) {
    yield await caller.get(`/organizations/1/departments${query}`);
  }
  yield await caller.post('/organizations/7/departments', { name: 'x', primaryAccountID: 7 });
  for (let i = 0; i < 2; i++) yield await caller.post('/surveys/1001/templates', template);
  yield await caller.post('/surveys/77/templates', template);
  yield await caller.put('/surveys/1001/datapads/5', { analysisHtmlText: '<p>日</p>' });
  yield await caller.put('/surveys/1001/datapads/5', { analysisHtmlText: '' });
  yield await caller.put('/surveys/1001/datapads/6', { analysisHtmlText: '<p>x</p>' });
  for (const body of [{}, { responseSet: {} }, { responseSet: [] }])
    yield await caller.post('/surveys/1001/responses', body);
  for (let i = 0; i < 9; i++) service.store.addCreated(1001, fullRecord, 0);
  yield await caller.post('/surveys/1001/responses', fullRecord);
  const atNoon = { responseSet: [], timestamp: '08 Mar, 2026 12:45:03 PM CET' };
  for (let i = 0; i < 10; i++) yield await caller.post('/surveys/1001/responses', atNoon);
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
  yield* completedWalks(service);
  yield* openQuestions(caller);
  for (let i = 0; i < 60; i++) service.store.addCreated(1002, fullRecord, 0);
  yield await caller.get('/surveys/1002/responses/filter?custom2=two&perPage=100');
  yield await caller.get('/surveys/1003/responses/filter?custom2=two&custom5=five');
}

/** Calls with keys that are none, or may not, and what becomes of a key and of the one that comes after it. */
export async function* keyStory(service: OpenService): AsyncGenerator<Seen> {
  const caller = new AdministratorByHand(service);
  yield await caller.post('/organizations/1/departments', { name: 'First', primaryAccountID: 7 });
  for (let i = 0; i < 30; i++) service.store.addCreated(1001, fullRecord, 0);
  for (const key of [undefined, 'wrong', 'CANVASS-KEY', 'null', 'canvass-forbidden-key']) {
    caller.key = key;
    yield await caller.get('/organizations/1/departments');
    yield await caller.post('/organizations/1/departments', {});
    yield await caller.get('/apikey/regenerate');
    yield await caller.post('/surveys/1001/responses', {});
    yield await caller.get('/surveys/1001/responses');
    yield await caller.get('/surveys/1001/responses/filter');
    yield await caller.get('/surveys/1001/responses/filter?page=2');
    yield await caller.get('/surveys/1001/responses/1');
    yield await caller.put('/surveys/1001/datapads/5', { analysisHtmlText: '<p>z</p>' });
    yield await caller.post('/surveys/1001/templates', {});
  }
  caller.key = 'canvass-key';
  yield await caller.put('/surveys/1001/datapads/5', {});
  const respondent = new RespondentByHand(service, 1001);
  await respondent.take();
  await respondent.submit({ u_101: '10101' });
  const regenerated = await caller.get('/apikey/regenerate');
  yield regenerated;
  const made = regenerated.body.response?.apiKey ?? 'none';
  yield await respondent.take({ 'api-key': made });
  for (const key of ['canvass-key', 'canvass-second-key', made]) {
    caller.key = key;
    yield await caller.get('/organizations/1/departments?perPage=1');
    yield await caller.post('/organizations/1/departments', { name: 'Of a new key', primaryAccountID: 7 });
    yield await caller.get('/surveys/1001/responses/9000002');
  }
  yield await caller.get('/apikey/regenerate');
  yield await caller.get('/organizations/1/departments?perPage=1');
  caller.key = 'canvass-key';
  yield await caller.get('/apikey/regenerate');
}

/** What becomes of each kind of answer when it is a record. */
async function* completedWalks(service: OpenService): AsyncGenerator<Seen> {
  const dates = new RespondentByHand(service, 1002);
  await dates.take();
  await dates.submit({ dt_day_20101: '29', dt_month_20101: '2', dt_year_20101: '2004', u_202: '20202' });
  const day = { dt_day_20301: '1', dt_month_20301: '12', dt_year_20301: '2026' };
  await dates.submit({ ...day, dt_hr_20301: '12', dt_min_20301: '05', dt_ampm_20301: 'PM' });
  await dates.submit({ dt_cal_20401: '2027-06-30', t_20501: 'a cough' });
  yield await dates.submit({ m_207: ['20703', '20702'] });
  const one = new RespondentByHand(service, 1001);
  await one.take();
  await one.submit({ u_101: '10102', m_102: ['10204', '10201'] });
  await one.submit({ t_10301: 'x' });
  await one.submit({ u_104: '10404', t_10404: 'a bus', m_105: ['10501'] });
  await one.submit({ r_10601: '4', r_10602: '2', r_10603: '1', r_10604: '3' });
  await one.submit({ s_10701: '40', s_10702: '35', s_10703: '25' });
  yield await one.submit({});
}

/** Calls that the document does not say how to answer. */
async function* openQuestions(caller: AdministratorByHand): AsyncGenerator<Seen> {
  const departments = '/organizations/1/departments';
  const responses = '/surveys/1001/responses';
  for (const survey of [1001, 1002]) yield await caller.get(`/surveys/${survey}/responses`);
  for (const body of [{ name: 'Zoë' }, { primaryAccountID: 0 }, { name: 'Zoë', primaryAccountID: 0, colour: 'red' }])
    yield await caller.post(departments, body);
  for (const name of ['Zoo', 'n'.repeat(300), 'Attic', 'Attic'])
    yield await caller.post(departments, { name, primaryAccountID: 7 });
  for (const query of ['perPage=100000', 'perPage=0', 'page=0', 'page=x', 'perPage=500'])
    yield await caller.get(`${departments}?${query}`);
  yield await caller.get('/organizations/77/departments');
  for (const left of Object.keys(template))
    yield await caller.post('/surveys/1001/templates', { ...template, [left]: undefined });
  for (const change of [{ title: 't'.repeat(300) }, { content: `<script></script>${'c'.repeat(5000)}` }])
    yield await caller.post('/surveys/1001/templates', { ...template, ...change });
  for (const text of ['<script></script>', 'c'.repeat(5000), ''])
    yield await caller.put('/surveys/1001/datapads/5', { analysisHtmlText: text });
  const answers = (...answerValues: object[]): object => ({ responseSet: [{ questionID: 103, answerValues }] });
  for (const body of [
    answers({ answerID: 10101 }, { answerID: 10102 }),
    answers(),
    answers({ answerID: 10301, value: { text: 'one' } }, { answerID: 10301, value: { text: 'two' } }),
    { ...answers(), duplicate: false },
    answers({ answerID: 10301, value: { text: 'x'.repeat(5000) } }),
    { responseSet: [{ questionID: 9_000_000, answerValues: [{ answerID: 1 }] }] },
    { responseSet: [{ answerValues: [{ answerID: 10101 }] }] },
    { ...answers(), location: { country: 'Chile', latitude: -35.4264, longitude: -71.6554 } },
    { ...answers(), externalReference: 'Twice', customVariables: { custom1: 'Twice' } },
    { ...answers(), externalReference: 'Twice' },
  ])
    yield await caller.post(responses, body);
  for (const query of ['', 'custom6=x', 'extRef=twice', 'extRef=no&custom1=Twice', 'extRef=one,two'])
    yield await caller.get(`${responses}/filter?${query}`);
}

/** What comes after lists have been read, and what is odd about records. */
async function* latecomers(caller: AdministratorByHand): AsyncGenerator<Seen> {
  yield await caller.post('/organizations/1/departments', { name: 'Fourth', primaryAccountID: 8 });
  for (const page of [1, 2]) yield await caller.get(`/organizations/1/departments?page=${page}&perPage=2`);
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
