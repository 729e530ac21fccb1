import { describe, expect, it } from 'vitest';
import { judgeExchange } from '../../src/judging/exchangeJudge.ts';
import { excerpt } from '../../src/judging/mismatch.ts';
import { judgeResume } from '../../src/judging/rules/moves.ts';
import { absent, answerOf, Collected, changed, flowCircumstances, kept } from '../support/judging.ts';
import { page, pageAnswer, path, shownIn } from './sampleAnswers.ts';

describe('what is kept of a finding', () => {
  it.each([
    ['only words', 'this', 'that', undefined],
    ['an HTTP status', { httpStatus: 401, words: 'HTTP 401, id 1010' }, 'HTTP 200', { due: { httpStatus: 401 } }],
    [
      'a value of another kind',
      { kind: 'a string' },
      { value: 1, at: 'a.b' },
      { due: { kind: 'a string' }, found: { path: 'a.b', value: '1' }, came: ['number'] },
    ],
    [
      'a status',
      'paused',
      { words: 'closed', value: 'survey_closed', at: 'response.status' },
      { found: { path: 'response.status', value: '"survey_closed"' }, came: ['survey-closed'] },
    ],
    ['a value at the path', 'b 2', { value: { b: 1 } }, { found: { path: 'a.b', value: '{"b":1}' } }],
    ['an absent value', 'b 2', { value: undefined }, { found: { path: 'a.b', value: null } }],
  ])('has the data of %s', (_, expected, actual, symptom) => {
    expect(kept(expected, actual, 'a.b').symptom).toEqual(symptom);
  });

  it('says in words what its data say', () => {
    expect(kept({ kind: 'a string' }, { value: null, at: 'a' }, 'a.b')).toMatchObject({
      expected: 'a.b is a string',
      actual: 'a: null',
    });
  });

  it('shows where two long texts differ, and not how alike they begin', () => {
    const alike = 'and more, '.repeat(100);
    const { expected, actual } = kept(`text "${alike}until the end"`, `text "${alike}"`, 'a');
    expect([expected, actual]).toEqual([
      expect.stringMatching(/^text "and more.*… \(\d+ characters alike\) ….*and more, until the end"$/),
      expect.stringMatching(/ alike\) ….*and more, "$/),
    ]);
  });

  it.each([
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(300)}… (301 characters)`],
    [`was ${excerpt('x'.repeat(999))}`, `was ${'x'.repeat(300)}… (999 characters)`],
    ['x'.repeat(364).concat('… (9 characters)'), 'x'.repeat(364).concat('… (9 characters)')],
    ['x'.repeat(999).concat('… (9 characters)'), `${'x'.repeat(300)}… (1015 characters)`],
  ])('cuts what has more than 300 characters, once', (text, cut) => expect(excerpt(text)).toBe(cut));

  it('holds no secret, and no more than an excerpt', () => {
    const long = `key-4711 ${'x'.repeat(500)}`;
    const mismatch = kept({ words: long, value: long }, { value: long }, '', (text) =>
      text.replaceAll('key-4711', '***'),
    );
    expect(JSON.stringify(mismatch)).not.toContain('4711');
    expect(mismatch.symptom?.found?.value).toBe(excerpt(`"${long.replace('key-4711', '***')}"`));
    expect(mismatch.symptom?.due).toEqual({ value: excerpt(long.replace('key-4711', '***')) });
  });
});

describe('the data of what an altered answer breaks', () => {
  it.each([
    [
      'isFinalPage as a text',
      'response.meta.isFinalPage',
      'no',
      'a boolean',
      '"no"',
      'response.meta.isFinalPage',
      'string',
    ],
    ['no isFinalPage', 'response.meta.isFinalPage', absent, 'a boolean', null, 'response.meta.isFinalPage', 'absent'],
    ['meta as a text', 'response.meta', 'none', 'a boolean', '"none"', 'response.meta', 'string'],
    ['questions as an object', 'response.questions', {}, 'an array', '{}', 'response.questions', 'object'],
  ])('names the member, its kind and what stands there: %s', (_, member, value, kind, shown, at, came) => {
    const findings = new Collected();
    judgeExchange(findings, answerOf('take', `${path}/take`, changed(page, member, value)), flowCircumstances);
    const symptom = { due: { kind }, found: { path: at, value: shown }, came: [came] };
    expect(findings.failed).toContainEqual(expect.objectContaining({ symptom }));
  });

  it('names the page that is due', () => {
    const findings = new Collected();
    const [first, other] = [pageAnswer([1, 2]), pageAnswer([3])];
    judgeResume(findings, other, shownIn(first));
    expect(findings.failed).toMatchObject([{ symptom: { due: { page: '1, 2' } } }]);
  });
});
