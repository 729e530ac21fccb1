import { describe, expect, test } from 'vitest';
import type { Findings } from '../../../src/judging/findings.ts';
import type { Answer, Circumstances } from '../../../src/judging/reading/answer.ts';
import {
  type AuditFinding,
  judgeAudited,
  judgeCompletedOnce,
  judgeConcurrent,
  judgeErrorAgain,
  judgeEscaped,
  judgeFiltered,
  judgeFixation,
  judgeNotLost,
  judgeRequestId,
  judgeSanity,
  judgeSessionId,
  judgeSurvival,
  judgeUndisturbed,
} from '../../../src/judging/rules/sanity.ts';
import { liveMarkup, tokenOf } from '../../../src/judging/tokens.ts';
import {
  answerOf,
  Collected,
  changed,
  failing,
  failingAlone,
  flowCircumstances,
  reread,
} from '../../support/judging.ts';
import { page, pageAnswer, serverError, shownIn, statusAnswer } from '../sampleAnswers.ts';

const taken = answerOf('take', '/surveys/1001/take', page);
const [own, foreign] = [tokenOf('abcdefgh', 1), tokenOf('abcdefgh', 2)];
const secret = 'a-secret-of-this-run';
const trace = 'java.lang.IllegalStateException\n\tat com.acme.Store.save(Store.java:41)';

const ended = (changes: Parameters<typeof reread>[1]): Answer => reread(taken, { json: undefined, ...changes });
const body = (member: string, value: unknown): Answer =>
  answerOf('take', '/surveys/1001/take', changed(page, member, value));
const html = (text: string): Answer => body('response.questions.0.html', text);
const failed = (httpStatus: number, changes: object = {}): Answer => {
  const error = { ...serverError.response.error, httpStatusCode: httpStatus, ...changes };
  return answerOf('take', '/surveys/1001/take', { response: { error } }, httpStatus);
};
const newKey = (apiKey: string, requestID: string): Answer =>
  answerOf('regenerate-key', '/apikey/regenerate', { response: { apiKey }, requestID });

type Row = readonly [what: string, answer: Answer, circumstances: Partial<Circumstances>, ...clauses: string[]];

const rows: readonly Row[] = [
  ['a page', taken, {}],
  ['the documented 500', failed(500), {}, 'SANITY-5XX-03'],
  ['its body with HTTP 502', failed(502), {}, 'ERROR-ROW-01', 'SANITY-5XX-01'],
  ['HTTP 503 of a survey that may fail', failed(503, { name: 'BUSY' }), { mayFail: true }],
  [
    'a stack trace in an error',
    failed(500, { message: trace }),
    {},
    'ERROR-500-01',
    'SANITY-5XX-03',
    'SANITY-STACK-TRACE-01',
  ],
  ['a stack trace beside a page', body('trace', trace), {}, 'SANITY-STACK-TRACE-01'],
  ['a password in a URL', body('dsn', 'postgres://survey:secret@db.internal/x'), {}, 'SANITY-SECRET-03'],
  ['a connection that is reset', ended({ failure: 'reset' }), {}, 'SANITY-CONNECTION-01'],
  ['what is not HTTP', ended({ failure: 'protocol' }), {}, 'SANITY-CONNECTION-01'],
  ['a connection that had been idle', ended({ failure: 'reset', connectionIdleMs: 900 }), {}],
  ['a request that no client sends', ended({ failure: 'reset' }), { isContractual: false }],
  ['half an answer', ended({ failure: 'truncated' }), {}, 'SANITY-TRUNCATED-01'],
  ['an own text', html(`<i>${own}</i>`), { token: own }],
  ['the text of another', html(`<i>${foreign}</i>`), { token: own }, 'SANITY-ISOLATION-01'],
  ['own markup, escaped', html('<i>&lt;cvs-mark&gt;</i>'), {}],
  ['own markup, alive', html(liveMarkup), {}, 'SANITY-ESCAPE-01'],
  ['the key in a body', body('key', secret), { keys: [secret] }, 'SANITY-SECRET-01'],
  ['the key in a header', reread(taken, { headers: ['x-key', secret] }), { keys: [secret] }, 'SANITY-SECRET-01'],
  ['the new key', newKey(secret, 'r'), { keys: [secret] }],
  ['the new key twice', newKey(secret, secret), { keys: [secret] }, 'SANITY-SECRET-01'],
  ['the session id in a body', body('id', secret), { sessionIds: [secret] }, 'SANITY-SECRET-02'],
  ['a session id of eight characters', body('id', 'a1b2c3d4'), { sessionIds: ['a1b2c3d4'] }, 'SANITY-SECRET-02'],
  ['what is too short to be one', body('id', 'a1b2c3d'), { sessionIds: ['a1b2c3d'] }],
  ['a session id that is nowhere', body('id', 'another'), { sessionIds: [secret] }],
  [
    'a connection idle for as long as may be',
    ended({ failure: 'reset', connectionIdleMs: 500 }),
    {},
    'SANITY-CONNECTION-01',
  ],
];

