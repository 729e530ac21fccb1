import type { Choice } from '../acts/drawChoice.ts';
import { keysOf } from '../answers/form.ts';
import type { QuestionPlan } from '../answers/questionPlan.ts';
import type { Submission } from './submission.ts';
import type { SurveyFact } from './surveyFacts.ts';

/**
 * Tells a respondent what to do, in place of chance: how a recorded walk is walked again, judged by the same model and
 * the same invariants.
 */
export interface WalkScript {
  readonly surveyId: number;
  /** Where the respondent would draw: its next act. */
  next(): Choice;
  /** The respondent takes again by itself, as the model says it must after a broken session. */
  takesByItself(): void;
  /** Whether it looks at the survey once more when that is finished. */
  readonly looksAfterEnd: boolean;
  /**
   * The recorded body for a page.
   *
   * @returns JSON, or `null` when there is none that fits: the page is then answered as by chance.
   */
  bodyFor(plans: readonly QuestionPlan[], token: string): string | null;
}

/** A recorded body as a submission: what was left out of it is read from the page that it is sent for. */
export function submissionOf(body: string, plans: readonly QuestionPlan[], survey: SurveyFact): Submission {
  const given = keysIn(body);
  const missing = plans.filter(({ form }) => !keysOf(form).some((key) => given.has(key)));
  const ids = missing.map(({ question }) => question.id);
  return {
    body,
    omitted: ids.filter((id) => !survey.required.has(id)),
    owed: ids.filter((id) => survey.required.has(id)),
  };
}

/** Whether every key of the body belongs to the page. */
export function fitsPage(body: string, plans: readonly QuestionPlan[]): boolean {
  const known = new Set(plans.flatMap(({ form }) => keysOf(form)));
  return [...keysIn(body)].every((key) => known.has(key));
}

function keysIn(body: string): ReadonlySet<string> {
  const value: unknown = JSON.parse(body);
  return new Set(typeof value === 'object' && value !== null ? Object.keys(value) : []);
}
