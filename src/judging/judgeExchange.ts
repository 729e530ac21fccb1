import type { Findings } from './findings.ts';
import type { Answer, Circumstances } from './reading/answer.ts';
import { isErrorBody } from './reading/reading.ts';
import { judgeAdministration } from './rules/administration.ts';
import { judgeError } from './rules/errors.ts';
import { judgeEnvelope } from './rules/overview.ts';
import { judgePage } from './rules/page.ts';
import { judgePreviousPage } from './rules/previousPage.ts';
import { judgeQuestions } from './rules/question.ts';
import { judgeSanity } from './rules/sanity.ts';
import { judgeStatus } from './rules/statuses.ts';
import { judgeSubmitPage } from './rules/submitPage.ts';
import { judgeTake } from './rules/take.ts';

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
  if (reading.kind === 'administration') judgeAdministration(findings, answer);
}
