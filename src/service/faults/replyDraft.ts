import type { EndpointId } from '../../contract/endpoints.ts';
import type { Session, Walk } from '../respondent/sessions.ts';
import type { Survey } from '../survey/survey.ts';

/** An object of a body under change. */
export type Members = Record<string, unknown>;

/** Whose reply it is, as far as that is known. */
export interface ReplyContext {
  /** Absent where no documented endpoint was found. */
  readonly endpoint: EndpointId | undefined;
  readonly survey: Survey | undefined;
  readonly session: Session | undefined;
  readonly walk: Walk | undefined;
  readonly isInterleaved: boolean;
  readonly isCrowded: boolean;
  /** Whether the request came with a session cookie, known or not. */
  readonly carriesSession: boolean;
}

/** How the bytes reach the respondent: whole, cut off in the middle, or not at all. */
export type Delivery = 'whole' | 'truncated' | 'reset';

/** A reply on its way out, which faults may change. */
export interface ReplyDraft {
  httpStatus: number;
  contentType: string;
  /** The body as JSON; replaced by `text` where a fault sends something else. */
  readonly body: Members;
  text?: string;
  delivery: Delivery;
  /** Header lines by lower-case name; undefined removes one. */
  readonly headers: Record<string, string | readonly string[] | undefined>;
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a path of a body; an empty one where there is none, so that a change to it is lost. */
export function at(body: Members, ...path: readonly string[]): Members {
  let current = body;
  for (const name of path) {
    const next = current[name];
    current = isMembers(next) ? next : {};
  }
  return current;
}

/** The elements of an array member that are objects. */
export function each(body: Members, name: string): Members[] {
  const value = body[name];
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

export function statusOf({ body }: ReplyDraft): unknown {
  return at(body, 'response').status;
}

export function isPage({ body }: ReplyDraft): boolean {
  return Array.isArray(at(body, 'response').questions);
}

/** The index of the page that a page reply shows, counted from 0. */
export function pageOf({ walk }: ReplyContext): number {
  return walk?.path.at(-1) ?? 0;
}

/** Changes the question JSON of every question of a page. */
export function editQuestions(draft: ReplyDraft, edit: (question: Members, element: Members) => void): void {
  for (const element of each(at(draft.body, 'response'), 'questions')) {
    const question = parsedMembers(element.json);
    if (question === undefined) continue;
    edit(question, element);
    element.json = JSON.stringify(question);
  }
}

/** The question JSONs of a page, to look at. */
export function questionsOf(draft: ReplyDraft): Members[] {
  const questions: Members[] = [];
  if (isPage(draft)) editQuestions(draft, (question) => questions.push(question));
  return questions;
}

/** A JSON text as an object; undefined when it is none, for instance through another fault. */
export function parsedMembers(text: unknown): Members | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return isMembers(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
