import { describe, expect, it } from 'vitest';
import { SessionError } from '../../../src/contract/serviceErrors.ts';
import { clauseIds, clauseOf } from '../../../src/judging/allClauses.ts';
import { newViolation } from '../../../src/judging/identity.ts';
import type { Actual } from '../../../src/judging/mismatch.ts';
import { problemsOf } from '../../../src/judging/problems/problems.ts';
import { judgeSurvival } from '../../../src/judging/rules/sanity.ts';
import { judgeRole } from '../../../src/judging/rules/surveyStatuses.ts';
import { judgeShape, shapeOf } from '../../../src/judging/schemaJudge.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import type { Violation, Witness } from '../../../src/result/verdict.ts';
import { answerOf, Collected, kept, witnessOf } from '../../support/judging.ts';

const nothing = { steps: [], failingStep: 0, curl: '' };
const violation = (clause: string, path: string, expected: string, actual: string, witness: Witness = nothing) =>
  newViolation({ clause, endpoint: 'take', path, expected, actual }, witness);
/** A member that is not of the kind that its table says. */
const ofOtherKind = (clause: string, path: string, kind: string, actual: Actual, endpoint = 'take') =>
  newViolation({ clause, endpoint, path, ...kept({ kind }, actual, path) }, nothing);
/** A violation with the value that was found at its path. */
const found = (clause: string, path: string, expected: string, value: unknown, endpoint = 'take') =>
  newViolation({ clause, endpoint, path, ...kept(expected, { value }, path) }, nothing);

