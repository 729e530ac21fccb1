import type { ValidationError } from '../../contract/page.ts';
import type { SubmitBody } from '../respondent/judgement.ts';
import type { PageJudgement } from '../respondent/judgePage.ts';
import { advanceTo } from '../respondent/sessions.ts';
import type { SurveyPage } from '../survey/survey.ts';
import { decide } from './decisionFaults.ts';
import type { Fault, FaultText } from './fault.ts';
import { at } from './replyDraft.ts';
import { isRejection, spoil, spoilPage, spoilValidation } from './replyFaults.ts';

/** Rejects the good answers of pages that `concerns` picks. */
function rejects(text: FaultText, concerns: (page: SurveyPage, body: SubmitBody) => number | undefined): Fault {
  return decide(text, (clean, occurs) => ({
    judge: (page, body, walk, survey) => {
      const judged = clean.judge(page, body, walk, survey);
      const questionId = judged.kind === 'accepted' ? concerns(page, body) : undefined;
      if (judged.kind !== 'accepted' || questionId === undefined || !occurs()) return judged;
      return {
        kind: 'rejected',
        answers: judged.answers,
        errors: [{ questionId, message: 'Please answer.', answerErrors: null }],
      };
    },
  }));
}

/** Changes what was found wrong with a page. */
function misjudges(text: FaultText, change: (judged: Rejected, page: SurveyPage) => PageJudgement): Fault {
  return decide(text, (clean, occurs) => ({
    judge: (page, body, walk, survey) => {
      const judged = clean.judge(page, body, walk, survey);
      return judged.kind === 'rejected' && occurs() ? change(judged, page) : judged;
    },
  }));
}

type Rejected = Extract<PageJudgement, { kind: 'rejected' }>;

/** The first question whose key matches and has a value that `isHit` accepts. */
function keyed(pattern: RegExp, isHit: (value: unknown) => boolean) {
  return (page: SurveyPage, body: SubmitBody): number | undefined =>
    Object.entries(body).some(([key, value]) => pattern.test(key) && isHit(value)) ? page.questions[0]?.id : undefined;
}

const isFilled = (value: unknown): boolean => value !== '' && value !== undefined;

function withErrors(judged: Rejected, change: (error: ValidationError) => ValidationError): PageJudgement {
  return { ...judged, errors: judged.errors.map(change) };
}

/** Broken promises about which answers are accepted, and how they are rejected. */
export const validationFaults: readonly Fault[] = [
  misjudges(
    {
      id: 'missing-answer-accepted',
      section: 'submit-page',
      description: 'A page without its required answers is accepted.',
    },
    ({ answers }) => ({ kind: 'accepted', answers }),
  ),
  misjudges(
    {
      id: 'validation-wrong-question',
      section: 'submit-page',
      description: 'A validation error names a question of no page.',
    },
    (judged) => withErrors(judged, (error) => ({ ...error, questionId: error.questionId + 100_000 })),
  ),
  misjudges(
    {
      id: 'validation-neighbour',
      section: 'submit-page',
      description: 'A validation error names another question of the page than the one that was left out.',
    },
    (judged, page) =>
      withErrors(judged, (error) => ({
        ...error,
        questionId: page.questions.find(({ id }) => id !== error.questionId)?.id ?? error.questionId,
      })),
  ),
  misjudges(
    {
      id: 'validation-empty',
      section: 'submit-page',
      description: 'A rejected page has no validation error in its list.',
    },
    (judged) => ({ ...judged, errors: [] }),
  ),
  misjudges(
    {
      id: 'validation-as-error',
      section: 'errors',
      description: 'Answers that fail validation get a standard error 400.',
    },
    () => ({ kind: 'refused', httpStatus: 400 }),
  ),
  spoilValidation(
    {
      id: 'validation-other-message',
      section: 'submit-page',
      description: 'The message for a missing answer is empty.',
    },
    (error) => {
      error.message = '';
    },
  ),
  decide(
    {
      id: 'validation-moves-on',
      section: 'states',
      description: 'A rejected submission moves the respondent on all the same.',
    },
    (clean, occurs) => ({
      judge: (page, body, walk, survey) => {
        const judged = clean.judge(page, body, walk, survey);
        const canMove = judged.kind === 'rejected' && page.next < survey.pages.length;
        if (canMove && occurs()) advanceTo(walk, page.next);
        return judged;
      },
    }),
  ),
  decide(
    {
      id: 'correction-rejected',
      section: 'submit-page',
      description: 'A page that was rejected once is never accepted.',
    },
    (clean, occurs) => {
      const rejected = new WeakMap<object, PageJudgement>();
      return {
        judge: (page, body, walk, survey) => {
          const earlier = rejected.get(walk);
          if (earlier !== undefined) return earlier;
          const judged = clean.judge(page, body, walk, survey);
          if (judged.kind === 'rejected' && occurs()) rejected.set(walk, judged);
          return judged;
        },
      };
    },
  ),
  spoil(
    { id: 'rejected-as-success', section: 'states', description: 'A rejected page is re-shown with status success.' },
    isRejection,
    ({ body }) => {
      at(body, 'response').status = 'success';
      delete at(body, 'response').validationErrors;
    },
  ),
  spoilPage(
    { id: 'success-as-rejected', section: 'states', description: 'Take shows its page with status validation_errors.' },
    (response) => {
      response.status = 'validation_errors';
      response.validationErrors = [];
    },
    (_draft, { endpoint }) => endpoint === 'take',
  ),
  rejects(
    {
      id: 'good-answers-refused',
      section: 'states',
      description: 'One good submission in ten is refused.',
      everyNth: 10,
    },
    ({ questions }) => questions[0]?.id,
  ),
  rejects(
    { id: 'single-refused', section: 'keys', description: 'A single choice is refused in the form of its key table.' },
    keyed(/^u_/, isFilled),
  ),
  rejects(
    { id: 'multiple-refused', section: 'keys', description: 'More than one answer to a multiple choice is refused.' },
    keyed(/^m_/, (value) => Array.isArray(value) && value.length > 1),
  ),
  rejects({ id: 'text-refused', section: 'keys', description: 'A text is refused.' }, keyed(/^t_/, isFilled)),
  rejects(
    { id: 'other-refused', section: 'keys', description: 'The Other option with its text is refused.' },
    (page, body) => page.questions.find(({ otherId }) => otherId !== undefined && isFilled(body[`t_${otherId}`]))?.id,
  ),
  rejects({ id: 'rank-refused', section: 'keys', description: 'A ranking is refused.' }, keyed(/^r_/, isFilled)),
  rejects(
    { id: 'allocation-refused', section: 'keys', description: 'An allocation that adds up is refused.' },
    keyed(/^s_/, isFilled),
  ),
  rejects({ id: 'date-refused', section: 'keys', description: 'A real date is refused.' }, keyed(/^dt_day_/, isFilled)),
  rejects(
    { id: 'afternoon-refused', section: 'keys', description: 'Times with PM are refused.' },
    keyed(/^dt_ampm_/, (value) => value === 'PM'),
  ),
  rejects(
    { id: 'calendar-refused', section: 'keys', description: 'A calendar date as YYYY-MM-DD is refused.' },
    keyed(/^dt_cal_/, isFilled),
  ),
  rejects(
    {
      id: 'second-question-refused',
      section: 'keys',
      description: 'Answers to several questions in one object are refused.',
    },
    (page, body) => (page.questions.length > 1 && Object.keys(body).length > 1 ? page.questions[1]?.id : undefined),
  ),
];
