import { describe, expect, it, test } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import { Conditions } from '../../../src/judging/evidence/conditions.ts';
import { rhythm } from '../../../src/judging/evidence/inOrder.ts';
import {
  answeredFeatures,
  answerFeatures,
  itemFeatures,
  questionFeatures,
} from '../../../src/judging/evidence/partFeatures.ts';
import { requestFeatures } from '../../../src/judging/evidence/requestFeatures.ts';
import { SessionFeatures } from '../../../src/judging/evidence/sessionFeatures.ts';
import { keysOf } from '../../../src/judging/reading/answerForm.ts';
import type { Exchange } from '../../../src/result/exchange.ts';
import { answerOf } from '../../support/judging.ts';
import { page, pageAnswer, questionWith, shownIn } from '../sampleAnswers.ts';

const clause = 'PAGING-CURRENT-02';
const [about, violation] = [{ clause, endpoint: 'filter-responses', path: '' }, 'another page'] as const;

function asked(query: string, requestBody: string | null = null): Exchange {
  const { exchange } = answerOf('filter-responses', `/a/api/v2/surveys/7001/responses/filter${query}`, page);
  return { ...exchange, requestBody };
}

/** What separates the requests that broke it from those that held. */
function conditionOf(held: readonly Exchange[], broken: readonly Exchange[], endpoint: EndpointId = about.endpoint) {
  const conditions = new Conditions();
  for (const exchange of new Set([...held, ...broken])) conditions.note(exchange);
  const setOf = (exchange: Exchange) => conditions.setOf(requestFeatures(exchange));
  for (const exchange of held) conditions.held(clause, exchange, setOf(exchange));
  for (const exchange of broken) conditions.broke(clause, violation, exchange, setOf(exchange));
  return conditions.of({ ...about, endpoint }, violation);
}

const times = (count: number, make: (at: number) => Exchange) => Array.from({ length: count }, (_, at) => make(at));

