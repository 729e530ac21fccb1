import { expect, test } from 'vitest';
import type { Choice } from '../../../src/respondent/walk/chance.ts';
import { expired, flow, page, refused, type Told, type ToldOptions, toldWalk } from '../toldWalk.ts';

const marked = page(1, { marked: true });
const done = flow('survey_complete');
const last = page(1, { final: true });
const lastRejected = page(1, { final: true, status: 'validation_errors', refuses: 1 });
const rejects = (id: number, refuses = id): Told => page(id, { status: 'validation_errors', refuses });
const gatewayError: Told = { httpStatus: 502, body: '<html></html>', headers: { 'content-type': 'text/html' } };
const anotherToken = { 'content-type': 'application/json', 'x-survey-token': 'token-another-one' };
const anotherCookie = { 'content-type': 'application/json', 'set-cookie': 'JSESSIONID=FEDCBA9876543210; Path=/' };
const limited: Told = { httpStatus: 429, headers: { 'retry-after': '0' } };
const soonGone = { expire: { idleSeconds: 1e-6 } };
const unauthorized = refused(401, '1010', 'UNAUTHORIZED', 'Incorrect API Key');
const token = { headers: { 'set-cookie': '', 'x-survey-token': 'token-0123456789' } };

/** How a walk ends that is answered so, and what stood in its way. */
const obstacles: readonly (readonly [end: string, obstacle: string | null, answers: readonly Told[]])[] = [
  ['ended', 'survey-shut', [flow('survey_closed')]],
  ['ended', 'service-error', [flow('error')]],
  ['ended', null, [page(1), flow('survey_closed')]],
  ['failed', 'key-refused', [refused(403, '1013', 'FORBIDDEN')]],
  ['failed', 'gateway', [{ httpStatus: 403, body: { message: 'no' } }]],
  ['failed', 'promise-broken', [page(1), expired]],
  ['abandoned', null, [page(1), page(2)]],
];

test.each(obstacles)('a walk ends as %s, by %s', async (end, obstacle, answers) => {
  const { ended } = await toldWalk(['submit'], answers);
  expect(ended).toMatchObject({ end, obstacle });
});

/** One respondent, and what must come of it. */
interface Law {
  readonly law: string;
  readonly does: readonly Choice[];
  readonly answers: readonly Told[];
  /** Steps: `t` take, `b` back, else the questions that are answered, `-` none. */
  readonly asks: string;
  readonly failed?: readonly string[];
  readonly end?: string;
  /** Among what is observed. */
  readonly observed?: string;
  readonly options?: ToldOptions;
}

