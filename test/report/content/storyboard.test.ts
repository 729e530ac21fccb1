import { describe, expect, it } from 'vitest';
import { storyboard, storyInWords } from '../../../src/report/content/storyboard.ts';
import type { Violation, WitnessStep } from '../../../src/result/verdict.ts';
import { sampleViolations } from '../../support/sampleVerdicts.ts';

function page(...ids: readonly number[]): string {
  const questions = ids.map((id) => ({
    html: '<p>',
    json: JSON.stringify({
      id,
      type: 'U',
      text: `Question ${id}?`,
      answers: [{ id: id * 100 + 1, text: 'Yes', selected: true }],
    }),
  }));
  return JSON.stringify({ response: { status: 'success', questions }, requestID: 'r' });
}

function step(endpoint: string, body: string | null, answer: string, session = 0): WitnessStep {
  return {
    ...{
      session,
      endpoint,
      method: 'GET',
      path: `/${endpoint}`,
      headers: {},
      body,
      sessionTransport: 'keep',
      concurrent: 0,
    },
    response: { httpStatus: 200, failure: null, body: answer },
  };
}

function violation(steps: WitnessStep[], pageDue: string | null = '2, 3'): Violation {
  const [sample] = sampleViolations(1);
  if (sample === undefined) throw new Error('no sample');
  const symptom = pageDue === null ? {} : { due: { page: pageDue } };
  return { ...sample, symptom, witness: { steps, failingStep: steps.length - 1, curl: '' } };
}