describe('the condition that a defect comes under', () => {
  it('is what all that broke have, and none that held', () => {
    const held = times(40, () => asked('?custom1=a'));
    expect(
      conditionOf(
        held,
        times(4, () => asked('?extRef=a')),
      ),
    ).toEqual({
      words: 'when “extRef” is given',
      failed: 4,
      of: 4,
      others: 40,
      isSure: true,
    });
  });

  it('is two things together where neither alone tells', () => {
    const held = [...times(20, () => asked('?extRef=a')), ...times(20, () => asked('?custom1=a&page=2'))];
    const condition = conditionOf(
      held,
      times(4, () => asked('?extRef=a&page=2')),
    );
    expect(condition?.words).toBe('when “extRef” is given and when “page” is given');
  });

  it('is one of all endpoints together where each breaks too seldom to tell', () => {
    const own = new Conditions();
    const at = (endpoint: EndpointId) => ({ ...asked(''), endpoint });
    for (const endpoint of ['filter-responses', 'fetch-response'] as const) {
      for (let times = 0; times < 20; times++) own.held(clause, at(endpoint), own.setOf(['in answers of HTTP 401']));
    }
    const broken = own.setOf(['when “page” is given', 'in answers of HTTP 404']);
    const others = own.setOf(['in answers of HTTP 404']);
    for (const set of [broken, others, others]) own.broke(clause, violation, at('fetch-response'), set);
    own.broke(clause, violation, at('filter-responses'), broken);
    const found = { ...about, path: 'response.error.id' };
    expect(own.of(found, violation)).toMatchObject({ words: 'in answers of HTTP 404', failed: 4, of: 4, others: 40 });
  });

  it('is sure of several things together only where hardly any choice of them would fit by chance', () => {
    const features = times(20, () => asked('')).map((_, at) => `when ${at} is given`);
    const sureOf = (others: number, failed: number) => {
      const own = new Conditions();
      const set = (without: number) => own.setOf(features.filter((_, at) => at !== without));
      for (let at = 0; at < others; at++) own.held(clause, asked(''), set(at % 2));
      for (let at = 0; at < failed; at++) own.broke(clause, violation, asked(''), own.setOf(features));
      return own.of(about, violation);
    };
    const words = 'when 0 is given and when 1 is given';
    expect(sureOf(60, 3)).toMatchObject({ words, failed: 3, of: 3, isSure: false });
    expect(sureOf(60, 9)).toMatchObject({ words, failed: 9, of: 9, isSure: true });
  });

  it.each([
    ['the status that came', 'STATUS-COMPLETED-02', 'where the status is already_completed', 'already_completed'],
    ['what the title is about', 'RESPONSE-FILTER-CUSTOM5-01', 'when “custom5” is given', 'a record'],
    ['the questions of the title', 'KEYS-PREFIX-03', 'at text questions', 'paramPrefix u_'],
    ['what else was sent with a text that is cut', 'RESPONSE-ECHO-EXTERNAL-01', 'when “custom2” is given', '"anot"'],
  ])('is never %s', (_, broken, feature, actual) => {
    const [own, other] = [new Conditions(), asked('')];
    for (let at = 0; at < 40; at++) own.held(broken, other, own.setOf(['on another page']));
    for (let at = 0; at < 9; at++) own.broke(broken, violation, other, own.setOf([feature, 'after going back']));
    const found = { clause: broken, endpoint: 'filter-responses', path: '', expected: '"another"', actual };
    expect(own.of(found, violation)?.words).toBe('after going back');
  });

  it.each([
    ['in answers of HTTP 404', 'in answers of HTTP 404 of fetch-response'],
    ['where the last page is shown', 'in fetch-response, where the last page is shown'],
  ])('names its endpoint where others show the same rightly: %s', (feature, words) => {
    const own = new Conditions();
    const at = (endpoint: EndpointId) => ({ ...asked(''), endpoint });
    const set = own.setOf([feature]);
    for (let times = 0; times < 20; times++) own.held(clause, at('fetch-response'), own.setOf(['otherwise']));
    for (let times = 0; times < 4; times++) own.broke(clause, violation, at('fetch-response'), set);
    const found = { ...about, endpoint: 'fetch-response', path: 'response.error' };
    expect(own.of(found, violation)?.words).toBe(feature);
    for (let times = 0; times < 4; times++) own.held(clause, at('list-responses'), set);
    expect(own.of(found, violation)).toMatchObject({ words, failed: 4, of: 4, others: 24 });
  });

  it('is the endpoint where it breaks nearly always, without a word on the rest', () => {
    const own = new Conditions();
    const at = (endpoint: EndpointId) => ({ ...asked(''), endpoint });
    const inSurvey = (id: number) => own.setOf([`in survey ${id}`]);
    for (let times = 0; times < 60; times++) own.held(clause, at('take'), inSurvey(times % 3));
    for (let times = 0; times < 30; times++) own.broke(clause, violation, at('previous-page'), inSurvey(times % 3));
    for (let times = 0; times < 2; times++) own.held(clause, at('previous-page'), inSurvey(times));
    const found = { ...about, endpoint: 'previous-page', path: 'response' };
    expect(own.of(found, violation)).toMatchObject({ words: 'in previous-page', failed: 30, of: 32, others: 60 });
  });

  it('is the endpoint where it breaks at times, and never at others', () => {
    const own = new Conditions();
    const at = (endpoint: EndpointId) => ({ ...asked(''), endpoint });
    const [set, other] = [own.setOf(['in survey 1']), own.setOf(['in survey 2'])];
    for (let times = 0; times < 60; times++) own.held(clause, at('take'), times % 2 === 0 ? set : other);
    for (let times = 0; times < 9; times++) {
      own.held(clause, at('previous-page'), times % 2 === 0 ? set : other);
      own.broke(clause, violation, at('previous-page'), times % 2 === 0 ? set : other);
    }
    const found = { ...about, endpoint: 'previous-page', path: 'response' };
    expect(own.of(found, violation)).toMatchObject({
      words: 'but only in previous-page',
      failed: 9,
      of: 18,
      others: 60,
    });
  });

  it('is rather the endpoint than that one survey is right there', () => {
    const own = new Conditions();
    const at = (endpoint: EndpointId) => ({ ...asked(''), endpoint });
    for (let times = 0; times < 60; times++) own.held(clause, at('take'), own.setOf([`in survey ${times % 3}`]));
    for (let times = 0; times < 4; times++) own.held(clause, at('previous-page'), own.setOf(['in survey 9']));
    for (let times = 0; times < 30; times++)
      own.broke(clause, violation, at('previous-page'), own.setOf([`in survey ${times % 3}`]));
    const found = { ...about, endpoint: 'previous-page', path: 'response.navigation' };
    expect(own.of(found, violation)).toMatchObject({
      words: 'but only in previous-page',
      failed: 30,
      of: 34,
      others: 60,
    });
  });

  it('is never a page of what is stored', () => {
    const [own, other] = [new Conditions(), asked('')];
    for (let at = 0; at < 40; at++) own.held('SANITY-ALTERED-01', other, own.setOf(['in survey 1']));
    const features = own.setOf(['on the sixth page', 'from the third page on', 'in survey 2']);
    for (let at = 0; at < 9; at++) own.broke('SANITY-ALTERED-01', violation, other, features);
    const found = { clause: 'SANITY-ALTERED-01', endpoint: 'filter-responses', path: '' };
    expect(own.of(found, violation)?.words).toBe('in survey 2');
  });

  it('is what it takes, where that is not enough', () => {
    const held = [...times(60, () => asked('?custom1=a')), ...times(15, () => asked('?extRef=a'))];
    const condition = conditionOf(
      held,
      times(10, () => asked('?extRef=a')),
    );
    expect(condition).toMatchObject({ words: 'but only when “extRef” is given', failed: 10, of: 25, others: 60 });
  });

  it('is of no proof where it was seen once', () => {
    const condition = conditionOf([asked('')], [asked('?extRef=a')]);
    expect(condition).toMatchObject({ words: 'when “extRef” is given', isSure: false });
  });

  it('is none where what broke is like what held, or all broke', () => {
    const same = times(10, () => asked('?extRef=a'));
    expect(
      conditionOf(
        same,
        times(4, () => asked('?extRef=a')),
      ),
    ).toBeNull();
    expect(conditionOf([], same)).toBeNull();
  });

  it('may hold now and then for reasons of its own', () => {
    const held = [...times(90, () => asked('?custom1=a')), asked('?extRef=a')];
    const condition = conditionOf(
      held,
      times(10, () => asked('?extRef=a')),
    );
    expect(condition).toMatchObject({ words: 'when “extRef” is given', failed: 10, of: 11, others: 90 });
  });

  it('may be a rhythm of requests', () => {
    const all = times(50, () => asked('?extRef=a'));
    const broken = all.filter((_, at) => at % 7 === 3);
    const condition = conditionOf(all, broken);
    expect(condition).toMatchObject({ words: 'with every 7th request of its kind', failed: 7, isSure: true });
  });

  it('may begin with the second request of its kind', () => {
    const all = times(15, () => asked('?extRef=a'));
    const words = { words: 'from the second request on', failed: 14, of: 14, others: 1, from: 2 };
    expect(conditionOf(all.slice(0, 1), all.slice(1))).toMatchObject(words);
  });

  const told = (body: object): Exchange => ({ ...asked('', JSON.stringify(body)), endpoint: 'update-datapad' });

  it.each([
    ['update-datapad', 12, 'from the second update on', true],
    ['update-datapad', 9, 'from the second update on', false],
    ['filter-responses', 12, 'from the second request on', false],
  ] as const)(
    'begins with the second at %s after %i that are wrong: %s, sure: %s',
    (endpoint, wrong, words, isSure) => {
      const all = times(1 + wrong, () => ({ ...told({}), endpoint }));
      expect(conditionOf(all.slice(0, 1), all.slice(1), endpoint)).toMatchObject({ words, isSure });
    },
  );

  it('begins with the second that has what it takes', () => {
    const [others, all] = [times(20, () => told({ isGlobal: true })), times(13, () => told({ isGlobal: false }))];
    const words = 'when “isGlobal” is false, from the second such request on';
    const condition = conditionOf([...others, ...all.slice(0, 1)], all.slice(1), 'update-datapad');
    expect(condition).toMatchObject({ words, failed: 12, of: 12, isSure: true, from: 2 });
  });

  it('goes by answers: that one which broke it held it in another respect tells nothing', () => {
    const [others, all] = [times(20, () => told({ isGlobal: true })), times(9, () => told({ isGlobal: false }))];
    const condition = conditionOf([...all, ...others], all, 'update-datapad');
    expect(condition).toMatchObject({ words: 'when “isGlobal” is false', failed: 9, of: 9, others: 20 });
  });

  const upTo = (length: number): Set<number> => new Set(Array.from({ length }, (_each, at) => at));

  it.each([
    ['too few', [3, 10]],
    ['no equal steps', [3, 10, 12, 24, 25]],
    ['two in equal steps and chance', [0, 3, 6]],
    ['the first of many in equal steps', [3, 10, 17, 24, 31]],
  ])('is no rhythm of %s', (_, broken) => {
    expect(rhythm(broken, upTo(60))).toBeNull();
  });

  it.each([
    ['each seventh', [7, 14, 21, 28, 35, 42], 7],
    ['each seventh, served in nearly the order of the answers', [7, 15, 21, 28, 34, 42], 7],
    ['each second', [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44], 2],
    ['some', [3, 4, 11, 29, 30, 41], undefined],
    ['few', [7, 14, 21], undefined],
    ['all', [1, 2, 3, 4, 5, 6], undefined],
  ])('may be a rhythm of completions: %s', (_, broken, every) => {
    const found = rhythm(broken, upTo(46).difference(new Set([0])), 'completion');
    expect(found?.words).toBe(every && `with every ${every}${every === 2 ? 'nd' : 'th'} completion`);
    if (found !== null) expect(found).toMatchObject({ failed: broken.length, of: broken.length });
  });
});

