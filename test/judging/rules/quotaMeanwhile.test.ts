import { describe, expect, test } from 'vitest';
import type { Findings } from '../../../src/judging/findings.ts';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import { judgeBack, judgeBackEarly, judgeResume } from '../../../src/judging/rules/moves.ts';
import { judgeEarly } from '../../../src/judging/rules/previousPage.ts';
import { judgeSurvival, judgeUndisturbed } from '../../../src/judging/rules/sanity.ts';
import { judgeExpired, judgeLeftOut, judgeUntouched } from '../../../src/judging/rules/submitPage.ts';
import { judgeSessionReached } from '../../../src/judging/rules/take.ts';
import { answerOf, failing } from '../../support/judging.ts';

const formParam = { paramPrefix: 'u', paramIdType: 'questionId' };
const json = JSON.stringify({ id: 7, type: 'U', text: 'Why?', answers: [{ id: 70, text: 'Yes' }], formParam });
const { page } = answerOf('take', '/surveys/1001/take', {
  response: { status: 'success', questions: [{ html: '', json }] },
});
if (page === null) throw new Error('no page');

const rules: Readonly<Record<string, (findings: Findings, answer: Answer) => unknown>> = {
  'MOVE-RESUME-01': (findings, answer) => judgeResume(findings, answer, page),
  'MOVE-BACK-01': (findings, answer) => judgeBack(findings, answer, page),
  'MOVE-BACK-EARLY-01': judgeBackEarly,
  'PREVIOUS-EARLY-01': judgeEarly,
  'SANITY-ISOLATION-02': (findings, answer) => judgeUndisturbed(findings, answer, page),
  'SANITY-SURVIVES-01': judgeSurvival,
  'SUBMIT-EXPIRED-01': (findings, answer) => judgeExpired(findings, answer, 'unknown session'),
  'SUBMIT-EXPIRED-04': (findings, answer) => judgeUntouched(findings, answer, page),
  'SUBMIT-VALIDATION-01': (findings, answer) =>
    judgeLeftOut(findings, { answer, page, missing: [7], isRestKnownValid: true }),
  'TAKE-COOKIE-03': (findings, answer) => judgeSessionReached(findings, answer, page),
};

const saying = (status: string): Answer => answerOf('take', '/surveys/1001/take', { response: { status } });

describe.each(Object.entries(rules))('%s', (clause, judge) => {
  const failed = (status: string): readonly string[] => failing((findings) => void judge(findings, saying(status)));

  test('a quota that was reached meanwhile says nothing', () => expect(failed('quota_full')).toEqual([]));
  test('another status does', () => expect(failed('survey_opt_out')).toContain(clause));
});