test.each(rows.map(([what, answer, circumstances, ...clauses]) => ({ what, answer, circumstances, clauses })))(
  '$what',
  ({ answer, circumstances, clauses }) => expect(failingAlone(answer, circumstances)).toEqual(clauses),
);

test('an HTML page is no answer', () => {
  const came = (bodyText: string): readonly string[] => failingAlone(ended({ failure: 'not-json', bodyText }));
  expect(came('<!DOCTYPE html><p>Oops</p>')).toContain('SANITY-HTML-01');
  expect(came('Oops')).not.toContain('SANITY-HTML-01');
});

describe('over several answers', () => {
  const [first, second, third] = [pageAnswer([1]), pageAnswer([2]), pageAnswer([3])];
  const error = answerOf('submit-page', '/surveys/1001/submit-page', serverError, 500);
  const sound = { isStored: true, differences: [], wrong: [], conditions: new Map(), readBy: '' };
  const wrong = (kind: AuditFinding) => ({ kind, detail: 'as it was seen' });
  const laws: readonly (readonly [what: string, judge: (findings: Findings) => void, ...clauses: string[]])[] = [
    ['an error that passes', (to) => judgeErrorAgain(to, first)],
    ['an error that stays', (to) => judgeErrorAgain(to, error), 'SANITY-5XX-02'],
    ['a session id of its own', (to) => judgeSessionId(to, false)],
    ['the session id of another', (to) => judgeSessionId(to, true), 'SANITY-ISOLATION-03'],
    ['a requestID of its own', (to) => judgeRequestId(to, 'r', false)],
    ['a requestID again', (to) => judgeRequestId(to, 'r', true), 'SANITY-REQUEST-ID-01'],
    ['undisturbed by another', (to) => judgeUndisturbed(to, first, shownIn(first))],
    ['moved by another', (to) => judgeUndisturbed(to, second, shownIn(first)), 'SANITY-ISOLATION-02'],
    ['beyond the page that was accepted', (to) => judgeNotLost(to, second, shownIn(first), false)],
    ['on the page that was accepted', (to) => judgeNotLost(to, first, shownIn(first), false), 'SANITY-LOST-01'],
    ['a session id that the service gave', (to) => judgeFixation(to, false)],
    ['a session id that was made up', (to) => judgeFixation(to, true), 'SANITY-FIXATION-01'],
    ['the next respondent is served', (to) => judgeSurvival(to, first)],
    ['the next respondent is not', (to) => judgeSurvival(to, error), 'SANITY-SURVIVES-01'],
    ['a text as a text', (to) => judgeEscaped(to, html('<p>&lt;script>alert(1)</p>'))],
    ['a text that runs', (to) => judgeEscaped(to, html('<p><script>alert(1)</script></p>')), 'SANITY-ESCAPE-01'],
    ['two submissions at once, one page on', (to) => judgeConcurrent(to, second, [shownIn(first), shownIn(second)])],
    [
      'two submissions at once, over a page',
      (to) => judgeConcurrent(to, third, [shownIn(first), shownIn(second)]),
      'SANITY-CONCURRENT-01',
    ],
    ['stored once, as given', (to) => judgeAudited(to, sound)],
    ['not stored', (to) => judgeAudited(to, { ...sound, isStored: false, wrong: [wrong('lost')] }), 'SANITY-LOST-02'],
    ['not found among some records', (to) => judgeAudited(to, { ...sound, isStored: false, wrong: [wrong('unread')] })],
    [
      'stored twice',
      (to) => judgeAudited(to, { ...sound, wrong: [wrong('duplicated')] }),
      'SANITY-DUPLICATE-01',
      'SANITY-DUPLICATE-02',
    ],
    [
      'stored with words of another',
      (to) => judgeAudited(to, { ...sound, wrong: [wrong('foreign')] }),
      'SANITY-ALTERED-01',
    ],
    ['all of the list in the filter', (to) => judgeFiltered(to, [])],
    ['a record that the filter lacks', (to) => judgeFiltered(to, ['1']), 'SANITY-LOST-02'],
    [
      'stored otherwise',
      (to) => {
        const differences = [{ kind: 'choices', became: [], words: 'question 1 has others' }] as const;
        judgeAudited(to, { ...sound, differences });
      },
      'SANITY-ALTERED-01',
    ],
    ['completed once', (to) => judgeCompletedOnce(to, statusAnswer('already_completed'))],
    ['completed, and a page', (to) => judgeCompletedOnce(to, first), 'SANITY-DUPLICATE-01'],
  ];
  test.each(laws.map(([what, judge, ...clauses]) => ({ what, judge, clauses })))('$what', ({ judge, clauses }) => {
    expect(failing(judge)).toEqual(clauses);
  });
});

test.each(['refused', 'cancelled'] as const)(
  'an answer that never came (%s) is no evidence of how answers arrive',
  (failure) => {
    const passed: string[] = [];
    const findings = new (class extends Collected {
      override pass(clause: Parameters<Collected['pass']>[0]): void {
        passed.push(clause);
      }
    })();
    judgeSanity(findings, ended({ failure }), flowCircumstances);
    expect(passed).toEqual([]);
  },
);
