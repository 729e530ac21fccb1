import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../contract/jsonShape.ts';
import type { ValidationError } from '../../contract/pageSchema.ts';
import { jsonOf, saysJson } from '../requestBody.ts';
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
  if (!saysJson(request) && variants.contentType !== 'accepted') {
    return { kind: 'refused', httpStatus: variants.contentType === '415' ? 415 : 400 };
  }
  const body = jsonOf(request);
  if (isRecord(body)) return { kind: 'body', body };
  return malformed[variants.malformedJson];
}

const malformed: Readonly<Record<Variants['malformedJson'], Submission>> = {
  'standard-400': { kind: 'refused', httpStatus: 400 },
  validation_errors: { kind: 'unreadable' },
  ignored: { kind: 'body', body: {} },
};

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
  const isAnother = foreign.length === keys.length && foreign.every((key) => rendered.keys.has(key));
  const verdict = isAnother ? variants.doubleSubmit : variants.unknownKey;
  if (verdict !== 'validation_errors') return keyVerdicts[verdict];
  const ofAnother = 'These answers belong to another page.';
  const ofNone = 'There are answers that belong to no question of this page.';
  return wholePageError(rendered, page, isAnother ? ofAnother : ofNone);
}

const keyVerdicts = {
  'success-same': 'same-page',
  'success-next': 'judge',
  error: 'error-400',
  ignored: 'judge',
  'error-400': 'error-400',
} as const;

/** A validation error has to name a question: one about the whole page names the first. */
export function wholePageError(rendered: RenderedSurvey, page: number, message: string): ValidationError[] {
  const questionId = rendered.pages[page]?.page.questions[0]?.id ?? 0;
  return [{ questionId, message, answerErrors: null }];
}
