import { expect, test } from 'vitest';
import { type Asked, probed } from '../../support/probing.ts';

/** A probe, a fault of the service that it works on, and what must fail by it, which no other call of a rule tells. */
const rows: readonly (readonly [probe: string, fault: string, ...clauses: string[]])[] = [
  ['back-disallowed', 'labels-exchanged-on-back', 'PAGE-AGAIN-01', 'PAGE-AGAIN-02'],
  ['back-disallowed', 'words-lost-on-resume', 'PAGE-AGAIN-01', 'PAGE-AGAIN-02'],
  ['back-too-early', 'resume-moves-on', 'MOVE-RESUME-02'],
  ['back-too-early', 'back-before-submission', 'MOVE-BACK-EARLY-01', 'PREVIOUS-EARLY-01', 'PREVIOUS-EARLY-02'],
  ['beginning', 'cookie-path-take', 'TAKE-COOKIE-03', 'TAKE-COOKIE-04'],
  ['beginning', 'key-valid-never', 'AUTH-HEADER-01'],
  ['beginning', 'session-not-set', 'TAKE-COOKIE-01'],
  ['beginning', 'session-shared', 'PAGE-PREVIOUS-NULL-01', 'TAKE-NEW-01'],
  ['beginning', 'begins-by-rejecting', 'MOVE-BEGIN-01'],
  ['date-questions', 'late-days-refused', 'KEYS-DATE-02'],
  ['date-questions', 'december-refused', 'KEYS-DATE-02'],
  ['date-questions', 'last-days-refused', 'KEYS-DATE-02'],
  ['date-questions', 'afternoon-refused', 'KEYS-TIME-02'],
  ['date-questions', 'noon-refused', 'KEYS-TIME-03'],
  ['double-submit', 'simultaneous-submissions-unchecked', 'SANITY-CONCURRENT-01'],
  ['double-submit', 'older-answers-accepted', 'SUBMIT-VALIDATION-01'],
  ['going-back', 'type-changes-on-back', 'PAGE-AGAIN-02'],
  ['going-back', 'stuck-after-back', 'MOVE-BACK-02'],
  ['going-back', 'answers-lost-on-return', 'PREVIOUS-SELECTED-01'],
  ['going-back', 'labels-exchanged-on-back', 'PAGE-AGAIN-01', 'PAGE-AGAIN-02'],
  ['going-back', 'back-only-shown', 'MOVE-BACK-01'],
  ['going-back', 'marks-on-first-back-only', 'PREVIOUS-SELECTED-01'],
  ['hostile-texts', 'text-unescaped', 'SANITY-ESCAPE-01'],
  ['hostile-texts', 'hostile-text-kills', 'SANITY-SURVIVES-01'],
  ['keys-previous-page', 'previous-page-forbidden-key-conflict', 'AUTH-FORBIDDEN-PREVIOUS-01'],
  ['keys-take', 'key-wrong-accepted', 'AUTH-LETTERS-01', 'AUTH-NO-PAGE-01'],
  ['keys-take', 'key-null-accepted', 'AUTH-WRONG-TAKE-01'],
  ['lost-sessions', 'back-without-session-shows-page', 'SANITY-REQUEST-ID-01'],
  ['lost-sessions', 'expired-other-code', 'SUBMIT-EXPIRED-01'],
  ['lost-sessions', 'made-up-session-adopted', 'SANITY-FIXATION-01'],
  ['missing-answers', 'refusals-break', 'SANITY-5XX-02'],
  ['missing-answers', 'validation-as-error', 'SUBMIT-VALIDATION-08'],
  [
    'missing-answers',
    'validation-moves-on',
    'MOVE-REJECT-01',
    'MOVE-REJECT-02',
    'SUBMIT-VALIDATION-01',
    'TAKE-COOKIE-03',
  ],
  ['other-survey', 'take-other-survey', 'TAKE-SURVEY-01'],
  ['other-survey', 'resume-moves-on', 'MOVE-RESUME-02'],
  ['resuming', 'session-forgotten', 'TAKE-COOKIE-03'],
  ['resuming', 'progress-of-page-left', 'MOVE-ADVANCE-06'],
  ['resuming', 'page-repeated', 'SANITY-LOST-01'],
  ['separate-sessions', 'submission-resets-others', 'SANITY-ISOLATION-02'],
  ['status-language_selection_required', 'language-as-closed', 'STATUS-LANGUAGE-01'],
  ['status-survey_opt_out', 'opted-out-submit-completes', 'STATUS-OPT-OUT-01'],
  ['walking', 'complete-early', 'MOVE-ADVANCE-05'],
  ['walking', 'final-page-never', 'MOVE-ADVANCE-03'],
  ['walking', 'session-set-again', 'TAKE-COOKIE-02'],
  ['walking', 'complete-as-closed', 'MOVE-COMPLETE-01'],
  ['walking', 'progress-stands-still', 'MOVE-ADVANCE-07'],
  ['walking', 'take-starts-again', 'MOVE-TERMINAL-01'],
];

test.each(rows.map(([probe, faults, ...clauses]) => ({ probe, faults, clauses })))(
  '$probe tells of $faults',
  async ({ probe, faults, clauses }) => {
    expect(await probed([probe], { faults })).toEqual(expect.arrayContaining(clauses));
  },
);

test.each([
  ['next-url-dead', [1003], 'KEYS-SINGLE-01', 'MOVE-ADVANCE-02', 'SUBMIT-URL-01'],
  ['second-question-refused', [1001, 1002, 1013, 1015], 'KEYS-TOGETHER-01'],
  ['final-page-never-in-one', [1001, 1002, 1003], 'MOVE-ADVANCE-05'],
] as const)('walking tells of %s', async (faults, surveys, ...clauses) => {
  expect(await probed(['walking'], { faults, surveys })).toEqual(expect.arrayContaining(clauses));
});

test('missing-answers tells of a page that is never accepted once it was rejected, where walks showed what is', async () => {
  const failed = await probed(['walking', 'missing-answers'], { faults: 'correction-rejected' });
  expect(failed).toContain('SUBMIT-VALIDATION-06');
});

test('of a service without defects they tell nothing', async () => {
  expect(await probed([...new Set(rows.map(([probe]) => probe))], {})).toEqual([]);
});

test('of a service that never shows a page, strange ids have broken nothing', async () => {
  const answers = ({ call, body }: Asked) =>
    call === 'take' && body.response?.questions !== undefined
      ? { body: { ...body, response: { ...body.response, questions: 'none' } } }
      : undefined;
  expect(await probed(['strange-ids'], { answers })).not.toContain('SANITY-SURVIVES-01');
});
