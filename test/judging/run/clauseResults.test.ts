import { expect, test } from 'vitest';
import { clauseResults, observationsOf } from '../../../src/judging/run/clauseResults.ts';
import { SecondRecorder } from '../../../src/load/metrics/secondRecorder.ts';
import { mergeDeltas } from '../../../src/result/tally/mergeDeltas.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import { sampleDelta } from '../../support/sampleDeltas.ts';

test('a clause is green only with evidence, and one that nobody met says so', () => {
  const tally = new Tally();
  const checked = { 'MOVE-BACK-01': 5, 'TAKE-NEW-01': 3, 'ERROR-500-01': 2 };
  const failed = { 'TAKE-NEW-01': 1, 'ERROR-500-01': 1 };
  tally.add(sampleDelta({ coverage: { ...sampleDelta().coverage, checked, failed } }));
  const results = new Map(clauseResults(tally, [], null).map((result) => [result.id, result]));
  expect(results.get('MOVE-BACK-01')).toMatchObject({ verdict: 'CONFORMS', checked: 5 });
  expect(results.get('MOVE-BACK-01')).not.toHaveProperty('reason');
  expect(results.get('TAKE-NEW-01')).toMatchObject({ verdict: 'VIOLATES', failed: 1 });
  expect(results.get('ERROR-500-01')).toMatchObject({ verdict: 'DEVIATES' });
  expect(results.get('MOVE-BACK-02')).toMatchObject({
    verdict: 'NOT-EXERCISED',
    reason: 'no respondent reached this case',
  });
});

test.each([
  ['of each kind of question alike', 'date', 'OBSERVED'],
  ['of one kind in two ways', 'rank', 'INCONSISTENT'],
] as const)('an open question that respondents saw answered %s is said to be so', (_, other, said) => {
  const recorder = new SecondRecorder({ exchangeEnded() {}, walkEnded() {} });
  recorder.onObservation('Q-BACK-OTHER-KINDS', 'html', null, null, 'rank');
  recorder.onObservation('Q-BACK-OTHER-KINDS', 'absent', null, null, other);
  const tally = new Tally();
  const second = sampleDelta({ observations: recorder.take(true).observations });
  tally.add(mergeDeltas([second, second]));
  expect(observationsOf(tally)).toMatchObject([
    { id: 'Q-BACK-OTHER-KINDS', verdict: said, alternatives: [{ count: 2 }, { count: 2 }] },
  ]);
});
