import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { isObject, memberOf } from '../checks/fields.ts';
import type { Turn } from '../drive/conversation.ts';
import { shown } from '../ledger/judge.ts';
import { Administrator, judgeTableError, lacksAdmin, listIn, objectIn } from './administrator.ts';
import { createMany, spare } from './manyRecords.ts';
import { judgePagingLaw } from './pagingLaw.ts';
import type { Probe } from './probeContext.ts';

/** The members of a record that are stored as they were sent, with the clause of each. */
const echoes: readonly (readonly [string, ClauseId])[] = [
  ['ipAddress', 'RESPONSE-ECHO-IP-01'],
  ['timestamp', 'RESPONSE-ECHO-TIMESTAMP-01'],
  ['location', 'RESPONSE-ECHO-LOCATION-01'],
  ['duplicate', 'RESPONSE-ECHO-DUPLICATE-01'],
  ['timeTaken', 'RESPONSE-ECHO-TIME-TAKEN-01'],
  ['responseStatus', 'RESPONSE-ECHO-STATUS-01'],
  ['externalReference', 'RESPONSE-ECHO-EXTERNAL-01'],
  ['customVariables', 'RESPONSE-ECHO-CUSTOM-01'],
  ['language', 'RESPONSE-ECHO-LANGUAGE-01'],
  ['currentInset', 'RESPONSE-ECHO-INSET-01'],
  ['operatingSystem', 'RESPONSE-ECHO-SYSTEM-01'],
  ['osDeviceType', 'RESPONSE-ECHO-DEVICE-01'],
  ['browser', 'RESPONSE-ECHO-BROWSER-01'],
];

/** 9. POST responses, and that list, filter and fetch give back what was created. */
export const recordCreation: Probe = {
  id: 'record-creation',
  area: 'create-response',
  clauses: [
    'ROUTE-CREATE-RESPONSE-01',
    'ROUTE-FETCH-RESPONSE-01',
    'RESPONSE-CREATE-01',
    'RESPONSE-CREATE-02',
    'RESPONSE-CREATE-03',
    'RESPONSE-CREATE-04',
    'RESPONSE-ECHO-ANSWERS-01',
    'RESPONSE-ECHO-QUESTION-01',
    'RESPONSE-ECHO-VALUE-01',
    'RESPONSE-UNIQUE-01',
    'RESPONSE-FETCH-01',
    'RESPONSE-FETCH-03',
    'RESPONSE-LIST-02',
    'RECORD-FREE-TEXT-01',
    ...echoes.map(([, clause]) => clause),
  ],
  lacks: lacksAdmin('surveyId', 'mutate'),
  async run(scene) {
    const admin = new Administrator(scene);
    await createMinimal(admin);
    await createMany(admin);
    await createFull(admin);
    await refuse(admin);
  },
};

function fullBody(marker: string) {
  return {
    responseSet: [
      {
        questionID: 103,
        questionDescription: 'about the service',
        questionCode: 'Q3',
        questionText: `What could we do better? "${marker}"`,
        imageUrl: 'https://images.example/q3.png',
        answerValues: [
          {
            answerID: 10301,
            answerText: 'free words',
            value: {
              scale: '3',
              other: 'something else',
              dynamicExplodeText: 'exploded',
              text: `${marker} Füße,\r\n日本 <b>&amp;</b>`,
              result: 'a result',
              fileLink: 'https://files.example/a.pdf',
              weight: 2.5,
            },
          },
        ],
      },
    ],
    ipAddress: '203.0.113.9',
    timestamp: '07 Mar, 2026 09:05:03 PM UTC',
    location: { country: 'Chile', region: 'Maule', latitude: -35.4, longitude: -71.6, radius: 5, countryCode: 'CL' },
    duplicate: true,
    timeTaken: 321,
    responseStatus: 'Completed',
    externalReference: marker,
    customVariables: { custom1: `${marker}a`, custom2: 'b', custom3: 'c', custom4: null, custom5: 'ä "e"' },
    language: 'Norwegian',
    currentInset: 'inset 4',
    operatingSystem: 'Linux',
    osDeviceType: 'Desktop',
    browser: 'Firefox 140',
  };
}

async function createMinimal(admin: Administrator): Promise<void> {
  const marker = admin.marker();
  const sent = [{ questionID: 103, answerValues: [{ answerID: 10301, value: { text: marker } }] }];
  const turn = await admin.call('create-response', { body: { responseSet: sent } });
  const created = turn.reading.kind === 'administration';
  turn.judge.expect('RESPONSE-CREATE-01', created, 'a record from responseSet alone', () => turn.name);
  if (!created) return;
  turn.judge.observe('Q-HTTP-CREATE-RESPONSE', String(turn.exchange.httpStatus));
  judgeAnswers(turn, objectIn(turn), sent);
  admin.created('create-response', objectIn(turn).responseID, marker);
}

