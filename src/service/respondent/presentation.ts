import type { NoPage, ValidationError } from '../../contract/pageSchema.ts';
import { type SessionError, sessionErrorCode, sessionErrors } from '../../contract/serviceErrors.ts';
import { type Status, statuses } from '../../contract/statuses.ts';
import type { Replies, ServiceReply } from '../replies.ts';
import type { PageAnswers, RenderedSurvey } from '../survey/renderedSurvey.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';

/** The body of a status without a page; some variants send the member as null. */
type NoPageBody = Omit<NoPage, 'response'> & {
  readonly response: { readonly status: Status; readonly redirectUrl?: string | null };
};

/** Puts the outcomes of the respondent flow into the documented bodies (service.md#page, service.md#errors). */
export class Presentation {
  readonly #variants: Variants;
  readonly #replies: Replies;

  constructor(variants: Variants, replies: Replies) {
    this.#variants = variants;
    this.#replies = replies;
  }

  /** A page as take shows it. */
  page(rendered: RenderedSurvey, page: number): ServiceReply {
    return this.#page(200, `"status":"success",${rendered.pages[page]?.members}`);
  }

  /** The page that follows an accepted submission. */
  nextPage(rendered: RenderedSurvey, page: number): ServiceReply {
    return { ...this.page(rendered, page), httpStatus: Number(this.#variants.submitHttp) };
  }

  pageWithMarks(rendered: RenderedSurvey, page: number, marks: PageAnswers): ServiceReply {
    return this.#page(200, `"status":"success",${rendered.membersWith(page, marks, 'marked')}`);
  }

  /**
   * A page that was not accepted.
   *
   * @param answers the good ones among the answers that were sent.
   */
  pageWithErrors(
    rendered: RenderedSurvey,
    page: number,
    errors: readonly ValidationError[],
    answers: PageAnswers,
  ): ServiceReply {
    const members =
      this.#variants.invalidKeepsAnswers === 'kept'
        ? rendered.membersWith(page, answers, 'kept')
        : rendered.pages[page]?.members;
    const response = `"status":"validation_errors",${members},"validationErrors":${JSON.stringify(errors)}`;
    return this.#page(Number(this.#variants.validationHttp), response);
  }

  /** A status without a page; `survey_complete` and `redirect` carry their URL. */
  status(survey: Survey, status: Status): ServiceReply {
    const response = { status, ...this.#redirect(survey, status) };
    const body: NoPageBody = { response, requestID: this.#replies.nextRequestId() };
    return { httpStatus: 200, body: JSON.stringify(body) };
  }

  /** The status that ends a walk, as the answer to an accepted submission. */
  end(survey: Survey, status: Status): ServiceReply {
    const reply = this.status(survey, status);
    return reply.httpStatus === 200 ? { ...reply, httpStatus: Number(this.#variants.submitHttp) } : reply;
  }

  sessionExpired(): ServiceReply {
    return this.#sessionError(Number(this.#variants.expiredHttp), sessionErrors.expired);
  }

  noPreviousPage(resourceUrl: string): ServiceReply {
    if (this.#variants.previous400Shape === 'standard') return this.#replies.standardError(400, resourceUrl);
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

  #redirect(survey: Survey, status: Status): { redirectUrl?: string | null } {
    if (!statuses[status].redirectUrl) return {};
    if (status === 'redirect') return { redirectUrl: survey.redirectUrl };
    const { completeRedirect } = this.#variants;
    if (completeRedirect === 'absent') return {};
    return { redirectUrl: completeRedirect === 'null' ? null : survey.thankYouUrl };
  }
}
