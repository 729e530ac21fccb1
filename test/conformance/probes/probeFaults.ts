import { expect } from 'vitest';
import { faults as allFaults } from '../../../src/selftest/faults/faults.ts';
import { probed } from '../../support/probing.ts';

/** A probe, faults of the service that it works on, and what must fail by it, which no other call of a rule tells. */
type ProbeFault = readonly [probe: string, faults: string, ...clauses: string[]];

export const administrationFaults: readonly ProbeFault[] = [
  ['datapads', 'datapad-title-overwritten', 'DATAPAD-UPDATE-02'],
  ['datapads', 'datapad-text-before', 'DATAPAD-HTML-03'],
  ['datapads', 'unknown-datapad-made', 'ADMIN-UNKNOWN-DATAPAD-01'],
  ['department-list', 'departments-default-per-page', 'DEPARTMENT-PER-PAGE-DEFAULT-01'],
  ['departments', 'department-primary-lost-in-list', 'DEPARTMENT-LIST-02'],
  ['departments', 'department-name-cut', 'DEPARTMENT-CREATE-NAME-01', 'DEPARTMENT-CREATE-NAME-02'],
  ['departments', 'department-ids-reused', 'DEPARTMENT-LIST-02', 'DEPARTMENT-UNIQUE-01'],
  ['departments', 'creation-twice', 'SANITY-DUPLICATE-03'],
  ['departments', 'departments-page-by-link-only', 'DEPARTMENT-PAGE-01', 'PAGING-CURRENT-02'],
  ['durability', 'completion-stored-again', 'SANITY-DUPLICATE-01', 'SANITY-DUPLICATE-02'],
  ['durability', 'text-plus-to-space', 'SANITY-ALTERED-01'],
  ['durability', 'record-timestamp-halves', 'RECORD-UTC-02'],
  ['durability', 'record-text-elsewhere', 'RECORD-FREE-TEXT-01'],
  [
    'filters',
    'filter-two-refused,filter-custom5-empty,paging-total-by-size',
    ...['PAGING-LAW-02', 'RESPONSE-FILTER-CUSTOM5-01', 'RESPONSE-FILTER-SHORT-01', 'RESPONSE-FILTER-SPECIAL-01'],
    'RESPONSE-FILTER-TWO-02',
  ],
  [
    'filters',
    'filter-custom1-ignored,filter-answers-stale',
    ...['RESPONSE-FILTER-CUSTOM4-01', 'RESPONSE-FILTER-NONE-01'],
  ],
  ['filters', 'filter-unfiltered-from-page-two,paging-default-self', 'PAGING-LAW-01', 'PAGING-LAW-03'],
  ['filters', 'paging-next-skips', 'PAGING-LAW-03'],
  ['keys-filter-responses', 'filter-second-page-without-key', 'AUTH-MISSING-FILTER-RESPONSES-01'],
  ['keys-list-departments', 'list-departments-wrong-key-other-error', 'AUTH-WRONG-LIST-DEPARTMENTS-01'],
  ['keys-update-datapad', 'datapad-wrong-key-stored', 'AUTH-WRONG-UPDATE-DATAPAD-01'],
  ['record-creation', 'record-text-elsewhere', 'RECORD-FREE-TEXT-01'],
  ['record-creation', 'fetch-lost', 'RESPONSE-FETCH-01'],
  ['record-creation', 'fetch-weight-cut', 'RESPONSE-ECHO-VALUE-01'],
  ['record-creation', 'list-newest-altered', 'RESPONSE-FETCH-03', 'RESPONSE-LIST-02'],
  ['record-creation', 'create-needs-answer-text', 'RESPONSE-CREATE-01', 'SANITY-DUPLICATE-03'],
  ['record-creation', 'create-in-array', 'RESPONSE-UNIQUE-01'],
  ['record-creation', 'create-set-no-array', 'RESPONSE-CREATE-04'],
  ['record-creation', 'fetch-neighbour', 'RESPONSE-UNIQUE-01'],
  ['record-creation', 'create-without-set', 'RESPONSE-CREATE-03'],
  ['record-paging', 'paging-total-items-off', 'PAGING-LAW-03'],
  ['record-paging', 'unknown-response-bad-request', 'ADMIN-UNKNOWN-RESPONSE-02'],
  ['regeneration', 'key-new-dead', 'KEY-REGENERATE-04'],
  ['regeneration', 'key-others-die', 'KEY-REGENERATE-05'],
  ['regeneration', 'key-made-lives', 'KEY-REGENERATE-03'],
  ['regeneration', 'key-old-regenerates', 'KEY-REGENERATE-03'],
  ['regeneration', 'key-new-stays', 'KEY-REGENERATE-04'],
  ['regeneration', 'key-unchanged', 'KEY-REGENERATE-02'],
  ['regeneration', 'key-old-lives', 'KEY-REGENERATE-03'],
  ['templates', 'template-texts-cleaned', 'TEMPLATE-ODD-01'],
  ['templates', 'template-ids-reused', 'TEMPLATE-UNIQUE-01'],
];

