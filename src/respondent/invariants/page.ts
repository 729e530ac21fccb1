import { stepPathOf } from '../../client/stepPath.ts';
import type { TargetAddress } from '../../client/target.ts';
import { pathOf } from '../../contract/endpoints.ts';
import type { SurveyPage } from '../../contract/page.ts';
import type { QuestionPlan, QuestionPlans } from '../answers/questionPlan.ts';
import { type Judge, shown, type WitnessSource } from './judge.ts';

/** The documented paths of a survey's next steps. */
export interface SurveyPaths {
  readonly take: string;
  readonly submit: string;
  readonly previous: string;
}

export function surveyPathsOf(surveyId: number): SurveyPaths {
  const parameters = { survey_id: surveyId };
  return {
    take: pathOf('take', parameters),
    submit: pathOf('submit-page', parameters),
    previous: pathOf('previous-page', parameters),
  };
}

/**
 * Judges a page by itself (document, Survey page and Question JSON): its links and its questions.
 *
 * @returns the plans of its questions; those whose JSON is no question are left out.
 */
export function judgePage(
  page: SurveyPage,
  plans: QuestionPlans,
  paths: SurveyPaths,
  address: TargetAddress,
  judge: Judge,
  walk: WitnessSource,
): readonly QuestionPlan[] {
  const { navigation, meta, questions } = page.response;
  judge.passGroup('page');
  if (page.response.status === 'success' && 'validationErrors' in page.response) {
    judge.fail('PAGE-VALIDATION-02', 'no `validationErrors` with status `success`', 'present', walk);
  } else judge.pass('PAGE-VALIDATION-02');
  const progress = meta.progressPercentage;
  if (progress >= 0 && progress <= 100) judge.pass('PAGE-PROGRESS-RANGE-01');
  else judge.fail('PAGE-PROGRESS-RANGE-01', 'a percentage from 0 to 100', shown(progress), walk);
  judgeLink(navigation.nextPageSubmitUrl, paths.submit, 'PAGE-NEXT-URL-01', address, judge, walk);
  if (navigation.previousPageUrl !== null) {
    judgeLink(navigation.previousPageUrl, paths.previous, 'PAGE-PREVIOUS-URL-01', address, judge, walk);
  }
  const found: QuestionPlan[] = [];
  for (let i = 0; i < questions.length; i++) {
    const shownQuestion = questions[i];
    if (shownQuestion === undefined) continue;
    const plan = plans.of(shownQuestion.json, shownQuestion.html);
    judge.passGroup('question');
    for (const { clause, expected, actual } of plan.findings) judge.fail(clause, expected, actual, walk);
    if (plan.question !== null) found.push(plan);
  }
  if (questions.length === 0) judge.fail('STATUS-SUCCESS-01', 'a page with questions', 'no questions', walk);
  else judge.pass('STATUS-SUCCESS-01');
  return found;
}

function judgeLink(
  url: string,
  path: string,
  clause: 'PAGE-NEXT-URL-01' | 'PAGE-PREVIOUS-URL-01',
  address: TargetAddress,
  judge: Judge,
  walk: WitnessSource,
): void {
  if (url === path) {
    judge.pass(clause);
    judge.pass('VERSION-PATH-01');
    return;
  }
  const resolved = stepPathOf(url, address);
  judge.check(resolved === path, clause, path, shown(url), walk);
  const versioned = resolved?.startsWith('/a/api/v2/') ?? false;
  judge.check(versioned, 'VERSION-PATH-01', 'a path under /a/api/v2', shown(url), walk);
}
