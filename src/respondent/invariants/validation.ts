import type { ValidationErrorsPage } from '../../contract/page.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { QuestionPlan } from '../answers/questionPlan.ts';
import { pageInWords, samePage } from '../model/visit.ts';
import type { Submission } from '../walk/submission.ts';
import type { Judge, WitnessSource } from './judge.ts';

/** Judges a page re-shown with `validation_errors` (document, moves and Endpoint 2). */
export function judgeRejection(
  page: ValidationErrorsPage,
  plans: readonly QuestionPlan[],
  submitted: readonly QuestionPlan[],
  submission: Submission,
  exchange: Exchange,
  judge: Judge,
  walk: WitnessSource,
): void {
  judge.passGroup('validation');
  if (samePage(plans, submitted)) judge.pass('MOVE-REJECT-02');
  else judge.fail('MOVE-REJECT-02', pageInWords(submitted), pageInWords(plans), walk);
  const named = page.response.validationErrors.map(({ questionId }) => questionId);
  judge.check(named.length > 0, 'SUBMIT-VALIDATION-07', 'at least one validation error', 'none', walk);
  const strangers = named.filter((id) => !submitted.some(({ question }) => question.id === id));
  if (strangers.length === 0) judge.pass('SUBMIT-VALIDATION-03');
  else judge.fail('SUBMIT-VALIDATION-03', pageInWords(submitted), `question ${strangers.join(', ')} is named`, walk);
  judge.observe('Q-VALIDATION-HTTP', String(exchange.httpStatus), exchange);
  const { owed, omitted } = submission;
  if (owed.length > 0) {
    judge.pass('MOVE-REJECT-01');
    judge.pass('SUBMIT-VALIDATION-01');
    const unnamed = owed.filter((id) => !named.includes(id));
    if (unnamed.length === 0) judge.pass('SUBMIT-VALIDATION-02');
    else
      judge.fail(
        'SUBMIT-VALIDATION-02',
        `question ${unnamed.join(', ')} named`,
        `named: ${named.join(', ') || 'none'}`,
        walk,
      );
  }
  const blamed = named.filter((id) => !owed.includes(id) && !omitted.includes(id));
  const judged = blamed.filter((id) => isSurelyValid(submitted.find(({ question }) => question.id === id)));
  if (judged.length > 0) {
    judge.fail('MOVE-ADVANCE-02', 'valid answers accepted', `question ${judged.join(', ')} is rejected`, walk);
  }
}

/** What an allocation must sum to, and what an unknown form takes, is not shown: those answers are guesses. */
function isSurelyValid(plan: QuestionPlan | undefined): boolean {
  return plan !== undefined && plan.form.kind !== 'allocation' && plan.form.kind !== 'unknown';
}
