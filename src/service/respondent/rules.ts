import type { Status } from '../../contract/statuses.ts';
import type { CompletedResponses, Completion } from '../completedResponses.ts';
import type { PageAnswers } from '../survey/renderedSurvey.ts';
import type { Survey, SurveyPage } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { judgePage, type PageJudgement } from './judgePage.ts';
import { currentPage, returnToFurthest, type Session, stepBack, type Walk } from './keptSessions.ts';
import type { SubmitBody } from './submissionJudgement.ts';

/** Where an accepted submission leads. */
export type NextStep =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'status'; readonly status: Status };

/**
 * The decisions of the respondent flow, one function each (service.md#states). The flow asks them in
 * turn and presents what they say; an injected fault replaces single decisions and leaves the flow as it is.
 */
export interface Rules {
  /** Which session a request belongs to, given the one that it carries. */
  sessionOf(carried: Session | undefined): Session | undefined;
  /** The status that a survey gives instead of any page. */
  gateOf(survey: Survey): Status | undefined;
  quotaIsReached(survey: Survey, completions: number): boolean;
  /** The status that has ended a walk. */
  endOf(walk: Walk): Status | undefined;
  /** The page that take shows in a walk that goes on. */
  pageOnTake(walk: Walk, survey: Survey): number;
  judge(page: SurveyPage, body: SubmitBody, walk: Walk, survey: Survey): PageJudgement;
  /** Keeps the accepted answers of a page. */
  remember(walk: Walk, page: number, answers: PageAnswers): void;
  next(walk: Walk, survey: Survey, answers: PageAnswers): NextStep;
  /** Whether a submission has succeeded, without which there is no going back. */
  hasSubmitted(walk: Walk): boolean;
  /** Moves back and says which page is shown; `none` on the first page, `refused` where back is not allowed. */
  goBack(walk: Walk, survey: Survey): number | 'none' | 'refused';
  /** The earlier answers to mark on a previous-page response. */
  marks(walk: Walk, page: number): PageAnswers;
  /** Hands a finished walk over. */
  keep(completion: Completion, completed: CompletedResponses): void;
}

const noAnswers: PageAnswers = new Map();

/** The decisions as the document has them. */
export function documentedRules(variants: Variants): Rules {
  return {
    sessionOf: (carried) => carried,
    gateOf: (survey) => survey.gate,
    quotaIsReached: (survey, completions) => completions >= survey.quota,
    endOf: (walk) => walk.ended,
    pageOnTake: (walk) => {
      if (variants.resumeAfterBack === 'furthest-page') returnToFurthest(walk);
      return currentPage(walk);
    },
    judge: (page, body) => judgePage(page, body, variants),
    remember: (walk, page, answers) => {
      walk.answers.set(page, answers);
    },
    next: (walk, survey, answers) => {
      const page = survey.pages[currentPage(walk)];
      const branched = branchOf(page, answers);
      if (branched !== undefined) return branched;
      return page !== undefined && page.next < survey.pages.length
        ? { kind: 'page', page: page.next }
        : { kind: 'status', status: 'survey_complete' };
    },
    hasSubmitted: (walk) => walk.submissions > 0,
    goBack: (walk, survey) => {
      if (!survey.backAllowed) return 'refused';
      return stepBack(walk) ? currentPage(walk) : 'none';
    },
    marks: (walk, page) => walk.answers.get(page) ?? noAnswers,
    keep: (completion, completed) => {
      completed.add(completion);
    },
  };
}

function branchOf(page: SurveyPage | undefined, answers: PageAnswers): NextStep | undefined {
  const chosen = [...answers.values()].flatMap((given) => ('answerIds' in given ? given.answerIds : []));
  return page?.branches.find(({ answerId }) => chosen.includes(answerId))?.target;
}
