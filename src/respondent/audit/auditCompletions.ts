import type { AuditResult } from '../../result/runResult.ts';
import { administrationCalls } from '../administration/administrationCalls.ts';
import type { AdministrationClient } from '../administration/administrationClient.ts';
import { AuditBooks } from './auditBooks.ts';
import { concludeAudit } from './auditConclusion.ts';
import type { AuditOptions } from './auditOptions.ts';
import { auditSurvey, type SurveyReading } from './auditSurvey.ts';
import type { CompletionLedger } from './completionLedger.ts';
import { readPage } from './readRecords.ts';

/**
 * The durability audit: reconciles the completions that the service accepted with its response records, read by list,
 * filter and fetch. Every accepted completion must be stored once, unaltered; one whose answer never came may be stored
 * or not. Only reads.
 */
export async function auditCompletions(
  ledger: CompletionLedger,
  client: AdministrationClient,
  options: AuditOptions,
): Promise<AuditResult> {
  const books = new AuditBooks(ledger);
  const readings: SurveyReading[] = [];
  const walked = ledger.surveyIds();
  for (const surveyId of options.surveyIds) {
    if (walked.has(surveyId)) readings.push(await auditSurvey(surveyId, books, client, options));
  }
  return concludeAudit(books, readings, options);
}

/** `totalItems` of a survey's list now; null when it cannot be read. To be asked before the walks. */
export async function countResponses(client: AdministrationClient, surveyId: number): Promise<number | null> {
  const request = administrationCalls.listResponses(surveyId, { page: 1, perPage: 1 });
  const read = await readPage(client, request);
  return read.kind === 'read' ? read.value.totalItems : null;
}
