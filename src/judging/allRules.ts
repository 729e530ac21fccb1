import type { EndpointId } from '../contract/endpoints.ts';
import type { Findings } from './findings.ts';
import type { Answer, Circumstances } from './reading/answer.ts';
import type { QuestionReading } from './reading/questionView.ts';
import type { Granted } from './reading/reading.ts';
import { judgeRegenerated } from './rules/apiKey.ts';
import { judgeDatapad } from './rules/datapads.ts';
import { judgeDepartment, judgeDepartments } from './rules/departments.ts';
import { judgeError } from './rules/errorBodies.ts';
import { judgeOwnMarkup } from './rules/keys.ts';
import { judgeEnvelope, judgeRequestIdGiven } from './rules/overview.ts';
import { judgePage, judgePageContent } from './rules/page.ts';
import { judgePreviousPage } from './rules/previousPage.ts';
import { judgeMarkup, judgeQuestion, judgeQuestionIds } from './rules/question.ts';
import { judgeCreated } from './rules/records.ts';
import { judgeFetched, judgeRecords } from './rules/responses.ts';
import {
  judgeIsolation,
  judgeKeySecret,
  judgePassword,
  judgeSanity,
  judgeSessionSecret,
  judgeTrace,
} from './rules/sanity.ts';
import { judgeCompletionId, judgeSubmitPage } from './rules/submitPage.ts';
import { judgeStatus } from './rules/surveyStatuses.ts';
import { judgeTake } from './rules/take.ts';
import { judgeTemplate } from './rules/templates.ts';
import { judgeValidationErrors } from './rules/validationErrors.ts';

/** What the document says of any single answer, whoever asked. Goes by what it is given alone. */
export type AnswerRule = (findings: Findings, answer: Answer, circumstances: Circumstances) => void;
/** What it says of any single question. */
export type QuestionRule = (findings: Findings, question: QuestionReading) => void;

/** All rules that one answer is judged by; what follows from several answers stands beside them, in the same folder. */
export interface Rules {
  readonly answer: readonly AnswerRule[];
  /** Of each element of `questions`. */
  readonly question: readonly QuestionRule[];
}

export const rules: Rules = {
  answer: [
    judgeIsolation,
    judgeKeySecret,
    judgeSessionSecret,
    judgeSanity,
    judgeTrace,
    judgePassword,
    judgeEnvelope,
    judgeRequestIdGiven,
    judgeError,
    judgeStatus,
    judgePage,
    judgePageContent,
    judgeValidationErrors,
    judgeTake,
    judgeSubmitPage,
    judgeCompletionId,
    judgePreviousPage,
    judgeAdministration,
    judgeOwnMarkup,
    judgeQuestionIds,
  ],
  question: [judgeMarkup, judgeQuestion],
};

const byEndpoint: Partial<Record<EndpointId, (findings: Findings, answer: Answer, reading: Granted) => void>> = {
  'create-department': judgeDepartment,
  'list-departments': judgeDepartments,
  'regenerate-key': judgeRegenerated,
  'create-template': judgeTemplate,
  'update-datapad': judgeDatapad,
  'create-response': judgeCreated,
  'list-responses': judgeRecords,
  'filter-responses': judgeRecords,
  'fetch-response': judgeFetched,
};

/** Endpoints 4 to 12: what one answer must be, whatever was asked before it. */
export function judgeAdministration(findings: Findings, answer: Answer): void {
  const { exchange, reading } = answer;
  if (reading.kind === 'administration') byEndpoint[exchange.endpoint]?.(findings, answer, reading);
}
