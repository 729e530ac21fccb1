import { stepPathOf } from '../../client/stepPath.ts';
import type { TargetAddress } from '../../client/target.ts';
import { pathOf } from '../../contract/endpoints.ts';
import type { SurveyPage } from '../../contract/page.ts';
import { type QuestionPlan, QuestionPlans } from '../answers/questionPlan.ts';
import { liveMarkup, markedText } from '../answers/texts.ts';
import { type Judge, shown, type WitnessSource } from './judge.ts';
import { judgeNoRedirect } from './statusBody.ts';

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

/** A page that was found faultless, for one survey. */
interface FaultlessPage {
  readonly paths: SurveyPaths;
  readonly plans: readonly QuestionPlan[];
  readonly hasPrevious: boolean;
}

/**
 * Judges pages by themselves (document, Survey page and Question JSON): their links and their questions. A page whose
 * body repeats and was faultless is evidence again without another look.
 */
export class PageJudge {
  readonly #plans = new QuestionPlans();
  readonly #address: TargetAddress;
  readonly #faultless = new WeakMap<SurveyPage['response'], FaultlessPage>();

  constructor(address: TargetAddress) {
    this.#address = address;
  }

  /** @returns the plans of the page's questions; those whose JSON is no question are left out. */
  judge(page: SurveyPage, paths: SurveyPaths, judge: Judge, walk: WitnessSource): readonly QuestionPlan[] {
    const known = this.#faultless.get(page.response);
    if (known !== undefined && known.paths === paths) {
      judge.passGroup('page');
      judge.passGroup('pageLinks');
      if (known.hasPrevious) judge.passGroup('previousLink');
      judge.passGroup('question', known.plans.length);
      return known.plans;
    }
    const failuresBefore = judge.failures;
    const plans = this.#judgeAnew(page, paths, judge, walk);
    const hasPrevious = page.response.navigation.previousPageUrl !== null;
    // Only what repeats is frozen: another answer would never be asked for again.
    if (judge.failures === failuresBefore && Object.isFrozen(page.response)) {
      this.#faultless.set(page.response, { paths, plans, hasPrevious });
    }
    return plans;
  }

  #judgeAnew(page: SurveyPage, paths: SurveyPaths, judge: Judge, walk: WitnessSource): readonly QuestionPlan[] {
    const { navigation, meta, questions } = page.response;
    judge.passGroup('page');
    const hasErrors = page.response.status === 'success' && 'validationErrors' in page.response;
    judge.check(!hasErrors, 'PAGE-VALIDATION-02', 'no `validationErrors` with status `success`', 'present', walk);
    judgeNoRedirect(page, judge, walk);
    const progress = meta.progressPercentage;
    if (progress >= 0 && progress <= 100) judge.pass('PAGE-PROGRESS-RANGE-01');
    else judge.fail('PAGE-PROGRESS-RANGE-01', 'a percentage from 0 to 100', shown(progress), walk);
    judgeLink(navigation.nextPageSubmitUrl, paths.submit, 'PAGE-NEXT-URL-01', this.#address, judge, walk);
    if (navigation.previousPageUrl !== null) {
      judgeLink(navigation.previousPageUrl, paths.previous, 'PAGE-PREVIOUS-URL-01', this.#address, judge, walk);
    }
    const found: QuestionPlan[] = [];
    for (const { html, json } of questions) {
      const plan = this.#plans.of(json, html);
      judge.passGroup('question');
      for (const { clause, expected, actual } of plan.findings) judge.fail(clause, expected, actual, walk);
      if (html.includes(markedText)) {
        const isLive = html.includes(liveMarkup);
        judge.check(!isLive, 'SANITY-ESCAPE-01', `${liveMarkup} escaped`, 'live markup of a respondent', walk);
      }
      if (plan.question !== null) found.push(plan);
    }
    judge.check(questions.length > 0, 'STATUS-SUCCESS-01', 'a page with questions', 'no questions', walk);
    return found;
  }
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