const laws: readonly Law[] = [
  {
    law: 'what is rejected is answered whole',
    options: { optional: 0 },
    does: ['submit', 'submit'],
    answers: [page(1), rejects(1), page(2)],
    asks: 't - 1',
  },
  {
    law: 'so is what was answered before',
    options: { optional: 0 },
    does: ['submit', 'back', 'submit'],
    answers: [page(1), page(2), page(1), page(2)],
    asks: 't - b 1',
  },
  {
    law: 'a recorded plain choice is known to be valid',
    options: { bodies: ['{"u_1":"10"}'] },
    does: ['submit'],
    answers: [page(1), rejects(1)],
    asks: 't 1',
    failed: ['MOVE-ADVANCE-02'],
  },
  {
    law: 'the first page that is shown again after a rejection has still nothing before it',
    options: { optional: 0 },
    does: ['submit'],
    answers: [page(1), page(1, { status: 'validation_errors', refuses: 1, previous: true })],
    asks: 't -',
    failed: ['PAGE-PREVIOUS-NULL-01'],
  },
  {
    law: 'an error in answer to what was left out is a rejection',
    options: { optional: 0 },
    does: ['submit', 'submit'],
    answers: [page(1), refused(400, '1000', 'BAD_REQUEST'), page(2)],
    asks: 't - 1',
  },
  {
    law: 'in answer to whole answers it is none',
    does: ['submit', 'submit'],
    answers: [page(1), refused(400, '1000', 'BAD_REQUEST'), page(2)],
    asks: 't 1',
    failed: ['MOVE-ADVANCE-02'],
    end: 'failed',
  },
  {
    law: 'take after going back may lead to the furthest page',
    does: ['submit', 'back', 'resume', 'submit'],
    answers: [page(1), page(2), marked, page(2), page(3)],
    asks: 't 1 b t 2',
    observed: 'Q-RESUME-AFTER-BACK furthest-page',
  },
  {
    law: 'it may show the page that was shown last',
    does: ['submit', 'back', 'resume', 'submit'],
    answers: [page(1), page(2), marked, page(1), page(2)],
    asks: 't 1 b t 1',
    observed: 'Q-RESUME-AFTER-BACK page-shown',
  },
  {
    law: 'it may lead nowhere else',
    does: ['submit', 'back', 'resume', 'submit'],
    answers: [page(1), page(2), marked, page(3)],
    asks: 't 1 b t',
    failed: ['MOVE-RESUME-01'],
    end: 'failed',
  },
  {
    law: 'back shows the answers that were given',
    does: ['submit', 'back'],
    answers: [page(1), page(2), page(1)],
    asks: 't 1 b',
    failed: ['PREVIOUS-SELECTED-01'],
  },
  {
    law: 'back leads to the page before',
    does: ['submit', 'back', 'submit'],
    answers: [page(1), page(2), page(3)],
    asks: 't 1 b',
    failed: ['MOVE-BACK-01'],
    end: 'failed',
  },
  {
    law: 'a session that was never there is not lost',
    does: [],
    answers: [expired],
    asks: 't',
    end: 'failed',
  },
  {
    law: 'a key that was never accepted may be refused',
    does: [],
    answers: [unauthorized],
    asks: 't',
    end: 'failed',
  },
  {
    law: 'one that was may not',
    does: ['submit'],
    answers: [page(1), unauthorized],
    asks: 't 1',
    failed: ['AUTH-HEADER-01', 'MOVE-ADVANCE-02'],
    end: 'failed',
  },
  {
    law: 'a session may not be lost after answers were taken',
    does: ['doubleSubmit'],
    answers: [page(1), page(2), page(2), expired],
    asks: 't 1 1 t',
    failed: ['TAKE-COOKIE-03'],
    end: 'failed',
  },
  {
    law: 'an older page that leads on is followed',
    does: ['submit', 'twoTabs', 'submit'],
    answers: [page(1), page(2), page(2), page(3)],
    asks: 't 1 1 2',
    observed: 'Q-OLDER-PAGE success-same',
  },
  {
    law: 'an older page may lead back',
    does: ['submit', 'twoTabs', 'submit'],
    answers: [page(1), page(2), page(1), page(2)],
    asks: 't 1 1 1',
    observed: 'Q-OLDER-PAGE success-earlier',
  },
  {
    law: 'where an older page is rejected, take shows where the service is',
    does: ['submit', 'twoTabs', 'submit'],
    answers: [page(1), page(2), rejects(2), page(2), page(3)],
    asks: 't 1 1 t 2',
  },
  {
    law: 'that may be the first page',
    does: ['submit', 'twoTabs', 'submit'],
    answers: [page(1), page(2), rejects(2), page(1), page(2)],
    asks: 't 1 1 t 1',
  },
  {
    law: 'a survey without a way back may begin again after bad luck',
    options: { surveys: { noBack: 1 } },
    does: ['submit', 'doubleSubmit'],
    answers: [page(1), page(2), rejects(2), rejects(2), page(1)],
    asks: 't 1 2 2 t',
  },
  {
    law: 'others go on from where one is',
    does: ['submit', 'doubleSubmit'],
    answers: [page(1), page(2), rejects(2), rejects(2), page(1)],
    asks: 't 1 2 2 t',
    failed: ['MOVE-RESUME-01'],
    end: 'failed',
  },
  {
    law: 'a double click that both times leads on is settled by a take',
    does: ['doubleSubmit', 'submit'],
    answers: [page(1), page(2), page(2), page(2), page(3)],
    asks: 't 1 1 t 2',
    observed: 'Q-CONCURRENT-SUBMIT both-same-page',
  },
  {
    law: 'a double click leads no further than one of its answers',
    does: ['doubleSubmit', 'submit'],
    answers: [page(1), page(2), page(2), page(3)],
    asks: 't 1 1 t',
    failed: ['SANITY-CONCURRENT-01'],
    end: 'failed',
  },
  {
    law: 'a rejection in answer to a take settles nothing',
    does: ['doubleSubmit'],
    answers: [page(1), page(2), page(2), rejects(2)],
    asks: 't 1 1 t',
    failed: ['STATUS-VALIDATION-01'],
    end: 'failed',
  },
  {
    law: 'what was taken may not be lost',
    does: ['doubleSubmit'],
    answers: [page(1), page(2), page(2), page(1)],
    asks: 't 1 1 t',
    failed: ['SANITY-LOST-01'],
    end: 'failed',
  },
  {
    law: 'what was rejected twice is answered again',
    does: ['doubleSubmit', 'submit'],
    answers: [page(1), rejects(1), rejects(1), page(1), page(2)],
    asks: 't 1 1 t 1',
    observed: 'Q-CONCURRENT-SUBMIT one-accepted',
  },
  {
    law: 'an expired session in answer to a repeated submission is looked into where a cookie carries it',
    does: ['retry', 'submit'],
    answers: [page(1), page(2), expired, page(2), page(3)],
    asks: 't 1 1 t 2',
  },
  {
    law: 'where a token carries it, the lost answer has taken the token with it, and another session begins',
    options: token,
    does: ['retry', 'submit'],
    answers: [page(1), page(2), expired, { ...page(1), headers: anotherToken }, page(2)],
    asks: 't 1 1 t 1',
  },
  {
    law: 'but not where the old session may hold a finished survey',
    options: token,
    does: ['retry', 'submit'],
    answers: [last, { isLost: true }, expired],
    asks: 't 1 1',
    failed: ['SANITY-CONNECTION-01'],
    end: 'stopped',
  },
  {
    law: 'a session that is gone after the last page may hold a finished survey',
    does: ['retry', 'submit'],
    answers: [last, { isLost: true }, expired, expired],
    asks: 't 1 1 t',
    failed: ['SANITY-CONNECTION-01'],
    end: 'stopped',
  },
  {
    law: 'one that is gone after the last page was rejected holds none',
    does: ['doubleSubmit', 'submit'],
    answers: [last, lastRejected, lastRejected, expired, page(1)],
    asks: 't 1 1 t',
    failed: ['TAKE-COOKIE-03'],
    end: 'failed',
  },
  {
    law: 'another session in place of one that may hold a finished survey is not walked',
    does: ['submit', 'retry', 'submit'],
    answers: [page(1), page(2), { isLost: true }, expired, { ...page(1), headers: anotherCookie }, page(2)],
    asks: 't 1 2 2 t',
    failed: ['SANITY-CONNECTION-01'],
    end: 'stopped',
  },
  {
    law: 'one that is gone before the last page holds none',
    does: ['retry', 'submit'],
    answers: [page(1), { isLost: true }, expired, expired],
    asks: 't 1 1 t',
    failed: ['SANITY-CONNECTION-01', 'TAKE-COOKIE-03'],
    end: 'failed',
  },
  {
    law: 'a submission that was refused before is as any other',
    does: ['retry', 'submit'],
    answers: [page(1), rejects(1), page(2), page(3)],
    asks: 't 1 1 2',
  },
  {
    law: 'a completion that is told twice is told right',
    does: ['retry'],
    answers: [last, done, flow('already_completed')],
    asks: 't 1 1',
    end: 'completed',
  },
  {
    law: 'a finished survey shows no page again',
    does: ['submit', 'resume'],
    answers: [last, done, page(1)],
    asks: 't 1 t',
    failed: ['MOVE-TERMINAL-01'],
    end: 'completed',
  },
  {
    law: 'in another session it may',
    options: { headers: token.headers },
    does: ['submit', 'resume'],
    answers: [
      last,
      { ...done, headers: { 'content-type': 'application/json' } },
      { ...page(1), headers: anotherToken },
    ],
    asks: 't 1 t',
    end: 'completed',
    observed: 'Q-TAKE-AFTER-COMPLETE new-session',
  },
  {
    law: 'a gateway’s error says nothing of the end',
    does: ['submit', 'resume'],
    answers: [last, done, gatewayError],
    asks: 't 1 t',
    failed: ['ENVELOPE-JSON-01', 'SANITY-5XX-01', 'SANITY-HTML-01'],
    end: 'completed',
  },
  ...(['drop', 'forge'] as const).map((kind) => ({
    law: `an answer in a session that was broken by ${kind} is none`,
    does: [kind, 'submit'] as const,
    answers: [page(1), page(2)],
    asks: 't 1',
    failed: [kind === 'drop' ? 'SUBMIT-EXPIRED-02' : 'SUBMIT-EXPIRED-01'],
    end: 'failed',
  })),
  {
    law: 'a gateway’s error in a broken session says nothing of it',
    does: ['drop'],
    answers: [page(1), { httpStatus: 404, body: '<html></html>', headers: { 'content-type': 'text/html' } }],
    asks: 't 1',
    failed: ['ENVELOPE-JSON-01', 'ROUTE-SUBMIT-01', 'SANITY-HTML-01', 'SUBMIT-URL-01'],
    end: 'failed',
  },
  {
    law: 'after the session error the own session goes on',
    does: ['drop', 'submit'],
    answers: [page(1), expired, page(1), page(2)],
    asks: 't 1 t 1',
  },
  {
    law: 'a session that is gone after a hesitation begins anew',
    does: ['hesitate', 'submit'],
    answers: [page(1), expired, { ...page(1), headers: anotherCookie }, page(2)],
    asks: 't t t 1',
    observed: 'Q-HESITATE gone after 0.01 s',
  },
  {
    law: 'a session that may be gone by rights ends the walk when it is',
    options: soonGone,
    does: ['submit'],
    answers: [page(1), expired],
    asks: 't 1',
    end: 'stopped',
  },
  {
    law: 'it is gone as well where take begins anew',
    options: soonGone,
    does: ['submit', 'resume'],
    answers: [page(1), page(2), page(1)],
    asks: 't 1 t',
    end: 'stopped',
  },
  {
    law: 'it is not gone where take shows the page on which one is',
    options: soonGone,
    does: ['resume', 'submit', 'resume', 'submit'],
    answers: [page(1), page(1), page(2), page(2), page(3)],
    asks: 't t 1 t 2',
  },
  {
    law: 'nor where a submission leads to the first page',
    options: soonGone,
    does: ['submit', 'submit'],
    answers: [page(1), page(2), page(1)],
    asks: 't 1 2',
  },
  {
    law: 'a session that canvass left alone on purpose is asked for its error',
    options: soonGone,
    does: ['idle', 'submit'],
    answers: [page(1), expired, { ...page(1), headers: anotherCookie }, page(2)],
    asks: 't 1 t 1',
  },
  {
    law: 'what the rate limiter holds back is sent again',
    does: ['submit', 'submit'],
    answers: [page(1), limited, page(2), limited, limited, page(3)],
    asks: 't 1 1 2 2 2',
  },
  {
    law: 'but not by who was stopped meanwhile',
    options: { stopsAfter: 2 },
    does: ['submit', 'submit'],
    answers: [page(1), limited, page(2)],
    asks: 't 1',
    end: 'stopped',
  },
  {
    law: 'who is stopped ends with the answer',
    options: { stopsAfter: 2 },
    does: ['submit', 'submit'],
    answers: [page(1), page(2), page(3)],
    asks: 't 1',
    end: 'stopped',
  },
  {
    law: 'a survey that one can opt out of may show pages before',
    options: { surveys: { optOut: 1 } },
    does: ['submit'],
    answers: [page(1), flow('survey_opt_out')],
    asks: 't 1',
    end: 'ended',
  },
  {
    law: 'one that lets nobody in may not',
    options: { surveys: { walk: [{ id: 1 }, { id: 2, weight: 0 }], closed: 1 } },
    does: ['submit'],
    answers: [page(1), page(2)],
    asks: 't 1',
    failed: ['STATUS-CLOSED-01'],
  },
  {
    law: 'a body may not tell the token of a session, where it has a cookie too',
    options: { headers: { 'x-survey-token': 'token-0123456789' } },
    does: ['submit'],
    answers: [page(1), { body: { ...page(2).body, requestID: 'token-0123456789' } }],
    asks: 't 1',
    failed: ['SANITY-SECRET-02'],
  },
  {
    law: 'a survey that is there for its status must have it',
    options: { surveys: { walk: [{ id: 1 }, { id: 2, weight: 0 }], closed: 1 } },
    does: [],
    answers: [flow('survey_paused')],
    asks: 't',
    failed: ['STATUS-CLOSED-01'],
    end: 'ended',
  },
];

