import { pathOf } from '../../contract/endpoints.ts';
import type { PageQuestion } from '../../contract/page.ts';
import type { GivenAnswer } from '../completedResponses.ts';
import type { Variants } from '../variants.ts';
import { questionHtml } from './questionHtml.ts';
import { questionJson } from './questionJson.ts';
import type { Survey, SurveyPage, SurveyQuestion } from './survey.ts';

/** The earlier answers of a page, by question id. */
export type PageAnswers = ReadonlyMap<number, GivenAnswer>;

/** What a page consists of as JSON text, made once: only marked questions are rendered per request. */
export interface RenderedPage {
  readonly page: SurveyPage;
  /** `"meta":…,"navigation":…,"themeConfig":…,"questions":[…]` without any mark. */
  readonly members: string;
  readonly isFirst: boolean;
}

export interface RenderedSurvey {
  readonly survey: Survey;
  readonly pages: readonly RenderedPage[];
  /** The members of a page with earlier answers marked. */
  membersWithMarks(page: number, answers: PageAnswers): string;
}

/** Renders every page of a survey ahead of the first request. */
export function renderSurvey(survey: Survey, variants: Variants): RenderedSurvey {
  const heads = survey.pages.map((_, index) => headOf(survey, index, variants));
  const questions = survey.pages.map((page) => page.questions.map((each) => renderQuestion(each, variants)));
  const join = (index: number, rendered: readonly string[]): string =>
    `${heads[index]},"questions":[${rendered.join(',')}]`;
  return {
    survey,
    pages: survey.pages.map((page, index) => ({
      page,
      members: join(index, questions[index] ?? []),
      isFirst: index === 0,
    })),
    membersWithMarks: (index, answers) =>
      join(
        index,
        (survey.pages[index]?.questions ?? []).map((question, position) => {
          const given = answers.get(question.id);
          return given ? renderQuestion(question, variants, given) : (questions[index]?.[position] ?? '');
        }),
      ),
  };
}

function renderQuestion(question: SurveyQuestion, variants: Variants, given?: GivenAnswer): string {
  const shown = given && (variants.restoredValues === 'html' || 'answerIds' in given) ? given : undefined;
  const element: PageQuestion = {
    html: questionHtml(question, shown),
    json: JSON.stringify(questionJson(question, variants, given)),
  };
  return JSON.stringify(element);
}

function headOf(survey: Survey, index: number, variants: Variants): string {
  const parameters = { survey_id: survey.id };
  const head = {
    meta: {
      isFinalPage: index === survey.pages.length - 1,
      progressPercentage: progressOf(index, survey.pages.length, variants.progress),
    },
    navigation: {
      previousPageUrl: index === 0 ? null : pathOf('previous-page', parameters),
      nextPageSubmitUrl: pathOf('submit-page', parameters),
    },
    themeConfig:
      variants.themeConfig === 'empty'
        ? { cssUrls: [], jsUrls: [] }
        : { cssUrls: ['https://static.surveys.example/theme/default.css'], jsUrls: [] },
  };
  return JSON.stringify(head).slice(1, -1);
}

function progressOf(index: number, pages: number, variant: Variants['progress']): number {
  if (variant === 'fractional') return (index / pages) * 100;
  return Math.round(((variant === 'including' ? index + 1 : index) / pages) * 100);
}
