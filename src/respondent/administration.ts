import type { Clock } from '../client/clock.ts';
import type { ExchangeListener, Transport } from '../client/transport.ts';
import type { CreateResponseRequest, EmailTemplateRequest } from '../contract/administration.ts';
import { apiKeyHeader, endpoints, pathOf, queryText } from '../contract/endpoints.ts';
import { type EntityId, exactJson } from '../contract/entityId.ts';
import type { Exchange } from '../result/exchange.ts';

interface AdministrationClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Used in turn; at least one. */
  readonly apiKeys: readonly string[];
  /** What the service allows in 60 s: calls are spaced so; null: as fast as they are asked for. */
  readonly budget: { readonly perKeyPerMinute: number; readonly perOrganizationPerMinute: number } | null;
}

/** Makes administration calls with a pool of keys, within a budget. */
export class AdministrationClient {
  readonly #options: AdministrationClientOptions;
  readonly #headers: readonly (readonly string[])[];
  /** Milliseconds between calls that the budget asks for; 0 without one. */
  readonly #spacingMs: number;
  #calls = 0;
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(options: AdministrationClientOptions) {
    this.#options = options;
    const { apiKeys, budget } = options;
    this.#headers = apiKeys.map((key) => [apiKeyHeader, key, 'accept', 'application/json']);
    this.#spacingMs =
      budget === null ? 0 : 60_000 / Math.min(budget.perKeyPerMinute * apiKeys.length, budget.perOrganizationPerMinute);
  }

  /** Calls made so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Sends a call when the budget allows it; every end is an exchange. */
  async call(request: AdministrationRequest): Promise<Exchange> {
    const { clock, transport } = this.#options;
    const { endpoint, path, body } = request;
    const startMs = Math.max(clock.nowMs(), this.#nextMs);
    this.#nextMs = startMs + this.#spacingMs;
    const headers = this.#headers[this.#calls++ % this.#headers.length] ?? [];
    if (startMs > clock.nowMs()) await this.wait(startMs - clock.nowMs());
    const sent = body === null ? headers : [...headers, 'content-type', 'application/json'];
    const { method } = endpoints[endpoint];
    return new Promise((resolve) => {
      const listener: ExchangeListener = {
        onExchange: (exchange) => {
          transport.done(listener);
          resolve(exchange);
        },
      };
      transport.send({ endpoint, method, path, headers: sent, body, intendedMs: startMs }, listener);
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
