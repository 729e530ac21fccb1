import type { Status } from '../../contract/statuses.ts';
import type { CompletedResponses, GivenAnswer, RespondentData } from '../completedResponses.ts';
import type { Replies, ServiceReply } from '../replies.ts';
import { keysOf } from '../survey/formParam.ts';
import type { RenderedSurvey } from '../survey/renderedSurvey.ts';
import type { Survey, SurveyPage } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import type { SubmitBody } from './judgement.ts';
import type { Presentation } from './presentation.ts';
import type { Rules } from './rules.ts';
import { currentPage, type Session, type Sessions, startWalk, type Walk, walkOf } from './sessions.ts';

/** One call of the respondent flow, with its key and its survey already found good. */
export interface FlowCall {
  readonly rendered: RenderedSurvey;
  /** The live session that the request carried. */
  readonly session: Session | undefined;
  readonly respondent: RespondentData;
  /** The path that was asked for. */
  readonly url: string;
}

export interface FlowAnswer {
  readonly reply: ServiceReply;
  /** The session that the response belongs to, found or new. */
  readonly session: Session | undefined;
}

export interface FlowParts {
  readonly variants: Variants;
  readonly rules: Rules;
  readonly sessions: Sessions;
  readonly presentation: Presentation;
  readonly replies: Replies;
  readonly completed: CompletedResponses;
  readonly now: () => number;
}

/** Endpoints 1 to 3: what is done with a call, as the table of moves has it. */
export class Flow {
  readonly #parts: FlowParts;
  /** Completions by survey, for the quotas. */
  readonly #completions = new Map<number, number>();

  constructor(parts: FlowParts) {
    this.#parts = parts;
  }

