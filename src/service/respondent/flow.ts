import type { Status } from '../../contract/statuses.ts';
import type { CompletedResponses, GivenAnswer, RespondentData } from '../completedResponses.ts';
import type { Replies, ServiceReply } from '../replies.ts';
import type { RenderedSurvey } from '../survey/renderedSurvey.ts';
import type { Survey } from '../survey/survey.ts';
import { Admission, type AdmissionParts } from './admission.ts';
import { advanceTo, currentPage, type Session, type Sessions, startWalk, type Walk, walkOf } from './keptSessions.ts';
import type { SubmitBody } from './submissionJudgement.ts';
import { judgeKeys, type Submission, wholePageError } from './submittedPage.ts';

/** One call of the respondent flow, with its key and its survey already found good. */
export interface FlowCall {
  readonly rendered: RenderedSurvey;
  /** The live session that the request carried. */
  readonly session: Session | undefined;
  /** Whether the request carried a session at all, live or not. */
  readonly presented: boolean;
  readonly respondent: RespondentData;
  /** The path that was asked for. */
  readonly url: string;
}

export interface FlowAnswer {
  readonly reply: ServiceReply;
  /** The session that the response belongs to, found or new. */
  readonly session: Session | undefined;
}

export interface FlowParts extends AdmissionParts {
  readonly sessions: Sessions;
  readonly replies: Replies;
  readonly completed: CompletedResponses;
  readonly now: () => number;
}

/** Endpoints 1 to 3: what is done with a call, as the table of moves has it. */
export class Flow {
  readonly #parts: FlowParts;
  readonly #admission: Admission;

  constructor(parts: FlowParts) {
    this.#parts = parts;
    this.#admission = new Admission(parts);
  }

  /** GET take: begins a walk or resumes it. */
  take(call: FlowCall): FlowAnswer {
    const { presentation, rules, variants } = this.#parts;
    const { rendered, session, presented } = call;
    const { survey } = rendered;
    if (session === undefined) {
      const refused = presented && variants.takeUnknownSession === 'session-error';
      return refused ? { reply: presentation.sessionExpired(), session } : this.#begin(call, undefined);
    }
    const walk = walkOf(session, survey.id);
    if (walk === undefined) {
      if (session.walks.length === 0 || variants.sessionOtherSurvey === 'own-position') {
        return this.#begin(call, session);
      }
      return variants.sessionOtherSurvey === 'new-session'
        ? this.#begin(call, undefined)
        : { reply: presentation.sessionExpired(), session };
    }
    if (rules.endOf(walk) === 'survey_complete' && variants.takeAfterComplete === 'new-session') {
      return this.#begin(call, undefined);
    }
    const refused = this.#admission.refusal(survey, walk, variants.takeAfterComplete);
    return { reply: refused ?? presentation.page(rendered, rules.pageOnTake(walk, survey)), session };
  }

