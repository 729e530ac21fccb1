import { describe, expect, test } from 'vitest';
import {
  judgeItemsCounted,
  judgeItemsOnce,
  judgeLink,
  judgePageCount,
  judgePagination,
  judgeSelectedPage,
} from '../../../src/judging/rules/pagination.ts';
import { absent, answerOf, Collected, changed, failing } from '../../support/judging.ts';
import { pagination } from './sampleRecords.ts';

const path = '/surveys/1001/responses';

function page(number: number, ids: readonly number[], query = `?page=${number}&perPage=2`) {
  const response = ids.map((responseID) => ({ responseID }));
  return answerOf('list-responses', path + query, { response, pagination: pagination('?', number), requestID: 'r' });
}

describe('one pagination object', () => {
  const whole = pagination();
  const clausesOf = (body: object, endpoint: 'list-responses' | 'filter-responses' = 'list-responses', ids = [1, 2]) =>
    failing((findings) => {
      const response = ids.map((responseID) => ({ responseID }));
      judgePagination(findings, answerOf(endpoint, `${path}?page=2&perPage=2`, { response, pagination: body }));
    });

  test('as it should be', () => expect(clausesOf(whole)).toEqual([]));

  test.each([
    ['perPage', '2', 'PAGING-PER-PAGE-01'],
    ['totalItems', null, 'PAGING-TOTAL-ITEMS-01'],
    ['totalPages', 4, 'PAGING-LAW-02'],
    ['currentPage', 1, 'PAGING-CURRENT-02', 'PAGING-PREV-02'],
    ['currentPage', absent, 'PAGING-CURRENT-01'],
    ['links', null, 'PAGING-LINKS-01'],
    ['links.self', absent, 'PAGING-SELF-01'],
    ['links.prev', null, 'PAGING-PREV-02'],
    ['links.next', null, 'PAGING-NEXT-02'],
    ['links.next', '/a/api/v1/surveys/1001/responses?page=3', 'VERSION-PATH-01'],
    ['links.next', 'https://gateway/records?page=3'],
    ['perPage', 5, 'PAGING-ECHO-01', 'PAGING-LAW-02'],
  ])('%s %j', (member, wrong, ...clauses) => {
    expect(clausesOf(changed(whole, member, wrong))).toEqual(clauses);
  });

  test('currextPage in the filter only', () => {
    const { currentPage, ...rest } = whole;
    const misspelt = { ...rest, currextPage: currentPage };
    expect(clausesOf(misspelt, 'filter-responses')).toEqual([]);
    expect(clausesOf(misspelt)).toEqual(['PAGING-CURRENT-01']);
  });

  test('more items than were asked for', () => {
    expect(clausesOf(whole, 'list-responses', [1, 2, 3])).toEqual(['RESPONSE-LIST-PER-PAGE-01']);
    const links = { ...whole.links, prev: null, next: null };
    const all = { perPage: 10, totalItems: 3, currentPage: 1, totalPages: 1, links };
    const sized = (perPage: number, asked = 2) =>
      failing((findings) => {
        const response = [1, 2, 3].map((responseID) => ({ responseID }));
        const answer = answerOf('list-responses', `${path}?page=1&perPage=${asked}`, {
          response,
          pagination: { ...all, perPage },
        });
        judgePagination(findings, answer);
      });
    expect(sized(10)).toEqual([]);
    expect(sized(100)).toEqual(['RESPONSE-LIST-PER-PAGE-01']);
    expect(sized(100, 1)).toEqual(['RESPONSE-LIST-PER-PAGE-01']);
    expect([sized(3, 4), sized(2, 4)]).toEqual([[], ['PAGING-ECHO-01', 'PAGING-LAW-02']]);
  });

  test('an empty list may have links or none, one page or none', () => {
    const links = { self: '?page=1', first: '?page=1', last: '?page=1', prev: null, next: null };
    const empty = { perPage: 2, totalItems: 0, currentPage: 2, totalPages: 0, links };
    expect(clausesOf(empty, 'list-responses', [])).toEqual([]);
    expect(clausesOf({ ...empty, totalItems: -1 }, 'list-responses', [])).toContain('PAGING-LAW-02');
    expect(clausesOf({ ...empty, totalPages: 1, links: whole.links }, 'list-responses', [])).toEqual([]);
  });
});

