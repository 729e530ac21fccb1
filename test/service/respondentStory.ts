import type { Asked, Seen } from './ask.ts';
import { RespondentByHand } from './respondentByHand.ts';

/** Walks that come by every promise to respondents, and by everything that the document leaves open of them. */
export async function* respondentStory(service: Asked): AsyncGenerator<Seen> {
  for (const scene of [
    openQuestions,
    walkWithDetours,
    datesAndTimes,
    screens,
    refusals,
    crowd,
    strangers,
    hostileText,
    oddAnswers,
  ])
    yield* scene(service);
}

async function* walkWithDetours(service: Asked): AsyncGenerator<Seen> {
  const one = new RespondentByHand(service, 1001);
  yield* lines([() => one.submit({ u_101: '10101' }), () => one.back(), () => one.take(), () => one.back()]);
  const other = new RespondentByHand(service, 1001);
  yield* lines([
    () => other.take(),
    () => other.submit({ u_101: '10105' }),
    () => other.submit({ t_10301: 'the text of another respondent' }),
    () => one.submit({}),
    () => one.submit({ m_102: ['10202'] }),
    () => one.take(),
    () => one.submit({ u_101: '10102', m_102: ['10201', '10203'] }),
    () => one.take(),
    () => one.submit({ t_10301: '' }),
    () => one.submit({ t_10301: 'my <b>own</b> "text" ☕' }),
    () => one.back(),
    () => one.back(),
    () => one.take(),
    () => one.submit({ u_101: '10102', m_102: ['10201', '10203'] }),
    () => one.submit({ t_10301: 'my <b>own</b> "text" ☕' }),
    () => one.submit({ u_104: '10404', t_10404: 'a bus', m_105: ['10501', '10504'], t_10504: 'a pigeon' }),
    () => one.back(),
    () => one.submit({ u_104: '10401', m_105: ['10501'] }),
    () => one.submit({ r_10601: '4', r_10602: '2', r_10603: '1', r_10604: '3' }),
    () => one.back(),
    () => one.submit({ r_10601: '4', r_10602: '2', r_10603: '1', r_10604: '3' }),
    () => one.submit({ s_10701: '40', s_10702: '35', s_10703: '25', t_10801: 'é' }),
    () => one.take(),
    () => one.submit({}),
    () => one.back(),
    () => one.take(),
  ]);
}

async function* datesAndTimes(service: Asked): AsyncGenerator<Seen> {
  const one = new RespondentByHand(service, 1002);
  const birthday = { dt_day_20101: '29', dt_month_20101: '2', dt_year_20101: '2004' };
  const appointment = { dt_day_20301: '1', dt_month_20301: '12', dt_year_20301: '2026' };
  yield* lines([
    () => one.take(),
    () => one.submit({}),
    () => one.submit({ ...birthday, u_202: '20202' }),
    () => one.submit({ ...appointment, dt_hr_20301: '12', dt_min_20301: '05', dt_ampm_20301: 'PM' }),
    () => one.submit({ dt_cal_20401: '2027-06-30', t_20501: 'a cough' }),
    () => one.back(),
    () => one.submit({}),
    () => one.take(),
    // A final page is refused, too.
    () => one.submit({}),
    () => one.submit({ m_207: ['20702', '20703'], r_20601: '2', r_20602: '3', r_20603: '1' }),
  ]);
}

async function* screens(service: Asked): AsyncGenerator<Seen> {
  for (const id of [1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012]) {
    const respondent = new RespondentByHand(service, id);
    yield* lines([() => respondent.take(), () => respondent.submit({}), () => respondent.back()]);
  }
  const noBack = new RespondentByHand(service, 1003);
  yield* lines([() => noBack.take(), () => noBack.submit({ u_301: '30101' })]);
  yield* lines([() => noBack.back(), () => noBack.back(), () => noBack.submit({}), () => noBack.back()]);
  const elsewhere = new RespondentByHand(service, 1013);
  elsewhere.cookies = noBack.cookies;
  yield* lines([
    () => elsewhere.take(),
    () => noBack.take(),
    () => noBack.submit({ t_30201: 'the mirror' }),
    () => noBack.submit({ m_303: ['30301'] }),
    () => noBack.back(),
    () => noBack.submit({ dt_cal_30401: '2027-06-30' }),
    () => new RespondentByHand(service, 1003).take(),
  ]);
}

async function* refusals(service: Asked): AsyncGenerator<Seen> {
  const one = new RespondentByHand(service, 1001);
  for (const key of ['CANVASS-KEY', 'null']) yield* lines([() => one.take({ 'api-key': key })]);
  yield* lines([() => new RespondentByHand(service, 1004).without('api-key', 'take')]);
  for (const headers of [{ 'api-key': 'wrong' }, { 'api-key': 'canvass-forbidden-key' }, { 'api-key': '' }]) {
    yield* lines([() => one.take(headers), () => one.back(headers)]);
  }
  yield* lines([() => one.without('api-key', 'take')]);
  for (const id of ['999999', 'abc']) {
    yield* lines([() => new RespondentByHand(service, id).take()]);
  }
}

