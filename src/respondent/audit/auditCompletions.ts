import type { EntityId } from '../../contract/entityId.ts';
import { byId } from '../../contract/entityId.ts';
import { answersCame } from '../../judging/cameInPlace.ts';
import type { Difference } from '../../judging/rules/sanity.ts';
import type { AuditResult } from '../../result/runResult.ts';
import { type Came, commonCame } from '../../result/symptom.ts';
import type { AdministrationClient } from '../administration.ts';
import { AuditBooks } from './auditBooks.ts';
import type { AuditOptions } from './auditOptions.ts';
import { SurveyAudit } from './auditSurvey.ts';
import { cutRowsIn, foreignRowsIn, type LearnedPlaces, learnedDifferences, learnPlaces } from './bookFindings.ts';
import type { CompletionLedger } from './completionLedger.ts';
import { visibilityOf } from './visibility.ts';

/**
 * The durability audit: reconciles the completions that the service accepted with its response records, read by list,
 * filter and fetch. Every accepted completion must be stored once, unaltered; one whose answer never came may be stored
 * or not. Only reads.
 */
export async function auditCompletions(
  ledger: CompletionLedger,
  client: AdministrationClient,
  options: AuditOptions,
): Promise<Audited> {
  const books = new AuditBooks(ledger, options.surveyId);
  const survey = new SurveyAudit(books, client, options);
  if (books.rows.length > 0) await survey.read();
  const conclusion = new Conclusion(books, survey, options);
  return { audit: conclusion.result(), alteredAs: conclusion.alteredAs };
}

/** What an audit found. */
export interface Audited {
  readonly audit: AuditResult;
  /** What became of the answers of all that are altered; `null` where none is. */
  readonly alteredAs: Came | null;
}

type Kind = 'lost' | 'duplicated' | 'altered' | 'foreign' | 'unread';

/** Draws the balance of the books (design, How a run is judged). */
class Conclusion {
  readonly #books: AuditBooks;
  readonly #survey: SurveyAudit;
  readonly #options: AuditOptions;
  readonly #examples: AuditResult['examples'] = [];
  /** What is said of all that are altered. */
  alteredAs: Came | null = null;
  readonly #counts: Record<Kind, number> = { lost: 0, duplicated: 0, altered: 0, foreign: 0, unread: 0 };
  readonly #learned: LearnedPlaces;
  readonly #foreignRows: ReadonlyMap<number, string>;

  constructor(books: AuditBooks, survey: SurveyAudit, options: AuditOptions) {
    this.#books = books;
    this.#survey = survey;
    this.#options = options;
    this.#learned = learnPlaces(books, survey.unseen);
    this.#foreignRows = foreignRowsIn(books);
  }