async function createFull(admin: Administrator): Promise<void> {
  const marker = admin.marker();
  const body = fullBody(marker);
  const turn = await admin.granted('create-response', { body }, 'RESPONSE-CREATE-02');
  const record = objectIn(turn);
  admin.created('create-response', record.responseID, marker);
  judgeEcho(turn, record, body);
  const { surveyId } = admin.ids;
  const fetched = await admin.granted('fetch-response', { responseId: Number(record.responseID) });
  const same = objectIn(fetched).responseID === record.responseID;
  const expected = `record ${shown(record.responseID)} of survey ${surveyId}`;
  fetched.judge.expect('RESPONSE-FETCH-01', same, expected, () => shown(objectIn(fetched).responseID));
  // That `timestamp` is stored as it was sent is a reading of the document, with a clause of its own.
  const { timestamp: _, ...promised } = body;
  const asCreated = equal(promised, objectIn(fetched));
  fetched.judge.expect('RESPONSE-FETCH-03', asCreated, shown(promised), () => shown(objectIn(fetched)));
  const filtered = await admin.granted('filter-responses', { query: `extRef=${encodeURIComponent(marker)}` });
  const [found] = listIn(filtered);
  const isIt = found?.responseID === record.responseID && equal(promised, found);
  filtered.judge.expect('RESPONSE-LIST-02', isIt, 'the record as it was created, by filter', () => shown(found));
  await judgeInList(admin, record.responseID, promised);
}

/** The record is on one of the pages of the list; where there are very many, only the last ones are read. */
async function judgeInList(admin: Administrator, id: unknown, body: object): Promise<void> {
  let found: Record<string, unknown> | undefined;
  let turn = await admin.granted('list-responses', { query: 'page=1&perPage=100' });
  const total = Number(memberOf(turn.exchange.json, 'pagination.totalPages') ?? 1);
  const pages = total <= 20 ? Array.from({ length: total - 1 }, (_, at) => at + 2) : [total - 2, total - 1, total];
  found = listIn(turn).find(({ responseID }) => responseID === id);
  for (const page of pages) {
    if (found !== undefined) break;
    turn = await admin.granted('list-responses', { query: `page=${page}&perPage=100` });
    found = listIn(turn).find(({ responseID }) => responseID === id);
  }
  if (found === undefined && total > 20) return;
  const whole = found !== undefined && equal(body, found);
  turn.judge.expect('RESPONSE-LIST-02', whole, `record ${shown(id)} as it was created`, () => shown(found));
}

function judgeEcho(turn: Turn, record: Record<string, unknown>, body: ReturnType<typeof fullBody>): void {
  const sent: Record<string, unknown> = body;
  for (const [member, clause] of echoes) {
    const same = equal(sent[member], record[member]);
    turn.judge.expect(clause, same, `${member} ${shown(sent[member])}`, () => shown(record[member]));
  }
  judgeAnswers(turn, record, body.responseSet);
  const question = memberOf({ set: record.responseSet }, 'set');
  const [stored] = Array.isArray(question) ? question : [];
  const [wanted] = body.responseSet;
  const optional = ['questionDescription', 'questionCode', 'questionText', 'imageUrl'] as const;
  const differing = optional.filter((member) => memberOf(stored, member) !== wanted?.[member]);
  turn.judge.expect('RESPONSE-ECHO-QUESTION-01', differing.length === 0, shown(wanted), () => shown(stored));
  const values = memberOf(stored, 'answerValues');
  const value = Array.isArray(values) ? values[0] : undefined;
  const sameValue = equal(wanted?.answerValues[0], value);
  turn.judge.expect('RESPONSE-ECHO-VALUE-01', sameValue, shown(wanted?.answerValues[0]), () => shown(value));
}

