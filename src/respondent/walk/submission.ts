import { answerQuestion } from '../answers/answerQuestion.ts';
import type { QuestionPlan } from '../answers/questionPlan.ts';
import type { Random } from '../random.ts';
import type { SurveyFact } from './surveyFacts.ts';
import type { WalkContext } from './walkContext.ts';

/** A submit-page body, and what was left out of it. */
export interface Submission {
  readonly body: string;
  /** Questions left out although nothing says that they may be: the service may ask for them. */
  readonly omitted: readonly number[];
  /** Questions left out that are known to be required: the service must ask for them. */
  readonly owed: readonly number[];
}

const none: readonly number[] = [];

/**
 * Answers a page.
 *
 * @param how `complete`: every question; `usual`: optional ones by chance; `spoiled`: without one that is known to be
 *   required, where the page has one.
 * @param refusals how often the service has rejected whole answers to the page.
 */
export function answerPage(
  plans: readonly QuestionPlan[],
  how: 'complete' | 'usual' | 'spoiled',
  survey: SurveyFact,
  random: Random,
  token: string,
  context: WalkContext,
  refusals: number,
): Submission {
  const { traits, sheet, coverage } = context;
  const draw = { random, token, other: traits.other, allocationTotal: traits.allocationTotal, refusals };
  const spoiled = how === 'spoiled' ? requiredOf(plans, survey, random) : null;
  let omitted = none;
  for (const plan of plans) {
    const id = plan.question.id;
    if (id === spoiled) continue;
    if (how !== 'complete' && !survey.required.has(id) && !random.chance(traits.optional)) {
      omitted = [...omitted, id];
      continue;
    }
    const othersBefore = sheet.otherTexts;
    answerQuestion(plan, draw, sheet);
    coverage.answerTypes[plan.answerType]++;
    for (const form of plan.keyForms) {
      if (form !== 'other' || sheet.otherTexts > othersBefore) coverage.keyForms[form]++;
    }
  }
  return { body: sheet.finish(), omitted, owed: spoiled === null ? none : [spoiled] };
}

function requiredOf(plans: readonly QuestionPlan[], survey: SurveyFact, random: Random): number | null {
  const required = plans.filter(({ question }) => survey.required.has(question.id));
  return required[random.below(required.length)]?.question.id ?? null;
}