  /** GET take: begins a walk or resumes it. */
  take({ rendered, session, respondent }: FlowCall): FlowAnswer {
    const { presentation, rules, sessions, variants } = this.#parts;
    const { survey } = rendered;
    const walk = walkOf(session, survey.id);
    if (walk?.ended !== undefined) {
      const status = walk.ended === 'survey_complete' ? variants.takeAfterCompletion : walk.ended;
      return { reply: presentation.status(survey, status), session };
    }
    const goesOn = session !== undefined && (walk !== undefined || variants.takeOtherSurvey === 'sameSession');
    const barred = this.#barredBy(survey, walk);
    if (barred !== undefined) {
      const starts = !goesOn && variants.noPageSession === 'started';
      return { reply: presentation.status(survey, barred), session: starts ? sessions.start() : session };
    }
    if (walk !== undefined) {
      return { reply: presentation.page(rendered, rules.pageOnTake(walk, survey)), session };
    }
    const own = goesOn ? session : sessions.start();
    startWalk(own, survey.id, respondent, this.#parts.now());
    return { reply: presentation.page(rendered, 0), session: own };
  }

  /** POST submit-page: validates, keeps the answers and moves on. */
  submit({ rendered, session, url }: FlowCall, body: SubmitBody | undefined): FlowAnswer {
    const { presentation, replies, rules, variants } = this.#parts;
    const { survey } = rendered;
    const walk = walkOf(session, survey.id);
    const refused = this.#refusal(survey, session, walk);
    if (refused !== undefined) return { reply: refused, session };
    if (walk === undefined) return { reply: presentation.sessionExpired(), session };
    const index = currentPage(walk);
    const page = survey.pages[index];
    if (page === undefined) throw new RangeError(`survey ${survey.id} has no page ${index}`);
    if (body === undefined && variants.malformedBody !== 'validation_errors') {
      return { reply: replies.standardError(variants.malformedBody === '400' ? 400 : 500, url), session };
    }
    if (body !== undefined && variants.unknownKeys === '400' && hasForeignKey(page, body)) {
      return { reply: replies.standardError(400, url), session };
    }
    const judged = rules.judge(page, body ?? {}, walk);
    if (judged.kind === 'rejected') {
      return { reply: presentation.pageWithErrors(rendered, index, judged.errors), session };
    }
    rules.remember(walk, index, judged.answers);
    walk.submissions += 1;
    const next = rules.next(walk, survey, judged.answers);
    if (next.kind === 'page') {
      walk.path.push(next.page);
      return { reply: presentation.page(rendered, next.page), session };
    }
    return { reply: this.#end(survey, walk, next.status), session };
  }

  /** GET previous-page: goes back, or says why not. */
  back({ rendered, session, url }: FlowCall): FlowAnswer {
    const { presentation, replies, rules, variants } = this.#parts;
    const { survey } = rendered;
    const walk = walkOf(session, survey.id);
    if (walk === undefined && this.#barredBy(survey, walk) === undefined) {
      if (variants.backWithoutSession === 'badRequest') return { reply: replies.standardError(400, url), session };
      const expired = variants.backWithoutSession === 'sessionExpired';
      return { reply: expired ? presentation.sessionExpired() : presentation.noPreviousPage(url), session };
    }
    const refused = this.#refusal(survey, session, walk);
    if (refused !== undefined) return { reply: refused, session };
    if (walk === undefined) return { reply: presentation.noPreviousPage(url), session };
    const index = currentPage(walk);
    if (walk.submissions === 0 && (survey.backAllowed || variants.backRefusedOnFirstPage === 'error')) {
      return { reply: presentation.noPreviousPage(url), session };
    }
    if (!survey.backAllowed) return { reply: presentation.page(rendered, index), session };
    const previous = rules.goBack(walk, survey);
    if (previous === undefined && variants.backOnFirstPage === 'error') {
      return { reply: presentation.noPreviousPage(url), session };
    }
    const shown = previous ?? index;
    return { reply: presentation.pageWithMarks(rendered, shown, rules.marks(walk, shown)), session };
  }

  /** Why a step of a session gets no page: no session, an ended walk, a gate or a full quota. */
  #refusal(survey: Survey, session: Session | undefined, walk: Walk | undefined): ServiceReply | undefined {
    const { presentation, variants } = this.#parts;
    if (session === undefined) return presentation.sessionExpired();
    if (walk?.ended !== undefined) {
      const status = walk.ended === 'survey_complete' ? variants.stepAfterCompletion : walk.ended;
      return status === 'sessionExpired' ? presentation.sessionExpired() : presentation.status(survey, status);
    }
    const barred = this.#barredBy(survey, walk);
    return barred === undefined ? undefined : presentation.status(survey, barred);
  }

  /** The status that a survey gives instead of any page. */
  #barredBy(survey: Survey, walk: Walk | undefined): Status | undefined {
    if (survey.gate !== undefined) return survey.gate;
    if (walk !== undefined && this.#parts.variants.quotaReached === 'newSessions') return undefined;
    return (this.#completions.get(survey.id) ?? 0) >= survey.quota ? 'quota_full' : undefined;
  }

  #end(survey: Survey, walk: Walk, status: Status): ServiceReply {
    walk.ended = status;
    if (status === 'survey_complete') {
      this.#completions.set(survey.id, (this.#completions.get(survey.id) ?? 0) + 1);
      const { completed, now, rules } = this.#parts;
      const { id, respondent, startedAtMs } = walk;
      const completion = {
        id,
        surveyId: survey.id,
        respondent,
        startedAtMs,
        endedAtMs: now(),
        answers: answersOf(walk),
      };
      rules.keep(completion, completed);
    }
    walk.answers.clear();
    return this.#parts.presentation.status(survey, status);
  }
}

/** The answers of the pages on the respondent's way; what was given on a branch that was left again does not count. */
function answersOf(walk: Walk): GivenAnswer[] {
  return walk.path.flatMap((page) => [...(walk.answers.get(page)?.values() ?? [])]);
}

function hasForeignKey(page: SurveyPage, body: SubmitBody): boolean {
  const own = new Set(page.questions.flatMap(keysOf));
  return Object.keys(body).some((key) => !own.has(key));
}
