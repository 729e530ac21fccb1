import type { EntityId } from '../../contract/entityId.ts';
import type { AuditResult } from '../../result/runResult.ts';
import type { AuditBooks } from './auditBooks.ts';
import type { AuditOptions } from './auditOptions.ts';
import type { SurveyReading } from './auditSurvey.ts';
import { classNames, type LearnedPlaces, learnPlaces } from './learnedPlaces.ts';
import { learnedClasses } from './recordReading.ts';
import { cutRowsIn, foreignRowsIn } from './strayRecords.ts';
import { visibilityOf } from './visibility.ts';

type Kind = 'lost' | 'duplicated' | 'altered' | 'foreign' | 'unread';

/** Draws the balance of the books (design, How a run is judged). */
export function concludeAudit(
  books: AuditBooks,
  readings: readonly SurveyReading[],
  options: AuditOptions,
): AuditResult {
  return new Conclusion(books, readings, options).result();
}

class Conclusion {
  readonly #books: AuditBooks;
  readonly #readings: ReadonlyMap<number, SurveyReading>;
  readonly #options: AuditOptions;
  readonly #unseen: string[];
  readonly #examples: AuditResult['examples'] = [];
  readonly #counts: Record<Kind, number> = { lost: 0, duplicated: 0, altered: 0, foreign: 0, unread: 0 };
  readonly #learned: LearnedPlaces;
  readonly #foreignRows: ReadonlyMap<number, string>;

  constructor(books: AuditBooks, readings: readonly SurveyReading[], options: AuditOptions) {
    this.#books = books;
    this.#readings = new Map(readings.map((reading) => [reading.surveyId, reading]));
    this.#options = options;
    this.#unseen = readings.flatMap(({ unseen }) => unseen);
    this.#learned = learnPlaces(books, this.#unseen);
    this.#foreignRows = foreignRowsIn(books);
  }

