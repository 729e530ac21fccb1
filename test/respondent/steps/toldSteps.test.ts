import { expect, test } from 'vitest';
import type { Choice } from '../../../src/respondent/walk/chance.ts';
import { expired, flow, page, refused, type Told, toldWalk } from '../toldWalk.ts';

const done = flow('survey_complete');

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

interface Row {
  /** What is told here. */
  readonly law: string;
  readonly does: readonly Choice[];
  readonly answers: readonly Told[];
  /** Steps: `t` take, `b` back, else the questions that are answered. */
  readonly asks: string;
  readonly failed?: readonly string[];
  readonly end?: string;
  readonly respondent?: object;
  readonly bodies?: readonly string[];
}

const rows: readonly Row[] = [
  {
    law: 'what is rejected is answered whole',
    respondent: { optional: 0 },
    does: ['submit', 'submit'],
    answers: [page(1), page(1, { status: 'validation_errors', refuses: 1 }), page(2)],
    asks: 't - 1',
  },
  {
    law: 'so is what was answered before',
    respondent: { optional: 0 },
    does: ['submit', 'back', 'submit'],
    answers: [page(1), page(2), page(1), page(2)],
    asks: 't - b 1',
  },
  {
    law: 'a recorded plain choice is known to be valid',
    bodies: ['{"u_1":"10"}'],
    does: ['submit'],
    answers: [page(1), page(1, { status: 'validation_errors', refuses: 1 })],
    asks: 't 1',
    failed: ['MOVE-ADVANCE-02'],
  },
  {
    law: 'an older page that leads on is followed',
    does: ['submit', 'twoTabs', 'submit'],
    answers: [page(1), page(2), page(2), page(3)],
    asks: 't 1 1 2',
  },
  {
    law: 'where an older page is rejected, take shows where the service is',
    does: ['submit', 'twoTabs', 'submit'],
    answers: [page(1), page(2), page(2, { status: 'validation_errors', refuses: 2 }), page(2), page(3)],
    asks: 't 1 1 t 2',
  },
  {
    law: 'a double click that both times leads on is settled by a take',
    does: ['doubleSubmit', 'submit'],
    answers: [page(1), page(2), page(2), page(2), page(3)],
    asks: 't 1 1 t 2',
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
    answers: [page(1), page(2), page(2), page(2, { status: 'validation_errors', refuses: 2 })],
    asks: 't 1 1 t',
    failed: ['STATUS-VALIDATION-01'],
    end: 'failed',
  },
  {
    law: 'an expired session in answer to a repeated submission is looked into where a cookie carries it',
    does: ['retry', 'submit'],
    answers: [page(1), page(2), expired, page(2), page(3)],
    asks: 't 1 1 t 2',
  },
];

test.each(rows)('$law', async ({ does, answers, asks, failed = [], end = 'abandoned', respondent, bodies }) => {
  const walk = await toldWalk(does, answers, respondent, bodies);
  expect(walk.asks).toBe(asks);
  expect(walk.failed).toEqual(failed);
  expect(walk.ended.end).toBe(end);
});

test.each([
  ['as it was answered', [page(1, { final: true }), done, done], [['{"u_1":"10"}', true]]],
  [
    'with the pages beyond it that nobody answered',
    [page(1, { final: true }), page(2, { final: true }), done],
    [
      ['{"u_1":"10"}', true],
      ['{}', false],
    ],
  ],
])('a completion of a double click is told %s', async (_, answers, pages) => {
  const { completions } = await toldWalk(['doubleSubmit'], answers);
  expect(completions.map((each) => each.pages.map(({ body, certain }) => [body, certain]))).toEqual([pages]);
});