/** Questions, answer ids and free texts, as far as they were sent. */
function judgeAnswers(turn: Turn, record: Record<string, unknown>, sent: readonly object[]): void {
  const kept = equal(sent.map(essential), essentials(record.responseSet));
  turn.judge.expect('RESPONSE-ECHO-ANSWERS-01', kept, shown(sent), () => shown(record.responseSet));
  const text = memberOf(firstOf(memberOf(firstOf(sent), 'answerValues')), 'value.text');
  const stored = memberOf(firstOf(memberOf(firstOf(record.responseSet), 'answerValues')), 'value.text');
  turn.judge.expect('RECORD-FREE-TEXT-01', stored === text, `value.text ${shown(text)}`, () => shown(stored));
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

function essentials(set: unknown): unknown[] {
  return Array.isArray(set) ? set.map(essential) : [];
}

function essential(question: unknown): unknown {
  const values = memberOf(question, 'answerValues');
  const answers = (Array.isArray(values) ? values : []).map((answer) => [
    memberOf(answer, 'answerID'),
    memberOf(answer, 'value.text') ?? '',
  ]);
  return [memberOf(question, 'questionID'), answers];
}

async function refuse(admin: Administrator): Promise<void> {
  const without = await admin.call('create-response', { body: { externalReference: admin.marker() } });
  const refused = without.reading.kind === 'standard-error';
  without.judge.expect('RESPONSE-CREATE-03', refused, 'an error without responseSet', () => without.name);
  without.judge.observe('Q-MISSING-RESPONSE-SET', String(without.exchange.httpStatus));
  for (const responseSet of ['none', { questionID: 103 }, 7]) {
    const wrong = await admin.call('create-response', { body: { responseSet } });
    const isError = wrong.reading.kind === 'standard-error';
    wrong.judge.expect(
      'RESPONSE-CREATE-04',
      isError,
      `an error for responseSet ${shown(responseSet)}`,
      () => wrong.name,
    );
  }
  const strangeMarker = admin.marker();
  const strangeBody = { ...spare(strangeMarker), externalReference: strangeMarker, canvassUnknownMember: true };
  const strange = await admin.call('create-response', { body: strangeBody });
  const ignored = strange.reading.kind === 'administration';
  strange.judge.observe('Q-UNKNOWN-MEMBERS', ignored ? 'ignored' : String(strange.exchange.httpStatus));
  if (ignored) admin.created('create-response', objectIn(strange).responseID, strangeMarker);
  const empty = await admin.call('create-response', { body: { responseSet: [] } });
  const accepted = empty.reading.kind === 'administration';
  empty.judge.observe('Q-EMPTY-RESPONSE-SET', accepted ? 'accepted' : String(empty.exchange.httpStatus));
  if (accepted) admin.created('create-response', objectIn(empty).responseID, '');
}

/** Whether `stored` has all that `sent` has, in the same order; what it has beside that plays no part. */
export function equal(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(stored) && stored.length === sent.length && sent.every((each, at) => equal(each, stored[at]));
  }
  if (!isObject(sent)) return sent === stored;
  return isObject(stored) && Object.entries(sent).every(([name, value]) => equal(value, stored[name]));
}

/** 10. GET responses over its pages: after all others, for they make records. */
export const recordPaging: Probe = {
  id: 'record-paging',
  area: 'list-responses',
  last: true,
  clauses: ['RESPONSE-LIST-PAGE-01', 'RESPONSE-LIST-PER-PAGE-01', 'PAGING-LAW-01', 'PAGING-LAW-02', 'PAGING-LAW-03'],
  lacks: lacksAdmin('surveyId'),
  run: (scene) => judgePagingLaw(new Administrator(scene), 'list-responses', '', 2, 'responseID'),
};

/** 12. GET one response, 10. GET responses: what does not exist, and the plain list. */
export const recordReading: Probe = {
  id: 'record-reading',
  area: 'list-responses',
  clauses: [
    'ROUTE-LIST-RESPONSES-01',
    'ROUTE-FILTER-RESPONSES-01',
    'RESPONSE-LIST-01',
    'RESPONSE-LIST-PER-PAGE-01',
    'ADMIN-UNKNOWN-RESPONSES-01',
    'ADMIN-UNKNOWN-RESPONSE-01',
    'ADMIN-UNKNOWN-RESPONSE-02',
  ],
  lacks: lacksAdmin('surveyId'),
  async run(scene) {
    const admin = new Administrator(scene);
    const list = await admin.granted('list-responses', { query: 'page=1&perPage=2' });
    list.judge.observe('Q-HTTP-LIST', String(list.exchange.httpStatus), 'list-responses');
    list.judge.expect(
      'RESPONSE-LIST-PER-PAGE-01',
      listIn(list).length <= 2,
      'two records at most',
      () => `${listIn(list).length} records`,
    );
    const filtered = await admin.granted('filter-responses', { query: 'extRef=none&page=1&perPage=2' });
    filtered.judge.observe('Q-HTTP-LIST', String(filtered.exchange.httpStatus), 'filter-responses');
    const unknown = await admin.call('list-responses', { ids: { surveyId: 987654321 } });
    judgeTableError(unknown, 'ADMIN-UNKNOWN-RESPONSES-01');
    unknown.judge.observe('Q-UNKNOWN-SURVEY-ADMIN', String(unknown.exchange.httpStatus));
    const absent = await admin.call('fetch-response', { responseId: 2_000_000_000 });
    const right = absent.reading.kind === 'standard-error' && absent.exchange.httpStatus === 404;
    judgeTableError(absent, 'ADMIN-UNKNOWN-RESPONSE-01');
    absent.judge.expect('ADMIN-UNKNOWN-RESPONSE-02', right, 'HTTP 404, id 1040', () => absent.name);
    absent.judge.observe('Q-UNKNOWN-RESPONSE', String(absent.exchange.httpStatus));
    for (const id of ['abc', '-1', '99999999999999999999']) {
      await admin.follow('fetch-response', `/a/api/v2/surveys/${admin.ids.surveyId}/responses/${id}`);
    }
  },
};
