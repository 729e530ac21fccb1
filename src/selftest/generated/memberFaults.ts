import type { TSchema } from 'typebox';
import Type from 'typebox';
import { Compile } from 'typebox/schema';
import type { EndpointId } from '../../contract/endpoints.ts';
import { envelopes } from '../../contract/envelopes.ts';
import { isRecord, parseJson } from '../../contract/jsonShape.ts';
import { NoPage, Question, SuccessPage, ValidationErrorsPage } from '../../contract/pageSchema.ts';
import { SessionError, StandardError } from '../../contract/serviceErrors.ts';
import type { Exchange } from '../../result/exchange.ts';

/** How one member can be wrong. */
const memberChanges = ['wrong-type', 'missing', 'null', 'empty', 'cut', "another's"] as const;
export type MemberChange = (typeof memberChanges)[number];

/** Where in a body: names and positions; `json` of a question is a text that holds an object. */
export type MemberPath = readonly (string | number)[];

/** One member of one answer, changed in one way, so that the answer contradicts the document. */
export interface MemberFault {
  readonly path: MemberPath;
  readonly change: MemberChange;
  readonly value: unknown;
}

/** Stands for a member that is taken away. */
export const missing = Symbol('missing');

/**
 * Every way in which changing one member makes an answer contradict the document: what the schemas of the contract no
 * longer take, and an id or a link that belongs to something else.
 *
 * @param other the same kind of answer about something else, from which values are taken.
 */
export function* memberFaults(exchange: Exchange, other: Exchange | null): Generator<MemberFault> {
  const schema = schemaOf(exchange);
  if (schema === null || !schema(exchange.json)) return;
  for (const path of pathsIn(exchange.json)) {
    const value = valueAt(exchange.json, path);
    for (const change of memberChanges) {
      const replacement =
        change === "another's" ? valueAt(other?.json ?? exchange.json, path) : replaced(value, change);
      if (replacement === undefined || replacement === value) continue;
      if (isOpen(exchange.json, path, change, replacement) || isOfCreation(exchange, path, replacement)) continue;
      const changed = withMember(exchange.json, path, replacement);
      const isOthers = change === "another's" && belongs.some((name) => name.test(nameOf(path)));
      if (!schema(changed) || isOthers) yield { path, change, value: replacement };
    }
  }
}

/** Members that say which thing an answer is about: those of another contradict the request. */
const belongs = [
  /^response(\.\d+)?\.(surveyID|organizationID|datapadID)$/,
  /^response\.navigation\.(nextPageSubmitUrl|previousPageUrl)$/,
];

/** What the schemas are stricter about than the document, or what follows from several answers only. */
function isOpen(body: unknown, path: MemberPath, change: MemberChange, value: unknown): boolean {
  const name = path.at(-1);
  // Which answers have a text is shown for choices only.
  if (name === 'text' && path.at(-3) === 'answers' && value === null) {
    const type = valueAt(body, [...path.slice(0, -3), 'type']);
    return type !== 'U' && type !== 'M';
  }
  // Null says absent (service.md#question-form-other).
  if (name === 'otherParamPrefix') return value === null;
  // Another status is another answer: moves are tried in whole runs. Where going back is disallowed null is open.
  return change === "another's" && (name === 'status' || (name === 'previousPageUrl' && value === null));
}

/** What a list leaves out of a department shows beside its creation only (DEPARTMENT-LIST-02). */
function isOfCreation({ endpoint }: Exchange, [, item, ...rest]: MemberPath, value: unknown): boolean {
  const leavesOut = value === missing || (rest.length === 0 && isRecord(value));
  return endpoint === 'list-departments' && typeof item === 'number' && leavesOut;
}

/** What a member is changed to; `undefined` where it cannot be changed so. */
export function replaced(value: unknown, change: Exclude<MemberChange, "another's">): unknown {
  switch (change) {
    case 'wrong-type':
      return ofAnotherType(value);
    case 'missing':
      return missing;
    case 'null':
      return null;
    case 'empty':
      return emptied(value);
    case 'cut':
      return cut(value);
  }
}

/** A path for people: `response.questions.0.json.id`. */
export function nameOf(path: MemberPath): string {
  return path.join('.');
}