describe('the title of a problem', () => {
  it('is in plain words for every promise that is no type of a member', () => {
    const untitled = clauseIds.filter((id) => clauseOf(id).level === 'must' && clauseOf(id).broken === '');
    // What a member must be is said by what was found: `isFinalPage is "false", not a boolean`.
    expect(
      untitled.filter(
        (id) =>
          !/^(ENVELOPE-REQUEST-ID|PAGE|QUESTION|DEPARTMENT|TEMPLATE|DATAPAD|RECORD|PAGING|KEY|ERROR|SESSION)-/.test(id),
      ),
    ).toEqual([]);
  });

  it.each([
    ['KEYS-OTHER-01', 'no-prefix', '“otherParamPrefix” is missing from questions with an “Other” option'],
    ['SUBMIT-VALIDATION-02', 'same-question', 'Validation errors of several questions all name the same one'],
    [
      'SANITY-ALTERED-01',
      'texts-exchanged',
      'Texts of completed responses are stored under other questions than they were given to',
    ],
  ])('says what came in place of what %s demands: %s', (clause, came, title) => {
    const broken = { ...violation(clause, '', 'as promised', 'otherwise'), symptom: { came: [came] } };
    expect(problemsOf([broken])).toMatchObject([{ title }]);
  });

  it('says that a custom variable is not stored, and which survey a response is of that another one has', () => {
    const path = 'response.customVariables.custom5';
    expect(problemsOf([found('RESPONSE-ECHO-CUSTOM-01', path, 'custom5 "a"', null, 'create-response')])).toMatchObject([
      { title: '“custom5” of a response is not stored' },
    ]);
    const survey = found('RECORD-SURVEY-ID-01', 'response.surveyID', '7', 8, 'fetch-response');
    expect(problemsOf([survey])).toMatchObject([{ title: 'A response of survey 8 is fetched from another survey' }]);
  });

  it('says what a member is and what it should be', () => {
    const path = 'response.meta.isFinalPage';
    const [problem] = problemsOf([ofOtherKind('PAGE-FINAL-01', path, 'a boolean', { value: 'no', at: path })]);
    expect(problem).toMatchObject({ title: '“isFinalPage” is "no", not a boolean', firstSecond: null });
  });

  it('says the kind of what came where that is not the same value each time', () => {
    const path = 'response.error.id';
    const titleOf = (kind: string, values: unknown[]) =>
      problemsOf(
        values.map((value, at) => ofOtherKind('ERROR-ID-01', path, kind, { value, at: path }, `endpoint ${at}`)),
      )[0]?.title;
    const title = (...values: unknown[]) => titleOf('a string', values);
    expect(title(1010, 1010)).toBe('“error.id” is 1010, not a string');
    expect(title(1010, 1000)).toBe('“error.id” is a number, not a string');
    expect(title(1010, null)).toBe('“error.id” is not a string');
    expect(titleOf('in IPv4 format', ['one', 'other'])).toBe('“error.id” is not in IPv4 format');
  });

  it('takes answers that are not shown, and others in their place, for one problem whatever its first witness showed', () => {
    const path = 'questions[].json.answers[].selected';
    const shown = (clause: string, actual: string) =>
      violation(clause, path, 'question 1: selected 2', `question 1: selected ${actual}`);
    const found = [shown('PREVIOUS-SELECTED-02', '3'), shown('PREVIOUS-SELECTED-01', 'none')];
    expect(problemsOf(found)).toMatchObject([
      {
        title: 'Going back does not mark all answers that were chosen',
        clauses: ['PREVIOUS-SELECTED-01', 'PREVIOUS-SELECTED-02'],
      },
    ]);
  });

  it('names the member that is wrong in an object whose members have no clause of their own', () => {
    const findings = new Collected();
    judgeShape(findings, '/', shapeOf(SessionError), { error: { code: '1002', message: 'No' }, requestID: 'r' }, '');
    const [broken] = findings.failed;
    if (broken === undefined) throw new Error('nothing was found');
    const [problem] = problemsOf([newViolation({ ...broken, endpoint: 'submit-page' }, nothing)]);
    expect(problem?.title).toBe('“error.code” is "1002", not an integer');
  });

  it('takes a wrong member and the clause that follows from it for one problem', () => {
    const problems = problemsOf([
      found('SUBMIT-COMPLETE-SHAPE-01', 'requestID', 'status survey_complete with a requestID', 4711),
      ofOtherKind('ENVELOPE-REQUEST-ID-01', 'requestID', 'a string', { value: 4711 }),
    ]);
    expect(problems).toMatchObject([
      { title: '“requestID” is 4711, not a string', clauses: ['ENVELOPE-REQUEST-ID-01', 'SUBMIT-COMPLETE-SHAPE-01'] },
    ]);
  });

  it('takes the flaws of keys that one gate lets in for one problem', () => {
    const served = witnessOf(
      answerOf('take', '/surveys/1001/take', { response: { status: 'success' }, requestID: 'a' }),
    );
    const [problem, ...others] = problemsOf(
      ['AUTH-WRONG-TAKE-01', 'AUTH-MISSING-TAKE-01'].map((clause) => violation(clause, '', clause, 'a page', served)),
    );
    expect(problem?.title).toBe('A call of take without a valid API key is let in');
    expect(others).toEqual([]);
  });

  it('names what came where that is the defect, and no long text', () => {
    const title = (actual: string) => problemsOf([violation('RESPONSE-FETCH-02', '', 'every field', actual)])[0]?.title;
    expect(title('no customVariables')).toBe('A fetched response is not whole: no customVariables');
    expect(title(`no ${Array(9).fill('customVariables').join(', ')}`)).toBe(
      'A fetched response is not whole: no customVariables and 8 more',
    );
    expect(title(`no ${'custom'.repeat(9)}`)).toBe('A fetched response is not whole');
  });

  it.each([
    ['STATUS-PAUSED-01', 'status survey_paused', '"survey_closed"', ': survey_closed, not survey_paused'],
    ['SESSION-ERROR-CODE-01', 'code 1002', 'code 1001', ': code 1001, not 1002'],
    [
      'ERROR-404-01',
      'name NOT_FOUND, id 1040, message "No"',
      'name "NOT_FOUND", id "4", message "No"',
      ': id 4, not 1040',
    ],
    ['AUTH-FORBIDDEN-TAKE-01', 'HTTP 403, id 1013', 'HTTP 401, id 1010', ': HTTP 401, id 1010, not HTTP 403, id 1013'],
    ['SESSION-ERROR-CODE-01', 'code 1002', 'code [1, "a"]', ''],
  ])('says the code that came in place of the one that was due: %s', (clause, expected, actual, said) => {
    const broken = clauseOf(clause).broken.replace(/^A call (?=with)/, 'A call of take ');
    const [problem] = problemsOf([violation(clause, '', expected, actual)]);
    expect(problem?.title).toBe(`${broken}${said}`);
    const others = [violation(clause, '', expected, actual), violation(clause, '', expected, 'another')];
    expect(problemsOf(others)[0]?.title).toBe(broken);
  });

  it('says that a filter is ignored where a value that nobody has finds some, too', () => {
    const filtered = (clause: string, path: string) => ({
      ...violation(clause, path, 'no record', 'record 7'),
      endpoint: 'filter-responses',
    });
    const strangers = filtered('RESPONSE-FILTER-CUSTOM5-01', '?custom5');
    const titles = (path: string) =>
      problemsOf([strangers, filtered('RESPONSE-FILTER-NONE-01', path)]).map(({ title }) => title);
    expect(titles('?custom5')).toEqual(['Filtering by custom5 is ignored: a value that no record has finds some, too']);
    expect(titles('?custom4')[0]).toBe('Filtering by custom5 does not find the right records');
  });

  it('says what is wrong by what came in place of the end', () => {
    const came = {
      ...violation('MOVE-COMPLETE-01', '', 'survey_complete', 'a page'),
      symptom: { came: ['later-page', 'page'] },
    };
    expect(problemsOf([came])[0]?.title).toBe('A page before the last says that it is the last (isFinalPage)');
  });

  it('says under which condition it comes, where that is sure or shows each time', () => {
    const condition = { words: 'when “extRef” is given', failed: 3, of: 3, others: 9, isSure: false };
    const seen = { ...violation('PAGING-CURRENT-02', '', '2', '1'), condition };
    expect(problemsOf([seen])[0]?.title).not.toContain('extRef');
    expect(problemsOf([{ ...seen, classification: 'always' }])[0]?.title).toMatch(/ when “extRef” is given$/);
    // One that hardly ever held, one of few checks, and one that does not always tell, are none.
    for (const chance of [
      { failed: 20, of: 20 },
      { failed: 1, of: 1 },
      { failed: 3, of: 4 },
    ]) {
      const seldom = { ...seen, classification: 'always', condition: { ...condition, ...chance } } as const;
      expect(problemsOf([seldom])[0]?.title).not.toContain('extRef');
    }
  });

  it('says no condition that its own witness does without', () => {
    const condition = { words: 'after going back', failed: 9, of: 9, others: 90, isSure: true };
    const titleOf = (...endpoints: readonly ('take' | 'previous-page')[]) => {
      const steps = endpoints.flatMap((endpoint) => witnessOf(answerOf(endpoint, '/surveys/1/take', {})).steps);
      const witness = { steps, failingStep: steps.length - 1, curl: '' };
      const seen = { ...violation('MOVE-RESUME-01', '', 'a page', 'another'), condition, witness };
      return problemsOf([{ ...seen, classification: 'always' }])[0]?.title;
    };
    expect(titleOf('take', 'previous-page', 'take')).toMatch(/ after going back$/);
    expect(titleOf('take', 'take')).not.toContain('going back');
  });

  it('takes answers that are lost and shown otherwise after a change for one problem', () => {
    const condition = { words: 'but only after changing an answer', failed: 9, of: 20, others: 90, isSure: true };
    const problems = problemsOf(
      ['PREVIOUS-SELECTED-01', 'PREVIOUS-TEXT-01', 'SANITY-ALTERED-01'].map((clause) => ({
        ...violation(clause, clause, 'one', 'other'),
        condition,
      })),
    );
    expect(problems).toHaveLength(1);
  });

  it.each([
    ['the same page again', 'SANITY-LOST-01', 'MOVE-ADVANCE-01', 'MOVE-COMPLETE-01', 'MOVE-BACK-02'],
    ['the first page again', 'MOVE-RESUME-01', 'MOVE-RESUME-02', 'TAKE-COOKIE-03'],
    ['sessions that are not kept apart', 'TAKE-COOKIE-01', 'SUBMIT-EXPIRED-02', 'PREVIOUS-COOKIE-01', 'MOVE-RESUME-02'],
    ['a text of another in a shared session', 'TAKE-NEW-01', 'SANITY-ISOLATION-01', 'MOVE-COMPLETE-01'],
    ['the markup of other questions', 'KEYS-HTML-02', 'KEYS-HTML-01'],
    ['a last page that is not flagged', 'MOVE-ADVANCE-03', 'MOVE-ADVANCE-05'],
  ])('takes %s for one problem', (_, ...clauses) => {
    const problems = problemsOf(clauses.map((clause) => violation(clause, '', 'what is due', `by ${clause}`)));
    expect(problems).toHaveLength(1);
  });

  it('takes a server error where a page was due for no cause of pages that are left out', () => {
    const failed = witnessOf(answerOf('submit-page', '/surveys/1/submit-page', {}, 500));
    const problems = problemsOf([
      violation('SANITY-5XX-01', '', 'no 5xx but the documented 500', 'HTTP 500: {}', failed),
      violation('MOVE-BACK-02', '', 'success with the page, as before', 'HTTP 500', failed),
      violation('MOVE-ADVANCE-01', '', 'every question that is required', 'question 103 was on no page'),
    ]);
    expect(problems.map(({ clauses }) => clauses)).toEqual([['SANITY-5XX-01', 'MOVE-BACK-02'], ['MOVE-ADVANCE-01']]);
  });

  it('takes a service that shuts after a hostile request for one problem, which is named after it', () => {
    const shut = answerOf('take', '/surveys/1/take', { response: { status: 'survey_paused' }, requestID: 'r' });
    const findings = new Collected();
    judgeRole(findings, shut, 'quotaFull');
    judgeSurvival(findings, shut);
    const violations = findings.failed.map((facts) => newViolation({ ...facts, endpoint: 'take' }, nothing));
    expect(problemsOf(violations)).toMatchObject([
      { title: 'A hostile request breaks the service for others', clauses: ['SANITY-SURVIVES-01', 'STATUS-QUOTA-01'] },
    ]);
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
    const findings = new Collected();
    const page = { requestID: 'a', response: { meta: {}, questions: [] } };
    judgeRole(findings, answerOf('take', '/surveys/1009/take', page), 'closed');
    const path = 'response.status';
    const problems = problemsOf([
      ...findings.failed.map((each) => newViolation({ endpoint: 'take', ...each, path }, nothing)),
      ofOtherKind('PAGE-STATUS-01', path, 'a string', { value: undefined, at: path }),
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
      violation('STATUS-CLOSED-01', '', 'status closed', 'session error', answered('No previous page.')),
    ]);
    expect(problems.map(({ clauses }) => clauses.length).toSorted()).toEqual([1, 2]);
  });

  it('keeps what the baseline lists apart from what is new, that of the same promise too, which says so', () => {
    const refused = witnessOf(
      answerOf('create-department', '/organizations/1/departments', { response: { error: { id: 1010 } } }, 401),
    );
    const known = { kind: 'KNOWN', issue: 'QA-1', expires: '2999-01-01' } as const;
    const listed = { ...violation('ERROR-ID-01', 'response.error.id', 'a string', '1010', refused), baseline: known };
    const fresh = violation('KEY-REGENERATE-04', '', 'the new key works', 'error 401', refused);
    const titles = (violations: readonly Violation[]) => problemsOf(violations).map(({ clauses }) => clauses);
    expect(titles([listed, fresh])).toEqual([['KEY-REGENERATE-04'], ['ERROR-ID-01']]);
    // How an error is written is no reason why it came.
    expect(titles([{ ...listed, baseline: fresh.baseline }, fresh])).toEqual([['KEY-REGENERATE-04'], ['ERROR-ID-01']]);
    const elsewhere = { ...listed, baseline: fresh.baseline, id: 'ERROR-ID-01:0badcafe' };
    const [beyond, tolerated] = problemsOf([listed, elsewhere]);
    expect(beyond).toMatchObject({ gating: true, violations: [elsewhere.id] });
    expect(beyond?.title).toMatch(/, beyond what the baseline lists$/);
    expect(tolerated).toMatchObject({ gating: false, violations: [listed.id] });
    expect(tolerated?.title).not.toContain('baseline');
    expect(tolerated?.signature).toBe(problemsOf([listed])[0]?.signature);
    expect(beyond?.signature).not.toBe(tolerated?.signature);
  });

  it('takes a key that is not refused for one problem, whichever endpoints take it', () => {
    const taken = ['AUTH-WRONG-TAKE-01', 'AUTH-WRONG-LIST-RESPONSES-01', 'AUTH-WRONG-CREATE-TEMPLATE-01'];
    const problems = problemsOf([
      ...taken.map((clause, at) => ({
        ...violation(clause, '', 'HTTP 401, id 1010', `HTTP 200 of ${clause}`),
        endpoint: ['take', 'list-responses', 'create-template'][at] ?? '',
      })),
      violation('AUTH-MISSING-TAKE-01', '', 'HTTP 401, id 1010', 'HTTP 200'),
    ]);
    expect(problems.map(({ title, clauses }) => [title, clauses.length]).toSorted()).toEqual([
      ['A call of take without an API key is not refused as documented', 1],
      ['A call with a wrong API key is not refused as documented', 3],
    ]);
  });

  it('says of a key that is no good whether it was let in, or refused in another way', () => {
    const titleWith = (httpStatus: number) =>
      problemsOf([
        violation(
          'AUTH-MISSING-TAKE-01',
          '',
          'HTTP 401, id 1010',
          'another answer',
          witnessOf(answerOf('take', '/surveys/1001/take', { response: {}, requestID: 'a' }, httpStatus)),
        ),
      ])[0]?.title;
    expect(titleWith(200)).toBe('A call of take without an API key is let in');
    expect(titleWith(401)).toBe('A call of take without an API key is not refused as documented');
    const made = violation('AUTH-WRONG-CREATE-DEPARTMENT-01', '', 'nothing made by a refused call', 'it is there');
    expect(problemsOf([{ ...made, symptom: { came: ['effect'] } }])[0]?.title).toBe(
      'A call that was refused takes effect all the same',
    );
  });

  it.each([
    ['no JSON', '<html>', 401, 'not-json'],
    ['a body of its own', '{"error":"unknown"}', 404, null],
    ['an id that the table does not have', '{"response":{"error":{"id":"77"}},"requestID":"a"}', 404, null],
  ])('takes errors with %s for one problem, whatever they were asked', (_, body, httpStatus, failure) => {
    const at = (endpoint: 'take' | 'fetch-response'): Violation => {
      const [step] = witnessOf(answerOf(endpoint, '/x', {})).steps;
      const steps = step === undefined ? [] : [{ ...step, response: { httpStatus, failure, body } }];
      const clause = `ROUTE-${endpoint.toUpperCase()}-01`;
      return newViolation({ clause, endpoint, path: '', expected: 'a', actual: endpoint }, { ...nothing, steps });
    };
    expect(problemsOf([at('take'), at('fetch-response')])).toHaveLength(1);
  });

  it('tells the same documented error of two endpoints apart', () => {
    const body = { response: { error: { id: '1040' } }, requestID: 'a' };
    const refused = (clause: string, endpoint: 'take' | 'submit-page') =>
      newViolation(
        { clause, endpoint, path: '', expected: 'a', actual: clause },
        witnessOf(answerOf(endpoint, '/surveys/1001/take', body, 404)),
      );
    const one = [refused('SUBMIT-EXPIRED-01', 'submit-page'), refused('KEYS-RANK-01', 'submit-page')];
    expect(problemsOf([...one, refused('STATUS-CLOSED-01', 'take')])).toHaveLength(2);
  });

  it('takes what follows from another problem for a part of it, and names the cause', () => {
    const [problem, ...others] = problemsOf([
      violation('PAGING-LAW-03', 'pagination.links.last', 'last leads to page 3', 'page 4'),
      violation('PAGING-NEXT-02', '', 'next null', 'a link'),
      violation('PAGING-LAW-02', 'pagination.totalItems', 'totalItems 3', 'totalItems 4'),
    ]);
    expect(others).toEqual([]);
    expect(problem?.title).toBe('A list and its totals do not agree');
    expect(problem?.clauses.toSorted()).toEqual(['PAGING-LAW-02', 'PAGING-LAW-03', 'PAGING-NEXT-02']);
  });

  it('takes the record of somebody else for what it is where each fetch gives another one', () => {
    const at = { endpoint: 'fetch-response', path: '' };
    const problems = problemsOf([
      newViolation({ clause: 'RESPONSE-FETCH-01', ...at, expected: 'record 7', actual: 'record 6' }, nothing),
      newViolation({ clause: 'RESPONSE-UNIQUE-01', ...at, expected: 'the record of a', actual: '"b"' }, nothing),
    ]);
    expect(problems.map(({ title }) => title)).toEqual(['A fetch does not give the response of its id']);
  });

  it.each([
    ['KEYS-PREFIX-03', 'take', 'KEYS-TEXT-01'],
    ['KEYS-PREFIX-03', 'take', 'SANITY-LOST-02'],
    ['RECORD-FREE-TEXT-01', 'list-responses', 'SANITY-ALTERED-01'],
  ])('names %s at %s for %s', (clause, endpoint, what) => {
    const cause = { ...violation(clause, 'a', 'as due', 'otherwise'), endpoint };
    const consequence = { ...violation(what, '', 'stored', 'lost'), endpoint: 'submit-page' };
    expect(problemsOf([consequence, cause]).map(({ clauses }) => clauses)).toEqual([[clause, what]]);
  });

  it.each([
    ['load-only', 1],
    ['interleaving-only', 1],
    ['not-reproduced', 1],
    ['always', 2],
  ] as const)(
    'takes what shows %s for a part of submissions that are served without a session',
    (classification, count) => {
      const cause = { ...violation('SUBMIT-EXPIRED-02', '', 'error 1002', 'a page'), endpoint: 'submit-page' };
      const seen = { ...violation('MOVE-RESUME-01', '', 'page 1', 'page 2'), classification };
      expect(problemsOf([seen, cause])).toHaveLength(count);
    },
  );

  it.each([
    ['at the same endpoint', 'fetch-response', 'fetch-response', 1],
    ['at another endpoint of the session', 'take', 'submit-page', 1],
    ['where what was created is looked up', 'create-response', 'list-responses', 1],
    ['at an endpoint that is no part of the session', 'take', 'list-responses', 2],
    ['in the session, of what is wrong outside of it', 'list-responses', 'take', 2],
    ['where it has nothing to do with', 'fetch-response', 'list-responses', 2],
  ])('takes what follows for a part of its cause where it can show: %s', (_, causeAt, at, count) => {
    const cause = { ...violation('PAGING-LAW-02', 'pagination.totalItems', '3', '4'), endpoint: causeAt };
    const consequence = { ...violation('PAGING-NEXT-02', '', 'next null', 'a link'), endpoint: at };
    expect(problemsOf([cause, consequence])).toHaveLength(count);
  });

  const early = {
    ...violation('MOVE-COMPLETE-01', '', 'survey_complete', 'a page'),
    symptom: { came: ['later-page'] },
  };
  const ofKind = (kind: string, clause: string, path: string, endpoint: string) =>
    ofOtherKind(clause, path, kind, { value: 'x', at: path }, endpoint);
  const served = { ...violation('SUBMIT-EXPIRED-01', '', 'error 1002', 'a page'), endpoint: 'submit-page' };
  /** A step back after a submission. */
  const afterStranger = (sessionTransport: 'keep' | 'forge', httpStatus: number): Witness => {
    const [submitted, back] = (['submit-page', 'previous-page'] as const).flatMap(
      (endpoint) => witnessOf(answerOf(endpoint, '/surveys/1/take', {}, httpStatus)).steps,
    );
    if (submitted === undefined || back === undefined) throw new Error('two steps');
    return { steps: [{ ...submitted, sessionTransport }, back], failingStep: 1, curl: '' };
  };
  it.each<[string, readonly Violation[], string]>([
    [
      'a page that is skipped, and the way back by which it was missed',
      [violation('MOVE-BACK-01', '', 'page 2', 'page 3'), violation('MOVE-ADVANCE-04', '', 'page 2', 'page 3')],
      'A page is skipped',
    ],
    [
      'the same key again, and that it works',
      [
        { ...violation('KEY-REGENERATE-03', '', 'HTTP 401', 'HTTP 200'), endpoint: 'list-responses' },
        { ...violation('KEY-REGENERATE-02', 'response.apiKey', 'another', 'the same'), endpoint: 'regenerate-key' },
      ],
      'Regenerating the API key gives the old key again',
    ],
    [
      'a flag that comes one page early, and is off when the page is shown again',
      [violation('PAGE-AGAIN-01', 'meta.isFinalPage', 'as before', 'isFinalPage false'), early],
      'A page before the last says that it is the last (isFinalPage)',
    ],
    [
      'a status that is told too early, and what comes with it',
      [
        violation('PAGE-REDIRECT-02', 'response.redirectUrl', 'none', 'a link'),
        violation('PAGE-NO-PAGE-01', 'response', 'status and requestID only', 'also redirectUrl'),
        violation('STATUS-COMPLETED-02', 'response.status', 'after the end only', 'already_completed'),
        violation('STATUS-COMPLETED-01', 'response.status', 'after the end only, or to all', 'already_completed'),
      ],
      'Respondents are told that they had finished, and had not',
    ],
    [
      'a date that is refused, and the time beside it',
      [
        violation('KEYS-TIME-01', '', 'the keys taken', 'refused'),
        violation('KEYS-CALENDAR-01', '', 'the keys taken', 'refused'),
      ],
      'A calendar date is not accepted as documented',
    ],
    [
      'a member of another kind, and the list that seems empty without it',
      [
        violation('SUBMIT-VALIDATION-07', 'response.validationErrors', 'an error', 'none'),
        ofKind('an integer', 'PAGE-VALIDATION-ID-01', 'response.validationErrors[].questionId', 'take'),
      ],
      '“questionId” is "x", not an integer',
    ],
    [
      'a member of another kind in a list, and a fetched record that differs',
      [
        { ...violation('RESPONSE-FETCH-04', '', 'as listed', 'another'), endpoint: 'fetch-response' },
        ofKind('an integer', 'RECORD-UTC-01', 'response[].utctimestamp', 'list-responses'),
      ],
      '“utctimestamp” is "x", not an integer',
    ],
    [
      'a link that is wrong, what is sent to it, and what comes of that',
      [
        violation('SUBMIT-VALIDATION-06', '', 'acceptance', 'HTTP 404'),
        violation('MOVE-ADVANCE-02', '', 'valid answers accepted', 'HTTP 404, id 1040'),
        violation('PAGE-NEXT-URL-01', 'response.navigation.nextPageSubmitUrl', 'its path', 'another'),
      ],
      '“nextPageSubmitUrl” is wrong',
    ],
    [
      'a last page that says no such thing, and the same page when it is shown again',
      [
        violation('PAGE-AGAIN-01', 'meta.isFinalPage', 'as before', 'isFinalPage true, after false'),
        violation('MOVE-ADVANCE-03', '', 'isFinalPage true on some page', 'none was'),
      ],
      'The last page is not marked as the last',
    ],
    [
      'an answer about the page that was left, and all that it says of that',
      [
        violation('PAGE-AGAIN-01', 'meta.isFinalPage', 'as before', 'isFinalPage true, after false'),
        violation('MOVE-ADVANCE-03', '', 'isFinalPage true on some page', 'none was'),
        found('MOVE-ADVANCE-06', 'meta.progressPercentage', '33 %, as take shows it', 16),
      ],
      'The progress after a submission is that of the page before',
    ],
    [
      'a session that is made up and served, and what comes after that',
      [
        violation('MOVE-BACK-01', '', 'a page', 'an error', afterStranger('forge', 200)),
        violation('MOVE-REJECT-02', '', 'the page again', 'another', {
          ...afterStranger('forge', 200),
          failingStep: 0,
        }),
        served,
      ],
      'An expired session is not answered with error 1002',
    ],
  ])('takes %s for one problem, by its cause', (_, found, title) => {
    expect(problemsOf(found)).toMatchObject([{ title, gating: true }]);
  });

  it.each([
    ['in the own session', 'keep', 200],
    ['that was refused', 'forge', 400],
  ] as const)('keeps what comes after a submission %s apart', (_, sessionTransport, httpStatus) => {
    const back = violation('MOVE-BACK-01', '', 'a page', 'an error', afterStranger(sessionTransport, httpStatus));
    expect(problemsOf([back, served])).toHaveLength(2);
  });

  it('keeps what is new apart from its cause where that is known, as what names it', () => {
    const baseline = { kind: 'KNOWN', issue: 'S-1', expires: '2999-12-31' } as const;
    const cause = { ...violation('MOVE-ADVANCE-04', '', 'page 2', 'page 3'), baseline };
    const [problem] = problemsOf([cause, violation('MOVE-BACK-01', '', 'page 2', 'page 3')]);
    expect(problem).toMatchObject({ title: 'Going back shows the wrong page', gating: true });
  });

  it('keeps what does not follow alone, though some of it would', () => {
    const found = [
      violation('PAGING-LAW-02', 'pagination.totalItems', 'totalItems 3', 'totalItems 4'),
      violation('PAGING-LAW-03', 'pagination.links.last', 'page 3', 'page 4'),
      violation('PAGING-FIRST-01', 'pagination.links.last', 'page 3', 'page 4'),
    ];
    expect(
      problemsOf(found)
        .map(({ clauses }) => clauses.length)
        .toSorted(),
    ).toEqual([1, 2]);
  });

  it('takes what is wrong with a member of another kind for one problem, at the endpoint that shows it', () => {
    const path = 'response.customVariables.custom1';
    const number = ofOtherKind('RECORD-CUSTOM-01', path, 'a string or null', { value: 1, at: path }, 'create-response');
    const stored = (endpoint: string) =>
      found('RESPONSE-ECHO-CUSTOM-01', 'response.customVariables', 'customVariables as sent', { custom1: 1 }, endpoint);
    expect(problemsOf([stored('create-response'), number])).toMatchObject([
      { title: '“custom1” is 1, not a string or null' },
    ]);
    expect(problemsOf([stored('fetch-response'), number])).toHaveLength(2);
  });

  it("takes another's text for one problem, wherever it was noticed, and not a text of one's own", () => {
    const [own, other] = [tokenOf('abcdefgh', 1), tokenOf('abcdefgh', 2)];
    const seen = violation('SANITY-ISOLATION-01', '', 'no text of another respondent', `the token ${other} of another`);
    const wrongText = (text: string) => violation('PREVIOUS-TEXT-01', 'questions[].html', `t_1: "${own} yes"`, text);
    expect(problemsOf([wrongText(`"${other} no"`), seen])).toMatchObject([
      {
        title: 'A respondent sees the text of another respondent',
        clauses: ['SANITY-ISOLATION-01', 'PREVIOUS-TEXT-01'],
      },
    ]);
    expect(problemsOf([wrongText(`"${own}"`), seen])).toHaveLength(2);
  });

  it('takes an object that is not there for one problem, and names it', () => {
    const missing = (clause: string, member: string) => {
      const path = `response.themeConfig.${member}`;
      return ofOtherKind(clause, path, 'an array of strings', { value: undefined, at: 'response.themeConfig' });
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

  it.each([
    ['dates', 'Dates of completed responses are stored otherwise than they were given'],
    ['dates-missing', 'Dates of completed responses are not stored'],
    ['texts-cut', 'Texts of completed responses are stored cut'],
  ])('says what became each time of stored answers: %s', (came, title) => {
    const stored = { ...violation('SANITY-ALTERED-01', '', 'as given', 'otherwise'), symptom: { came: [came] } };
    expect(problemsOf([stored])[0]?.title).toBe(title);
  });

  it('says which page came each time in place of the one that was due', () => {
    const resumed = violation('MOVE-RESUME-01', '', 'page 3', 'page 1');
    const titleWith = (came: string[]) => problemsOf([{ ...resumed, symptom: { came } }])[0]?.title;
    expect(titleWith(['first-page', 'page'])).toBe('Returning to the survey shows the first page');
    expect(titleWith(['page-before', 'page'])).toBe('Returning to the survey shows the page before the right one');
    expect(titleWith(['page'])).toBe('Returning to the survey shows the wrong page');
  });

  it.each([
    [['page-before', 'earlier-page', 'page'], 'Going back leads two pages back'],
    [['first-page', 'page-before', 'earlier-page', 'page'], 'Going back shows the first page'],
    [['page-after', 'later-page', 'page'], 'Going back stays on the page'],
  ])('says how far it went back: %s', (came, title) => {
    const back = { ...violation('MOVE-BACK-01', '', 'page 2', 'page 1'), symptom: { came } };
    expect(problemsOf([back])[0]?.title).toBe(title);
  });

  it('counts completions that lost texts to the texts that created records lose', () => {
    const echo = violation('RESPONSE-ECHO-ANSWERS-01', 'response.responseSet', 'two texts', 'one text');
    const lost = violation('SANITY-LOST-02', '', 'a record', 'none');
    const problems = problemsOf([
      { ...lost, endpoint: 'submit-page' },
      { ...echo, endpoint: 'create-response' },
    ]);
    expect(problems.map(({ title }) => title)).toEqual(['Answers are stored otherwise than they were sent']);
  });

  it('takes what is found twice for a consequence of records that hold answers of others, and not of others’ answers', () => {
    const foreign = violation('SANITY-ALTERED-01', '', 'the answers of this respondent alone', 'texts of two');
    const altered = violation('SANITY-ALTERED-01', '', 'the answers that were given', 'other ones');
    const twice = violation('SANITY-DUPLICATE-02', '', 'one response record', 'stored 2 times');
    expect(problemsOf([twice, foreign]).map(({ title }) => title)).toEqual([
      'Completed responses hold answers of other respondents',
    ]);
    expect(problemsOf([twice, altered])).toHaveLength(2);
  });

  it('takes answers that are wrong after going back for a consequence of going back wrongly, and of nothing else', () => {
    const back = violation('MOVE-BACK-01', '', 'page 2', 'page 3');
    const step = witnessOf(answerOf('previous-page', '/surveys/1/previous-page', { response: {}, requestID: 'a' }));
    const wrong = (witness: Witness) => violation('SANITY-ALTERED-01', '', 'the answers that were given', 'b', witness);
    expect(problemsOf([wrong(step), back])).toHaveLength(1);
    expect(problemsOf([wrong(nothing), back])).toHaveLength(2);
  });

  it('takes texts that are others where they are stored and on going back for one problem, and choices for another', () => {
    const back = violation('PREVIOUS-TEXT-01', 'questions[].html', '"a long text"', '"a long"');
    const stored = (came: string[]) => ({
      ...violation('SANITY-ALTERED-01', '', 'the answers that were given', 'b'),
      symptom: { came },
    });
    expect(problemsOf([back, stored(['texts-cut', 'texts', 'answers'])])).toHaveLength(1);
    expect(problemsOf([back, stored(['choices', 'answers'])])).toHaveLength(2);
  });

  it('says which of the totals of a list is wrong', () => {
    const pages = violation('PAGING-LAW-02', 'pagination.totalPages', 'totalPages 4', 'totalPages 5');
    expect(problemsOf([pages])[0]?.title).toMatch(/^The number of pages of .*list.* is wrong$/);
  });

  it('says of going back whether the page that came was ever on the way', () => {
    const back = violation('MOVE-BACK-01', '', 'page 2', 'page 3');
    const titleWith = (came: string[]) => problemsOf([{ ...back, symptom: { came } }])[0]?.title;
    expect(titleWith(['page-off-the-way', 'later-page', 'page'])).toBe(
      'Going back shows a page that was not on the way',
    );
    // One that was gone back from was not passed over.
    expect(titleWith(['later-page', 'page'])).toBe('Going back shows the wrong page');
  });

  it('says that a session is lost, and by what, before what comes of it', () => {
    const error = { error: { code: 1002, message: 'Session expired.' }, requestID: 'a' };
    const lostAfter = (endpoint: 'submit-page' | 'previous-page', body: unknown, times = 1) => {
      const step = answerOf(endpoint, '/surveys/1001/x', body);
      const before = Array.from({ length: times }, () => witnessOf(step).steps).flat();
      const failing = witnessOf(answerOf('submit-page', '/surveys/1001/submit-page', error, 400)).steps;
      const begun = witnessOf(answerOf('take', '/surveys/1001/take', { response: { status: 'success' } })).steps;
      const steps = [...begun, ...before, ...failing];
      const lost = violation('TAKE-COOKIE-03', '', 'the state of the session', 'session error 1002');
      const first = violation('MOVE-RESUME-01', '', 'page 3', 'page 1');
      return problemsOf([first, { ...lost, witness: { steps, failingStep: steps.length - 1, curl: '' } }])[0]?.title;
    };
    expect(lostAfter('submit-page', { response: { status: 'validation_errors' } })).toBe(
      'A session is lost after answers were refused',
    );
    expect(lostAfter('previous-page', { response: { status: 'success' } })).toBe('A session is lost after going back');
    expect(lostAfter('previous-page', { response: { status: 'success' } }, 2)).toBe(
      'A session is lost after going back twice in a row',
    );
    expect(lostAfter('submit-page', { response: { status: 'success' } })).toBe('A session is lost');
    const expired = witnessOf(answerOf('take', '/surveys/1004/take', error, 400));
    expect(problemsOf([violation('STATUS-CLOSED-01', '', 'status closed', 'session error', expired)])[0]?.title).toBe(
      'A closed survey is not treated as closed',
    );
  });

  it('names one value that was found in place of one that was due, and no text', () => {
    const of = (came: unknown, due: string, member = 'isGlobal') => {
      const path = `response.${member}`;
      const facts = kept({ value: due, words: 'as it was sent' }, { value: came }, path);
      return newViolation({ clause: 'TEMPLATE-GLOBAL-01', endpoint: 'create-template', path, ...facts }, nothing);
    };
    const titleOf = (...all: Violation[]) => problemsOf(all)[0]?.title;
    expect(titleOf(of(true, 'false'))).toBe('“isGlobal” is true, not false');
    expect(titleOf(of('a', '"b"'))).toContain('Not kept');
  });

  it('quotes no long value', () => {
    const path = 'response.questions[].json';
    const [problem] = problemsOf([
      ofOtherKind('PAGE-QUESTION-JSON-01', path, 'JSON text', { value: '{'.repeat(99), at: path }),
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