/** Twelve respondents in step with one another, so that many requests of others come between two of one. */
async function* crowd(service: Asked): AsyncGenerator<Seen> {
  const all = Array.from({ length: 12 }, () => new RespondentByHand(service, 1001));
  for (const each of all) yield* lines([() => each.take()]);
  for (const each of all) yield* lines([() => each.submit({ u_101: '10101' })]);
  for (const [index, each] of all.entries()) {
    if (index !== 5) yield* lines([() => each.submit({ t_10301: `text of ${index}` })]);
  }
  for (const each of all) yield* lines([() => each.take()]);
  for (const each of all) yield* lines([() => each.back()]);
}

/** Sessions that the service never gave out, beside one that it did. */
async function* strangers(service: Asked): AsyncGenerator<Seen> {
  const known = new RespondentByHand(service, 1001);
  yield* lines([() => known.take(), () => known.submit({ u_101: '10101' })]);
  const madeUp = { cookie: `JSESSIONID=${'0'.repeat(32)}` };
  const stranger = new RespondentByHand(service, 1001);
  yield* lines([() => stranger.submit({ u_101: '10101' }, madeUp), () => stranger.take(madeUp), () => known.take()]);
}

async function* hostileText(service: Asked): AsyncGenerator<Seen> {
  const one = new RespondentByHand(service, 1001);
  yield* lines([
    () => one.take(),
    () => one.submit({ u_101: '10105' }),
    () => one.submit({ t_10301: '<script>alert(1)</script>' }),
    () => new RespondentByHand(service, 1001).take(),
  ]);
}

/** Answers that are good and odd, a page that stays wrong, and a survey of one page. */
async function* oddAnswers(service: Asked): AsyncGenerator<Seen> {
  const one = new RespondentByHand(service, 1001);
  yield* lines([
    () => one.take(),
    () => one.submit({ u_101: '10102', m_102: ['10201', '10202', '10203'] }),
    () => one.submit({ t_10301: '1 + 1 \u{1f989}' }),
    () => one.submit({ t_10301: 'of the page before', u_104: '10401' }),
    () => one.submit({}),
    () => one.submit({}),
    () => one.submit({}),
    () => one.submit({ u_104: '10401', m_105: ['10501'] }),
    () => one.submit({ r_10601: '1', r_10602: '2', r_10603: '3', r_10604: '4' }),
    () => one.submit({ s_10701: '100', s_10702: '0', s_10703: '0' }),
  ]);
  const other = new RespondentByHand(service, 1002);
  yield* lines([
    () => other.take(),
    () => other.submit({ dt_day_20101: '31', dt_month_20101: '12', dt_year_20101: '1999', u_202: '20202' }),
    () =>
      other.submit({
        ...{ dt_day_20301: '1', dt_month_20301: '3', dt_year_20301: '2027' },
        ...{ dt_hr_20301: '9', dt_min_20301: '05', dt_ampm_20301: 'AM' },
      }),
    () => other.submit({ dt_cal_20401: '2028-02-29' }),
  ]);
  yield* lines([() => new RespondentByHand(service, 1013).take()]);
}

/** Calls that the document does not say how to answer. */
async function* openQuestions(service: Asked): AsyncGenerator<Seen> {
  const one = new RespondentByHand(service, 1001);
  yield* lines([
    () => one.request('GET', 'take', undefined, { apikey: 'canvass-key' }, 'api-key'),
    () => one.take(),
    () => one.request('POST', 'submit-page', '{}', {}, 'api-key'),
    () => one.submit({}, { 'api-key': 'wrong' }),
    () => one.request('POST', 'submit-page', 'no JSON'),
    () => one.request('POST', 'submit-page', '{}', { 'content-type': 'text/plain' }),
    () => one.submit({ u_101: 10101 }),
    () => one.submit({ u_101: '10101', m_102: ['1'] }),
    () => one.submit({ u_101: '10101', hello: 'x', m_102: ['10204', '10201', '10202', '10203'] }),
    () => one.submit({ u_101: '10101' }),
    () => one.submit({ t_10301: 'x'.repeat(3000) }),
    () => one.submit({ t_10301: 'fine' }),
    () => one.submit({ u_104: '10404', m_105: ['10501'] }),
    () => one.submit({}),
    () => one.back(),
    () => one.back(),
    () => one.back(),
    () => one.back(),
  ]);
  const noBack = new RespondentByHand(service, 1003);
  yield* lines([() => noBack.take(), () => noBack.back()]);
  const unrouted = new RespondentByHand(service, 1013);
  yield await unrouted.take();
  unrouted.cookies.delete('AWSALB');
  yield await unrouted.submit({});
  const six = Array.from({ length: 6 }, () => new RespondentByHand(service, 1017));
  for (const each of six) yield await each.take();
  for (const each of six) yield await each.submit({ u_1701: '170101' });
  for (const each of six) yield await each.submit({ t_170201: 'x' });
}

async function* lines(calls: readonly (() => Promise<Seen>)[]): AsyncGenerator<Seen> {
  for (const call of calls) yield await call();
}
