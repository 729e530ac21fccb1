import { type EndpointId, endpointIds } from '../../contract/endpoints.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import { type Status, statuses } from '../../contract/statuses.ts';
import { type AdministrationEndpoint, administrationEndpoints } from '../../service/administration/call.ts';
import { listing, misreadCalls, mutateGranted, mutateResources, showingRecords } from './answerCalls.ts';
import { at, type Edit, every, type Members, within } from './edits.ts';
import type { Injection } from './injection.ts';
import {
  both,
  type Condition,
  from,
  mutateBody,
  mutatePage,
  mutateQuestions,
  mutateResponse,
} from './mutateResponse.ts';
import { hasStatus, isPage, isRejection, isSessionError, isStandardError, isSuccess, pageOf } from './responseDraft.ts';

type Inject = (edit: Edit, applies: Condition) => Injection;

function questions(where?: (question: Members) => boolean): Inject {
  return (edit, applies) => mutateQuestions(edit, where, applies);
}

function ofType(...types: readonly string[]): Inject {
  return questions(({ type }) => types.includes(String(type)));
}

/** Parts of a response on its way out, whoever asked for it. */
const parts = {
  /** As a whole, with HTTP status, content type and delivery: `ResponseDraft`. */
  answers: (edit, applies) => mutateResponse(applies, edit),
  bodies: (edit, applies) => mutateBody(applies, edit),
  headers: (edit, applies) => mutateResponse(applies, ({ headers }) => edit(headers)),
  pages: (edit, applies) => mutatePage(edit, applies),
  /** The `html` and the `json` of each question. */
  'page elements': (edit, applies) => mutatePage(every('questions', edit), applies),
  questions: questions(),
  'single choices': ofType('U'),
  'multiple choices': ofType('M'),
  choices: ofType('U', 'M'),
  'text questions': ofType('T'),
  'questions with Other': questions((question) => 'otherParamPrefix' in at(question, 'formParam')),
  'validation errors': (edit, applies) => mutatePage(every('validationErrors', edit), both(isRejection, applies)),
  'standard errors': (edit, applies) => mutateBody(both(isStandardError, applies), within('response.error', edit)),
  'session errors': (edit, applies) => mutateBody(both(isSessionError, applies), within('error', edit)),
  /** `response` where it has a status and no page. */
  statuses: (edit, applies) =>
    mutateBody(
      both((draft) => !isPage(draft), applies),
      within('response', edit),
    ),
} satisfies Record<string, Inject>;

const isFinal: Condition = ({ body }) => at(body, 'response', 'meta').isFinalPage === true;

/** Which responses are meant, beside those from an endpoint, of a status, or with an HTTP status. */
const circumstances = {
  successful: isSuccess,
  'standard error': isStandardError,
  'session error': isSessionError,
  first: (_draft, context) => pageOf(context) === 0,
  later: (_draft, context) => pageOf(context) > 0,
  final: isFinal,
  'not final': (draft, context) => !isFinal(draft, context),
  rejected: isRejection,
  'not rejected': (draft) => !isRejection(draft),
  'with a way back': (_draft, { survey }) => survey?.backAllowed === true,
  'without a way back': (_draft, { survey }) => survey?.backAllowed === false,
  'not on back': (_draft, { endpoint }) => endpoint !== 'previous-page',
  'of a walk that has begun': (_draft, { walk }) => (walk?.submissions ?? 0) > 0,
  'of respondents': (_draft, { survey }) => survey !== undefined,
  'with a page': isPage,
} as const satisfies Record<string, Condition>;

const shortNames = { 'submit-page': 'submit', 'previous-page': 'back' } as const;
type On = `on ${'take' | 'submit' | 'back' | AdministrationEndpoint}`;

/** That a response comes from an endpoint. */
export function on(endpoint: EndpointId): On {
  return endpoint === 'submit-page' || endpoint === 'previous-page' ? `on ${shortNames[endpoint]}` : `on ${endpoint}`;
}

type Circumstance = On | keyof typeof circumstances | `with ${Status}` | `with HTTP ${200 | 400 | 401 | 403 | 404}`;
const conditions: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ...endpointIds.map((id): [string, Condition] => [on(id), from(id)]),
  ...Object.entries(circumstances),
  ...Object.keys(statuses).map((status): [string, Condition] => [`with ${status}`, hasStatus(status)]),
  ...[200, 400, 401, 403, 404].map((http): [string, Condition] => [
    `with HTTP ${http}`,
    ({ httpStatus }) => httpStatus === http,
  ]),
]);

/** What endpoints 4 to 12 answer, and what they are asked. */
const administered = {
  departments: (edit) => mutateResources(['create-department', 'list-departments'], edit),
  records: (edit) => mutateResources(showingRecords, edit),
  'answered questions': (edit) => mutateResources(showingRecords, every('responseSet', edit)),
  'answer values': (edit) => mutateResources(showingRecords, every('responseSet', every('answerValues', edit))),
  lists: (edit) => mutateGranted(listing, edit),
  paginations: (edit) => mutateGranted(listing, ({ pagination }) => isRecord(pagination) && edit(pagination)),
  'sent records': (edit) =>
    misreadCalls(['create-response'], (call) => {
      if (!isRecord(call.body)) return call;
      const body = structuredClone(call.body);
      edit(body);
      return { ...call, body };
    }),
} satisfies Record<string, (edit: Edit) => Injection>;

/** The resources that an endpoint answers with, its whole answer, or the query that it is asked by. */
type OfEndpoint = AdministrationEndpoint | `answer of ${AdministrationEndpoint}` | `query of ${AdministrationEndpoint}`;
const ofEndpoints: ReadonlyMap<string, (edit: Edit) => Injection> = new Map(
  administrationEndpoints.flatMap((endpoint): [string, (edit: Edit) => Injection][] => [
    [endpoint, (edit) => mutateResources([endpoint], edit)],
    [`answer of ${endpoint}`, (edit) => mutateGranted([endpoint], edit)],
    [`query of ${endpoint}`, (edit) => misreadQueries(endpoint, edit)],
  ]),
);

function misreadQueries(endpoint: AdministrationEndpoint, edit: Edit): Injection {
  return misreadCalls([endpoint], (call) => {
    const query: Record<string, string> = Object.fromEntries(call.query);
    edit(query);
    return { ...call, query: new URLSearchParams(query) };
  });
}

type Part = keyof typeof parts;
/** Where in the answers of a service something can be wrong, in words: `pages, later, with a way back`. */
export type Place =
  | Part
  | `${Part}, ${Circumstance}`
  | `${Part}, ${Circumstance}, ${Circumstance}`
  | keyof typeof administered
  | OfEndpoint;

/** A change in one place. */
export function changeAt(place: Place, edit: Edit): Injection {
  const [name = '', ...which] = place.split(', ');
  if (Object.hasOwn(parts, name)) {
    return parts[name as Part](edit, both(...which.map((each) => known(conditions.get(each), place))));
  }
  const isNamed = Object.hasOwn(administered, name);
  return known(isNamed ? administered[name as keyof typeof administered] : ofEndpoints.get(name), place)(edit);
}

function known<Found>(found: Found | undefined, place: string): Found {
  if (found === undefined) throw new TypeError(`there is no place "${place}"`);
  return found;
}