describe('a witness as a storyboard', () => {
  const story = storyboard(
    violation([
      step('take', null, page(1)),
      step('submit-page', '{"u_1":"101"}', page(3, 2)),
      step('submit-page', '{"u_2":"201","t_999":"free"}', page(4)),
      step('previous-page', null, page(1)),
    ]),
  );

  it('says what the administrator asked for, and how many items came', () => {
    const list = JSON.stringify({ response: [{}, {}], pagination: {}, requestID: 'r' });
    const asked = { ...step('filter-responses', null, list), path: '/responses/filter?custom1=a%20b&page=2' };
    expect(storyboard(violation([asked]))).toMatchObject([
      {
        isCall: true,
        did: 'filters the responses',
        given: [
          ['custom1', 'a b'],
          ['page', '2'],
        ],
        came: 'HTTP 200, 2 items',
      },
    ]);
  });

  it('says what the respondent did, and which page came', () => {
    expect(story.map(({ did, page: shown }) => [did, shown?.ids])).toEqual([
      ['takes the survey', [1]],
      ['submits the page', [3, 2]],
      ['submits the page', [4]],
      ['goes back', [1]],
    ]);
  });

  it('tells the new key from the one that it replaced, and does not fold how it came and was used first', () => {
    const refused = { httpStatus: 401, failure: null, body: '{}' };
    const calls = [
      step('list-responses', null, '{}', 0),
      step('regenerate-key', null, '{}', 0),
      { ...step('list-responses', null, '{}', 0), response: refused },
      { ...step('take', null, page(1), 0), headers: { 'api-key': '$CANVASS_API_KEY' } },
      step('list-responses', null, '{}', 1),
      step('list-departments', null, '{}', 2),
      ...[3, 4, 5].map((session) => ({ ...step('create-department', '{}', '{}', session), response: refused })),
    ];
    expect(storyboard(violation(calls)).map(({ did, isNear }) => [did, isNear])).toEqual([
      ['lists the responses', false],
      ['asks for a new API key', true],
      ['lists the responses, with the expired API key', false],
      ['takes the survey, with the new API key', true],
      ['lists the responses, with the new API key', true],
      ['lists the departments, with the new API key', true],
      ['creates a department, with the new API key', false],
      ['creates a department, with the new API key', false],
      ['creates a department, with the new API key', true],
    ]);
  });

  it('does not fold how an answer was given, and given again, that a record holds otherwise', () => {
    const walk = violation(
      [
        step('take', null, page(1)),
        step('submit-page', '{"u_1":"101"}', page(2)),
        step('previous-page', null, page(1)),
        step('submit-page', '{"u_1":"102"}', page(2)),
        step('submit-page', '{"u_2":"201"}', page(3)),
        step('submit-page', '{"u_3":"301"}', page(4)),
        step(
          'submit-page',
          '{"u_4":"401"}',
          JSON.stringify({ response: { status: 'survey_complete' }, requestID: 'r' }),
        ),
      ],
      null,
    );
    const nearOf = (actual: string) =>
      storyboard({ ...walk, actual }).flatMap(({ step, isNear }) => (isNear ? [step] : []));
    expect(nearOf('record 5: choices of question 1: "102" became "101"')).toEqual([2, 3, 4, 7]);
    expect(nearOf('record 5: choices of question 3: "301" became nothing')).toEqual([6, 7]);
    expect(nearOf('another answer')).toEqual([5, 6, 7]);
  });

  it('says with which key something was done, where it was not the usual one', () => {
    const withKey = (key: string) => ({ ...step('take', null, page(1)), headers: { 'api-key': key } });
    const scenes = storyboard(
      violation(['', '$CANVASS_FORBIDDEN_KEY', 'none of ours', '$CANVASS_API_KEY'].map(withKey)),
    );
    expect(scenes.map(({ did }) => did)).toEqual([
      'takes the survey, without an API key',
      'returns to the survey, with an API key without permission',
      'returns to the survey, with a wrong API key',
      'returns to the survey',
    ]);
  });

  it('says which item of a list has what is wrong', () => {
    const body = JSON.stringify({ response: { validationErrors: [{ questionId: 1 }, { questionId: '2' }] } });
    const refused = violation([step('submit-page', '{}', body)], null);
    const path = 'response.validationErrors[].questionId';
    const [scene] = storyboard({ ...refused, path, symptom: { found: { path, value: '"2"' } } });
    expect(scene?.member).toBe('validationErrors[1].questionId: "2"');
  });

  it('says who submits without having taken the survey', () => {
    const scenes = storyboard(
      violation([step('take', null, page(1)), step('submit-page', '{"u_1":"101"}', page(2), 1)]),
    );
    expect(scenes.map(({ did }) => did)).toEqual(['takes the survey', 'submits the page, without a session']);
  });

  it('says answers in the words of the page, and as they were sent where it has none', () => {
    expect(story[1]?.given).toEqual([['Question 1?', 'Yes']]);
    expect(story[2]?.given).toEqual([
      ['Question 2?', 'Yes'],
      ['t_999', 'free'],
    ]);
  });

  it('is told in words, a short one whole', () => {
    expect(storyInWords(story)).toEqual([
      'Step 1: The respondent takes the survey. Page shown: “Question 1?” (1).',
      'Step 2: The respondent submits the page; “Question 1?”: Yes. Page shown: “Question 3?” (3), “Question 2?” (2).',
      'Step 3: The respondent submits the page; “Question 2?”: Yes; “t_999”: free. Page shown: “Question 4?” (4).',
      'Step 4: The respondent goes back. Expected: “Question 3?” (3), “Question 2?” (2). What came: “Question 1?” (1).',
    ]);
  });

  it('is told in words from its first step on, what is far from the break in one sentence', () => {
    const long = [step('take', null, page(1)), ...[1, 2, 3, 4, 5].map((id) => step('submit-page', '{}', page(id)))];
    const told = storyInWords(storyboard(violation(long)));
    expect(told).toHaveLength(4);
    expect(told[0]).toBe('Steps 1 to 3: The respondent takes the survey; The respondent submits the page (2 times).');
    expect(told[1]).toMatch(/^Step 4: /);
  });

  it('puts the expected page beside the wrong one', () => {
    expect(story.at(-1)).toMatchObject({ shows: true, expected: { ids: [3, 2] } });
    expect(story.slice(0, -1).every(({ shows, expected }) => !shows && expected === null)).toBe(true);
  });

  it('tells respondents apart, and reads pages of bodies that were cut', () => {
    const cut = page(1, 2).slice(0, -20);
    const [first, second] = storyboard(violation([step('take', null, cut), step('take', null, page(5), 1)], null));
    expect(first).toMatchObject({ respondent: 1, page: { ids: [1, 2] } });
    expect(second).toMatchObject({ respondent: 2, did: 'takes the survey', expected: null });
  });

  it('says what came where it is no page', () => {
    const refused = {
      ...step('take', null, '{"error":{"message":"Go away"}}'),
      response: { httpStatus: 401, failure: null, body: '{"error":{"message":"Go away"}}' },
    };
    const gone = { ...step('take', null, ''), response: { httpStatus: 0, failure: 'reset', body: '' } };
    expect(storyboard(violation([refused]))[0]?.came).toBe('HTTP 401: Go away');
    expect(storyboard(violation([gone]))[0]?.came).toBe('reset');
    expect(storyboard(violation([step('take', null, '')]))[0]?.came).toContain('not recorded');
  });
});
