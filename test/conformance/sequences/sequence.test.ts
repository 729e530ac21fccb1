import { expect, test } from 'vitest';
import { sequenceOf } from '../../../src/conformance/sequences/sequence.ts';
import type { Witness, WitnessStep } from '../../../src/result/verdict.ts';

const paths = { take: 'take', 'submit-page': 'submit-page', 'previous-page': 'previous-page' } as const;

function step(endpoint: keyof typeof paths, more: Partial<WitnessStep> = {}): WitnessStep {
  return {
    session: 0,
    endpoint,
    method: endpoint === 'submit-page' ? 'POST' : 'GET',
    path: `/a/api/v2/surveys/1001/${paths[endpoint]}`,
    headers: {},
    body: endpoint === 'submit-page' ? '{"u_1":"2"}' : null,
    sessionTransport: 'keep',
    concurrent: 0,
    response: { httpStatus: 200, failure: null, body: '' },
    ...more,
  };
}

function witness(...steps: WitnessStep[]): Witness {
  return { steps, failingStep: steps.length - 1, curl: '' };
}

test('a walk is read step by step; its own session again after a broken one is no step of its own', () => {
  const walk = witness(
    step('take'),
    step('submit-page'),
    step('submit-page', { sessionTransport: 'forge' }),
    step('take', { sessionTransport: 'stale' }),
    step('previous-page'),
    step('submit-page', { sessionTransport: 'stale' }),
  );
  const sequence = sequenceOf(walk);
  expect(sequence?.surveys).toEqual([1001]);
  expect(sequence?.steps.map(({ kind }) => kind)).toEqual(['begin', 'submit', 'forge', 'resume', 'back', 'stale']);
});

test('several respondents keep their order and are numbered from 0', () => {
  const walk = witness(
    step('take', { session: 4 }),
    step('take', { session: 2 }),
    step('previous-page', { session: 4 }),
  );
  const sequence = sequenceOf(walk);
  expect(sequence?.surveys).toEqual([1001, 1001]);
  expect(sequence?.steps.map(({ session, kind }) => `${session} ${kind}`)).toEqual(['0 begin', '1 begin', '0 back']);
});

test('steps after the failing one, and steps that a limiter refused, play no part', () => {
  const limited = step('take', { response: { httpStatus: 429, failure: null, body: '' } });
  const sequence = sequenceOf({
    ...witness(limited, step('take'), step('previous-page'), step('take')),
    failingStep: 2,
  });
  expect(sequence?.steps.map(({ kind }) => kind)).toEqual(['begin', 'back']);
});

test.each([
  ['headers of its own', [step('take', { headers: { 'api-key': '' } })]],
  ['a start without take', [step('previous-page')]],
  ['the session of another', [step('take'), step('previous-page', { sessionTransport: 'swap' })]],
  ['another survey', [step('take'), step('take', { path: '/a/api/v2/surveys/1002/take' })]],
  ['a body that is no object', [step('take'), step('submit-page', { body: '[' })]],
  ['an administration call', [step('take'), step('take', { endpoint: 'list-responses' })]],
  [
    'two requests of one session at the same time',
    [step('take'), step('submit-page', { concurrent: 1 }), step('submit-page', { concurrent: 1 })],
  ],
  ['no step', []],
])('what has %s is no walk', (_, steps) => {
  expect(sequenceOf(witness(...steps))).toBeNull();
});
