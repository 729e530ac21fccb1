import { expect, test } from 'vitest';
import { withReplacingOnly } from '../../src/judging/replacedKeySteps.ts';
import type { WitnessStep } from '../../src/result/verdict.ts';
import { answerOf, witnessOf } from '../support/judging.ts';

const [usual] = witnessOf(answerOf('take', '/surveys/1/take', {})).steps;

/** A step as a row spells it: the number of its session, what is asked, and the status when it is not 200. */
function stepOf(spelt: string): WitnessStep {
  const [session, asked, httpStatus = 200] = spelt.split(' ');
  if (usual === undefined) throw new Error('no step');
  const endpoint = asked === 'replace' ? 'regenerate-key' : (asked as WitnessStep['endpoint']);
  const response = { ...usual.response, httpStatus: Number(httpStatus) };
  return { ...usual, session: Number(session), endpoint, path: `/${asked}`, response };
}

/** The last step but one is the one that fails. */
test.each<[left: string, steps: string[], kept: number[]]>([
  ['all, where no key was replaced', ['0 take', '0 take 403', '0 take'], [0, 1, 2]],
  ['all, where that was refused', ['0 take', '0 replace 403', '0 take 403', '0 take'], [0, 1, 2, 3]],
  [
    'the call that was granted before, and no attempt between',
    [
      '0 list-surveys',
      '1 list-surveys',
      '2 list-surveys 500',
      '1 take',
      '0 replace',
      '0 take',
      '0 list-surveys 403',
      '0 take',
    ],
    [0, 1, 4, 6],
  ],
  [
    'each time the key was replaced, and of a session what it did, of equal attempts the last',
    ['0 take', '0 replace', '1 replace', '0 take', '1 submit-page', '0 take', '0 submit-page', '0 take 403', '0 take'],
    [0, 1, 2, 5, 6, 7],
  ],
])('of a witness is left %s', (_, spelt, kept) => {
  const steps = spelt.map(stepOf);
  const left = withReplacingOnly({ steps, failingStep: steps.length - 2, curl: '' });
  expect(left.steps.map((step) => steps.indexOf(step))).toEqual(kept);
  expect(left.steps[left.failingStep]).toBe(steps.at(-2));
});

test('of requests that left together all are left', () => {
  const steps = ['0 take', '0 replace', '0 take', '0 take 403'].map((spelt) => ({ ...stepOf(spelt), concurrent: 1 }));
  expect(withReplacingOnly({ steps, failingStep: 3, curl: '' }).steps).toEqual(steps);
});
