import type { Difference } from '../../judging/rules/sanity.ts';
import type { WalkCompletion } from '../crowd.ts';
import { AuditBooks } from './auditBooks.ts';
import { learnedDifferences, learnPlaces } from './bookFindings.ts';
import { CompletionLedger } from './completionLedger.ts';
import { auditedRecord } from './readRecords.ts';
import { RecordReading } from './recordReading.ts';

/** A completion and its records, as they were read. */
interface StoredWalk {
  readonly completion: WalkCompletion;
  readonly records: readonly unknown[];
}

/** What of the answers whose place the document does not show is stored otherwise than it was given. */
interface LearnedAnswers {
  /** By token. */
  readonly differing: ReadonlyMap<string, readonly Difference[]>;
  /** Which kinds of answers could not be compared, in words. */
  readonly unseen: readonly string[];
}

/** Compares ranks, allocations and dates of some completions, as the audit of a load does. */
export function compareLearned(walks: readonly StoredWalk[], runTag: string): LearnedAnswers {
  const surveyId = walks[0]?.completion.surveyId ?? 0;
  const ledger = new CompletionLedger();
  for (const { completion } of walks) ledger.accepted(completion);
  const books = new AuditBooks(ledger, surveyId);
  const reading = new RecordReading(runTag);
  for (const found of walks.flatMap(({ records }) => records)) {
    const record = auditedRecord(found);
    if (record === null) continue;
    reading.read(record, (id) => ledger.kindsOfAnswer(surveyId, id));
    books.enter(reading, 'list', Date.now());
  }
  const unseen: string[] = [];
  const learned = learnPlaces(books, unseen, ['rank', 'allocation', 'date']);
  const read = books.rows.filter((row) => books.recordsOf(row).length > 0);
  const differing = new Map(read.map((row) => [ledger.tokenOf(row), learnedDifferences(books, learned, row)]));
  return { differing, unseen };
}
