import type { CreateResponseRequest, EmailTemplateRequest } from '../../contract/administration.ts';
import { endpoints, pathOf, queryText } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';

/** One call of an administration endpoint, ready to be sent. */
export interface AdministrationRequest {
  readonly endpoint: Exclude<keyof typeof endpoints, 'take' | 'submit-page' | 'previous-page'>;
  /** Path and query. */
  readonly path: string;
  readonly body: string | null;
}

type AdministrationEndpoint = AdministrationRequest['endpoint'];
type Query = Readonly<Record<string, string | number>>;

/** A page of a list, both from 1. */
export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
}

/** The calls of endpoints 4 to 12 (service.md#endpoints), each as a request. */
export const administrationCalls = {
  createDepartment: (organizationId: number, body: { name: string; primaryAccountID: number }) =>
    call('create-department', { organization_id: organizationId }, {}, body),
  listDepartments: (organizationId: number, page: PageQuery) =>
    call('list-departments', { organization_id: organizationId }, { ...page }),
  regenerateKey: () => call('regenerate-key', {}),
  createTemplate: (surveyId: number, body: EmailTemplateRequest) =>
    call('create-template', { survey_id: surveyId }, {}, body),
  updateDatapad: (surveyId: number, datapadId: number, analysisHtmlText: string) =>
    call('update-datapad', { survey_id: surveyId, datapad_id: datapadId }, {}, { analysisHtmlText }),
  createResponse: (surveyId: number, body: CreateResponseRequest) =>
    call('create-response', { survey_id: surveyId }, {}, body),
  listResponses: (surveyId: number, page: PageQuery) => call('list-responses', { survey_id: surveyId }, { ...page }),
  filterResponses: (surveyId: number, filters: Query, page: PageQuery) =>
    call('filter-responses', { survey_id: surveyId }, { ...filters, ...page }),
  fetchResponse: (surveyId: number, responseId: EntityId) =>
    call('fetch-response', { survey_id: surveyId, response_id: responseId }),
} as const;

function call(
  endpoint: AdministrationEndpoint,
  parameters: Readonly<Record<string, EntityId>>,
  query: Query = {},
  body?: object,
): AdministrationRequest {
  const text = queryText(query);
  const path = pathOf(endpoint, parameters);
  return {
    endpoint,
    path: text === '' ? path : `${path}?${text}`,
    body: body === undefined ? null : JSON.stringify(body),
  };
}

/** The method of a call. */
export function methodOf({ endpoint }: AdministrationRequest): 'GET' | 'POST' | 'PUT' {
  return endpoints[endpoint].method;
}
