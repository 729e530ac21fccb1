import { parsedExactly } from '../../contract/entityId.ts';
import { asText, isRecord, type Json, objectsIn } from '../../contract/jsonShape.ts';
import type { Answer } from './answer.ts';
import { bodyOf } from './reading.ts';

export type { Json };

/**
 * The `response` of an administration answer as an object; empty when it is none. An integer that a number cannot hold
 * is given as the text of its digits, so that ids of any size can be told apart and sent again.
 */
export function objectIn({ exchange, reading }: Answer): Json {
  if (reading.kind !== 'administration') return {};
  const response = exactly(exchange.bodyText, exchange.json).response;
  return isRecord(response) ? response : {};
}

/** The `response` of an administration answer as a list, its ids as in `objectIn`; empty when it is none. */
export function itemsIn({ exchange, reading }: Answer): readonly Json[] {
  if (reading.kind !== 'administration') return [];
  return objectsIn(exactly(exchange.bodyText, exchange.json).response);
}

function exactly(text: string, json: unknown): Json {
  const exact = parsedExactly(text, json);
  return isRecord(exact) ? exact : {};
}

/** The members of a list's items that tell them apart, as text. */
export function idsIn(answer: Answer): readonly string[] {
  const member = answer.exchange.endpoint === 'list-departments' ? 'departmentID' : 'responseID';
  return itemsIn(answer).map((item) => asText(item[member]));
}

/** The links of a pagination object, by name. */
export const linkNames = ['self', 'first', 'last', 'prev', 'next'] as const;
export type LinkName = (typeof linkNames)[number];

/** A pagination object as numbers, with either spelling of the current page. */
export interface Paging {
  readonly perPage: number;
  readonly totalItems: number;
  readonly totalPages: number;
  readonly currentPage: number;
  readonly links: Readonly<Record<LinkName, string | null>>;
}

/** The pagination of a list, or `null` when it is not what the document says. */
export function pagingIn({ exchange, reading }: Answer): Paging | null {
  const pagination = reading.kind === 'administration' ? bodyOf(exchange).pagination : null;
  if (!isRecord(pagination) || !isRecord(pagination.links)) return null;
  const { perPage, totalItems, totalPages, links } = pagination;
  const currentPage = pagination.currentPage ?? pagination.currextPage;
  if (typeof perPage !== 'number' || typeof totalItems !== 'number') return null;
  if (typeof totalPages !== 'number' || typeof currentPage !== 'number') return null;
  const link = (name: LinkName): string | null => (typeof links[name] === 'string' ? links[name] : null);
  return {
    perPage,
    totalItems,
    totalPages,
    currentPage,
    links: { self: link('self'), first: link('first'), last: link('last'), prev: link('prev'), next: link('next') },
  };
}

/** A link of an answer resolved against its request (RFC 3986, 5): path and query; `null` when it is no reference. */
export function resolvedLink(url: string, { exchange }: Answer): URL | null {
  return URL.parse(url, `http://host${exchange.path}`);
}

/** The readings of a query: with `+` as a space, as forms write it, and as itself (RFC 3986). */
export function queriesIn({ search }: URL): readonly URLSearchParams[] {
  return [search, search.replaceAll('+', '%2B')].map((text) => new URLSearchParams(text));
}

/** A path as a request names it, without the base path of the target that a gateway's links carry. */
export function withoutBasePath(path: string, basePath: string): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

/** What the request of an answer asked for in its query. */
export function queryOf({ exchange }: Answer): URLSearchParams {
  return new URL(exchange.path, 'http://host').searchParams;
}
