import Type, { type TSchema } from 'typebox';
import { type SectionId, sections } from './clause.ts';
import {
  apiKeyHeader,
  type Endpoint,
  type EndpointId,
  endpointIds,
  endpoints,
  limits,
  sessionCookie,
  sessionTokenHeader,
} from './endpoints.ts';
import { envelopes, requestBodies } from './envelopes.ts';
import { keyForms } from './keyForms.ts';
import { NoPage, Question, SuccessPage, ValidationErrorsPage } from './pageSchema.ts';
import { questions } from './questions/openQuestions.ts';
import { SessionError, StandardError, standardErrors } from './serviceErrors.ts';
import { statuses, statusNames } from './statuses.ts';

/** JSON, as it is printed. */
type Json = { readonly [member: string]: unknown };

/** The submit-page body: `json` of the questions names the keys, so only their forms can be written down. */
const SubmitBody = {
  type: 'object',
  description: 'One flat object; each key is paramPrefix and the question id or answer id, as paramIdType says.',
  patternProperties: Object.fromEntries(
    Object.values(keyForms).map(({ prefix, value, use }) => [
      `^${prefix}\\d+$`,
      {
        ...(value.startsWith('array') ? { type: 'array', items: { type: 'string' } } : { type: 'string' }),
        description: `${use}: ${value}`,
      },
    ]),
  ),
};

const namedSchemas = {
  SuccessPage,
  ValidationErrorsPage,
  NoPage: Type.Object({
    ...NoPage.properties,
    response: Type.Object({ ...NoPage.properties.response.properties, status: Type.Enum([...statusNames]) }),
  }),
  Question,
  SessionError,
  StandardError,
} as const satisfies Record<string, TSchema>;

/**
 * The service document as an OpenAPI 3.1 description, generated from the tables and schemas of this folder. What the
 * document leaves open stays open: ranges of HTTP statuses where none is shown, and the questions beside them.
 */
export function openApiDocument(): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const id of endpointIds) {
    const path = endpoints[id].path.replace(/<(\w+)>/g, '{$1}');
    paths[path] = { ...paths[path], [endpoints[id].method.toLowerCase()]: operation(id) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Survey Respondent Session and Survey Administration Interface',
      version: 'v2',
      description: 'Endpoints 1 to 3 are in ALPHA release. The host depends on the datacenter.',
    },
    servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:8080' } } }],
    paths,
    components: {
      schemas: { ...namedSchemas, SubmitBody },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: apiKeyHeader },
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        token: {
          type: 'apiKey',
          in: 'header',
          name: sessionTokenHeader,
          description: 'Not in the document: a newer revision carries the session in this header, in both directions.',
        },
      },
    },
    'x-statuses': Object.fromEntries(statusNames.map((name) => [name, statuses[name].meaning])),
  };
}

function operation(id: EndpointId): Json {
  const endpoint: Endpoint = endpoints[id];
  const open = openQuestions(id);
  return {
    operationId: id,
    summary: endpoint.purpose,
    tags: [endpoint.area],
    security: security(id, endpoint),
    parameters: [...pathParameters(endpoint), ...endpoint.query.map(queryParameter)],
    ...requestBody(id),
    responses: { ...successes(id), ...errors(id) },
    ...(open.length > 0 ? { 'x-not-shown': open } : {}),
  };
}

/** What a call has to present; the first take has no session yet, and the key of endpoint 2 is not shown. */
function security(id: EndpointId, { apiKey, session }: Endpoint): Json[] {
  const key = apiKey === 'required' ? { apiKey: [] } : {};
  if (!session) return [key];
  const carried = [
    { ...key, session: [] },
    { ...key, token: [] },
  ];
  return id === 'take' ? [key, ...carried] : carried;
}

function pathParameters({ path }: Endpoint): Json[] {
  return [...path.matchAll(/<(\w+)>/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer' },
  }));
}

function queryParameter(name: string): Json {
  const defaults: Readonly<Record<string, number>> = { page: limits.defaultPage, perPage: limits.defaultPerPage };
  const schema = name in defaults ? { type: 'integer', default: defaults[name] } : { type: 'string' };
  return { name, in: 'query', required: false, schema };
}

function requestBody(id: EndpointId): Json {
  const bodies: { readonly [endpoint in EndpointId]?: unknown } = {
    ...requestBodies,
    'submit-page': reference('SubmitBody'),
  };
  return id in bodies ? { requestBody: { required: true, content: json(bodies[id]) } } : {};
}

/** HTTP 200 where the document says so; otherwise any success, since the status is not shown. */
function successes(id: EndpointId): Json {
  switch (id) {
    case 'take':
    case 'previous-page':
      return { '200': response('A page, or a status without a page', [reference('SuccessPage'), reference('NoPage')]) };
    case 'submit-page':
      return {
        '2XX': response('The next page, the same page with errors, or a status without a page', [
          reference('SuccessPage'),
          reference('ValidationErrorsPage'),
          reference('NoPage'),
        ]),
        '4XX': response('The HTTP status of a rejected page and of an expired session is not shown', [
          reference('ValidationErrorsPage'),
          reference('SessionError'),
          reference('StandardError'),
        ]),
      };
    default:
      return { '2XX': response('Success; the HTTP status is not shown', [envelopes[id]]) };
  }
}

function errors(id: EndpointId): Json {
  const shown = Object.entries(standardErrors).map(([httpStatus, { name, message }]) => {
    const isBack = id === 'previous-page' && Number(httpStatus) === 400;
    const shapes = isBack ? [reference('SessionError'), reference('StandardError')] : [reference('StandardError')];
    return [httpStatus, response(`${name}: ${message}`, shapes)];
  });
  return Object.fromEntries(shown);
}

function response(description: string, shapes: readonly unknown[]): Json {
  const [only] = shapes;
  return { description, content: json(shapes.length === 1 ? only : { anyOf: shapes }) };
}

function json(schema: unknown): Json {
  return { 'application/json': { schema } };
}

function reference(name: keyof typeof namedSchemas | 'SubmitBody'): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** What the document leaves open about an endpoint; its section has the name of the endpoint. */
function openQuestions(id: EndpointId & SectionId): string[] {
  return Object.values(questions)
    .filter(({ section }) => sections[section] === sections[id])
    .map(({ question }) => question);
}