  /** POST submit-page: validates, keeps the answers and moves on. */
  submit({ rendered, session, url }: FlowCall, submission: Submission): FlowAnswer {
    const { presentation, replies, variants } = this.#parts;
    const { survey } = rendered;
    const walk = walkOf(session, survey.id);
    if (session === undefined) return { reply: presentation.sessionExpired(), session };
    const refused = this.#admission.refusal(survey, walk, variants.submitAfterComplete);
    if (refused !== undefined) return { reply: refused, session };
    if (walk === undefined) return { reply: presentation.sessionExpired(), session };
    switch (submission.kind) {
      case 'refused':
        return { reply: replies.standardError(submission.httpStatus, url), session };
      case 'unreadable': {
        const index = currentPage(walk);
        const errors = wholePageError(rendered, index, 'The answers could not be read.');
        return { reply: presentation.pageWithErrors(rendered, index, errors, new Map()), session };
      }
      case 'body':
        return { reply: this.#submitBody(rendered, walk, submission.body, url), session };
    }
  }

  /** GET previous-page: goes back, or says why not. */
  back({ rendered, session, url }: FlowCall): FlowAnswer {
    const { presentation, replies, rules, variants } = this.#parts;
    const { survey } = rendered;
    const walk = walkOf(session, survey.id);
    const refused = session && this.#admission.refusal(survey, walk, variants.previousAfterComplete);
    if (refused !== undefined) return { reply: refused, session };
    if (walk === undefined) {
      if (variants.previousNoSession === 'standard-400') return { reply: replies.standardError(400, url), session };
      const expired = variants.previousNoSession === 'expired';
      return { reply: expired ? presentation.sessionExpired() : presentation.noPreviousPage(url), session };
    }
    const index = currentPage(walk);
    if (!rules.hasSubmitted(walk) && (survey.backAllowed || variants.backRefusedOnFirstPage === 'error-400')) {
      return { reply: presentation.noPreviousPage(url), session };
    }
    const previous = rules.goBack(walk, survey);
    if (previous === 'refused') return { reply: presentation.page(rendered, index), session };
    if (previous === 'none' && variants.previousFirstAfterBack === 'error-400') {
      return { reply: presentation.noPreviousPage(url), session };
    }
    const shown = previous === 'none' ? index : previous;
    return { reply: presentation.pageWithMarks(rendered, shown, rules.marks(walk, shown)), session };
  }

  /** The first take of a survey, in a session that goes on or in one of its own. */
  #begin({ rendered, respondent }: FlowCall, known: Session | undefined): FlowAnswer {
    const { now, presentation, sessions, variants } = this.#parts;
    const barred = this.#admission.barredBy(rendered.survey, undefined);
    if (barred !== undefined) {
      const session = known ?? (variants.noPageSession === 'started' ? sessions.start() : undefined);
      return { reply: presentation.status(rendered.survey, barred), session };
    }
    const session = known ?? sessions.start();
    startWalk(session, rendered.survey.id, respondent, now());
    return { reply: presentation.page(rendered, 0), session };
  }

  #submitBody(rendered: RenderedSurvey, walk: Walk, body: SubmitBody, url: string): ServiceReply {
    const { presentation, replies, rules, variants } = this.#parts;
    const { survey } = rendered;
    const index = currentPage(walk);
    const page = survey.pages[index];
    if (page === undefined) throw new RangeError(`survey ${survey.id} has no page ${index}`);
    const keys = judgeKeys(rendered, index, body, variants);
    if (keys === 'error-400') return replies.standardError(400, url);
    if (keys === 'same-page') return presentation.nextPage(rendered, index);
    if (keys !== 'judge') return presentation.pageWithErrors(rendered, index, keys, new Map());
    const judged = rules.judge(page, body, walk, survey);
    if (judged.kind === 'refused') return replies.standardError(judged.httpStatus, url);
    if (judged.kind === 'rejected') return presentation.pageWithErrors(rendered, index, judged.errors, judged.answers);
    rules.remember(walk, index, judged.answers);
    walk.submissions += 1;
    const next = rules.next(walk, survey, judged.answers);
    if (next.kind === 'status') return this.#end(survey, walk, next.status);
    advanceTo(walk, next.page);
    return presentation.nextPage(rendered, next.page);
  }

  #end(survey: Survey, walk: Walk, status: Status): ServiceReply {
    const { completed, now, presentation, rules } = this.#parts;
    walk.ended = status;
    if (status === 'survey_complete') {
      this.#admission.countCompletion(survey.id);
      const { id, respondent, startedAtMs } = walk;
      const answers = answersOf(walk);
      rules.keep({ id, surveyId: survey.id, respondent, startedAtMs, endedAtMs: now(), answers }, completed);
    }
    walk.answers.clear();
    return presentation.end(survey, status);
  }
}

/** The answers of the pages on the respondent's way; what was given on a branch that was left again does not count. */
function answersOf(walk: Walk): GivenAnswer[] {
  return walk.path.flatMap((page) => [...(walk.answers.get(page)?.values() ?? [])]);
}
