import { byId, type EntityId, entityIdOf, isEntityId } from '../../contract/entityId.ts';
import { asText, isRecord, type Json, jsonText } from '../../contract/jsonShape.ts';
import type { QuestionReader } from './questionReader.ts';
import type { QuestionReading, QuestionView } from './questionView.ts';

/** One page as a respondent sees it; what is missing or wrong there is read as empty, and the rules report it. */
export interface ShownPage {
  readonly status: 'success' | 'validation_errors';
  /** `null` where `isFinalPage` says neither. */
  readonly isFinal: boolean | null;
  readonly progress: number;
  readonly previousPageUrl: string | null;
  readonly nextPageSubmitUrl: string | null;
  readonly questions: readonly QuestionView[];
  /** The elements of `response.questions` as they were read, broken ones included. */
  readonly elements: readonly QuestionReading[];
  /** Tells pages apart: the ids of the questions, whatever their order. */
  readonly identity: string;
  /** The questions that `validationErrors` names, with what it says of them. */
  readonly rejections: readonly Rejection[];
  /** Whether it has `validationErrors`, and whether anything is in it. */
  readonly errors: 'absent' | 'none' | 'some';
}

/** What each member of a page is read from, within `response`. */
export const readFrom = {
  status: ['status'],
  isFinal: ['meta', 'isFinalPage'],
  progress: ['meta', 'progressPercentage'],
  previousPageUrl: ['navigation', 'previousPageUrl'],
  nextPageSubmitUrl: ['navigation', 'nextPageSubmitUrl'],
  questions: ['questions'],
  elements: ['questions'],
  identity: ['questions'],
  rejections: ['validationErrors'],
  errors: ['validationErrors'],
} as const satisfies Readonly<Record<keyof ShownPage, readonly string[]>>;

/** One element of `validationErrors`. */
export interface Rejection {
  readonly questionId: EntityId;
  readonly message: string;
  readonly answerErrors: unknown;
}

/** The page in a body of the respondent flow, or `null` when its status or its questions show none. */
export function pageIn(response: Json, status: string, reader: QuestionReader): ShownPage | null {
  const { questions: list, meta, navigation, validationErrors } = response;
  if ((status !== 'success' && status !== 'validation_errors') || !Array.isArray(list)) return null;
  const elements: QuestionReading[] = [];
  const questions: QuestionView[] = [];
  for (const element of list) {
    if (!isRecord(element)) continue;
    // A question that came as an object is one all the same: people see it, and walk on.
    const json = isRecord(element.json) ? jsonText(element.json) : element.json;
    if (typeof json !== 'string') continue;
    const reading = reader.of(json, typeof element.html === 'string' ? element.html : '');
    elements.push(reading);
    if (reading.question !== null) questions.push(reading.question);
  }
  const { isFinalPage, progressPercentage } = isRecord(meta) ? meta : {};
  const { previousPageUrl, nextPageSubmitUrl } = isRecord(navigation) ? navigation : {};
  return {
    status,
    isFinal: typeof isFinalPage === 'boolean' ? isFinalPage : null,
    progress: typeof progressPercentage === 'number' ? progressPercentage : Number.NaN,
    previousPageUrl: linkOf(previousPageUrl),
    nextPageSubmitUrl: linkOf(nextPageSubmitUrl),
    questions,
    elements,
    identity: identityOf(questions),
    rejections: Array.isArray(validationErrors) ? validationErrors.flatMap(rejectionOf) : [],
    errors: errorsIn(validationErrors),
  };
}

/** A link as it came; what is no text is a link that leads nowhere. */
function linkOf(value: unknown): string | null {
  return typeof value === 'string' ? value : value === undefined || value === null ? null : jsonText(value);
}

function identityOf(questions: readonly QuestionView[]): string {
  const [only] = questions;
  if (only !== undefined && questions.length === 1) return asText(only.id);
  return questions
    .map(({ id }) => id)
    .sort(byId)
    .join(', ');
}

function errorsIn(validationErrors: unknown): ShownPage['errors'] {
  if (validationErrors === undefined) return 'absent';
  const isEmpty = validationErrors === null || (Array.isArray(validationErrors) && validationErrors.length === 0);
  return isEmpty ? 'none' : 'some';
}

/** What names no question is left out. An id that came as text is told of by the form, and names its question all the same. */
function rejectionOf(error: unknown): Rejection[] {
  if (!isRecord(error)) return [];
  const { questionId: id, message, answerErrors } = error;
  const questionId = typeof id === 'string' && /^\d+$/.test(id) ? entityIdOf(id) : id;
  if (!isEntityId(questionId)) return [];
  return [{ questionId, message: typeof message === 'string' ? message : '', answerErrors }];
}

/** Whether two pages are the same page: the same questions, in any order (a page has no id of its own). */
export function isSamePage(a: ShownPage | null, b: ShownPage | null): boolean {
  return a !== null && b !== null && a.identity === b.identity;
}

/**
 * Whether nothing that two pages show tells their places apart. A survey may ask the same questions page after page: then
 * progress, words, the flag of the last page or the link of the first one do.
 */
export function isSamePlace(a: ShownPage | null, b: ShownPage | null): boolean {
  if (a === b) return a !== null;
  if (a === null || b === null || a.identity !== b.identity || a.isFinal !== b.isFinal) return false;
  if (!Object.is(a.progress, b.progress) || (a.previousPageUrl === null) !== (b.previousPageUrl === null)) return false;
  return a.questions.every(({ id, text }) => b.questions.find((other) => other.id === id)?.text === text);
}

/**
 * Whether a page that is shown again may be this one: answers may have revealed further questions of it, or hidden them
 * again.
 */
export function isShownAgain(a: ShownPage | null, b: ShownPage | null): boolean {
  if (a === null || b === null || a.questions.length === b.questions.length) return isSamePage(a, b);
  const [fewer, more] = a.questions.length < b.questions.length ? [a, b] : [b, a];
  return fewer.questions.length > 0 && fewer.questions.every(({ id }) => more.questions.some((each) => each.id === id));
}

/** Which page it is, in words. */
export function pageName(page: Pick<ShownPage, 'identity'> | null): string {
  if (page === null) return 'no page';
  return page.identity === '' ? 'a page without questions' : `the page with question ${page.identity}`;
}