export const flowFaults: readonly ProbeFault[] = [
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

/** Probes that work side by side, in surveys of choice, with the faults and clauses of a row. */
type CompanyFault = readonly [
  company: { readonly probes: readonly string[]; readonly surveys?: readonly number[] },
  faults: string,
  ...clauses: string[],
];

/** What shows only where others have been, or in other surveys: the probes, and the surveys that they walk. */
export const companyFaults: readonly CompanyFault[] = [
  [{ probes: ['walking'], surveys: [1003] }, 'next-url-dead', 'KEYS-SINGLE-01', 'MOVE-ADVANCE-02', 'SUBMIT-URL-01'],
  [{ probes: ['walking'], surveys: [1001, 1002, 1013, 1015] }, 'second-question-refused', 'KEYS-TOGETHER-01'],
  [{ probes: ['walking'], surveys: [1001, 1002, 1003] }, 'final-page-never-in-one', 'MOVE-ADVANCE-05'],
  [{ probes: ['walking'], surveys: [1001, 1002, 1015] }, 'allocations-refused', 'KEYS-REFUSED-01'],
  [{ probes: ['walking', 'durability'] }, 'multiple-refused', 'KEYS-MULTIPLE-01'],
  [{ probes: ['walking', 'missing-answers'] }, 'scripts-unread', 'KEYS-TEXT-01'],
  // A page that is never accepted once it was rejected, where walks showed what is.
  [{ probes: ['walking', 'missing-answers'] }, 'correction-rejected', 'SUBMIT-VALIDATION-06'],
  [{ probes: ['department-list', 'departments'] }, 'departments-per-page-ignored', 'DEPARTMENT-PER-PAGE-01'],
  [{ probes: ['record-paging', 'walking'] }, 'paging-more-than-asked', 'RESPONSE-LIST-PER-PAGE-01'],
  [
    { probes: ['record-paging', 'walking'] },
    'list-page-by-link-only,unknown-response-another',
    ...['ADMIN-UNKNOWN-RESPONSE-01', 'RESPONSE-LIST-PAGE-01'],
  ],
];

/** Faults with which nothing else can be wrong: nothing is created, no page is passed, or the probe gives up. */
const overwhelming =
  /^route-|^create-(?:in-array|nameless|needs-answer-text|only-id|set-no-array|without-set|full-refused)$|^(?:single|afternoon|noon|date)-refused$|^(?:fetch-neighbour|filter-page-by-link-only|page-repeated|paging-default-self|paging-per-page-constant|resume-furthest|stuck-after-back)$/;

/** Whether one of these faults is to be tried without any other. */
export function hidesOthers(faults: string): boolean {
  return faults.split(',').some((fault) => overwhelming.test(fault));
}

/** The rows of each probe. */
export const byProbe = (rows: readonly ProbeFault[]): [string, ProbeFault[]][] => [
  ...Map.groupBy(rows, ([probe]) => probe),
];

/** Clauses that faults, as a row names them, are there to break. */
function brokenBy(faults: string): readonly string[] {
  return faults.split(',').flatMap((id) => allFaults.find((fault) => fault.id === id)?.clauses ?? []);
}

/**
 * A probe tells of what each row says. Rows are tried together where no other's faults are there to break what the row
 * is about: a service with several defects shows most of them, in one survey. One that it hides is tried alone, in two.
 */
export async function tellsOfEach(probe: string, rows: readonly ProbeFault[]): Promise<void> {
  const companies: ProbeFault[][] = [];
  for (const row of rows) {
    const goesWith = ([, faults, ...clauses]: ProbeFault): boolean => {
      const [, own, ...wanted] = row;
      return (
        !hidesOthers(faults) &&
        !hidesOthers(own) &&
        !clauses.some((clause) => brokenBy(own).includes(clause) || wanted.includes(clause)) &&
        !wanted.some((clause) => brokenBy(faults).includes(clause))
      );
    };
    const company = companies.find((others) => others.every(goesWith));
    if (company === undefined) companies.push([row]);
    else company.push(row);
  }
  for (const company of companies) {
    const until = company.flatMap(([, , ...clauses]) => clauses);
    const told = await probed([probe], { faults: company.map(([, faults]) => faults).join(), surveys: [1001], until });
    for (const [, faults, ...clauses] of company) {
      if (clauses.every((clause) => told.includes(clause))) continue;
      expect(await probed([probe], { faults, until: clauses }), faults).toEqual(expect.arrayContaining(clauses));
    }
  }
}
