import { describe, expect, test } from 'vitest';
import { WalkAggregates } from '../../../src/conformance/probes/walkAggregates.ts';
import type { Findings } from '../../../src/judging/findings.ts';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import { pageName } from '../../../src/judging/reading/shownPage.ts';
import {
  endsAsClosed,
  judgeAfterEnd,
  judgeBack,
  judgeBackEarly,
  judgeBackRefused,
  judgeBackTwice,
  judgeBegin,
  judgeClosedAtEnd,
  judgeForth,
  judgeProgressMoves,
  judgeResume,
  judgeSubmission,
  judgeUnmoved,
  leftOutFeatures,
} from '../../../src/judging/rules/moves.ts';
import { judgeNoErrors } from '../../../src/judging/rules/previousPage.ts';
import { answerOf, failing } from '../../support/judging.ts';
import { pageAnswer, rejectedAnswer, serverError, session, shownIn, standard, statusAnswer } from '../sampleAnswers.ts';

const [first, second, third] = [pageAnswer([1]), pageAnswer([2]), pageAnswer([3])];
const firstAndSecond = [shownIn(first), shownIn(second)] as const;
const withErrors = pageAnswer([1], { 'response.validationErrors': [] });
const final = pageAnswer([1], { 'response.meta.isFinalPage': true });
const complete = statusAnswer('survey_complete', 'submit-page');
const flagged = pageAnswer([1], { 'response.meta.isFinalPage': true });
const refused = rejectedAnswer([1], [1]);
const back = (answer: Answer): Answer => ({ ...answer, exchange: { ...answer.exchange, endpoint: 'previous-page' } });
const submitted = (body: object, httpStatus: number): Answer =>
  answerOf('submit-page', '/surveys/1001/submit-page', body, httpStatus);
const early = (body: object, httpStatus: number): Answer =>
  answerOf('previous-page', '/surveys/1001/previous-page', body, httpStatus);

describe('answers to page 1', () => {
  const judged = (answer: Answer, left: { missing?: readonly number[]; valid?: boolean; page?: Answer }) =>
    failing((findings) => {
      const { missing = [], valid = true, page = first } = left;
      const isNext = pageName(answer.page) !== pageName(shownIn(page));
      judgeSubmission(findings, { answer, page: shownIn(page), missingRequired: missing, isKnownValid: valid, isNext });
    });
  const rows: readonly (readonly [string, Answer, Parameters<typeof judged>[1], ...string[]])[] = [
    ['accepted, page 2', second, {}],
    ['accepted, page 1 again', first, {}, 'MOVE-ADVANCE-01'],
    ['valid, rejected', rejectedAnswer([1], [1]), {}, 'MOVE-ADVANCE-02'],
    ['valid, an error', submitted(standard, 400), {}, 'MOVE-ADVANCE-02'],
    ['valid, the session is not known', submitted(session, 400), {}],
    ['valid, the documented 500', submitted(serverError, 500), {}],
    ['perhaps valid, rejected', rejectedAnswer([1], [1]), { valid: false }],
    ['perhaps valid, an error', submitted(standard, 400), { valid: false }],
    ['perhaps valid, rejected with page 2', rejectedAnswer([2], [2]), { valid: false }, 'MOVE-REJECT-02'],
    ['without a required one, rejected', rejectedAnswer([1], [1]), { missing: [1] }],
    ['without a required one, accepted', second, { missing: [1] }, 'MOVE-REJECT-01'],
    ['complete, as it was final', complete, { page: final }],
    ['complete, as it need not be final', complete, {}],
    ['page 2, as it was final', second, { page: final }, 'MOVE-COMPLETE-01'],
  ];
  test.each(rows.map(([what, answer, left, ...clauses]) => ({ what, answer, left, clauses })))(
    '$what',
    ({ answer, left, clauses }) => expect(judged(answer, left)).toEqual(clauses),
  );
});

type Row = readonly [what: string, judge: (findings: Findings) => unknown, ...clauses: string[]];