describe('a walk over pages', () => {
  const pages = [page(1, [1, 2]), page(2, [3, 4]), page(3, [5])];
  const walk = (answers: typeof pages) =>
    failing((findings) => {
      judgeItemsOnce(findings, answers);
      judgeItemsCounted(findings, answers);
    });

  test('visits every item once', () => expect(walk(pages)).toEqual([]));
  test('an item twice', () => {
    expect(walk([page(1, [1, 2]), page(2, [2, 4]), page(3, [5])])).toEqual(['PAGING-LAW-01', 'PAGING-LAW-02']);
  });
  test('an item nowhere', () =>
    expect(walk([page(1, [1, 2]), page(2, [3, 4]), page(3, [])])).toEqual(['PAGING-LAW-02']));
  test('ids that only digits can tell apart', () => {
    const body = (id: string) =>
      JSON.stringify({ response: [{ responseID: 0 }], pagination: { ...pagination('?', 1), totalItems: 2 } }).replace(
        '0}]',
        `${id}}]`,
      );
    const long = ['9007199254740992', '9007199254740993'].map((id) => answerOf('list-responses', path, body(id)));
    expect(walk(long)).toEqual([]);
  });
});

describe('a page of a list that stood still', () => {
  const counted = (total: number, ids: readonly number[], number = 1) =>
    failing((findings) => judgePageCount(findings, page(number, ids), total));
  test('has the total of all pages, and its own items', () => {
    expect(counted(5, [1, 2])).toEqual([]);
    expect(counted(5, [5], 3)).toEqual([]);
    expect(counted(4, [1, 2])).toEqual(['PAGING-LAW-02']);
    expect(counted(5, [1])).toEqual(['PAGING-LAW-02']);
  });
});

describe('links and numbers', () => {
  const second = page(2, [3, 4]);
  const link = (there: typeof second, name: 'self' | 'next', number: number) =>
    failing((findings) => void judgeLink(findings, second, name, there, number));

  test('a link leads where its name says', () => {
    expect(link(page(3, [5]), 'next', 3)).toEqual([]);
    expect(link(page(2, [3, 4]), 'next', 3)).toEqual(['PAGING-LAW-03']);
    expect(link(page(2, [4, 3]), 'self', 2)).toEqual([]);
    expect(link(page(2, [5, 6]), 'self', 2)).toEqual(['PAGING-LAW-03']);
  });
  test('a size that is asked for may be cut to a maximum below the default', () => {
    const sized = (perPage: number, query: string) => {
      const body = { response: [{ responseID: 1 }], pagination: { ...pagination('?', 1), perPage } };
      return answerOf('list-responses', path + query, body);
    };
    const reached = (from: string, perPage: number, query = '?perPage=100') =>
      failing((findings) => void judgeLink(findings, sized(100, from), 'first', sized(perPage, query), 1));
    expect(reached('', 50)).toEqual([]);
    expect(reached('?perPage=100', 50)).toEqual(['PAGING-LAW-03']);
    expect(reached('', 200)).toEqual(['PAGING-LAW-03']);
    expect(reached('', 50, '?perPage=50')).toEqual(['PAGING-LAW-03']);
  });
  test.each([
    ['list-departments', 'departmentID', 'DEPARTMENT-PAGE-01', 'DEPARTMENT-PER-PAGE-01'],
    ['list-responses', 'responseID', 'RESPONSE-LIST-PAGE-01', 'RESPONSE-LIST-PER-PAGE-01'],
    ['filter-responses', 'responseID', 'RESPONSE-FILTER-PAGE-01', 'RESPONSE-FILTER-PAGE-01'],
  ] as const)('the page and the size of %s are those that were asked for', (endpoint, member, pageClause, size) => {
    const asked = (ids: readonly number[]) => {
      const response = ids.map((id) => ({ [member]: id }));
      return answerOf(endpoint, '/list?page=2&perPage=2', { response, pagination: pagination() });
    };
    const shown = (ids: readonly number[]) =>
      failing((findings) => {
        judgePagination(findings, asked(ids));
        judgeSelectedPage(findings, asked(ids), asked([3, 4]), 2);
      });
    expect(shown([4, 3])).toEqual([]);
    expect(shown([1, 2])).toEqual([pageClause]);
    expect(shown([3, 4, 5])).toContain(size);
  });
  test('a page by its number', () => {
    const asked = (ids: readonly number[]) =>
      failing((findings) => judgeSelectedPage(findings, page(2, ids), second, 2));
    expect(asked([4, 3])).toEqual([]);
    expect(asked([1, 2])).toEqual(['RESPONSE-LIST-PAGE-01']);
    const empty = new Collected();
    judgeSelectedPage(empty, page(2, []), second, 2);
    expect(empty.failed).toMatchObject([{ expected: 'page 2: 3, 4', actual: 'no item' }]);
  });
});
