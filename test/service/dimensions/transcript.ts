import type { OpenService } from '../../../src/service/service.ts';

/** What answers say through everything that a service may do in its own way; ids that chance gives are left out. */
export async function transcriptOf(service: OpenService): Promise<string> {
  const lines: string[] = [];
  const see = async (method: string, url: string, body: unknown, headers: Record<string, string>) => {
    const text = body === undefined ? null : JSON.stringify(body);
    const type: Record<string, string> = text === null ? {} : { 'content-type': 'application/json' };
    const request = { method, url: `/a/api/v2${url}`, headers: { 'api-key': 'canvass-key', ...type, ...headers } };
    const answer = await service.answer({ ...request, body: text });
    lines.push([answer.httpStatus, ...answer.headers, answer.body].join('\n').replace(secrets, '§'));
    return answer;
  };
  for (const [survey, pages] of walks) await walk(see, survey, pages);
  const admin = (method: string, url: string, body?: unknown) => see(method, url, body, {});
  for (const [method, url, body] of calls) await admin(method, url, body);
  const [id] = service.store.responses(1001, { offset: 0, limit: 1 }).items;
  await admin('GET', `/surveys/1001/responses/${id?.responseId}`);
  await see('GET', '/surveys/1001/responses', undefined, { 'api-key': 'wrong' });
  for (let times = 0; times < 2; times++) await admin('GET', '/apikey/regenerate');
  return lines.join('\n');
}

type See = (
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
) => Promise<{ readonly headers: readonly string[] }>;

const secrets = /[0-9A-F]{32}|[0-9a-f]{12}-[0-9a-z]+|[0-9a-f]{40}|date\n[^\n]*/g;

async function walk(see: See, survey: number, pages: readonly object[]): Promise<void> {
  const cookies = new Map<string, string>();
  const step = async (method: string, path: string, body?: object): Promise<void> => {
    const carried = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { headers } = await see(
      method,
      `/surveys/${survey}/${path}`,
      body,
      carried === '' ? {} : { cookie: carried },
    );
    for (let at = 0; at < headers.length; at += 2) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(headers[at + 1] ?? '') ?? [];
      if (headers[at] === 'set-cookie') cookies.set(name, value);
    }
  };
  await step('GET', 'take');
  for (const answers of pages) {
    await step('POST', 'submit-page', answers);
    await step('GET', 'previous-page');
    await step('GET', 'take');
    await step('POST', 'submit-page', answers);
  }
  await step('POST', 'submit-page', {});
}

const birthday = { dt_day_20101: '1', dt_month_20101: '2', dt_year_20101: '2003' };
const walks: readonly (readonly [number, readonly object[]])[] = [
  [
    1001,
    [{}, { u_101: '10101', m_102: ['10204', '10201'] }, { t_10301: '<b> Grüße' }, { u_104: '10404', t_10404: 'x' }],
  ],
  [
    1001,
    [
      { u_101: '10102', m_102: ['10204', '10201', '10202', '10203'] },
      { t_10301: `1 ${'x'.repeat(110)}` },
      { u_104: '10404', t_10404: 'ad', m_105: ['10501'] },
      { r_10601: '1', r_10602: '2', r_10603: '3', r_10604: '4' },
      { s_10701: '50', s_10702: '50', s_10703: '0' },
    ],
  ],
  [1002, [{ ...birthday, u_202: '20201' }, {}]],
  [1002, [{ ...birthday, dt_year_20101: '2024', u_202: '20201' }, {}]],
  [1013, [{ u_1301: '130101', t_130201: 'short' }]],
  [1004, []],
  [1010, []],
];
const record = {
  responseSet: [
    { questionID: 101, answerValues: [{ answerID: 10101 }, { answerID: 10102 }] },
    { questionID: 9_000_000, answerValues: [] },
    { questionID: 103, answerValues: [{ answerID: 10301, value: { text: 'x'.repeat(5000) } }] },
  ],
  externalReference: 'with a blank',
  duplicate: true,
  location: { country: 'Chile', latitude: -35.4264, longitude: -71.6554 },
};
const template = {
  isGlobal: true,
  title: 't'.repeat(300),
  emailSubject: 's',
  content: `<script></script>${'c'.repeat(5000)}`,
};
const departments = '/organizations/1/departments';
const responses = '/surveys/1001/responses';
const calls: readonly (readonly [string, string, unknown?])[] = [
  ...['Zoo', '<i>', 'Zoë', 'n'.repeat(300), 'Zoo', 'Attic'].map(
    (name, at) => ['POST', departments, { name, primaryAccountID: at === 0 ? 8 : 0 }] as const,
  ),
  ['GET', `${departments}?page=1&perPage=2`],
  ['GET', `${departments}?page=2&perPage=2`],
  ['GET', `${departments}?page=99&perPage=2`],
  ['GET', '/organizations/77/departments'],
  ['POST', '/surveys/1001/templates', template],
  ['POST', '/surveys/1001/templates', { ...template, title: 't', content: 'short <SURVEY_LINK>' }],
  ['PUT', '/surveys/1001/datapads/5', { analysisHtmlText: '<p>fine</p>' }],
  ['PUT', '/surveys/1001/datapads/5', { analysisHtmlText: `<script></script>${'c'.repeat(5000)}` }],
  ['POST', responses, { responseSet: record.responseSet.slice(0, 1) }],
  ['POST', responses, record],
  ['POST', responses, { ...record, externalReference: 'other' }],
  ['POST', responses, { ...record, externalReference: 'with a blank' }],
  ['GET', `${responses}?page=1&perPage=2`],
  ['GET', `${responses}?page=2&perPage=2`],
  ['GET', `${responses}?page=1&perPage=2`],
  ['GET', `${responses}/filter?extRef=with+a+blank&page=1&perPage=1`],
  ['GET', `${responses}/filter?extRef=nobody`],
  ['GET', `${responses}/filter?extRef=one,two`],
  ['GET', `${responses}/1`],
  ['GET', '/surveys/999999/responses'],
  ['GET', '/surveys/abc/responses'],
  ['GET', '/surveys/999999/take'],
];
