import { describe, expect, it } from 'vitest';
import { clauseIds, clauseOf } from '../../src/judging/clauses.ts';
import { newViolation } from '../../src/judging/identity.ts';
import { problemsOf } from '../../src/judging/problems.ts';
import { plainTitle } from '../../src/judging/problemTitles.ts';
import { judgeRole } from '../../src/judging/rules/statuses.ts';
import { tokenOf } from '../../src/judging/tokens.ts';
import type { Witness } from '../../src/result/verdict.ts';
import { answerOf, collected, witnessOf } from '../support/judging.ts';

const nothing = { steps: [], failingStep: 0, curl: '' };
const violation = (clause: string, path: string, expected: string, actual: string, witness: Witness = nothing) =>
  newViolation({ clause, endpoint: 'take', path, expected, actual }, witness);

describe('the title of a problem', () => {
  it('is in plain words for every promise that is no type of a member', () => {
    const untitled = clauseIds.filter((id) => clauseOf(id).level === 'must' && plainTitle(id) === null);
    // What a member must be is said by what was found: `isFinalPage is "false", not a boolean`.
    expect(
      untitled.filter(
        (id) =>
          !/^(ENVELOPE-REQUEST-ID|PAGE|QUESTION|DEPARTMENT|TEMPLATE|DATAPAD|RECORD|PAGING|KEY|ERROR|SESSION)-/.test(id),
      ),
    ).toEqual([]);
  });

  it('says what a member is and what it should be', () => {
    const [problem] = problemsOf([
      violation(
        'PAGE-FINAL-01',
        'response.meta.isFinalPage',
        'response.meta.isFinalPage is a boolean',
        'response.meta.isFinalPage: "no"',
      ),
    ]);
    expect(problem?.title).toBe('“isFinalPage” is "no", not a boolean');
  });

  it('takes a wrong member and the clause that follows from it for one problem', () => {
    const problems = problemsOf([
      violation('SUBMIT-COMPLETE-SHAPE-01', 'requestID', 'status survey_complete with a requestID', '4711'),
      violation('ENVELOPE-REQUEST-ID-01', 'requestID', 'requestID is a string', '4711'),
    ]);
    expect(problems).toMatchObject([
      { title: '“requestID” is 4711, not a string', clauses: ['ENVELOPE-REQUEST-ID-01', 'SUBMIT-COMPLETE-SHAPE-01'] },
    ]);
  });

  it.each([
    ['the same page again', 'SANITY-LOST-01', 'MOVE-ADVANCE-01', 'MOVE-COMPLETE-01', 'MOVE-BACK-02'],
    ['the first page again', 'MOVE-RESUME-01', 'MOVE-RESUME-02', 'TAKE-COOKIE-03'],
    ['the markup of other questions', 'KEYS-HTML-02', 'KEYS-HTML-01'],
    ['a last page that is not flagged', 'MOVE-ADVANCE-03', 'MOVE-ADVANCE-05'],
  ])('takes %s for one problem', (_, ...clauses) => {
    const problems = problemsOf(clauses.map((clause) => violation(clause, '', 'what is due', `by ${clause}`)));
    expect(problems).toHaveLength(1);
  });

  it('takes what is wrong at another place for another problem, though the topic is the same', () => {
    const found = [
      violation('MOVE-ADVANCE-01', '', 'a', 'b'),
      violation('MOVE-COMPLETE-01', 'response.status', 'c', 'd'),
    ];
    expect(problemsOf(found)).toHaveLength(2);
  });

  it('takes an undocumented status for one problem, whichever endpoints gave it', () => {
    const kind = 'a page or a status without a page';
    const problems = problemsOf([
      violation('TAKE-SHAPE-01', 'response.status', kind, '"ok"'),
      violation('SUBMIT-SHAPE-01', 'response.status', kind, '"ok"'),
      violation('STATUS-KNOWN-01', 'response.status', 'a documented status', '"ok"'),
    ]);
    expect(problems).toMatchObject([{ title: 'Answers have an undocumented status' }]);
  });

  it('takes a page without a status for one problem, though a closed survey should have answered with one', () => {
    const findings = collected();
    const page = { requestID: 'a', response: { meta: {}, questions: [] } };
    judgeRole(findings, answerOf('take', '/surveys/1009/take', page), 'closed');
    const path = 'response.status';
    const problems = problemsOf([
      ...findings.failed.map(({ clause, expected, actual }) => violation(clause, path, expected, actual)),
      violation('PAGE-STATUS-01', path, `${path} is a string`, `${path}: absent`),
    ]);
    expect(problems).toMatchObject([{ title: '“status” is missing', clauses: ['PAGE-STATUS-01', 'STATUS-CLOSED-01'] }]);
  });

  it('takes what the same session error answered for one problem', () => {
    const answered = (message: string): Witness =>
      witnessOf(answerOf('take', '/surveys/1001/take', { error: { code: 1002, message }, requestID: 'a' }, 400));
    const expired = answered('Session expired. Please load the survey page before submitting.');
    const problems = problemsOf([
      violation('TAKE-COOKIE-03', '', 'the state of the session that was sent', 'session error', expired),
      violation('MOVE-ADVANCE-02', '', 'valid answers accepted', 'session error', expired),
      violation(
        'MOVE-BACK-01',
        '',
        'the page before',
        'session error',
        answered('No previous page to navigate back to.'),
      ),
    ]);
    expect(problems.map(({ clauses }) => clauses.length).toSorted()).toEqual([1, 2]);
  });

  it("takes another's text for one problem, wherever it was noticed, and not a text of one's own", () => {
    const [own, other] = [tokenOf('abcdefgh', 1), tokenOf('abcdefgh', 2)];
    const seen = violation('SANITY-ISOLATION-01', '', 'no text of another respondent', `the token ${other} of another`);
    const wrongText = (text: string) => violation('PREVIOUS-TEXT-01', 'questions[].html', `t_1: "${own} yes"`, text);
    expect(problemsOf([wrongText(`"${other} no"`), seen])).toMatchObject([
      { title: 'A respondent sees the text of another', clauses: ['SANITY-ISOLATION-01', 'PREVIOUS-TEXT-01'] },
    ]);
    expect(problemsOf([wrongText(`"${own}"`), seen])).toHaveLength(2);
  });

  it('takes an object that is not there for one problem, and names it', () => {
    const missing = (clause: string, member: string) => {
      const path = `response.themeConfig.${member}`;
      return violation(clause, path, `${path} is an array of strings`, 'response.themeConfig: absent');
    };
    const problems = problemsOf([missing('PAGE-THEME-CSS-01', 'cssUrls'), missing('PAGE-THEME-JS-01', 'jsUrls')]);
    expect(problems).toMatchObject([{ title: '“themeConfig” is missing' }]);
  });

  it('stands with its harm: lost answers before open doors, these before walks astray and wrong members', () => {
    const found = ['PAGE-FINAL-01', 'MOVE-BACK-01', 'AUTH-MISSING-TAKE-01', 'SANITY-LOST-02'].map((clause, at) => ({
      ...violation(clause, `member${at}`, 'this', `that ${clause}`),
      count: 100 - at,
    }));
    expect(problemsOf(found).map(({ clauses: [lead] }) => lead)).toEqual(found.map(({ clause }) => clause).reverse());
  });

  it('quotes no long value', () => {
    const path = 'response.questions[].json';
    const [problem] = problemsOf([
      violation('PAGE-QUESTION-JSON-01', path, `${path} is JSON text`, `${path}: ${JSON.stringify('{'.repeat(99))}`),
    ]);
    expect(problem?.title).toBe('“json” is not JSON text');
  });

  it('does not change its signature with what was found', () => {
    const [one] = problemsOf([violation('MOVE-BACK-01', '', 'page 103', 'page 101')]);
    const [other] = problemsOf([violation('MOVE-BACK-01', '', 'page 203', 'no page')]);
    expect(one).toMatchObject({ title: 'Going back shows the wrong page', signature: other?.signature });
  });

  it('names the clause and the violation that it is about first', () => {
    const deviation = violation('TAKE-COOKIE-02', 'a.b', 'a.b is c', 'a.b: 1');
    const promise = violation('PAGE-FINAL-01', 'a.b', 'a.b is a boolean', 'a.b: 1');
    const [problem] = problemsOf([deviation, promise]);
    expect(problem).toMatchObject({
      clauses: ['PAGE-FINAL-01', 'TAKE-COOKIE-02'],
      violations: [promise.id, deviation.id],
    });
  });
});
