import type { ValidationError } from '../../contract/pageSchema.ts';
import type { GivenAnswer } from '../completedResponses.ts';
import type { PageAnswers } from '../survey/renderedSurvey.ts';
import type { SurveyPage, SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { judgeMultiple, judgeSingle } from './choiceAnswers.ts';
import { judgeCalendar, judgeDate } from './dateAnswers.ts';
import { invalid, type Judgement, type Refused, requiredMessage, type SubmitBody } from './submissionJudgement.ts';
import { judgeAllocation, judgeRank, judgeText } from './valueAnswers.ts';

/** `answers` are the good ones, also of a page that is rejected for others. */
export type PageJudgement =
  | { readonly kind: 'accepted'; readonly answers: PageAnswers }
  | { readonly kind: 'rejected'; readonly answers: PageAnswers; readonly errors: readonly ValidationError[] }
  | Refused;

/** Validates a body against the questions of a page; keys of other questions play no part. */
export function judgePage(page: SurveyPage, body: SubmitBody, variants: Variants): PageJudgement {
  const answers = new Map<number, GivenAnswer>();
  const errors: ValidationError[] = [];
  for (const question of page.questions) {
    const judged = judge(question, body, variants);
    if (judged.kind === 'refused') return judged;
    if (judged.kind === 'given') answers.set(question.id, judged.given);
    if (judged.kind === 'invalid') errors.push(judged.error);
  }
  return errors.length > 0 ? { kind: 'rejected', answers, errors } : { kind: 'accepted', answers };
}

function judge(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const judged = judgeByKind(question, body, variants);
  if (judged.kind === 'unanswered' && question.required) return invalid(question, requiredMessage, variants);
  return judged;
}

function judgeByKind(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  switch (question.kind) {
    case 'single':
      return judgeSingle(question, body, variants);
    case 'multiple':
      return judgeMultiple(question, body, variants);
    case 'text':
      return judgeText(question, body, variants);
    case 'rank':
      return judgeRank(question, body, variants);
    case 'allocation':
      return judgeAllocation(question, body, variants);
    case 'date':
    case 'date-time':
      return judgeDate(question, body, variants);
    case 'calendar':
      return judgeCalendar(question, body, variants);
  }
}