  result(): AuditResult {
    const { ledger } = this.#books;
    const totals = { completed: 0, audited: 0, silent: 0, stored: 0, indeterminate: 0 };
    const silent = this.#silentSurveys();
    const cut = cutRowsIn(this.#books);
    for (let row = 0; row < ledger.count; row++) {
      const { indeterminate, nameless, surveyId } = ledger.entry(row);
      totals[indeterminate ? 'indeterminate' : 'completed']++;
      const reading = this.#readings.get(surveyId);
      if (reading === undefined) continue;
      if (silent.has(surveyId) && !indeterminate && reading.listWhole && !reading.pending.has(row)) totals.silent++;
      if (nameless || silent.has(surveyId)) continue;
      if (!indeterminate) totals.audited++;
      const ids = this.#books.recordsOf(row);
      if (ids.length > 0) {
        if (!indeterminate) totals.stored++;
        this.#judgeStored(row, ids, reading);
      } else if (cut.has(row)) {
        if (!indeterminate) totals.stored++;
        this.#add('altered', row, [cut.get(row) ?? 0], 'a text was cut short, and the token with it');
      } else if (!indeterminate) {
        if (reading.pending.has(row)) continue;
        if (reading.listWhole) this.#addLost(row);
        else this.#add('unread', row, [], 'not found in the part of the list that could be read');
      }
    }
    this.#countNameless(silent);
    this.#explainUnaudited();
    const visibility = visibilityOf(this.#books, [...this.#readings.values()], this.#options);
    // Those that can be told answer by answer first.
    const examples = this.#examples.toSorted((a, b) => Number(this.#isKept(b.token)) - Number(this.#isKept(a.token)));
    return { ...totals, ...this.#counts, visibility, unseen: this.#unseen, examples };
  }

  #addLost(row: number): void {
    const before = this.#options.seenLive.get(this.#books.ledger.tokenOf(row));
    if (before === undefined) this.#add('lost', row, [], 'no record carries its token');
    else {
      const { responseId } = before;
      this.#add('lost', row, [responseId], `response ${responseId} carried its token during the walks, and is gone`);
    }
  }

  #judgeStored(row: number, ids: readonly EntityId[], reading: SurveyReading): void {
    const { wasSeen } = this.#books;
    const difference = this.#books.differenceOf(row);
    if (ids.length > 1) this.#add('duplicated', row, ids, `stored ${ids.length} times`);
    const foreign = this.#foreignRows.get(row);
    if (foreign !== undefined) this.#add('foreign', row, ids, foreign);
    else {
      const altered = this.#alterations(row, difference);
      if (altered.length > 0) this.#add('altered', row, ids, altered.join('; '));
    }
    const missed = reading.missed.get(row);
    const unread: string[] = missed === undefined ? [] : [missed];
    if (reading.pending.has(row)) return;
    if (reading.listWhole && !wasSeen.call(this.#books, row, 'list')) unread.push('missing from the list');
    if (reading.filterWhole && !wasSeen.call(this.#books, row, 'filter')) unread.push('missing from the filter');
    if (unread.length > 0) this.#add('unread', row, ids, unread.join('; '));
  }

  #alterations(row: number, { choice, text, ways }: ReturnType<AuditBooks['differenceOf']>): string[] {
    const details: string[] = [];
    if (choice) details.push('other answers are chosen');
    if (text) details.push('a text is not the one that was given');
    if (ways) details.push('list, filter and fetch disagree');
    for (const kind of learnedClasses) {
      const place = this.#learned[kind];
      if (place === null || this.#books.ledger.entry(row).uncertain) continue;
      const fits = ((this.#books.fitting[kind][row] ?? 0) & (1 << place)) !== 0;
      if (!fits) details.push(`${classNames[kind]} differ`);
    }
    return details;
  }

  /**
   * Surveys where no completion at all is to be seen and the list has not grown: that completed walks become records is
   * nowhere promised, so nothing can be said of them, unless the profile says that they do.
   */
  #silentSurveys(): ReadonlySet<number> {
    if (this.#options.demanded) return new Set();
    const { ledger, responseIds } = this.#books;
    const silent = new Set(this.#readings.keys());
    const named = new Set<number>();
    for (let row = 0; row < ledger.count; row++) {
      const { nameless, surveyId } = ledger.entry(row);
      if (responseIds[row] !== 0) silent.delete(surveyId);
      if (!nameless) named.add(surveyId);
    }
    for (const surveyId of silent) {
      const { totalItems = null, listWhole = false } = this.#readings.get(surveyId) ?? {};
      const added = this.#addedTo(surveyId, totalItems);
      if (added === null ? !named.has(surveyId) : added > 0) silent.delete(surveyId);
      else if (listWhole) {
        this.#unseen.push(
          `survey ${surveyId}: the document does not promise that completed walks become records, so there is nothing to audit`,
        );
      }
    }
    return silent;
  }

  /** Records that a list gained during the walks beside those that canvass created; `null` where that is not known. */
  #addedTo(surveyId: number, totalItems: number | null): number | null {
    const before = this.#options.totalsBefore.get(surveyId);
    if (before === undefined || totalItems === null) return null;
    return totalItems - before - (this.#options.createdMeanwhile.get(surveyId) ?? 0);
  }

  /** Completions without any text can only be counted, where it is known how many records there were before. */
  #countNameless(silent: ReadonlySet<number>): void {
    const { ledger } = this.#books;
    for (const [surveyId, { totalItems }] of this.#readings) {
      if (silent.has(surveyId)) continue;
      let nameless = 0;
      let records = 0;
      for (let row = 0; row < ledger.count; row++) {
        const entry = ledger.entry(row);
        if (entry.surveyId !== surveyId) continue;
        if (entry.nameless && !entry.indeterminate) nameless++;
        records += this.#books.recordsOf(row).length;
      }
      if (nameless === 0) continue;
      const added = this.#addedTo(surveyId, totalItems);
      if (added === null) {
        this.#unseen.push(`survey ${surveyId}: ${nameless} completions carry no text that could name their respondent`);
        continue;
      }
      const missing = Math.max(0, records + nameless - added);
      this.#unseen.push(`survey ${surveyId}: ${nameless} completions carry no text: only counted, ${missing} missing`);
      this.#counts.lost += missing;
    }
  }

  #explainUnaudited(): void {
    const { ledger, unaccepted } = this.#books;
    const others = [...ledger.surveyIds()].filter((surveyId) => !this.#readings.has(surveyId)).sort((a, b) => a - b);
    if (others.length > 0) {
      let entries = 0;
      for (let row = 0; row < ledger.count; row++) if (!this.#readings.has(ledger.surveyOf(row))) entries++;
      this.#unseen.push(`surveys not audited: ${others.join(', ')} (${entries} of ${ledger.count} completions)`);
    }
    if (unaccepted.size > 0) {
      this.#unseen.push(`${unaccepted.size} records carry tokens of respondents who did not complete, as far as known`);
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
