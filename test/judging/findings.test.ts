import { describe, expect, it } from 'vitest';
import { excerpt, keptFinding, kindDue, seen, seenAt, statusDue } from '../../src/judging/findings.ts';
import { judgeExchange } from '../../src/judging/judgeExchange.ts';
import { judgeResume } from '../../src/judging/rules/moves.ts';
import { absent, answerOf, changed, collected, flowCircumstances } from '../support/judging.ts';
import { page, pageAnswer, path, shownIn } from './sampleAnswers.ts';

const plain = (text: string): string => text;

describe('what is kept of a finding', () => {
  it.each([
    ['only words', 'this', 'that', undefined],
    ['an HTTP status', statusDue(401, 'HTTP 401, id 1010'), 'HTTP 200', { due: { httpStatus: 401 } }],
    [
      'a value of another kind',
      kindDue('a.b', 'a string'),
      seenAt('a.b', 1),
      { due: { kind: 'a string' }, found: { path: 'a.b', value: '1' }, came: ['number'] },
    ],
    [
      'a status',
      'paused',
      { words: 'closed', value: 'survey_closed', path: 'response.status' },
      { found: { path: 'response.status', value: '"survey_closed"' }, came: ['survey-closed'] },
    ],
    ['a value at the path', 'b 2', seen({ b: 1 }), { found: { path: 'a.b', value: '{"b":1}' } }],
    ['an absent value', 'b 2', seen(undefined), { found: { path: 'a.b', value: null } }],
  ])('has the data of %s', (_, expected, actual, symptom) => {
    expect(keptFinding(expected, actual, 'a.b', plain).symptom).toEqual(symptom);
  });

  it('says in words what its data say', () => {
    expect(keptFinding(kindDue('a.b', 'a string'), seenAt('a', null), 'a.b', plain)).toMatchObject({
      expected: 'a.b is a string',
      actual: 'a: null',
    });
  });

  it('holds no secret, and no more than an excerpt', () => {
    const long = `key-4711 ${'x'.repeat(500)}`;
    const kept = keptFinding({ words: long, due: { value: long } }, seen(long), '', (text) =>
      text.replaceAll('key-4711', '***'),
    );
    expect(JSON.stringify(kept)).not.toContain('4711');
    expect(kept.symptom?.found?.value).toBe(excerpt(`"${long.replace('key-4711', '***')}"`));
    expect(kept.symptom?.due).toEqual({ value: excerpt(long.replace('key-4711', '***')) });
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
    const findings = collected();
    judgeExchange(findings, answerOf('take', `${path}/take`, changed(page, member, value)), flowCircumstances);
    const symptom = { due: { kind }, found: { path: at, value: shown }, came: [came] };
    expect(findings.failed).toContainEqual(expect.objectContaining({ symptom }));
  });

  it('names the page that is due', () => {
    const findings = collected();
    const [first, other] = [pageAnswer([1, 2]), pageAnswer([3])];
    judgeResume(findings, other, shownIn(first));
    expect(findings.failed).toMatchObject([{ symptom: { due: { page: '1, 2' } } }]);
  });
});
