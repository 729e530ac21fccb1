import type { EndpointId } from '../../contract/endpoints.ts';
import type { Session, Walk } from '../../service/respondent/keptSessions.ts';
import type { Survey } from '../../service/survey/survey.ts';
import { at, elements, type Members, parsedMembers } from './edits.ts';

/** Whose response it is, as far as that is known. */
export interface ResponseContext {
  /** Absent where no documented endpoint was found. */
  readonly endpoint: EndpointId | undefined;
  /** `http://host:port` that the caller used. */
  readonly origin: string;
  /** Path and query as they came. */
  readonly url: string;
  readonly survey: Survey | undefined;
  readonly session: Session | undefined;
  readonly walk: Walk | undefined;
  /** Whether the request came with a session cookie, known or not. */
  readonly carriesSession: boolean;
}

/** Nothing is known of the request, where only the answer is looked at. */
export const nobody: ResponseContext = {
  endpoint: undefined,
  origin: '',
  url: '',
  survey: undefined,
  session: undefined,
  walk: undefined,
  carriesSession: false,
};

/** A response on its way out, which faults may change. */
export type ResponseDraft = {
  httpStatus: number;
  contentType: string;
  /** The body as JSON; replaced by `text` where a fault sends something else. */
  readonly body: Members;
  text?: string;
  /** How the body becomes text. */
  write: (body: unknown) => string;
  /** How the bytes reach the respondent: whole, cut off in the middle, not at all, or as many as it reads at once. */
  delivery: 'whole' | 'truncated' | 'reset' | 'impatient';
  /** Header lines by lower-case name; undefined removes one. */
  readonly headers: Record<string, string | readonly string[] | undefined>;
};

export function statusOf({ body }: ResponseDraft): unknown {
  return at(body, 'response').status;
}

export function hasStatus(status: string): (draft: ResponseDraft) => boolean {
  return (draft) => statusOf(draft) === status;
}

export function isPage({ body }: ResponseDraft): boolean {
  return Array.isArray(at(body, 'response').questions);
}

export function isRejection(draft: ResponseDraft): boolean {
  return statusOf(draft) === 'validation_errors';
}

export function isStandardError({ body }: ResponseDraft): boolean {
  return 'error' in at(body, 'response');
}

export function isSessionError({ body }: ResponseDraft): boolean {
  return 'error' in body;
}

export function isSuccess(draft: ResponseDraft): boolean {
  return !isStandardError(draft) && !isSessionError(draft);
}

/** The index of the page that a response shows, counted from 0. */
export function pageOf({ walk }: ResponseContext): number {
  return walk?.path.at(-1) ?? 0;
}

/** Changes the question JSON of every question of a page. */
export function editQuestions(draft: ResponseDraft, edit: (question: Members, element: Members) => unknown): void {
  for (const element of elements(at(draft.body, 'response'), 'questions')) {
    const question = parsedMembers(element.json);
    if (question === undefined) continue;
    edit(question, element);
    element.json = JSON.stringify(question);
  }
}

/** The question JSONs of a page, to look at. */
export function questionsOf(draft: ResponseDraft): Members[] {
  const questions: Members[] = [];
  if (isPage(draft)) editQuestions(draft, (question) => questions.push(question));
  return questions;
}
