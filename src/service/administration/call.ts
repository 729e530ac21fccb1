import type { EndpointId } from '../../contract/endpoints.ts';
import type { StandardErrorStatus } from '../../contract/serviceErrors.ts';

/** Endpoints 4 to 12. */
export const administrationEndpoints = [
  'create-department',
  'list-departments',
  'regenerate-key',
  'create-template',
  'update-datapad',
  'create-response',
  'list-responses',
  'filter-responses',
  'fetch-response',
] as const satisfies readonly EndpointId[];
export type AdministrationEndpoint = (typeof administrationEndpoints)[number];

/** One call as it came; nothing of it has been judged. */
export interface AdministrationCall {
  readonly endpoint: AdministrationEndpoint;
  /** Path and query as they came. */
  readonly url: string;
  /** `http://host:port` that the caller used. */
  readonly origin: string;
  readonly key: string | undefined;
  /** The `<name>` parts of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body; undefined when it was not JSON. */
  readonly body: unknown;
}

/** What a call gets; `body` becomes JSON, with a `requestID` when it is a success. */
export type AdministrationAnswer =
  | { readonly kind: 'success'; readonly httpStatus: number; readonly body: { readonly [member: string]: unknown } }
  | { readonly kind: 'error'; readonly httpStatus: StandardErrorStatus };

export function success(httpStatus: number, response: unknown, pagination?: unknown): AdministrationAnswer {
  return { kind: 'success', httpStatus, body: pagination === undefined ? { response } : { response, pagination } };
}

export function error(httpStatus: StandardErrorStatus): AdministrationAnswer {
  return { kind: 'error', httpStatus };
}