test.each(laws)('$law', async ({ does, answers, asks, failed = [], end = 'abandoned', observed, options }) => {
  const walk = await toldWalk(does, answers, options);
  expect(walk.asks).toBe(asks);
  expect(walk.failed).toEqual(failed);
  expect(walk.ended.end).toBe(end);
  if (observed !== undefined) expect(walk.observed).toContain(observed);
});

test.each([
  ['as it was answered', [last, done, done], [['{"u_1":"10"}', true]]],
  [
    'with the pages beyond it that nobody answered',
    [last, page(2, { final: true }), done],
    [
      ['{"u_1":"10"}', true],
      ['{}', false],
    ],
  ],
])('a completion of a double click is told %s', async (_, answers, pages) => {
  const { completions } = await toldWalk(['doubleSubmit'], answers);
  expect(completions.map((each) => each.pages.map(({ body, certain }) => [body, certain]))).toEqual([pages]);
});

test.each([
  ['by what the service says of it', rejects(1), 'No.'],
  ['where it is the only one of its page', { ...page(1, { status: 'validation_errors' }) }, ''],
])('an answer that is refused is noted %s', async (_, answer, said) => {
  const { refusals } = await toldWalk(['submit'], [page(1, { form: 'text' }), answer]);
  expect(refusals).toEqual([expect.objectContaining({ questionId: 1, count: 1, said })]);
});

