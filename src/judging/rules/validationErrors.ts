import { ClauseTable } from '../../contract/clause.ts';
import { asText, isRecord, type Json } from '../../contract/jsonShape.ts';
import { ValidationErrorsPage } from '../../contract/pageSchema.ts';
import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';
import { kindName } from '../reading/questionView.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import { judgeShape, shapeOf } from '../schemaJudge.ts';
import { isNothing } from './page.ts';

export const validationErrorsClauses = new ClauseTable()
  .group('page')
  .must('PAGE-VALIDATION-ANSWERS-01', 'page-validation-answers', {
    probes: ['missing-answers'],
    topic: 'answer-errors',
  })
  .says('Each validation error has `answerErrors`, null or a detail for each answer.')
  .broken('Validation errors have no usable answerErrors')
  .sane('PAGE-VALIDATION-MESSAGE-02', 'page-validation-message')
  .says('A validation error says something: in its message, or in a detail for each answer.')
  .broken('Validation errors say nothing')
  .why('A respondent has to know what to put right.');

const errorShape = shapeOf(ValidationErrorsPage.properties.response.properties.validationErrors.items);
const path = 'response.validationErrors[]';

/** Each validation error of a page, by itself: one of several may be made in another way than the first. */
export function judgeValidationErrors(findings: Findings, { exchange, reading, status, page }: Answer): void {
  if (reading.kind !== 'flow' || status !== 'validation_errors') return;
  const { validationErrors: errors } = reading.response;
  if (!Array.isArray(errors)) return;
  const areObjects = errors.every(isRecord);
  for (const [at, error] of errors.entries()) {
    const isPart = isRecord(error) && page !== null && errors.length > 1;
    findings.ofPart(isPart ? errorFeatures(error, at, errors.length, page) : null);
    // A list of something else is told of as a whole.
    if (areObjects) judgeShape(findings, exchange.path, errorShape, error, path);
    if (page !== null) judgeDetail(findings, error);
  }
  findings.ofPart(null);
}

function errorFeatures({ questionId }: Json, at: number, of: number, { questions }: ShownPage): string[] {
  const about = questions.find(({ id }) => asText(id) === asText(questionId));
  return [
    at === 0 ? 'in the first of several validation errors' : 'in validation errors after the first',
    ...(at === of - 1 ? ['in the last of several validation errors'] : []),
    ...(about === undefined ? [] : [`in the errors of ${kindName(about)} questions`]),
  ];
}

function judgeDetail(findings: Findings, error: unknown): void {
  const detail = isRecord(error) ? error.answerErrors : undefined;
  if (typeof detail === 'object' && detail !== null)
    findings.observe('Q-ANSWER-ERRORS', Array.isArray(detail) ? 'array' : 'object');
  const there = detail !== undefined && typeof detail !== 'boolean' && typeof detail !== 'number';
  const expected = 'answerErrors, null or a detail';
  findings.expect('PAGE-VALIDATION-ANSWERS-01', there, expected, { value: error }, `${path}.answerErrors`);
  if (!isRecord(error)) return;
  const says = typeof error.message !== 'string' || error.message.trim() !== '' || !isNothing(detail);
  findings.expect('PAGE-VALIDATION-MESSAGE-02', says, 'a message', { value: error.message }, `${path}.message`);
}
