import type { Clock } from '../client/clock.ts';
import type { ExchangeListener, Transport } from '../client/transport.ts';
import type { CreateResponseRequest, EmailTemplateRequest } from '../contract/administrationSchemas.ts';
import { apiKeyHeader, endpoints, pathOf, queryText } from '../contract/endpoints.ts';
import { type EntityId, exactJson } from '../contract/entityId.ts';
import type { Exchange } from '../result/exchange.ts';

interface AdministrationClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Used in turn; at least one. */
  readonly apiKeys: readonly string[];
}

/** Makes administration calls with a pool of keys. */
export class AdministrationClient {
  readonly #options: AdministrationClientOptions;
  readonly #headers: readonly (readonly string[])[];
  #calls = 0;

  constructor(options: AdministrationClientOptions) {
    this.#options = options;
    this.#headers = options.apiKeys.map((key) => [apiKeyHeader, key, 'accept', 'application/json']);
  }

  /** Calls made so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Sends a call; every end is an exchange. */
  call(request: AdministrationRequest): Promise<Exchange> {
    const { clock, transport } = this.#options;
    const { endpoint, path, body } = request;
    const headers = this.#headers[this.#calls++ % this.#headers.length] ?? [];
    const sent = body === null ? headers : [...headers, 'content-type', 'application/json'];
    const { method } = endpoints[endpoint];
    return new Promise((resolve) => {
      const listener: ExchangeListener = {
        onExchange: (exchange) => {
          transport.done(listener);
          resolve(exchange);
        },
      };
      transport.send({ endpoint, method, path, headers: sent, body, intendedMs: clock.nowMs() }, listener);
    });
  }

  /** Resolves after `durationMs` of the clock. */
  wait(durationMs: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => clock.at(clock.nowMs() + durationMs, { onTimer: resolve }));
  }
}

/** One call of an administration endpoint, ready to be sent. */
export interface AdministrationRequest {
  readonly endpoint: Exclude<keyof typeof endpoints, 'take' | 'submit-page' | 'previous-page'>;
  /** Path and query. */
  readonly path: string;
  readonly body: string | null;
}

type Query = Readonly<Record<string, string | number>>;

/** A page of a list, both from 1. */
export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
}

/** The calls of endpoints 4 to 12 (service.md#endpoints), each as a request. */
export const administrationCalls = {
  createDepartment: (organizationId: EntityId, body: { name: string; primaryAccountID: EntityId }) =>
    call('create-department', { organization_id: organizationId }, {}, body),
  listDepartments: (organizationId: EntityId, page: PageQuery) =>
    call('list-departments', { organization_id: organizationId }, { ...page }),
  regenerateKey: () => call('regenerate-key', {}),
  createTemplate: (surveyId: EntityId, body: EmailTemplateRequest) =>
    call('create-template', { survey_id: surveyId }, {}, body),
  updateDatapad: (surveyId: EntityId, datapadId: EntityId, analysisHtmlText: string) =>
    call('update-datapad', { survey_id: surveyId, datapad_id: datapadId }, {}, { analysisHtmlText }),
  createResponse: (surveyId: EntityId, body: CreateResponseRequest) =>
    call('create-response', { survey_id: surveyId }, {}, body),
  listResponses: (surveyId: EntityId, page: PageQuery) => call('list-responses', { survey_id: surveyId }, { ...page }),
  filterResponses: (surveyId: EntityId, filters: Query, page: PageQuery) =>
    call('filter-responses', { survey_id: surveyId }, { ...filters, ...page }),
  fetchResponse: (surveyId: EntityId, responseId: EntityId) =>
    call('fetch-response', { survey_id: surveyId, response_id: responseId }),
} as const;

function call(
  endpoint: AdministrationRequest['endpoint'],
  parameters: Readonly<Record<string, EntityId>>,
  query: Query = {},
  body?: object,
): AdministrationRequest {
  const text = queryText(query);
  const path = pathOf(endpoint, parameters);
  return {
    endpoint,
    path: text === '' ? path : `${path}?${text}`,
    body: body === undefined ? null : exactJson(body),
  };
}