const rows: readonly Row[] = [
  ['begin: a page', (to) => judgeBegin(to, first)],
  ['begin: a closed survey', (to) => judgeBegin(to, statusAnswer('survey_closed'))],
  ['begin: a rejection', (to) => judgeBegin(to, rejectedAnswer([1], [1])), 'MOVE-BEGIN-01'],
  ['resume: the page', (to) => judgeResume(to, first, shownIn(first))],
  ['resume: another page', (to) => judgeResume(to, second, shownIn(first)), 'MOVE-RESUME-01'],
  ['take: not moved', (to) => judgeUnmoved(to, first, shownIn(first))],
  ['take: moved', (to) => judgeUnmoved(to, second, shownIn(first)), 'MOVE-RESUME-02'],
  ['take: not moved, another flag', (to) => judgeUnmoved(to, flagged, shownIn(first)), 'PAGE-AGAIN-01'],
  ['take: not moved, another flag than as it was refused', (to) => judgeUnmoved(to, flagged, shownIn(refused))],
  ['take: the documented 500', (to) => judgeUnmoved(to, submitted(serverError, 500), shownIn(first))],
  ['back: the page before', (to) => judgeBack(to, back(first), shownIn(first))],
  ['back: it, with no error', (to) => judgeNoErrors(to, shownIn(withErrors), shownIn(first)), 'PREVIOUS-SHAPE-01'],
  ['back: it, with none, as before', (to) => judgeNoErrors(to, shownIn(withErrors), shownIn(withErrors))],
  ['back: another page', (to) => judgeBack(to, back(second), shownIn(first)), 'MOVE-BACK-01'],
  ['back: it, as rejected', (to) => judgeBack(to, back(rejectedAnswer([1], [1])), shownIn(first)), 'MOVE-BACK-01'],
  ['back twice', (to) => judgeBackTwice(to, [second, first], [shownIn(second), shownIn(first)])],
  [
    'back twice: nowhere the first time',
    (to) => judgeBackTwice(to, [third, first], [shownIn(second), shownIn(first)]),
    'MOVE-BACK-01',
  ],
  [
    'back twice: nowhere the second time',
    (to) => judgeBackTwice(to, [second, second], [shownIn(second), shownIn(first)]),
    'MOVE-BACK-01',
  ],
  ['forth: the page after', (to) => judgeForth(to, second, firstAndSecond, false)],
  ['forth: a page that answers led to', (to) => judgeForth(to, third, firstAndSecond, false)],
  ['forth: complete', (to) => judgeForth(to, complete, firstAndSecond, false)],
  ['forth: no way', (to) => judgeForth(to, first, firstAndSecond, false), 'MOVE-BACK-02'],
  ['forth: the same questions, asked again', (to) => judgeForth(to, first, firstAndSecond, true)],
  ['back disallowed: stays', (to) => judgeBackRefused(to, back(second), shownIn(second))],
  ['back disallowed: goes', (to) => judgeBackRefused(to, back(first), shownIn(second)), 'MOVE-BACK-REFUSED-01'],
  [
    'back disallowed: an error',
    (to) => judgeBackRefused(to, early(standard, 400), shownIn(second)),
    'MOVE-BACK-REFUSED-01',
  ],
  ['back too early: a standard error', (to) => judgeBackEarly(to, early(standard, 400))],
  ['back too early: a session error', (to) => judgeBackEarly(to, early(session, 400))],
  ['back too early: a page', (to) => judgeBackEarly(to, back(first)), 'MOVE-BACK-EARLY-01'],
  ['back too early: an error 500', (to) => judgeBackEarly(to, early(serverError, 500)), 'MOVE-BACK-EARLY-01'],
  ['after the end: no page', (to) => judgeAfterEnd(to, statusAnswer('already_completed'), false)],
  ['after the end: anew', (to) => judgeAfterEnd(to, first, true)],
  ['after the end: a page', (to) => judgeAfterEnd(to, first, false), 'MOVE-TERMINAL-01'],
  [
    'closed at the end, and to the next',
    (to) => judgeClosedAtEnd(to, statusAnswer('survey_closed'), statusAnswer('survey_closed')),
  ],
  [
    'closed at the end, not to the next',
    (to) => judgeClosedAtEnd(to, statusAnswer('survey_closed'), first),
    'MOVE-COMPLETE-01',
  ],
  ['progress of four pages', (to) => judgeProgressMoves(to, [0, 25, 50, 75])],
  ['no progress on four pages', (to) => judgeProgressMoves(to, [25, 25, 25, 25]), 'MOVE-ADVANCE-07'],
  ['no progress on three', (to) => judgeProgressMoves(to, [25, 25, 25])],
];

