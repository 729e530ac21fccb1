import type { EntityId } from '../contract/entityId.ts';

/**
 * The twelve endpoints (service.md#endpoints). `apiKey`: whether the document requires the header; endpoint 2 is
 * documented with the cookie only, and whether it needs the key is not shown. `session`: whether the cookie of the
 * respondent flow belongs to it. `mutates`: whether a call changes what the account owns.
 */
export interface Endpoint {
  readonly number: number;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** With `<name>` for path parameters, all integers, all required. */
  readonly path: string;
  readonly purpose: string;
  readonly area: 'respondent' | 'administration';
  readonly apiKey: 'required' | 'not shown';
  readonly session: boolean;
  readonly mutates: boolean;
  readonly query: readonly string[];
}

export const apiRoot = '/a/api/v2';
export const apiKeyHeader = 'api-key';
export const sessionCookie = 'JSESSIONID';
/** Field notes: the newer revision carries the session in this header, in both directions. */
export const sessionTokenHeader = 'x-survey-token';

const paging = ['page', 'perPage'] as const;

export const endpoints = {
  take: {
    number: 1,
    method: 'GET',
    path: '/a/api/v2/surveys/<survey_id>/take',
    purpose: 'load the current page',
    area: 'respondent',
    apiKey: 'required',
    session: true,
    mutates: false,
    query: [],
  },
  'submit-page': {
    number: 2,
    method: 'POST',
    path: '/a/api/v2/surveys/<survey_id>/submit-page',
    purpose: 'submit page answers',
    area: 'respondent',
    apiKey: 'not shown',
    session: true,
    mutates: false,
    query: [],
  },
  'previous-page': {
    number: 3,
    method: 'GET',
    path: '/a/api/v2/surveys/<survey_id>/previous-page',
    purpose: 'go back one page',
    area: 'respondent',
    apiKey: 'required',
    session: true,
    mutates: false,
    query: [],
  },
  'create-department': {
    number: 4,
    method: 'POST',
    path: '/a/api/v2/organizations/<organization_id>/departments',
    purpose: 'create a department',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: true,
    query: [],
  },
  'list-departments': {
    number: 5,
    method: 'GET',
    path: '/a/api/v2/organizations/<organization_id>/departments',
    purpose: 'list departments',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: false,
    query: paging,
  },
  'regenerate-key': {
    number: 6,
    method: 'GET',
    path: '/a/api/v2/apikey/regenerate',
    purpose: 'replace the API key',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: true,
    query: [],
  },
  'create-template': {
    number: 7,
    method: 'POST',
    path: '/a/api/v2/surveys/<survey_id>/templates',
    purpose: 'create an email template',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: true,
    query: [],
  },
  'update-datapad': {
    number: 8,
    method: 'PUT',
    path: '/a/api/v2/surveys/<survey_id>/datapads/<datapad_id>',
    purpose: 'update a datapad',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: true,
    query: [],
  },
  'create-response': {
    number: 9,
    method: 'POST',
    path: '/a/api/v2/surveys/<survey_id>/responses',
    purpose: 'create a response record',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: true,
    query: [],
  },
  'list-responses': {
    number: 10,
    method: 'GET',
    path: '/a/api/v2/surveys/<survey_id>/responses',
    purpose: 'list response records',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: false,
    query: paging,
  },
  'filter-responses': {
    number: 11,
    method: 'GET',
    path: '/a/api/v2/surveys/<survey_id>/responses/filter',
    purpose: 'filter response records',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: false,
    query: ['custom1', 'custom2', 'custom3', 'custom4', 'custom5', 'extRef', ...paging],
  },
  'fetch-response': {
    number: 12,
    method: 'GET',
    path: '/a/api/v2/surveys/<survey_id>/responses/<response_id>',
    purpose: 'fetch one response record',
    area: 'administration',
    apiKey: 'required',
    session: false,
    mutates: false,
    query: [],
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof endpoints;

export function isEndpointId(id: string): id is EndpointId {
  return Object.hasOwn(endpoints, id);
}

export const endpointIds = Object.keys(endpoints) as readonly EndpointId[];

/** The endpoints of a respondent's way, which carry the session. */
export const sessionEndpoints: ReadonlySet<string> = new Set(endpointIds.filter((id) => endpoints[id].session));

/**
 * The concrete path of an endpoint.
 *
 * @param parameters the integers for the `<name>` parts, by name without brackets; a part without a value stays as is.
 */
export function pathOf(endpoint: EndpointId, parameters: Readonly<Record<string, EntityId>>): string {
  return endpoints[endpoint].path.replace(/<(\w+)>/g, (part, name: string) => String(parameters[name] ?? part));
}

/** A query as text: spaces as `%20`, which decode the same as RFC 3986 and as forms have it; `+` does not. */
export function queryText(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}
