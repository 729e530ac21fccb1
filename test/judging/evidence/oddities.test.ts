import { expect, test } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { odditiesOf } from '../../../src/judging/evidence/departures.ts';
import { Evidence } from '../../../src/judging/evidence/evidence.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import { whereOf } from '../../../src/judging/evidence/where.ts';
import { answerOf } from '../../support/judging.ts';

const witness = (curl: string) => () => ({ steps: [], failingStep: 0, curl });

function whereAt(endpoint: EndpointId) {
  return whereOf(answerOf(endpoint, '', { response: { apiKey: 'x' }, requestID: 'r' }));
}

function oddOf(evidence: Evidence) {
  return odditiesOf(evidence.habits, verdictsOf(evidence, nothingAcceptable, clauseIds).observations);
}

function seen(answers: readonly (readonly [endpoint: EndpointId, value: string, times: number])[]): Evidence {
  const evidence = new Evidence();
  for (const [endpoint, value, times] of answers)
    for (let at = 0; at < times; at++)
      evidence.observed('Q-LINK-FORM', value, '', witness(`${endpoint} ${value}`), 1, whereAt(endpoint));
  return evidence;
}

test('an open question that is answered in two ways says where, once, with the witness of the odd answer', () => {
  const evidence = seen([
    ['create-template', 'path', 30],
    ['update-datapad', 'path', 30],
    ['regenerate-key', 'absolute', 20],
  ]);
  expect(oddOf(evidence)).toMatchObject([
    { id: 'Q-LINK-FORM', where: ['regenerate-key granted'], there: ['absolute'], elsewhere: ['path'] },
  ]);
  expect(oddOf(evidence)[0]?.witness?.curl).toBe('regenerate-key absolute');
});

test('where no place tells, it is odd all the same', () => {
  const evidence = seen([
    ['create-template', 'path', 30],
    ['create-template', 'absolute', 2],
  ]);
  expect(oddOf(evidence)).toMatchObject([
    { id: 'Q-LINK-FORM', where: [], there: ['absolute'], elsewhere: ['path'], count: 2, of: 32 },
  ]);
});

test('a question that is answered in one way is not odd', () => {
  expect(oddOf(seen([['create-template', 'path', 50]]))).toEqual([]);
});
