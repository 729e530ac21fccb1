import { filterNames, limits, queryText } from '../../contract/endpoints.ts';
import { asText } from '../../contract/jsonShape.ts';
import { recordTraits } from '../../contract/places.ts';
import { hasTrait } from '../../judging/evidence/where.ts';
import { itemsIn, type Json, objectIn, pagingIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeSelectedPage, type ListEndpoint } from '../../judging/rules/pagination.ts';
import { type Administrator, isGranted } from '../probes/administrator.ts';
import { hasChanged } from '../probes/listLinks.ts';
import type { PlacesLeft } from './placesLeft.ts';

type Query = Readonly<Record<string, string | number>>;

/** Asks for departments in each way that is left, and for one without an account. */
export async function departmentPlaces(admin: Administrator, left: PlacesLeft): Promise<void> {
  if (left.takes(['create-department, without an account', 'list-departments, without an account'], 3)) {
    await createWithoutAccount(admin);
  }
  await askInEachWay(admin, 'list-departments', 'list-departments', {}, left);
}

/** A service may refuse it: then no department without an account can be made here. */
async function createWithoutAccount(admin: Administrator): Promise<void> {
  if (admin.context.settings.admin.mutate) {
    const name = admin.marker();
    const made = await admin.call('create-department', { body: { name, primaryAccountID: 0 } });
    if (isGranted(made)) admin.created('create-department', objectIn(made).departmentID, name);
  }
  const list = await admin.call('list-departments', { query: 'page=1&perPage=100' });
  const { totalPages = 1 } = pagingIn(list) ?? {};
  if (totalPages > 1) await admin.call('list-departments', { query: queryText({ page: totalPages, perPage: 100 }) });
}

/** Asks for records in each way that is left, and for those that hold what was not seen there yet. */
export async function recordPlaces(admin: Administrator, left: PlacesLeft): Promise<void> {
  await askInEachWay(admin, 'list-responses', 'list-responses', {}, left);
  if (left.takes(['filter-responses by nothing'])) await admin.call('filter-responses', {});
  await askInEachWay(admin, 'filter-responses', 'filter-responses by a filter,', admin.mark, left);
  const records = itemsIn(await admin.call('list-responses', { query: 'page=1&perPage=100' }));
  const values = records.map(filtersOf);
  for (const name of filterNames) {
    const value = values.find((each) => each[name] !== undefined)?.[name];
    if (value !== undefined && left.takes([`filter-responses by ${name}`])) {
      await admin.call('filter-responses', { query: queryText({ [name]: value }) });
    }
  }
  for (const trait of recordTraits) await showTrait(admin, records.filter(hasTrait[trait]), trait, left);
}

async function showTrait(
  admin: Administrator,
  records: readonly Json[],
  trait: string,
  left: PlacesLeft,
): Promise<void> {
  const [any] = records;
  if (any !== undefined && left.takes([`fetch-response, a record with ${trait}`])) {
    await admin.call('fetch-response', { responseId: asText(any.responseID) });
  }
  const [filter] = records.values().flatMap((record) => Object.entries(filtersOf(record)));
  if (filter !== undefined && left.takes([`filter-responses, a record with ${trait}`])) {
    await admin.call('filter-responses', { query: queryText(Object.fromEntries([filter])) });
  }
}

/** What a record is found by, the rarest first. */
function filtersOf({ externalReference, customVariables }: Json): Readonly<Record<string, string>> {
  const values = (customVariables ?? {}) as Json;
  const all = [
    [limits.filterExternalReference, externalReference],
    ...limits.filterCustomVariables.toReversed().map((name) => [name, values[name]]),
  ];
  return Object.fromEntries(all.filter(([, value]) => typeof value === 'string' && value !== ''));
}

/** `page` and `perPage`, each alone and together, and each page of the list. @param named its places, up to `by` */
async function askInEachWay(
  admin: Administrator,
  endpoint: ListEndpoint,
  named: string,
  filter: Query,
  left: PlacesLeft,
): Promise<void> {
  left.begin();
  const ask = (paging: Query) => admin.call(endpoint, { query: queryText({ ...filter, ...paging }) });
  const by = (asked: string): string => (named.endsWith(',') ? `${named} ${asked}` : `${named} by ${asked}`);
  if (left.takes([by('nothing')])) await ask({});
  if (left.takes([by('perPage'), `${endpoint}, first page`])) await ask({ perPage: 2 });
  if (left.takes([by('page')], 4)) await pageAlone(admin, endpoint, filter);
  if (left.takes([by('page and perPage'), `${endpoint}, middle page`])) await ask({ page: 2, perPage: 1 });
  if (
    left.takes(
      ['last', 'full last', 'only'].map((page) => `${endpoint}, ${page} page`),
      2,
    )
  ) {
    const one = await ask({ page: 1, perPage: 1 });
    const { totalItems = 1 } = pagingIn(one) ?? {};
    await ask({ page: totalItems, perPage: 1 });
    const { bodyBytes } = admin.context.environment.profile.target.limits;
    if (isReadWhole(totalItems, one.exchange.bodyText.length, bodyBytes)) await ask({ page: 1, perPage: totalItems });
  }
}

/**
 * Whether a whole list is surely no more than canvass reads of an answer: what runs before created stays, and most of it is
 * longer than the first item.
 */
export function isReadWhole(items: number, firstBytes: number, bodyBytes: number): boolean {
  return 2 * items * firstBytes < bodyBytes;
}

/** The second page by its number alone is the one that the first page leads to. */
async function pageAlone(admin: Administrator, endpoint: ListEndpoint, filter: Query): Promise<void> {
  const first = await admin.call(endpoint, { query: queryText(filter) });
  const next = pagingIn(first)?.links.next ?? null;
  if (next === null) return;
  const walked = await admin.follow(first, next);
  const asked = await admin.call(endpoint, { query: queryText({ ...filter, page: 2 }) });
  const again = await admin.follow(first, next);
  // A service may want both, and say so.
  const isStill = !hasChanged(first, asked) && !hasChanged(walked, again);
  // Where the size that a link asks for is more than the most, and the default is not, pages are of two sizes.
  const isOfOneSize = pagingIn(asked)?.perPage === pagingIn(walked)?.perPage;
  if (isStill && isOfOneSize && isGranted(walked) && isGranted(asked))
    judgeSelectedPage(asked.findings, asked, walked, 2);
}
