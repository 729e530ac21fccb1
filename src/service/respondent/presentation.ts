import type { NoPage, ValidationError } from '../../contract/page.ts';
import { type SessionError, sessionErrorCode, sessionErrors } from '../../contract/serviceErrors.ts';
import { type Status, statuses } from '../../contract/statuses.ts';
import type { Replies, ServiceReply } from '../replies.ts';
import type { PageAnswers, RenderedSurvey } from '../survey/renderedSurvey.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';

/** Puts the outcomes of the respondent flow into the documented bodies (document, Survey page and Errors). */
export class Presentation {
  readonly #variants: Variants;
  readonly #replies: Replies;

  constructor(variants: Variants, replies: Replies) {
    this.#variants = variants;
    this.#replies = replies;
  }

  page(rendered: RenderedSurvey, page: number): ServiceReply {
    return this.#page(200, `"status":"success",${rendered.pages[page]?.members}`);
  }

  pageWithMarks(rendered: RenderedSurvey, page: number, marks: PageAnswers): ServiceReply {
    return this.#page(200, `"status":"success",${rendered.membersWithMarks(page, marks)}`);
  }

  pageWithErrors(rendered: RenderedSurvey, page: number, errors: readonly ValidationError[]): ServiceReply {
    const members = `"status":"validation_errors",${rendered.pages[page]?.members}`;
    const httpStatus = Number(this.#variants.validationStatus);
    return this.#page(httpStatus, `${members},"validationErrors":${JSON.stringify(errors)}`);
  }

  /** A status without a page; `survey_complete` and `redirect` carry their URL. */
  status(survey: Survey, status: Status): ServiceReply {
    const redirectUrl = this.#redirectUrl(survey, status);
    const response = {
      status,
      ...(this.#variants.noPageMembers === 'empty' ? emptyPage : {}),
      ...(redirectUrl === undefined ? {} : { redirectUrl }),
    };
    const body: NoPage = { response, requestID: this.#replies.nextRequestId() };
    return { httpStatus: 200, body: JSON.stringify(body) };
  }

  sessionExpired(): ServiceReply {
    return this.#sessionError(Number(this.#variants.sessionErrorStatus), sessionErrors.expired);
  }

  noPreviousPage(resourceUrl: string): ServiceReply {
    if (this.#variants.previousPageError === 'standard') return this.#replies.standardError(400, resourceUrl);
    return this.#sessionError(400, sessionErrors.noPreviousPage);
  }

  #page(httpStatus: number, response: string): ServiceReply {
    return { httpStatus, body: `{"response":{${response}},"requestID":"${this.#replies.nextRequestId()}"}` };
  }

  #sessionError(httpStatus: number, message: string): ServiceReply {
    const body: SessionError = {
      error: { code: sessionErrorCode, message },
      requestID: this.#replies.nextRequestId(),
    };
    return { httpStatus, body: JSON.stringify(body) };
  }

  #redirectUrl(survey: Survey, status: Status): string | undefined {
    if (!statuses[status].redirectUrl) return undefined;
    if (status === 'redirect') return survey.redirectUrl;
    return this.#variants.completeRedirectUrl === 'present' ? survey.thankYouUrl : undefined;
  }
}

const emptyPage = {
  meta: { isFinalPage: false, progressPercentage: 0 },
  themeConfig: { cssUrls: [], jsUrls: [] },
  questions: [],
} as const;
