import { expect, test } from 'vitest';
import { noWay } from '../../../src/judging/classifyAnswer.ts';
import { Evidence } from '../../../src/judging/evidence/evidence.ts';
import { EvidenceFindings } from '../../../src/judging/evidence/evidenceFindings.ts';
import { nowhere } from '../../../src/judging/evidence/where.ts';
import { judgeFormRefused } from '../../../src/judging/rules/keys.ts';
import { answerOf } from '../../support/judging.ts';
import { page } from '../sampleAnswers.ts';

const path = '/a/api/v2/surveys/7001/submit-page';

function findingsWith(evidence: Evidence, feature: string): EvidenceFindings {
  const { exchange } = answerOf('submit-page', path, page);
  return new EvidenceFindings(evidence, {
    ...{ exchange, session: {}, where: nowhere, features: evidence.conditions.setOf([feature]) },
    witness: () => ({ steps: [], failingStep: 0, curl: '' }),
    redact: (text) => text,
    way: noWay,
  });
}

test('what many answers show together comes under no condition of the last of them', () => {
  const evidence = new Evidence();
  for (let at = 0; at < 2000; at++) findingsWith(evidence, 'elsewhere').pass('KEYS-RANK-01');
  const last = findingsWith(evidence, 'directly after answers were refused');
  judgeFormRefused(last, 'rank', 2);
  expect(evidence.failures).toMatchObject([{ clause: 'KEYS-RANK-01' }]);
  expect(evidence.failures[0]?.condition).toBeUndefined();
  last.fail('KEYS-RANK-01', 'one', 'other');
  expect(evidence.failures[1]?.condition?.words).toBe('directly after answers were refused');
});

test('a condition is one of all violations that are called alike, and of none where some break without it', () => {
  const seen = (...withoutIt: string[]) => {
    const evidence = new Evidence();
    for (let at = 0; at < 400; at++) findingsWith(evidence, 'elsewhere').pass('KEYS-RANK-01');
    const twice = findingsWith(evidence, 'after going back twice');
    for (let at = 0; at < 9; at++) twice.fail('KEYS-RANK-01', 'none', 'other');
    for (let at = 0; at < 6; at++) twice.fail('KEYS-RANK-01', 'one', 'other');
    const others = findingsWith(evidence, 'elsewhere');
    for (const actual of withoutIt) for (let at = 0; at < 30; at++) others.fail('KEYS-RANK-01', 'one', actual);
    return evidence.failures.map(({ condition }) => condition);
  };
  const ofBoth = expect.objectContaining({ words: 'after going back twice', failed: 15, of: 15, others: 400 });
  expect(seen()).toEqual([ofBoth, ofBoth]);
  expect(seen('third')).toEqual([undefined, undefined, undefined]);
});

test('what an answer left is broken where it is shown', () => {
  const evidence = new Evidence();
  findingsWith(evidence, 'elsewhere')
    .shownAt('list-responses')
    .fail('RECORD-FREE-TEXT-01', 'value.text', 'value.other');
  expect(evidence.failures).toMatchObject([{ clause: 'RECORD-FREE-TEXT-01', endpoint: 'list-responses' }]);
});

test('a part of an answer that is wrong each time is named, and not what it has in common with the others', () => {
  const evidence = new Evidence();
  for (let at = 0; at < 40; at++) {
    const found = findingsWith(evidence, 'when “extRef” is given');
    for (const part of ['in “self”', 'in “last”']) {
      found.ofPart([part]);
      found.pass('KEYS-RANK-01');
    }
    found.ofPart(['in “next”']);
    found.fail('KEYS-RANK-01', 'one', 'other');
    found.ofPart(null);
  }
  expect(evidence.failures[0]?.condition?.words).toBe('in “next”');
});

test('a fetch of what was stored before gives way to one that creates it, and keeps its count', () => {
  const evidence = new Evidence();
  const body = '{"response":{"responseID":9}}';
  const call = { session: 0, headers: {}, body: null, sessionTransport: 'keep', concurrent: 0 } as const;
  const response = { httpStatus: 200, failure: null, body };
  const fetched = {
    ...call,
    endpoint: 'fetch-response',
    method: 'GET',
    path: '/a/api/v2/surveys/1/responses/9',
    response,
  };
  const created = {
    ...call,
    endpoint: 'create-response',
    method: 'POST',
    path: '/a/api/v2/surveys/1/responses',
    response,
  };
  const facts = {
    clause: 'RESPONSE-FETCH-UTC-01',
    endpoint: 'fetch-response',
    path: '',
    expected: 'it',
    actual: 'absent',
  };
  for (const steps of [[fetched], [created, fetched], [fetched]]) {
    evidence.failed(facts, () => ({ steps, failingStep: steps.length - 1, curl: '' }));
  }
  expect(evidence.failures).toMatchObject([{ count: 3, witness: { steps: [created, fetched] } }]);
});
