import { expect, test } from 'vitest';
import { repeatScript } from '../../src/result/curl.ts';
import type { Defect } from '../../src/result/defectCheck.ts';
import type { WitnessStep } from '../../src/result/verdict.ts';
import { sampleViolations } from '../support/sampleVerdicts.ts';

const [sample] = sampleViolations(1);
if (sample === undefined) throw new Error('no sample');
const [first] = sample.witness.steps;
if (first === undefined) throw new Error('the sample has steps');
const usual: Defect = {
  ...{ expected: 'as due', actual: 'otherwise', path: '', classification: 'always' },
  ...{ symptom: { due: { httpStatus: 418 } }, failingStep: 0, shownBy: 'answer' },
};

test('a script that can tell needs no reason', () => {
  const { curl, noScript } = repeatScript([first], usual);
  expect(curl).not.toBe('');
  expect(noScript).toBeUndefined();
});

test.each<[string, Partial<Defect>, Partial<WitnessStep>, string]>([
  [
    'whose way goes on with a replaced key',
    {},
    { endpoint: 'regenerate-key', headers: { 'api-key': '$CANVASS_SECOND_KEY' } },
    'a new key',
  ],
  ['of two requests at once', {}, { concurrent: 1 }, 'at the same time'],
  [
    'that only its probe shows',
    { reproduction: { failed: 1, repeated: 1, recordedSteps: 1, byProbe: true } },
    {},
    'its steps alone do not',
  ],
  ['of several answers', { shownBy: 'answers' }, {}, 'several answers'],
  ['of a question that was asked', { path: '?page', symptom: {} }, {}, 'alone does not show it'],
  ['of a secret in a body', { symptom: { due: { head: 'body-without-secrets' } } }, {}, 'another form'],
  [
    'of what is stored',
    { path: 'response[].name', symptom: {} },
    {
      endpoint: 'list-departments',
      response: { ...first.response, httpStatus: 200, body: '{"response":[{"name":"x"}]}' },
    },
    'what is stored',
  ],
  [
    'of some of the items that are stored',
    { path: 'response[].name', actual: 'absent', symptom: {} },
    {
      endpoint: 'list-departments',
      response: { ...first.response, httpStatus: 200, body: '{"response":[{"name":"x"},{}]}' },
    },
    'what is stored',
  ],
  [
    'seldom seen',
    { classification: 'sometimes', reproduction: { failed: 1, repeated: 200, recordedSteps: 1 } },
    {},
    'proves nothing',
  ],
])('who decides that there is no script of a violation %s says why', (_, defect, change, why) => {
  const steps = [
    { ...first, ...change },
    { ...first, endpoint: 'list-departments' },
  ];
  const { curl, noScript } = repeatScript(steps, {
    ...usual,
    failingStep: change.endpoint === 'regenerate-key' ? 1 : 0,
    ...defect,
  });
  expect(curl).toBe('');
  expect(noScript).toContain(why);
});