/** A copy with one member replaced, or taken away. */
export function withMember(body: unknown, path: MemberPath, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof body === 'string') return JSON.stringify(withMember(JSON.parse(body), path, value));
  const copy: Record<string | number, unknown> = Array.isArray(body) ? ([...body] as never) : { ...(body as object) };
  const changed = rest.length === 0 ? value : withMember(copy[name], rest, value);
  if (changed === missing) delete copy[name];
  else copy[name] = changed;
  return Array.isArray(copy) ? copy.filter(() => true) : copy;
}

export function valueAt(body: unknown, path: MemberPath): unknown {
  return path.reduce<unknown>((value, name) => {
    const inner = typeof value === 'string' ? parseJson(value) : value;
    return typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[name] : undefined;
  }, body);
}

/** Every member at every depth; of a list the first element, the middle one and the last. */
export function* pathsIn(body: unknown, path: MemberPath = []): Generator<MemberPath> {
  if (path.length > 0) yield path;
  const isText = path.at(-1) === 'json' && typeof body === 'string';
  const value = isText ? parseJson(body) : body;
  if (Array.isArray(value)) {
    const positions = new Set([0, value.length >> 1, value.length - 1]);
    for (const at of positions) if (at >= 0 && at < value.length) yield* pathsIn(value[at], [...path, at]);
  } else if (isRecord(value)) for (const [name, inner] of Object.entries(value)) yield* pathsIn(inner, [...path, name]);
}

function ofAnotherType(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return 7;
    case 'number':
      return String(value);
    case 'boolean':
      return String(value);
    default:
      if (value === null) return 7;
      return Array.isArray(value) ? { 0: value[0] ?? null } : [value];
  }
}

function emptied(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [];
  return isRecord(value) ? {} : undefined;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, value.length >> 1);
  if (Array.isArray(value)) return value.slice(0, -1);
  if (typeof value === 'number') return value + 0.5;
  return isRecord(value) ? Object.fromEntries(Object.entries(value).slice(0, -1)) : undefined;
}

type Check = (body: unknown) => boolean;

function compiled(schema: TSchema): Check {
  const check = Compile(schema);
  return (body) => check.Check(body);
}

const isQuestion = compiled(Question);
const withQuestions =
  (page: Check): Check =>
  (body) =>
    page(body) && questionTexts(body).every((text) => isQuestion(parseJson(text)));
const checks = {
  success: withQuestions(compiled(SuccessPage)),
  rejected: withQuestions(compiled(ValidationErrorsPage)),
  noPage: compiled(NoPage),
  standardError: compiled(StandardError),
  sessionError: compiled(SessionError),
};

function questionTexts(body: unknown): string[] {
  const page = body as { response: { questions: { json: string }[] } };
  return page.response.questions.map(({ json }) => json);
}

/** A schema whose members may all be absent, however deep, but those that are named. */
function partial(schema: TSchema, required: readonly string[] = []): TSchema {
  if (Type.IsArray(schema)) return Type.Array(partial(schema.items, required));
  if (!Type.IsObject(schema)) return schema;
  const members = Object.entries(schema.properties).map(([name, member]): [string, TSchema] => {
    const inner = partial(member);
    return [name, required.includes(name) ? inner : Type.Optional(inner)];
  });
  return Type.Object(Object.fromEntries(members));
}

/** Members of a record that are promised: all of them by the single fetch alone (service.md#fetch-response-required). */
const promised: { readonly [endpoint in EndpointId]?: readonly string[] } = {
  'create-response': ['responseID', 'surveyName', 'dataQuality'],
  'list-responses': ['utctimestamp'],
  'filter-responses': ['utctimestamp'],
};
const successes: { readonly [endpoint in EndpointId]?: Check } = Object.fromEntries(
  Object.entries(envelopes).map(([endpoint, envelope]) => {
    const members = promised[endpoint as EndpointId];
    const { properties } = envelope;
    const isPromised = members === undefined;
    return [
      endpoint,
      compiled(isPromised ? envelope : Type.Object({ ...properties, response: partial(properties.response, members) })),
    ];
  }),
);

/** What the contract says of such an answer; `null` where it says nothing. */
function schemaOf({ endpoint, json }: Exchange): Check | null {
  if (!isRecord(json)) return null;
  if (isRecord(json.error)) return checks.sessionError;
  const { response } = json;
  if (isRecord(response) && 'error' in response) return checks.standardError;
  const success = successes[endpoint];
  if (success !== undefined) return success;
  if (!isRecord(response)) return null;
  if (response.status === 'success') return checks.success;
  return response.status === 'validation_errors' ? checks.rejected : checks.noPage;
}
