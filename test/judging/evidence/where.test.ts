import { describe, expect, it } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import { nowhere, whereOf } from '../../../src/judging/evidence/where.ts';
import { answerOf } from '../../support/judging.ts';

const single = {
  id: 1,
  type: 'U',
  text: '?',
  answers: [{ id: 11, text: 'a' }],
  formParam: { paramPrefix: 'u_', paramIdType: 'questionId' },
};
const text = {
  id: 2,
  type: 'T',
  text: '?',
  answers: [{ id: 21 }],
  formParam: { paramPrefix: 't_', paramIdType: 'answerId' },
};

function shown(
  endpoint: EndpointId,
  questions: readonly object[],
  isFinalPage: boolean,
  rejected: readonly number[] = [],
) {
  const status = rejected.length > 0 ? 'validation_errors' : 'success';
  const response = {
    status,
    meta: { isFinalPage, progressPercentage: 1 },
    navigation: { previousPageUrl: null, nextPageSubmitUrl: '' },
    questions: questions.map((question) => ({ html: '', json: JSON.stringify(question) })),
    validationErrors: rejected.map((questionId) => ({ questionId, message: '', answerErrors: null })),
  };
  return answerOf(endpoint, `/surveys/1/${endpoint}`, { response, requestID: 'r' });
}

const first = shown('take', [single], false);
const both = [single, text];

describe('where a page is', () => {
  const begun = whereOf(first);

  it('follows how it came to be shown, and what of the survey it is', () => {
    expect(begun.places).toEqual(['first page, begun', 'take granted', 'single question, shown']);
    expect(whereOf(shown('submit-page', [text], true), first.page).places).toContain('final page, next');
    expect(whereOf(shown('take', [text], false), first.page).places).toContain('middle page, resumed');
    expect(whereOf(shown('take', [single], true)).places).toContain('only page, begun');
    expect(whereOf(shown('previous-page', [single], false), first.page).places).toContain('first page, gone back to');
  });

  it('follows what the session did before', () => {
    const resumed = whereOf(first, first.page, begun);
    expect(resumed.places).not.toContain('after a page resumed');
    expect(whereOf(shown('submit-page', [text], false), first.page, resumed).places).toContain('after a page resumed');
  });

  it('is of the kinds of its questions, each of which has a place of its own', () => {
    const answer = shown('submit-page', both, false);
    const where = whereOf(answer, first.page);
    expect(where.places).toEqual(expect.arrayContaining(['single question, shown', 'text question, shown']));
    const [, element] = answer.page?.elements ?? [];
    const ofText = element === undefined ? nowhere : where.ofQuestion(element);
    expect(ofText.places).toContain('text question, shown');
    expect(ofText.places).not.toContain('single question, shown');
  });

  it('is of the kinds that were refused, where answers were', () => {
    const { places } = whereOf(shown('submit-page', both, false, [2]), first.page);
    expect(places).toContain('text question, refused');
    expect(places).not.toContain('single question, refused');
  });

  it('is the same object for the same places', () => {
    expect(whereOf(shown('take', [single], false))).toBe(begun);
  });
});

describe('where an answer of administration is', () => {
  const links = { self: '', first: '', last: '', prev: null, next: null };
  const list = (query: string, currentPage: number, response: readonly object[]) =>
    whereOf(
      answerOf('list-responses', `/surveys/1/responses${query}`, {
        response,
        pagination: { perPage: 1, totalItems: 3, totalPages: 3, currentPage, links },
        requestID: 'r',
      }),
    ).places;

  it('follows the page of a list, and what it was asked by', () => {
    expect(list('', 1, [])).toEqual([
      'list-responses granted',
      'list-responses, first page',
      'list-responses by nothing',
    ]);
    expect(list('?page=2', 2, [])).toEqual(
      expect.arrayContaining(['list-responses, middle page', 'list-responses by page']),
    );
    expect(list('?page=3&perPage=1', 3, [])).toContain('list-responses by page and perPage');
    expect(list('?page=1', 1, [])).toContain('list-responses by nothing');
    expect(list('?page=9', 9, []).filter((place) => place.endsWith(' page'))).toEqual(['list-responses by page']);
  });

  it('follows what its records hold', () => {
    expect(list('', 1, [{ location: { country: null }, timeTaken: 0, responseSet: [] }])).toEqual(
      expect.arrayContaining([
        'list-responses, a record with a null',
        'list-responses, a record with a 0',
        'list-responses, a record with no answer',
      ]),
    );
  });

  it('follows the error that it is', () => {
    const { places } = whereOf(answerOf('fetch-response', '/surveys/1/responses/1', { response: { error: {} } }, 404));
    expect(places).toEqual(['fetch-response refused', 'HTTP 404']);
  });
});