describe('what a defect comes under within one answer', () => {
  const whole = ['in survey 7001'];
  const element = (id: number, type: string, formParam: object) =>
    ({
      html: '',
      json: JSON.stringify({ id, type, text: 'q', answers: [{ id: id * 10, text: 'a' }], formParam }),
    }) as const;
  const multiple = { paramPrefix: 'm_', paramIdType: 'questionId' };
  const shown = {
    ...page.response,
    questions: [
      element(1, 'U', { paramPrefix: 'u_', paramIdType: 'questionId' }),
      element(2, 'M', multiple),
      element(3, 'M', multiple),
    ],
  };
  const { page: survey } = answerOf('take', '/surveys/7001/take', { ...page, response: shown });

  it('is the question that it comes at', () => {
    const conditions = new Conditions();
    const { exchange } = answerOf('take', '/surveys/7001/take', { ...page, response: shown });
    const set = conditions.setOf(whole);
    for (let at = 0; at < 20; at++)
      for (const [number, each] of (survey?.elements ?? []).entries()) {
        const part = conditions.ofPart(set, questionFeatures(each, survey, []));
        if (number === 2) conditions.broke(clause, violation, exchange, part);
        else conditions.held(clause, exchange, part);
      }
    const condition = conditions.of({ clause, endpoint: 'take', path: '' }, violation);
    expect(condition?.words).toBe('at the second multiple-choice question of a page');
  });

  it('is what the record holds, but not the member itself', () => {
    const conditions = new Conditions();
    const list = asked('?perPage=100');
    const set = conditions.setOf(whole);
    for (let at = 0; at < 40; at++) {
      const isBroken = at % 4 === 0;
      const record = {
        externalReference: 'r',
        weight: isBroken ? '2.5' : 3,
        location: { country: isBroken ? null : 'Chile' },
      };
      const part = conditions.ofItem(set, record, at, 40);
      if (isBroken) conditions.broke(clause, violation, list, part);
      else conditions.held(clause, list, part);
    }
    const of = (path: string) => conditions.of({ ...about, path }, violation)?.words;
    expect(of('response[].weight')).toBe('where “weight” is a fraction');
    expect(of('response[].location.country')).toBe('where “weight” is a fraction');
    expect(of('response[].surveyName')).toBe('where “weight” is a fraction');
  });

  it('is how things were created, as far as that is known', () => {
    const conditions = new Conditions();
    const list = asked('?perPage=100');
    for (let id = 1; id <= 40; id++) {
      const isBroken = id % 4 === 0;
      const { exchange } = answerOf('create-department', '/organizations/1/departments', {
        response: { departmentID: id },
        requestID: 'r',
      });
      const requestBody = JSON.stringify({ name: 'canvass-x', primaryAccountID: isBroken ? 0 : 7 });
      if (id <= 30) conditions.note({ ...exchange, requestBody });
      const department = {
        departmentID: id,
        name: id <= 30 ? 'canvass-x' : 'old',
        primaryAccountID: isBroken ? null : 7,
      };
      const part = conditions.ofItem(conditions.setOf(whole), department, id, 40);
      if (isBroken) conditions.broke(clause, violation, list, part);
      else conditions.held(clause, list, part);
    }
    const condition = conditions.of({ ...about, path: 'response[].primaryAccountID' }, violation);
    expect(condition).toMatchObject({ words: 'for what was created with “primaryAccountID” 0', failed: 7, others: 23 });
  });

  it('is how that very thing was created, though another kind of thing has its id', () => {
    const conditions = new Conditions();
    const created = (endpoint: EndpointId, member: string, requestBody: string, id = 4) => {
      const response = { [member]: id };
      conditions.note({ ...answerOf(endpoint, '/x', { response, requestID: 'r' }).exchange, requestBody });
    };
    created('create-response', 'responseID', '{"weight":2.5}');
    created('create-department', 'departmentID', '{"primaryAccountID":0}');
    created('create-department', 'departmentID', '{"primaryAccountID":7}', 5);
    const featuresOf = (item: object) => [...(conditions.ofItem(conditions.setOf([]), item, 0, 1)?.features ?? [])];
    expect(featuresOf({ responseID: 4 })).toContain('for what was created with “weight”');
    expect(featuresOf({ departmentID: 4 })).toContain('for what was created with “primaryAccountID” 0');
    expect(featuresOf({ responseID: 5 }).join(' ')).not.toContain('for what was created');
  });

  it('is that a record answers questions of a kind, as pages showed them', () => {
    const conditions = new Conditions();
    const shown = shownIn(pageAnswer([1, 2]));
    for (const question of shown.questions)
      conditions.ofQuestion(null, { question, parsed: {}, html: '', json: '', repeats: false }, shown, []);
    const featuresOf = (...ids: number[]) => {
      const record = { responseID: 9, responseSet: ids.map((questionID) => ({ questionID })) };
      return [...(conditions.ofItem(conditions.setOf([]), record, 0, 1)?.features ?? [])];
    };
    expect(featuresOf(2, 1)).toContain('where single-choice questions are answered');
    expect(featuresOf(3).join(' ')).not.toContain('questions are answered');
  });

  it('is an endpoint of several that give the same', () => {
    const conditions = new Conditions();
    const { exchange } = answerOf('list-responses', '/surveys/7001/responses', page);
    for (let at = 0; at < 10; at++) {
      conditions.held(clause, exchange, conditions.setOf(whole));
      conditions.broke(clause, violation, asked(''), conditions.setOf(whole));
    }
    expect(conditions.of(about, violation)?.words).toBe('in filter-responses');
  });

  it('is several endpoints, each of which always breaks it, of others that never do', () => {
    const conditions = new Conditions();
    const seen = (endpoint: EndpointId) => answerOf(endpoint, '/surveys/7001/responses', page).exchange;
    for (const endpoint of ['create-department', 'create-template', 'update-datapad', 'create-response'] as const)
      conditions.broke(clause, violation, seen(endpoint), conditions.setOf(whole));
    for (let at = 0; at < 8; at++) conditions.held(clause, seen('list-responses'), conditions.setOf(whole));
    const at = { ...about, endpoint: 'create-department' };
    const words = 'in create-department, create-template, update-datapad, create-response';
    expect(conditions.of(at, violation)).toEqual({ words, failed: 4, of: 4, others: 8, isSure: true });
    conditions.held(clause, seen('update-datapad'), conditions.setOf(whole));
    expect(conditions.of(at, violation)).toBeNull();
  });

  it.each([
    ['only page', 1, 1, 3, 'on the only page of a list'],
    ['first of several', 1, 3, 7, 'on the first of several pages'],
    ['one between', 2, 3, 7, 'on pages between the first and the last'],
    ['last', 3, 3, 7, 'on the last of several pages'],
    ['last, and full', 3, 3, 9, 'where the last page is full'],
    ['one of an empty list', 1, 0, 0, 'of an empty list'],
  ])('is which page of a list it is: the %s', (_, currentPage, totalPages, totalItems, feature) => {
    const links = { self: '', first: '', last: '', prev: null, next: null };
    const pagination = { perPage: 3, currentPage, totalPages, totalItems, links };
    const list = answerOf('list-responses', '/surveys/7001/responses', { response: [], pagination, requestID: 'r' });
    expect(answerFeatures(list)).toContain(feature);
  });
});

