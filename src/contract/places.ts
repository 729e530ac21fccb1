import { endpointIds, filterNames } from './endpoints.ts';
import { type AnswerType, answerTypes } from './keyForms.ts';
import { pageKinds } from './tableOfMoves.ts';

/** How a page came to be shown. */
export const showings = ['begun', 'next', 'refused', 'resumed', 'gone back to'] as const;
export type Showing = (typeof showings)[number];

/** What a session did just before, where that may have moved it. */
const histories = ['refused', 'resumed', 'gone back to'] as const satisfies readonly Showing[];

const lists = ['list-departments', 'list-responses', 'filter-responses'] as const;
const paging = ['page', 'perPage', 'page and perPage'] as const;
/** What a record may hold, each of which a service may treat as nothing. */
export const recordTraits = ['a null', 'a 0', 'an empty text', 'no answer', 'several answers'] as const;

/** By showing, the kinds of page that it can be of, by the table of moves. */
const pagesShown = {
  begun: ['first', 'only'],
  next: ['middle', 'final'],
  refused: pageKinds,
  resumed: pageKinds,
  'gone back to': ['first', 'middle'],
} as const satisfies Readonly<Record<Showing, readonly (typeof pageKinds)[number][]>>;

/** Kinds of question that the document has. */
const questionTypes = answerTypes.filter((type) => type !== 'unknown') as Exclude<AnswerType, 'unknown'>[];

/**
 * A place is where a clause can be looked at: which page and how it came to be shown, which kind of question, which page
 * of which list. Each dimension names its places; a clause speaks of one or several of them.
 */
export const dimensions = {
  page: showings.flatMap((how) => pagesShown[how].map((page) => `${page} page, ${how}` as const)),
  history: histories.map((how) => `after a page ${how}` as const),
  question: questionTypes.flatMap((type) =>
    (['shown', ...histories] as const).map((how) => `${type} question, ${how}` as const),
  ),
  granted: endpointIds.map((endpoint) => `${endpoint} granted` as const),
  refused: endpointIds.map((endpoint) => `${endpoint} refused` as const),
  error: ([400, 401, 403, 404] as const).map((status) => `HTTP ${status}` as const),
  list: lists.flatMap((list) =>
    (['only', 'first', 'middle', 'last', 'full last'] as const).map((page) => `${list}, ${page} page` as const),
  ),
  asked: [
    ...lists.map((list) => `${list} by nothing` as const),
    ...(['list-departments', 'list-responses'] as const).flatMap((list) =>
      paging.map((asked) => `${list} by ${asked}` as const),
    ),
    ...filterNames.map((filter) => `filter-responses by ${filter}` as const),
    ...paging.map((asked) => `filter-responses by a filter, ${asked}` as const),
    'filter-responses by two filters' as const,
  ],
  department: (['create-department', 'list-departments'] as const).flatMap((endpoint) =>
    (['with an account', 'without an account'] as const).map((account) => `${endpoint}, ${account}` as const),
  ),
  record: (['create-response', 'list-responses', 'filter-responses', 'fetch-response'] as const).flatMap((endpoint) =>
    recordTraits.map((trait) => `${endpoint}, a record with ${trait}` as const),
  ),
} as const;

export type Dimension = keyof typeof dimensions;
export type Place = (typeof dimensions)[Dimension][number];

/** All places, in the order of the dimensions. */
export const places: readonly Place[] = Object.values(dimensions).flat();

const known: ReadonlySet<string> = new Set(places);

/** Whether a name is that of a place: no table of moves goes back to a last page. */
export function isPlace(name: string): name is Place {
  return known.has(name);
}
