import type { QuestionPlan } from '../answers/questionPlan.ts';

/** One page on the way of a walk. */
export interface Visit {
  readonly plans: readonly QuestionPlan[];
  readonly first: boolean;
  readonly final: boolean;
  /** The path that the page names for its submission; `null` when it leads elsewhere. */
  readonly submitPath: string | null;
  /** The accepted submission of this page; `null` while there is none. */
  body: string | null;
  /** Whether those answers were valid as far as anybody can know. */
  certain: boolean;
}

/** Whether two pages are the same page: the same questions in the same order (a page has no id of its own). */
export function samePage(a: readonly QuestionPlan[], b: readonly QuestionPlan[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i]?.question.id !== b[i]?.question.id) return false;
  return true;
}

/** A page in words, for expected and actual. */
export function pageInWords(plans: readonly QuestionPlan[]): string {
  return plans.length === 0
    ? 'a page without questions'
    : `the page with question ${plans.map(({ question }) => question.id).join(', ')}`;
}
