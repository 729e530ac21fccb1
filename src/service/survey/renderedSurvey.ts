import { pathOf } from '../../contract/endpoints.ts';
import type { AnswerOption, PageQuestion, Question } from '../../contract/pageSchema.ts';
import type { GivenAnswer } from '../completedResponses.ts';
import type { Variants } from '../variants.ts';
import { formParamOf, keysOf, typeCodeOf } from './formParam.ts';
import { questionHtml, shownInHtml, valuesInJson } from './questionHtml.ts';
import type { Survey, SurveyPage, SurveyQuestion } from './survey.ts';

/** The earlier answers of a page, by question id. */
export type PageAnswers = ReadonlyMap<number, GivenAnswer>;

/** What a page consists of as JSON text, made once: only questions with answers to show are rendered per request. */
export interface RenderedPage {
  readonly page: SurveyPage;
  /** `"meta":…,"navigation":…,"themeConfig":…,"questions":[…]` without any answer. */
  readonly members: string;
  /** The submit keys of the page. */
  readonly keys: ReadonlySet<string>;
}

/** How earlier answers are shown: chosen ones marked (after going back), or only kept in the inputs. */
export type Showing = 'marked' | 'kept';

export interface RenderedSurvey {
  readonly survey: Survey;
  readonly pages: readonly RenderedPage[];
  /** The submit keys of all pages. */
  readonly keys: ReadonlySet<string>;
  /** The members of a page with earlier answers. */
  membersWith(page: number, answers: PageAnswers, showing: Showing): string;
}

/** Renders every page of a survey, ahead of all requests but the first. */
export function renderSurvey(survey: Survey, variants: Variants): RenderedSurvey {
  const heads = survey.pages.map((_, index) => headOf(survey, index, variants));
  const plain = survey.pages.map((page) => page.questions.map((each) => renderQuestion(each, variants)));
  const join = (index: number, rendered: readonly string[]): string =>
    `${heads[index]},"questions":[${rendered.join(',')}]`;
  const pages = survey.pages.map((page, index) => ({
    page,
    members: join(index, plain[index] ?? []),
    keys: new Set(page.questions.flatMap(keysOf)),
  }));
  return {
    survey,
    pages,
    keys: new Set(pages.flatMap(({ keys }) => [...keys])),
    membersWith: (index, answers, showing) =>
      join(
        index,
        (survey.pages[index]?.questions ?? []).map((question, position) => {
          const given = answers.get(question.id);
          return given ? renderAnswered(question, variants, given, showing) : (plain[index]?.[position] ?? '');
        }),
      ),
  };
}

function renderQuestion(question: SurveyQuestion, variants: Variants): string {
  return elementOf(questionHtml(question), JSON.stringify(questionJson(question, variants)));
}

function renderAnswered(question: SurveyQuestion, variants: Variants, given: GivenAnswer, showing: Showing): string {
  const html = questionHtml(question, showing === 'kept' ? given : shownInHtml(given, variants));
  return elementOf(html, JSON.stringify(questionJson(question, variants, showing === 'kept' ? undefined : given)));
}

function elementOf(html: string, json: string): string {
  const element: PageQuestion = { html, json };
  return JSON.stringify(element);
}

function headOf(survey: Survey, index: number, variants: Variants): string {
  const parameters = { survey_id: survey.id };
  const withoutBack = index === 0 || (!survey.backAllowed && variants.noBackPreviousUrl === 'null');
  const cssUrls = variants.themeConfig === 'empty' ? [] : ['https://static.surveys.example/theme/default.css'];
  const head = {
    meta: {
      isFinalPage: index === survey.pages.length - 1,
      progressPercentage: progressOf(index, survey.pages.length, variants),
    },
    navigation: {
      previousPageUrl: withoutBack ? null : pathOf('previous-page', parameters),
      nextPageSubmitUrl: pathOf('submit-page', parameters),
    },
    themeConfig: { cssUrls, jsUrls: [] },
  };
  return JSON.stringify(head).slice(1, -1);
}

type ProgressVariants = Pick<Variants, 'progressFirst' | 'progressLast' | 'progressOrder'>;

/** A progress that stands still does so within steps of this many percent. */
const coarseStepPercent = 20;

/** `progressPercentage` of a page, 0 to 100; what it counts is not shown, so the variants decide. */
function progressOf(index: number, pages: number, variants: ProgressVariants): number {
  const before = variants.progressFirst === 'zero' ? index : index + 1;
  const whole = pages + (variants.progressFirst === 'zero' ? -1 : 0) + (variants.progressLast === '100' ? 0 : 1);
  const fine = whole === 0 ? 0 : Math.round((before / whole) * 100);
  const isLast = index === pages - 1;
  if (variants.progressOrder === 'grows' || isLast) return fine;
  if (variants.progressOrder === 'may-fall') return index % 2 === 0 ? fine : Math.floor(fine / 3);
  return fine < coarseStepPercent ? fine : fine - (fine % coarseStepPercent);
}

/** The documented option, and the typed value that some variants put beside it. */
type ShownOption = AnswerOption & { readonly value?: string };

/**
 * The question as its `json` string holds it (service.md#question-json).
 *
 * @param given the earlier answer, on previous-page responses only: `selected` is true on what it chose.
 */
function questionJson(question: SurveyQuestion, variants: Variants, given?: GivenAnswer): Question {
  const selectedIds = given ? selectedBy(given, variants) : [];
  const values = given ? valuesInJson(given, variants) : new Map<number, string>();
  const answers = question.answers.map(({ id, text }): ShownOption => {
    const selected = selectedIds.includes(id);
    const value = values.get(id);
    return {
      id,
      ...(text === undefined ? {} : { text }),
      ...(selected || variants.selectedElsewhere === 'false' ? { selected } : {}),
      ...(value === undefined ? {} : { value }),
    };
  });
  return {
    id: question.id,
    type: typeCodeOf(question.kind),
    text: question.text,
    answers,
    formParam: formParamOf(question),
  };
}

function selectedBy(given: GivenAnswer, variants: Variants): readonly number[] {
  if ('answerIds' in given) return given.answerIds;
  if (variants.selectedTyped === 'false') return [];
  if ('texts' in given) return given.texts.map(({ answerId }) => answerId);
  return 'values' in given ? given.values.map(({ answerId }) => answerId) : [given.answerId];
}
