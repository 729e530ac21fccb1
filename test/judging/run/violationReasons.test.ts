import { expect, test } from 'vitest';
import { newViolation } from '../../../src/judging/identity.ts';
import { brokenReasons } from '../../../src/judging/run/violationReasons.ts';

const violation = (clause: 'PAGE-STATUS-01' | 'PAGE-REDIRECT-01' | 'MOVE-BACK-01' | 'ERROR-500-01', path: string) =>
  newViolation({ clause, endpoint: 'take', path, expected: 'a', actual: 'b' }, { steps: [], failingStep: 0, curl: '' });

test('promises that break for one cause are one problem; what gates nothing is none', () => {
  const ofOneCause = [violation('PAGE-STATUS-01', 'response.meta'), violation('PAGE-REDIRECT-01', 'response.meta')];
  const other = violation('MOVE-BACK-01', '');
  expect(brokenReasons([...ofOneCause, other, violation('ERROR-500-01', '')])).toEqual([
    { code: 'promises-broken', problems: 2, clauses: ['PAGE-STATUS-01', 'PAGE-REDIRECT-01', 'MOVE-BACK-01'] },
  ]);
  expect(brokenReasons([{ ...other, baseline: { kind: 'KNOWN', issue: 'S-1', expires: '2999-12-31' } }])).toEqual([]);
});
