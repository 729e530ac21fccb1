import { expect, test } from 'vitest';
import { newViolation } from '../../../src/judging/identity.ts';
import { brokenReasons } from '../../../src/judging/run/violationReasons.ts';
import { reasonWords } from '../../../src/result/reasonWords.ts';

type Broken =
  | 'PAGE-STATUS-01'
  | 'PAGE-REDIRECT-01'
  | 'MOVE-BACK-01'
  | 'MOVE-REJECT-02'
  | 'MOVE-RESUME-01'
  | 'ERROR-500-01';

const violation = (clause: Broken, path: string) =>
  newViolation({ clause, endpoint: 'take', path, expected: 'a', actual: 'b' }, { steps: [], failingStep: 0, curl: '' });

test('promises that break for one cause are one problem; what gates nothing is none', () => {
  const ofOneCause = [violation('PAGE-STATUS-01', 'response.meta'), violation('PAGE-REDIRECT-01', 'response.meta')];
  const other = violation('MOVE-BACK-01', '');
  expect(brokenReasons([...ofOneCause, other, violation('ERROR-500-01', '')])).toEqual([
    { code: 'promises-broken', problems: 2, clauses: ['PAGE-STATUS-01', 'PAGE-REDIRECT-01', 'MOVE-BACK-01'] },
  ]);
  expect(brokenReasons([{ ...other, baseline: { kind: 'KNOWN', issue: 'S-1', expires: '2999-12-31' } }])).toEqual([]);
});

test('a promise that must break where another one does is said to follow from it', () => {
  const moved = [violation('MOVE-RESUME-01', ''), violation('MOVE-REJECT-02', '')];
  const [reason] = brokenReasons(moved);
  expect(reason).toEqual({
    code: 'promises-broken',
    problems: 1,
    clauses: ['MOVE-RESUME-01', 'MOVE-REJECT-02'],
    following: ['MOVE-REJECT-02'],
  });
  expect(reason === undefined ? '' : reasonWords(reason)).toBe(
    'One problem breaks 2 promises of the document: MOVE-RESUME-01, and what follows from that: MOVE-REJECT-02.',
  );
});