test.each(rows.map(([what, judge, ...clauses]) => ({ what, judge, clauses })))('$what', ({ judge, clauses }) => {
  expect(failing((findings) => void judge(findings))).toEqual(clauses);
});

test.each([
  ['closed after the final page', true, 'survey_closed', final],
  ['closed before', false, 'survey_closed', first],
  ['complete after the final page', false, 'survey_complete', final],
])('a walk that is %s ends as closed: %s', (_, isClosed, status, page) => {
  expect(endsAsClosed(statusAnswer(status), shownIn(page))).toBe(isClosed);
});

describe('many walks together', () => {
  /** Pages 1, 2 and 3 of a survey; so many of the walks went from page 1 to page 3 by the same answers. */
  const ways = (straight: number, skipped: number, chosen = '1') =>
    failing((findings) => {
      const walks = new WalkAggregates();
      for (let walk = 0; walk < straight; walk++) {
        walks.moved(1001, '1', '1', '2', findings);
        walks.moved(1001, '2', '1', '3', findings);
      }
      for (let walk = 0; walk < skipped; walk++) walks.moved(1001, '1', chosen, '3', findings);
      walks.judgeAll();
    });
  test('the same answers lead over no page', () => {
    expect(ways(8, 0)).toEqual([]);
    expect(ways(8, 1)).toEqual(['MOVE-ADVANCE-04']);
    // Too few, as often as not, and by other answers.
    expect(ways(4, 1)).toEqual([]);
    expect(ways(8, 8)).toEqual([]);
    expect(ways(8, 1, '2')).toEqual([]);
  });

  test('what they were asked is known, and whether anything was left untried', () => {
    const shown = (options: readonly string[]) => {
      const walks = new WalkAggregates();
      const accept = (findings: Findings): void => {
        for (const option of options) walks.accepted(1001, shownIn(final), { u_1: option }, true, findings);
      };
      failing(accept);
      return walks.shown.get(1001);
    };
    expect(shown(['11', '12'])).toEqual({ questions: new Set([1]), completed: 2, isWhole: true });
    expect(shown(['11', '11'])).toEqual({ questions: new Set([1]), completed: 2, isWhole: false });
  });

  /** Three walks to the end of each survey, whose only page was flagged final or not; `other` is chosen or not. */
  const flagged = (surveys: Readonly<Record<number, boolean>>, options: readonly string[] = ['11', '12', '11']) =>
    failing((findings) => {
      const walks = new WalkAggregates();
      for (const [survey, isFinal] of Object.entries(surveys)) {
        for (const option of options) {
          walks.accepted(Number(survey), shownIn(isFinal ? final : first), { u_1: option }, true, findings);
        }
      }
      walks.judgeAll();
    });
  test('a page that was always last is flagged, unless another answer may lead on', () => {
    expect(flagged({ 1001: true, 1002: true })).toEqual([]);
    expect(flagged({ 1001: false })).toEqual(['MOVE-ADVANCE-05']);
    expect(flagged({ 1001: false }, ['11', '11', '11'])).toEqual([]);
    expect(flagged({ 1001: false, 1002: false })).toEqual(['MOVE-ADVANCE-03', 'MOVE-ADVANCE-05']);
  });
});

test('of questions that were left out the kinds are said, and of one alone which it is', () => {
  const page = shownIn(pageAnswer([1, 2]));
  expect(leftOutFeatures(page, [2])[0]).toBe('when only a later question of the page is left out');
  expect(leftOutFeatures(page, [1])).toEqual([
    'when the first question of the page is left out',
    'when only single-choice questions are left out',
    'when question 1 is left out',
  ]);
  expect(leftOutFeatures(page, [])).toEqual([]);
});
