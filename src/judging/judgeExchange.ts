import type { EndpointId } from '../contract/endpoints.ts';
import type { Findings } from './findings.ts';
import type { Answer, Circumstances } from './reading/answer.ts';
import { type Granted, isErrorBody } from './reading/reading.ts';
import { judgeRegenerated } from './rules/apiKey.ts';
import { judgeDatapad } from './rules/datapads.ts';
import { judgeDepartment, judgeDepartments } from './rules/departments.ts';
import { judgeError } from './rules/errors.ts';
import { judgeEnvelope } from './rules/overview.ts';
import { judgePage } from './rules/page.ts';
import { judgePreviousPage } from './rules/previousPage.ts';
import { judgeQuestions } from './rules/question.ts';
import { judgeCreated } from './rules/records.ts';
import { judgeFetched, judgeRecords } from './rules/responses.ts';
import { judgeSanity } from './rules/sanity.ts';
import { judgeStatus } from './rules/statuses.ts';
import { judgeSubmitPage } from './rules/submitPage.ts';
import { judgeTake } from './rules/take.ts';
import { judgeTemplate } from './rules/templates.ts';

/**
 * Judges one answer, whoever asked, by all that the document says of any single one; its text is judged by `LeakJudge`.
 * What follows from several answers stands beside these rules, in the same folder.
 */
export function judgeExchange(findings: Findings, answer: Answer, circumstances: Circumstances): void {
  judgeFrame(findings, answer, circumstances);
  if (answer.page !== null) judgeQuestions(findings, answer.exchange, answer.page);
}

/** As `judgeExchange`, without the questions of a page: they repeat, and are judged once each. */
export function judgeFrame(findings: Findings, answer: Answer, circumstances: Circumstances): void {
  const { reading, exchange } = answer;
  judgeSanity(findings, answer, circumstances);
  judgeEnvelope(findings, answer, circumstances);
  // A gateway refuses what no client of the contract sends with bodies of its own.
  const isRefusal = !circumstances.isContractual && exchange.httpStatus >= 400;
  if (isErrorBody(reading) && !isRefusal) judgeError(findings, answer);
  judgeStatus(findings, answer);
  judgePage(findings, answer, circumstances);
  judgeTake(findings, answer, circumstances);
  judgeSubmitPage(findings, answer, circumstances);
  judgePreviousPage(findings, answer, circumstances);
  judgeAdministration(findings, answer);
}

const rules: Partial<Record<EndpointId, (findings: Findings, answer: Answer, reading: Granted) => void>> = {
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
  if (reading.kind === 'administration') rules[exchange.endpoint]?.(findings, answer, reading);
}
