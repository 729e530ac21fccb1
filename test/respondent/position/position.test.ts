import { expect, test } from 'vitest';
import { type PageVisit, Position, sentFor } from '../../../src/respondent/position/position.ts';
import { answerOf } from '../../support/judging.ts';

/** A visit of the page with this question. */
function visit(id: number): PageVisit {
  const json = JSON.stringify({ id, type: 'T', text: '', answers: [], formParam: {} });
  const response = { status: 'success', meta: {}, navigation: {}, questions: [{ html: '', json }] };
  const { page } = answerOf('take', '/surveys/1/take', { response, requestID: 'a' });
  if (page === null) throw new Error('no page');
  return { page, submitPath: '', body: null, attempts: 0, certain: true };
}

test.each([
  [['T', 'T'], true],
  [['T', '?'], false],
])('an answer to questions of the forms %j is certain to be stored as it is: %j', (forms, certain) => {
  const questions = forms.map((form) => ({ form: { kind: form === '?' ? 'unknown' : 'text' } }));
  expect(sentFor({ questions } as never, '{}')).toEqual({ body: '{}', certain });
});

const sent = { body: '{}', certain: true };

/** On page 4, and back to page 1. */
function backOnFirst(): Position {
  const position = new Position();
  position.begin(visit(1));
  for (const id of [2, 3, 4]) position.advance(sent, visit(id));
  for (const id of [3, 2, 1]) position.back(visit(id));
  return position;
}

test('the furthest page stays the furthest along the same way, answered or passed', () => {
  const position = backOnFirst();
  position.advance(sent, visit(2));
  expect(position.furthest?.page.identity).toBe('4');
  position.advance(null, visit(3));
  expect(position.furthest?.page.identity).toBe('4');
  position.advance(sent, visit(4));
  expect(position.furthest).toBeNull();
});

test('another way leaves the pages that were gone back from', () => {
  const position = backOnFirst();
  position.advance(sent, visit(5));
  expect(position.furthest).toBeNull();
});

test('a page that was gone back from is gone on to, with those before it, and any other is not', () => {
  const position = backOnFirst();
  expect(position.forwardTo(visit(7))).toBe(false);
  expect(position.visit?.page.identity).toBe('1');
  expect(position.forwardTo(visit(3))).toBe(true);
  expect(position.visits.map(({ page }) => page.identity)).toEqual(['1', '2', '3']);
  expect(position.furthest?.page.identity).toBe('4');
});

test('a page that comes again in its place is counted from where another stood', () => {
  const position = new Position();
  position.begin(visit(1));
  expect(position.inARow).toBe(1);
  for (const id of [2, 2, 2]) position.advance(sent, visit(id));
  expect(position.inARow).toBe(3);
});

test('what answers show, whatever was asked for, is followed: on, again, back and forth', () => {
  const position = new Position();
  for (const id of [1, 2, 3]) position.show(visit(id), sent);
  position.show(visit(3), null);
  expect(position.visits.map(({ page, body }) => [page.identity, body])).toEqual([
    ['1', '{}'],
    ['2', '{}'],
    ['3', null],
  ]);
  position.show(visit(1), null);
  expect(position.way().pages.map(({ identity }) => identity)).toEqual(['1', '2', '3']);
  position.show(visit(2), null);
  expect(position.visit?.page.identity).toBe('2');
  expect(position.furthest?.page.identity).toBe('3');
  position.complete(sent);
  position.show(visit(3), null);
  expect(position.ended).toBe(false);
});

test('answers that were given again after going back take the place of the first ones', () => {
  const position = backOnFirst();
  position.show(visit(2), { body: '{"t_1":"other"}', certain: true });
  expect(position.visits[0]?.body).toBe('{"t_1":"other"}');
  expect(position.furthest?.page.identity).toBe('4');
});
