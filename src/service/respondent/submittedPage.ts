import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../contract/jsonShape.ts';
import type { ValidationError } from '../../contract/pageSchema.ts';
import type { RenderedSurvey } from '../survey/renderedSurvey.ts';
import type { Variants } from '../variants.ts';
import type { SubmitBody } from './submissionJudgement.ts';

/** The body of a submit-page call, or what is wrong with it as a whole. */
export type Submission =
  | { readonly kind: 'body'; readonly body: SubmitBody }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'refused'; readonly httpStatus: 400 | 415 };

/** Reads the flat JSON object of a request whose body fastify has left as text. */
export function submissionOf(request: FastifyRequest, variants: Variants): Submission {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson && variants.contentType !== 'accepted') {
    return { kind: 'refused', httpStatus: variants.contentType === '415' ? 415 : 400 };
  }
  const body = parsed(String(request.body));
  if (body !== undefined) return { kind: 'body', body };
  switch (variants.malformedJson) {
    case 'standard-400':
      return { kind: 'refused', httpStatus: 400 };
    case 'validation_errors':
      return { kind: 'unreadable' };
    case 'ignored':
      return { kind: 'body', body: {} };
  }
}

/** What the keys of a body call for before any answer is looked at. */
export type KeyVerdict = 'judge' | 'same-page' | 'error-400' | readonly ValidationError[];

/**
 * Looks at the keys that the page does not have: those of another page of the survey (a page submitted twice), and
 * those that nothing in the survey has.
 */
export function judgeKeys(rendered: RenderedSurvey, page: number, body: SubmitBody, variants: Variants): KeyVerdict {
  const own = rendered.pages[page]?.keys;
  const keys = Object.keys(body);
  const foreign = keys.filter((key) => !own?.has(key));
  if (foreign.length === 0) return 'judge';
  if (foreign.length === keys.length && foreign.every((key) => rendered.keys.has(key))) {
    switch (variants.doubleSubmit) {
      case 'success-same':
        return 'same-page';
      case 'success-next':
        return 'judge';
      case 'error':
        return 'error-400';
      case 'validation_errors':
        return wholePageError(rendered, page, 'These answers belong to another page.');
    }
  }
  switch (variants.unknownKey) {
    case 'ignored':
      return 'judge';
    case 'error-400':
      return 'error-400';
    case 'validation_errors':
      return wholePageError(rendered, page, 'There are answers that belong to no question of this page.');
  }
}

/** A validation error has to name a question: one about the whole page names the first. */
export function wholePageError(rendered: RenderedSurvey, page: number, message: string): ValidationError[] {
  const questionId = rendered.pages[page]?.page.questions[0]?.id ?? 0;
  return [{ questionId, message, answerErrors: null }];
}

function parsed(text: string): SubmitBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