describe('a session of a survey that shows no page', () => {
  it('is open from its second request on', () => {
    const session = new SessionFeatures();
    const shut = answerOf('take', '/a/api/v2/surveys/7117/take', { response: { status: 'redirect' }, requestID: 'r' });
    expect(session.next(shut, false)).toContain('where a session begins');
    expect(session.next(shut, false)).toContain('while a session is open');
  });
});

test('that going back was refused is known of each later step back', () => {
  const session = new SessionFeatures();
  const path = '/a/api/v2/surveys/7001/previous-page';
  const refused = answerOf('previous-page', path, { error: { code: 1002, message: 'no' }, requestID: 'r' }, 400);
  session.next(answerOf('take', path, page), false);
  const seen = [0, 1].map(() => session.next(refused, false).includes('when going back was refused before'));
  expect(seen).toEqual([false, true]);
});

describe('what of a request may decide how it is answered', () => {
  it.each([
    ['a filter with a blank', asked('?extRef=a%20'), 'when a text holds blanks at an end'],
    ['a later page', asked('?page=2'), 'from the second page on'],
    ['any query', asked('?page=2'), 'when a query is given'],
    ['its survey', asked(''), 'in survey 7001'],
    ['a member', asked('', '{"customVariables":{"custom5":"x"}}'), 'when “custom5” is given'],
    ['a null', asked('', '{"location":null}'), 'when “location” is null'],
    [
      'texts of several questions',
      asked(
        '',
        '{"responseSet":[{"answerValues":[{"value":{"text":"a"}}]},{"answerValues":[{"value":{"text":"b"}}]}]}',
      ),
      'when several questions have a text',
    ],
    ['a list of several', asked('', '{"answerValues":[1,2]}'), 'when “answerValues” has several items'],
    ['a list of three', asked('', '{"answerValues":[1,2,3]}'), 'when “answerValues” has more than 2 items'],
    ['a long text', asked('', JSON.stringify({ text: 'x'.repeat(251) })), 'when a text is longer than 250 characters'],
  ])('is %s', (_, exchange, feature) => {
    expect(requestFeatures(exchange)).toContain(feature);
  });

  it('is what its session did before, and of its end all that it submitted', () => {
    const path = '/a/api/v2/surveys/7001/submit-page';
    const session = new SessionFeatures();
    const next = (endpoint: EndpointId, json: object, requestBody: string | null = null, isNew = false) => {
      const answer = answerOf(endpoint, path, json);
      return session.next({ ...answer, exchange: { ...answer.exchange, requestBody } }, isNew);
    };
    expect(next('take', page)).toContain('where a session begins');
    expect(next('submit-page', page, '{"t_7":"one\\ntwo"}')).toContain('while a session is open');
    expect(next('previous-page', page)).toContain('the first time one goes back');
    expect(next('previous-page', page)).toEqual(
      expect.arrayContaining(['the second time one goes back', 'from the second time on that one goes back']),
    );
    const changed = next('submit-page', page, '{"t_7":"two"}');
    expect(changed).toEqual(expect.arrayContaining(['directly after going back', 'after changing an answer']));
    const last = next('submit-page', { response: { status: 'survey_complete' }, requestID: 'r' }, '{"u_8":"1"}');
    expect(last).toEqual(expect.arrayContaining(['after going back', 'when a text holds a line break']));
    // Who changed an answer went back: that is the likelier one.
    expect(last.indexOf('after going back')).toBeLessThan(last.indexOf('after changing an answer'));
    expect(last).not.toContain('directly after going back');
    expect(last).toContain('where the status is survey_complete');
    const repeated = next('submit-page', page, '{"u_8":"1"}');
    expect(repeated).toContain('after completing the survey');
    expect(repeated).toContain('when the final submission is repeated');
    expect(last).not.toContain('when the final submission is repeated');
    const onward = new SessionFeatures();
    for (const questions of [[1], [2]])
      onward.next(answerOf('submit-page', path, pageAnswer(questions).exchange.json), false);
    const looked = () => onward.next(answerOf('take', path, pageAnswer([2]).exchange.json), false);
    expect(looked()).toContain('directly after a submission');
    expect(looked()).not.toContain('directly after a submission');
    expect(next('take', page)).toContain('the first time one returns after the end');
    expect(next('take', page)).toContain('the second time one returns after the end');
    expect(next('take', page, null, true)).toContain('where a session begins');
  });

  it('is which questions of its page a submission answers, and that the text is of an option', () => {
    const session = new SessionFeatures();
    const path = '/a/api/v2/surveys/7001/submit-page';
    const taken = answerOf('take', path, pageAnswer([1, 2]).exchange.json);
    const [first, second] = taken.page?.questions ?? [];
    if (first === undefined || second === undefined) throw new Error('the sample page has two questions');
    session.next(taken, false);
    const [key] = keysOf(second.form);
    const answer = answerOf('submit-page', path, page);
    const requestBody = JSON.stringify({ [key ?? '']: 'x' });
    const features = session.next({ ...answer, exchange: { ...answer.exchange, requestBody } }, false);
    expect(features).toContain(`when question ${second.id} is answered`);
    expect(features).not.toContain(`when question ${first.id} is answered`);
    const choice = questionWith({
      formParam: { paramPrefix: 'u_', paramIdType: 'questionId', otherParamPrefix: 't_' },
    });
    const other = 'other' in choice.form ? choice.form.other : null;
    if (other === null) throw new Error('the choice has an Other option');
    const given = answeredFeatures({ ...shownIn(taken), questions: [choice] }, { [other.key]: 'mine' });
    expect(given).toEqual(['when an “Other” option has a text', `when question ${choice.id} is answered`]);
  });

  it('is that a page was refused before, also where others came between', () => {
    const session = new SessionFeatures();
    const submit = (status: string) => {
      const shown = { ...page, response: { ...page.response, status } };
      return session.next(answerOf('submit-page', '/a/api/v2/surveys/7001/submit-page', shown), false);
    };
    session.next(answerOf('take', '/a/api/v2/surveys/7001/take', page), false);
    expect(submit('validation_errors')).not.toContain('when the page was refused before');
    submit('success');
    expect(submit('success')).toContain('when the page was refused before');
  });
});