test('a page whose whole answers are refused six times is given up', async () => {
  const text = { form: 'text' } as const;
  const refusal = page(1, { ...text, status: 'validation_errors', refuses: 1 });
  const { ended, asks } = await toldWalk(Array(8).fill('submit'), [page(1, text), ...Array(8).fill(refusal)]);
  expect(ended.end).toBe('failed');
  expect(asks).toBe('t - - - - - -');
});

test.each([
  ['the last page', last, 1],
  ['another page', page(1), 0],
])('whether a survey ended is open where the answer to %s is lost', async (_, shown, open) => {
  const { indeterminate } = await toldWalk(['submit'], [shown, { isLost: true }]);
  expect(indeterminate).toHaveLength(open);
});

test('what is stored of answers without a required one is not certain', async () => {
  const { completions } = await toldWalk(['invalid'], [last, done], { surveys: { required: { 1: [1] } } });
  expect(completions.map(({ pages }) => pages.map(({ certain }) => certain))).toEqual([[false]]);
});

test('an answer is taken, whichever of two submissions was answered with it', async () => {
  const { refusals } = await toldWalk(['doubleSubmit', 'submit'], [page(1), page(2), page(2), page(2), page(3)]);
  expect(refusals.map(({ questionId, taken }) => [questionId, taken])).toEqual([
    [1, true],
    [2, true],
  ]);
});

test('an answer that was left out before is noted when it is taken', async () => {
  const answers = [page(1), page(2), page(1), page(2)];
  const { refusals, asks } = await toldWalk(['submit', 'back', 'submit'], answers, { optional: 0 });
  expect(asks).toBe('t - b 1');
  expect(refusals).toEqual([expect.objectContaining({ questionId: 1, taken: true })]);
});

test('what is refused for a required answer that is missing says nothing of the others', async () => {
  const answers = [page(1, { form: 'text' }), page(1, { form: 'text', status: 'validation_errors', refuses: 1 })];
  const { refusals } = await toldWalk(['invalid'], answers, { surveys: { required: { 1: [1] } } });
  expect(refusals).toEqual([]);
});

test('statuses without a page are counted', async () => {
  const { coverage, observed } = await toldWalk(['submit', 'resume'], [last, done, flow('already_completed')]);
  expect(coverage.statuses).toMatchObject({ survey_complete: 1, already_completed: 1 });
  expect(observed).toContain('Q-TAKE-AFTER-COMPLETE already_completed');
});
