import { isRecord } from '../../contract/jsonShape.ts';
import type { StandardErrorStatus } from '../../contract/serviceErrors.ts';
import type { Answering } from '../../service/administration/administrationArea.ts';
import type {
  AdministrationAnswer,
  AdministrationCall,
  AdministrationEndpoint,
} from '../../service/administration/call.ts';
import { at, copied, type Edit, elements, type Members, rewriteAll } from './edits.ts';
import type { Injection, Occurs } from './injection.ts';

/** Faults in the answers of endpoints 4 to 12, and in how calls are read. */

type Endpoints = readonly AdministrationEndpoint[];
type AnswerInjection = Extract<Injection, { kind: 'administration' }>;

/** All that show a record, and all that list. */
export const showingRecords = ['create-response', 'list-responses', 'filter-responses', 'fetch-response'] as const;
export const listing = ['list-departments', 'list-responses', 'filter-responses'] as const;

/** Comes around the answering, with a memory of each service's own. */
export function aroundAnswering(around: (clean: Answering, occurs: Occurs) => Answering): AnswerInjection {
  return { kind: 'administration', around };
}

/** An injection with a memory of each service's own. */
export function inEachService(begin: () => AnswerInjection): AnswerInjection {
  return aroundAnswering((clean, occurs) => begin().around(clean, occurs));
}

/** Answers the calls of some endpoints; `clean` answers as documented. */
export function answerCalls(
  endpoints: Endpoints,
  answer: (call: AdministrationCall, clean: Answering, occurs: Occurs) => AdministrationAnswer,
): AnswerInjection {
  return aroundAnswering(
    (clean, occurs) => (call) => (endpoints.includes(call.endpoint) ? answer(call, clean, occurs) : clean(call)),
  );
}

/** Takes calls for others than they are. */
export function misreadCalls(
  endpoints: Endpoints,
  change: (call: AdministrationCall) => AdministrationCall,
): AnswerInjection {
  return answerCalls(endpoints, (call, clean) => clean(change(call)));
}

/** Answers otherwise where the documented answer is an error with an HTTP status and `applies`. */
export function insteadOfError(
  httpStatus: StandardErrorStatus,
  endpoints: Endpoints,
  instead: (call: AdministrationCall, clean: Answering) => AdministrationAnswer,
  applies: (call: AdministrationCall) => boolean = () => true,
): AnswerInjection {
  return answerCalls(endpoints, (call, clean) => {
    const answer = clean(call);
    const isMeant = answer.kind === 'error' && answer.httpStatus === httpStatus && applies(call);
    return isMeant ? instead(call, clean) : answer;
  });
}

/** Gives an error where the documented answer is a success and `applies`. */
export function insteadOfSuccess(
  endpoints: Endpoints,
  httpStatus: StandardErrorStatus,
  applies: (call: AdministrationCall) => boolean = () => true,
): AnswerInjection {
  return answerCalls(endpoints, (call, clean, occurs) => {
    const answer = clean(call);
    return answer.kind === 'success' && applies(call) && occurs() ? { kind: 'error', httpStatus } : answer;
  });
}

/** Changes a copy of the body of a success. `edit` says false when the answer was no opportunity. */
export function mutateGranted(
  endpoints: Endpoints,
  edit: (body: Members, call: AdministrationCall) => unknown,
): AnswerInjection {
  return answerCalls(endpoints, (call, clean, occurs) => {
    const answer = clean(call);
    const body = bodyOf(answer);
    if (answer.kind !== 'success' || body === undefined) return answer;
    return edit(body, call) === false || !occurs() ? answer : { ...answer, body };
  });
}

/** Leaves resources out of a list. */
export function keepOf(endpoints: Endpoints, keeps: (resource: Members) => boolean): AnswerInjection {
  return mutateGranted(endpoints, (body) => {
    const [all, kept] = [resourcesOf(body), resourcesOf(body).filter(keeps)];
    body.response = kept;
    return kept.length < all.length;
  });
}

/** Changes every resource of an answer: the one of a fetch or a creation, or each of a list. */
export function mutateResources(endpoints: Endpoints, edit: Edit): AnswerInjection {
  return mutateGranted(endpoints, (body) => {
    const resources = resourcesOf(body);
    for (const resource of resources) edit(resource);
    return resources.length > 0;
  });
}

/** Takes `page` for 1 but where a link of the list is followed: links have a cursor of their own. */
export function pageByLinkOnly(endpoints: Endpoints): AnswerInjection {
  return answerCalls(endpoints, (call, clean) => {
    const answer = clean(call.query.has('cursor') ? call : withQuery(call, { page: '1' }));
    const body = bodyOf(answer);
    if (answer.kind !== 'success' || body === undefined) return answer;
    rewriteAll('pagination.links', (link) => `${link}&cursor=next`)(body);
    return { ...answer, body };
  });
}

/** Changes the links of lists, where the page that is shown and the number of pages make it an opportunity. */
export function mutateLinks(
  applies: (page: number, pages: number) => boolean,
  edit: (links: Members, page: number, pages: number) => unknown,
  endpoints: Endpoints = listing,
): AnswerInjection {
  return mutateGranted(endpoints, ({ pagination }) => {
    if (!isRecord(pagination)) return false;
    const [page, pages] = [Number(pagination.currentPage), Number(pagination.totalPages)];
    return applies(page, pages) && edit(at(pagination, 'links'), page, pages) !== false;
  });
}

/** Answers calls after a regeneration; `keys` holds each new key with the one that it replaces. */
export function afterRegeneration(
  answer: (call: AdministrationCall, clean: Answering, keys: ReadonlyMap<string, string>) => AdministrationAnswer,
): AnswerInjection {
  return aroundAnswering((clean, occurs) => {
    const keys = new Map<string, string>();
    return (call) => {
      if (call.endpoint !== 'regenerate-key') return answer(call, clean, keys);
      const answered = clean(call);
      if (answered.kind === 'success' && occurs()) {
        keys.set(String(at({ ...answered.body }, 'response').apiKey), call.key ?? '');
      }
      return answered;
    };
  });
}

/** A copy of the body of an answer; undefined where it is no success. */
export function bodyOf(answer: AdministrationAnswer): Members | undefined {
  return answer.kind === 'success' ? copied({ ...answer.body }) : undefined;
}

export function resourcesOf(body: Members): Members[] {
  return isRecord(body.response) ? [body.response] : elements(body, 'response');
}

/** What a call would be with other query parameters; null takes one out. */
export function withQuery(
  call: AdministrationCall,
  changes: Readonly<Record<string, string | null>>,
): AdministrationCall {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return { ...call, query };
}