it('a member that the document does not name is no condition: its name may be a secret that came back', () => {
  const { values } = itemFeatures(
    { 'canvass-key': null, externalReference: null, location: { 'session-id': 0 } },
    0,
    1,
  );
  expect(values).toEqual(['where “externalReference” is null', 'for what canvass did not make']);
});

describe('what is known of a page', () => {
  const path = '/a/api/v2/surveys/7001/submit-page';
  const next = (session: SessionFeatures, endpoint: EndpointId, isFinalPage: boolean) => {
    const { response } = page;
    const shown = { ...page, response: { ...response, meta: { ...response.meta, isFinalPage } } };
    return session.next(answerOf(endpoint, path, shown), false);
  };

  it('is that it is the last, also where it says so no more, and that it is answered again', () => {
    const session = new SessionFeatures();
    next(session, 'take', true);
    next(session, 'take', false);
    expect(next(session, 'submit-page', false)).toEqual(
      expect.arrayContaining(['on the last page', 'with the first submission of a session']),
    );
    expect(next(session, 'submit-page', false)).toEqual(
      expect.arrayContaining(['when a page is answered again', 'with the second submission of a session']),
    );
  });

  it('is that what was submitted before was refused, or that one went back before, whatever was looked at meanwhile', () => {
    const session = new SessionFeatures();
    const refused = answerOf('submit-page', path, {
      ...page,
      response: { ...page.response, status: 'validation_errors' },
    });
    next(session, 'take', false);
    session.next(refused, false);
    next(session, 'take', false);
    expect(next(session, 'submit-page', false)).toContain('when the submission before was refused');
    expect(next(session, 'submit-page', false)).not.toContain('when the submission before was refused');
    expect(next(session, 'previous-page', false)).not.toContain('when one goes back twice in a row');
    next(session, 'take', false);
    const again = next(session, 'previous-page', false);
    expect(again).toEqual(
      expect.arrayContaining(['when one goes back twice in a row', 'where the page was answered more than once']),
    );
    next(session, 'submit-page', false);
    expect(next(session, 'previous-page', false)).not.toContain('when one goes back twice in a row');
  });

  it('is which try of a page it is, as long as each before was refused', () => {
    const session = new SessionFeatures();
    const refused = answerOf('submit-page', path, {
      ...page,
      response: { ...page.response, status: 'validation_errors' },
    });
    next(session, 'take', false);
    const tries = Array.from({ length: 3 }, () =>
      session.next(refused, false).filter((feature) => / try /.test(feature)),
    );
    expect(tries).toEqual([
      [],
      ['at the second try of a page'],
      ['at the third try of a page', 'from the third try of a page on'],
    ]);
    expect(next(session, 'submit-page', false)).toContain('at the fourth try of a page');
    expect(session.next(refused, false).join()).not.toContain(' try ');
  });

  it('is which page an answer shows, which is no condition of that page having come', () => {
    const shown = next(new SessionFeatures(), 'take', true);
    const [wrongPart, wrongPage] = ['response.navigation', ''].map((at) => {
      const conditions = new Conditions();
      const one = { clause: 'PAGE-PREVIOUS-URL-01', endpoint: 'take', path: at } as const;
      const { exchange } = answerOf('take', path, page);
      for (let time = 0; time < 40; time++) conditions.held(one.clause, exchange, conditions.setOf(['in survey 1']));
      const features = shown.filter((feature) => feature.startsWith('where the ') && feature.endsWith('is shown'));
      for (let time = 0; time < 9; time++) conditions.broke(one.clause, 'wrong', exchange, conditions.setOf(features));
      return conditions.of(one, 'wrong')?.words;
    });
    expect(wrongPart).toBe('where the first page is shown');
    expect(wrongPage).toBe('outside survey 1');
  });
});

it('is that it comes in all surveys but one', () => {
  const conditions = new Conditions();
  const { exchange } = answerOf('take', '/a/api/v2/surveys/1/take', page);
  const one = { clause: 'TAKE-HTTP-01', endpoint: 'take', path: 'response' } as const;
  for (const survey of [1, 2, 3, 1, 2, 3, 1, 2, 3])
    conditions.broke(one.clause, 'wrong', exchange, conditions.setOf([`in survey ${survey}`]));
  const elsewhere = conditions.setOf(['in survey 4']);
  for (let time = 0; time < 40; time++)
    conditions.held(one.clause, answerOf('take', '/a/api/v2/surveys/4/take', page).exchange, elsewhere);
  expect(conditions.of(one, 'wrong')).toMatchObject({ words: 'outside survey 4', failed: 9, of: 9, others: 40 });
});
