import { expect, test } from 'vitest';
import { chooseFaults } from '../../src/selftest/faults/faults.ts';
import { virtualService } from './virtualService.ts';
import { walkMany } from './walking.ts';

/**
 * A fault of the service, and a clause by which walks must find it: at least one for each invariant of several answers, but
 * for those that `steps/toldSteps.test.ts` has. What one answer shows is judged in any walk, as the generated faults show.
 */
const found: readonly (readonly [fault: string, clause: string])[] = [
  ['final-page-early', 'MOVE-COMPLETE-01'],
  ['param-prefix-swapped', 'QUESTION-TYPE-02'],
  ['missing-answer-accepted', 'SUBMIT-VALIDATION-01'],
  ['validation-wrong-question', 'SUBMIT-VALIDATION-02'],
  ['validation-as-error', 'SUBMIT-VALIDATION-08'],
  ['page-repeated', 'MOVE-ADVANCE-01'],
  ['rejected-as-success', 'MOVE-REJECT-01'],
  ['completed-before-finish', 'STATUS-COMPLETED-01'],
  ['resume-lost-in-crowd', 'MOVE-RESUME-01'],
  ['back-as-complete', 'MOVE-BACK-01'],
  ['back-allowed-anyway', 'MOVE-BACK-REFUSED-01'],
  ['back-before-submission', 'MOVE-BACK-EARLY-01'],
  ['back-error-ok', 'PREVIOUS-EARLY-01'],
  ['back-marks-all', 'PREVIOUS-SELECTED-02'],
  ['back-first-page-with-url', 'PREVIOUS-FIRST-01'],
  ['session-not-set', 'TAKE-COOKIE-01'],
  ['session-set-again', 'TAKE-COOKIE-02'],
  ['key-valid-refused', 'AUTH-HEADER-01'],
  ['text-of-another', 'SANITY-ISOLATION-01'],
  ['text-unescaped', 'SANITY-ESCAPE-01'],
  ['session-id-echoed', 'SANITY-SECRET-02'],
  ['server-error', 'SANITY-5XX-01'],
];

test('a redirect without its URL is found in the middle of a walk too', async () => {
  const service = await virtualService({ faults: chooseFaults('redirect-url-missing') });
  const walked = await walkMany({ ...service, walks: 30, until: 'PAGE-REDIRECT-01', surveys: [1016] });
  expect(walked.sightings.get('PAGE-REDIRECT-01')?.witness.steps.at(-1)?.endpoint).toBe('submit-page');
});

test.each(found)('the fault %s is found by %s, with a witness that ends where it shows', async (fault, clause) => {
  const service = await virtualService({ faults: chooseFaults(fault) });
  const walked = await walkMany({ ...service, walks: 70, until: clause, surveys: [1001, 1002, 1003, 1004] });
  const sighting = walked.sightings.get(clause);
  expect([...walked.sightings.keys()]).toContain(clause);
  expect(walked.coverage.failed[clause]).toBeGreaterThan(0);
  expect(walked.coverage.checked[clause]).toBeGreaterThanOrEqual(walked.coverage.failed[clause] ?? 0);
  const witness = sighting?.witness;
  expect(witness?.failingStep).toBe((witness?.steps.length ?? 0) - 1);
  expect(witness?.steps[0]).toMatchObject({
    endpoint: 'take',
    sessionTransport: 'keep',
    path: expect.stringContaining('/take'),
  });
  const text = JSON.stringify(sighting);
  expect(text).not.toContain('canvass-key');
  expect(text).not.toMatch(/[0-9A-F]{32}/);
});
