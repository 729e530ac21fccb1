import type { EntityId } from './entityId.ts';

/**
 * The twelve endpoints (service.md#endpoints). `apiKey`: whether the document requires the header; endpoint 2 is
 * documented with the cookie only, and whether it needs the key is not shown. `session`: whether the cookie of the
 * respondent flow belongs to it. `mutates`: whether a call changes what the account owns.
 */
export interface Endpoint {
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

const survey = `${apiRoot}/surveys/<survey_id>` as const;
const organization = `${apiRoot}/organizations/<organization_id>` as const;

/** What the document says in Limits. */
export const limits = {
  defaultPage: 1,
  defaultPerPage: 100,
  filterCustomVariables: ['custom1', 'custom2', 'custom3', 'custom4', 'custom5'],
  filterExternalReference: 'extRef',
} as const;

/** The live service's rate limits of the field notes. */
export const fieldRateLimits = { perKeyPerMinute: 300, perOrganizationPerMinute: 2400 } as const;

const paging = ['page', 'perPage'] as const;
/** By what the filter finds records. */
export const filterNames = [...limits.filterCustomVariables, limits.filterExternalReference] as const;
const filters = [...filterNames, ...paging] as const;

const step = { area: 'respondent', apiKey: 'required', session: true, mutates: false, query: [] } as const;
const reading = { area: 'administration', apiKey: 'required', session: false, mutates: false, query: [] } as const;
const change = { ...reading, mutates: true } as const;

const call = <const Method extends Endpoint['method'], const Path extends string, const Purpose extends string>(
  method: Method,
  path: Path,
  purpose: Purpose,
) => ({ method, path, purpose });

/** The id of the survey in a path, as it stands there; `null` in one of none. */
export function surveyOfPath(path: string): string | null {
  return /\/surveys\/(\d+)\//.exec(path)?.[1] ?? null;
}

/** The endpoints by their number in the document, from 1. */
export const endpoints = {
  take: { ...step, ...call('GET', `${survey}/take`, 'load the current page') },
  'submit-page': { ...step, ...call('POST', `${survey}/submit-page`, 'submit page answers'), apiKey: 'not shown' },
  'previous-page': { ...step, ...call('GET', `${survey}/previous-page`, 'go back one page') },
  'create-department': { ...change, ...call('POST', `${organization}/departments`, 'create a department') },
  'list-departments': { ...reading, ...call('GET', `${organization}/departments`, 'list departments'), query: paging },
  'regenerate-key': { ...change, ...call('GET', `${apiRoot}/apikey/regenerate`, 'replace the API key') },
  'create-template': { ...change, ...call('POST', `${survey}/templates`, 'create an email template') },
  'update-datapad': { ...change, ...call('PUT', `${survey}/datapads/<datapad_id>`, 'update a datapad') },
  'create-response': { ...change, ...call('POST', `${survey}/responses`, 'create a response record') },
  'list-responses': { ...reading, ...call('GET', `${survey}/responses`, 'list response records'), query: paging },
  'filter-responses': {
    ...reading,
    ...call('GET', `${survey}/responses/filter`, 'filter response records'),
    query: filters,
  },
  'fetch-response': { ...reading, ...call('GET', `${survey}/responses/<response_id>`, 'fetch one response record') },
} as const satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof endpoints;

export function isEndpointId(id: string): id is EndpointId {
  return Object.hasOwn(endpoints, id);
}

export const endpointIds = Object.keys(endpoints) as readonly EndpointId[];

/** The member of what an endpoint has created that is its id; none of what creates nothing. */
export const createdIds: Partial<Readonly<Record<EndpointId, string>>> = {
  'create-department': 'departmentID',
  'create-template': 'emailTemplateID',
  'create-response': 'responseID',
};

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