  result(): AuditResult {
    const { ledger, rows } = this.#books;
    const { listWhole, pending } = this.#survey;
    const completed = ledger.completed;
    const totals = { completed, audited: 0, silent: 0, stored: 0, indeterminate: ledger.count - completed };
    const isSilent = this.#isSilent();
    const cut = cutRowsIn(this.#books);
    for (const row of rows) {
      const { indeterminate, nameless } = ledger.entry(row);
      if (isSilent) {
        if (!indeterminate && listWhole && !pending.has(row)) totals.silent++;
        continue;
      }
      if (nameless) continue;
      const ids = this.#books.recordsOf(row);
      const isStored = ids.length > 0 || cut.has(row);
      if (!indeterminate) totals.audited++;
      if (!indeterminate && isStored) totals.stored++;
      if (ids.length > 0) this.#judgeStored(row, ids);
      else if (isStored)
        this.#addAltered(
          row,
          [cut.get(row) ?? 0],
          [{ kind: 'texts', became: 'cut', words: 'a text was cut short, and the token with it' }],
        );
      else if (!indeterminate && !pending.has(row)) {
        if (listWhole) this.#addLost(row);
        else this.#add('unread', row, [], 'not found in the part of the list that could be read');
      }
    }
    if (!isSilent) this.#countNameless();
    this.#explainUnaudited();
    const visibility = visibilityOf(this.#books, this.#survey, this.#options);
    // Those that can be told answer by answer first.
    const examples = this.#examples.toSorted((a, b) => Number(this.#isKept(b.token)) - Number(this.#isKept(a.token)));
    return { ...totals, ...this.#counts, visibility, unseen: this.#survey.unseen, examples };
  }

  #addLost(row: number): void {
    const before = this.#options.seenLive.get(this.#books.ledger.tokenOf(row));
    if (before === undefined) this.#add('lost', row, [], 'no record carries its token');
    else {
      const { responseId } = before;
      this.#add('lost', row, [responseId], `response ${responseId} carried its token during the walks, and is gone`);
    }
  }

  #judgeStored(row: number, ids: readonly EntityId[]): void {
    const { missed, pending, listWhole, filterWhole } = this.#survey;
    if (ids.length > 1) this.#add('duplicated', row, ids, `stored ${ids.length} times`);
    const foreign = this.#foreignRows.get(row);
    if (foreign !== undefined) this.#add('foreign', row, ids, foreign);
    else {
      const altered = this.#alterations(row);
      if (altered.length > 0) this.#addAltered(row, ids, altered);
    }
    if (pending.has(row)) return;
    const why = missed.get(row);
    const unread = why === undefined ? [] : [why];
    if (listWhole && !this.#books.wasSeen(row, 'list')) unread.push('missing from the list');
    if (filterWhole && !this.#books.wasSeen(row, 'filter')) unread.push('missing from the filter');
    if (unread.length > 0) this.#add('unread', row, ids, unread.join('; '));
  }

  #addAltered(row: number, ids: readonly EntityId[], differences: readonly Difference[]): void {
    const came = answersCame(differences);
    this.alteredAs = this.alteredAs === null ? came : commonCame(this.alteredAs, came);
    this.#add('altered', row, ids, differences.map(({ words }) => words).join('; '));
  }

  #alterations(row: number): Difference[] {
    const differences: Difference[] = [];
    const { choice, text } = this.#became(row);
    if (choice !== null) differences.push({ kind: 'choices', became: choice, words: 'other answers are chosen' });
    if (text !== null) differences.push({ kind: 'texts', became: text, words: 'a text is not the one that was given' });
    differences.push(...learnedDifferences(this.#books, this.#learned, row));
    const [first] = differences;
    if (first !== undefined && this.#books.isWrong(row, 'ways'))
      differences.push({ ...first, words: 'list, filter and fetch disagree' });
    return differences;
  }

  /** What became of what was chosen, and of texts; `null` where they are as they were given. */
  #became(row: number): Record<'choice' | 'text', 'missing' | 'another' | null> {
    const of = (wrong: 'choice' | 'text', none: 'noChoice' | 'noText'): 'missing' | 'another' | null => {
      if (!this.#books.isWrong(row, wrong)) return null;
      return this.#books.isWrong(row, none) ? 'missing' : 'another';
    };
    return { choice: of('choice', 'noChoice'), text: of('text', 'noText') };
  }

  /**
   * Whether no completion at all is to be seen and the list has not grown: that completed walks become records is nowhere
   * promised, so nothing can be said of them, unless the profile says that they do.
   */
  #isSilent(): boolean {
    const { ledger, responseIds, rows } = this.#books;
    const { demanded } = this.#options;
    if (demanded || rows.length === 0 || rows.some((row) => responseIds[row] !== 0)) return false;
    const { added, listWhole } = this.#survey;
    if (added === null ? rows.every((row) => ledger.entry(row).nameless) : added > 0) return false;
    if (listWhole) {
      this.#survey.tell(
        'the document does not promise that completed walks become records, so there is nothing to audit',
      );
    }
    return true;
  }

  /** Completions without any text can only be counted, where it is known how many records there were before. */
  #countNameless(): void {
    const { ledger, rows } = this.#books;
    const nameless = rows.filter((row) => ledger.entry(row).nameless && !ledger.entry(row).indeterminate).length;
    if (nameless === 0) return;
    const { added } = this.#survey;
    if (added === null) {
      this.#survey.tell(`${nameless} completions carry no text that could name their respondent`);
      return;
    }
    const records = rows.reduce((sum, row) => sum + this.#books.recordsOf(row).length, 0);
    const missing = Math.max(0, records + nameless - added);
    this.#survey.tell(`${nameless} completions carry no text: only counted, ${missing} missing`);
    this.#counts.lost += missing;
  }

  #explainUnaudited(): void {
    const { ledger, unaccepted } = this.#books;
    const others = [...ledger.surveyIds()].filter((surveyId) => surveyId !== this.#options.surveyId);
    if (others.length > 0) {
      this.#survey.unseen.push(`surveys not audited: ${others.sort(byId).join(', ')}`);
    }
    if (unaccepted.size > 0) {
      this.#survey.unseen.push(
        `${unaccepted.size} records carry tokens of respondents who did not complete, as far as known`,
      );
    }
  }

  #add(kind: Kind, row: number, responseIds: readonly EntityId[], detail: string): void {
    this.#counts[kind]++;
    const token = this.#books.ledger.tokenOf(row);
    const example = { kind, token, responseIds: [...responseIds], detail };
    if (this.#counts[kind] <= this.#options.maxExamplesPerKind) {
      this.#examples.push(example);
      return;
    }
    const named = this.#examples.filter((each) => each.kind === kind);
    const last = named.at(-1);
    if (last === undefined || !this.#isKept(token) || named.some((each) => this.#isKept(each.token))) return;
    this.#examples[this.#examples.indexOf(last)] = example;
  }

  #isKept(token: string): boolean {
    return this.#books.ledger.walkOf(token) !== null;
  }
}
