import type { RunningService } from '../../src/service/service.ts';
import { RespondentByHand, type Seen } from './respondentByHand.ts';

const birthday = { dt_day_20101: '1', dt_month_20101: '2', dt_year_20101: '2003' };

/** What a script sees that comes by everything that the document leaves open. */
export async function linesFor(service: RunningService): Promise<string[]> {
  const lines: string[] = [];
  const see = async (call: Promise<Seen>): Promise<void> => {
    const { httpStatus, headers, body } = await call;
    const cookies = headers.getSetCookie().map((cookie) => cookie.replace(/=[0-9A-F]{32}/, '='));
    const text = JSON.stringify(body).replace(/"requestID":"[^"]+"/, '"requestID":""');
    lines.push([httpStatus, cookies.join(' '), text].join(' '));
  };
  const on = (surveyId: number | string): RespondentByHand => new RespondentByHand(service, surveyId);

  const one = on(1001);
  await see(one.submit({}));
  await see(one.back());
  await see(one.request('GET', 'take', undefined, { apikey: 'canvass-key' }, 'api-key'));
  await see(one.without('api-key', 'take'));
  await see(one.take());
  await see(one.request('POST', 'submit-page', '{}', {}, 'api-key'));
  await see(one.submit({}, { 'api-key': 'wrong' }));
  await see(one.request('POST', 'submit-page', 'no JSON'));
  await see(one.request('POST', 'submit-page', '{}', { 'content-type': 'text/plain' }));
  await see(one.submit({ u_101: 10101 }));
  await see(one.submit({ u_101: '10101', m_102: ['1'] }));
  await see(one.take());
  await see(one.back());
  const two = on(1001);
  await see(two.take());
  await see(two.submit({ u_101: '10101', hello: 'x' }));
  await see(two.submit({ u_101: '10101' }));
  await see(two.submit({ t_10301: 'x'.repeat(3000) }));
  const three = on(1001);
  await see(three.take());
  await see(three.submit({ m_102: ['10201'] }));
  await see(three.submit({ u_101: '10102' }));
  await see(three.submit({ t_10301: 'words' }));
  await see(three.submit({ u_104: '10404', m_105: ['10504'], t_10504: 'pigeon' }));
  await see(three.back());
  await see(three.back());
  await see(three.take());
  const four = on(1001);
  await see(four.take());
  await see(four.submit({ u_101: '10102' }));
  await see(four.back());
  await see(four.back());

  const dates = on(1002);
  await see(dates.take());
  await see(dates.submit({ ...birthday, u_202: '20201' }));
  await see(dates.back());
  const noBack = on(1003);
  await see(noBack.take());
  await see(noBack.back());
  await see(noBack.submit({ u_301: '30101' }));
  for (const surveyId of [1004, 1012, 999999, 'abc']) await see(on(surveyId).take());

  const short = on(1013);
  await see(short.take());
  await see(short.submit({ t_130201: 'kept?' }));
  await see(short.submit({ u_1301: '130101' }));
  await see(short.take());
  await see(short.submit({}));
  await see(short.back());
  const stale = on(1013);
  stale.cookies.set('JSESSIONID', 'FORGED');
  await see(stale.take());
  const unrouted = on(1013);
  await see(unrouted.take());
  unrouted.cookies.delete('AWSALB');
  await see(unrouted.submit({}));
  const elsewhere = on(1002);
  elsewhere.cookies = one.cookies;
  await see(elsewhere.take());
  await see(elsewhere.take());

  const six = Array.from({ length: 6 }, () => on(1017));
  for (const each of six) await see(each.take());
  for (const each of six) await see(each.submit({ u_1701: '170101' }));
  for (const each of six) await see(each.submit({ t_170201: 'x' }));
  return lines;
}
