import type { ValidationErrorsPage } from '../../contract/page.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { QuestionPlan } from '../answers/questionPlan.ts';
import { pageInWords, samePage } from '../model/visit.ts';
import type { Submission } from '../walk/submission.ts';
import { type Judge, shown, type WitnessSource } from './judge.ts';

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
  judge.observe('Q-VALIDATION-HTTP', String(exchange.httpStatus), exchange, walk);
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
  const judged = page.response.validationErrors.filter(({ message, questionId }) => {
    if (owed.includes(questionId) || omitted.includes(questionId)) return false;
    const plan = submitted.find(({ question }) => question.id === questionId);
    return plan !== undefined && (isSurelyValid(plan, submission.body) || message === missingAnswerMessage);
  });
  if (judged.length > 0) {
    const named = judged.map(({ message, questionId }) => `question ${questionId} is rejected: ${message}`);
    judge.fail('MOVE-ADVANCE-02', 'valid answers accepted', shown(named.join('; ')), walk);
  }
}

/** What the document's example says of a question that was left out: of one that was answered it is wrong. */
const missingAnswerMessage = 'This question is required.';

/**
 * One of the answers that are offered, or a full ranking, is valid in any survey. A survey may have rules of its own
 * for texts, dates, numbers, and for how many answers may be chosen, which are not shown.
 */
function isSurelyValid({ form }: QuestionPlan, body: string): boolean {
  if (form.kind === 'single') return form.other === null || !body.includes(`"${form.other.key}"`);
  return form.kind === 'rank';
}
