import { expect, test } from 'vitest';
import { type Answered, type Asked, probed } from '../../support/probing.ts';

// Nobody but a few respondents, and who goes to the places that they left.
const looked = (answers: (asked: Asked) => Answered | undefined) => probed([], { answers, respondents: 2 });

const queryOf = ({ request }: Asked): URLSearchParams => new URL(request.url, 'http://host').searchParams;
const isGranted = (call: string) => (asked: Asked) =>
  asked.call === call && asked.request.method === 'GET' && asked.httpStatus === 200;

/** A service that gives two records a page to who asks for no size. @param pageOf which page it gives */
function inTwos(pageOf: (query: URLSearchParams) => number) {
  return (asked: Asked): Answered | undefined => {
    const query = queryOf(asked);
    if (!isGranted('responses')(asked) || query.has('perPage')) return undefined;
    const { response, pagination } = asked.body;
    const all = [...response, ...response.map((record: { responseID: number }) => again(record))];
    const page = pageOf(query);
    const links = { ...pagination.links, next: page === 1 ? `${asked.request.url.split('?')[0]}?page=2` : null };
    return {
      body: {
        ...asked.body,
        response: all.slice(2 * (page - 1), 2 * page),
        pagination: { ...pagination, perPage: 2, totalItems: 4, totalPages: 2, currentPage: page, links },
      },
    };
  };
}

const again = (record: { responseID: number }) => ({ ...record, responseID: record.responseID + 90_000 });

test('a page that is asked for by its number alone is looked at', async () => {
  const right = await looked(inTwos((query) => Number(query.get('page') ?? 1)));
  const ignored = await looked(inTwos(() => 1));
  expect(right).not.toContain('PAGING-CURRENT-02');
  expect(ignored).toContain('PAGING-CURRENT-02');
});

test('a list is asked for in one page where that is no more than canvass reads of an answer', async () => {
  const askedOf = async (totalItems: number) => {
    const sizes = new Set<string | null>();
    await looked((asked) => {
      sizes.add(queryOf(asked).get('perPage'));
      if (!isGranted('departments')(asked)) return undefined;
      return { body: { ...asked.body, pagination: { ...asked.body.pagination, totalItems } } };
    });
    return sizes;
  };
  expect(await askedOf(40)).toContain('40');
  expect(await askedOf(40_000)).not.toContain('40000');
});

test('a department without an account is looked at', async () => {
  const failed = await looked((asked) => {
    if (!isGranted('departments')(asked)) return undefined;
    const response = asked.body.response.map((department: { primaryAccountID: number }) =>
      department.primaryAccountID === 0 ? { ...department, primaryAccountID: 'none' } : department,
    );
    return { body: { ...asked.body, response } };
  });
  expect(failed).toEqual(['DEPARTMENT-PRIMARY-01']);
});
