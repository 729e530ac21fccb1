import type { AuditResult } from '../../result/runResult.ts';
import { type AnswerClass, wordOf } from './answerDigest.ts';
import { type AuditBooks, choiceKey } from './auditBooks.ts';
import type { AuditOptions } from './auditOptions.ts';
import type { SurveyReading } from './auditSurvey.ts';
import { type LearnedClass, learnedClasses, places } from './recordReading.ts';

type Kind = 'lost' | 'duplicated' | 'altered' | 'foreign' | 'unread';

/** What a class of answers is called in a report. */
const classNames: Readonly<Record<LearnedClass, string>> = {
  other: 'texts of Other options',
  number: 'ranks and allocations',
  date: 'dates',
};

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
  readonly #learned: Readonly<Record<LearnedClass, number | null>>;
  /** Entries by what was chosen, of those whose record is wrong or missing: whom a foreign answer may belong to. */
  readonly #owners = new Map<string, number>();
  readonly #foreignRows = new Map<number, string>();

  constructor(books: AuditBooks, readings: readonly SurveyReading[], options: AuditOptions) {
    this.#books = books;
    this.#readings = new Map(readings.map((reading) => [reading.surveyId, reading]));
    this.#options = options;
    this.#unseen = readings.flatMap(({ unseen }) => unseen);
    this.#learned = { other: this.#learn('other'), number: this.#learn('number'), date: this.#learn('date') };
    this.#findOwners();
  }

  result(): AuditResult {
    const { ledger } = this.#books;
    const totals = { completed: 0, stored: 0, indeterminate: 0 };
    const silent = this.#silentSurveys();
    const cut = this.#cutRows();
    for (let row = 0; row < ledger.count; row++) {
      const { indeterminate, nameless, surveyId } = ledger.entry(row);
      totals[indeterminate ? 'indeterminate' : 'completed']++;
      const reading = this.#readings.get(surveyId);
      if (reading === undefined || nameless || silent.has(surveyId)) continue;
      const ids = this.#books.recordsOf(row);
      if (ids.length > 0) {
        if (!indeterminate) totals.stored++;
        this.#judgeStored(row, ids, reading);
      } else if (cut.has(row)) {
        if (!indeterminate) totals.stored++;
        this.#add('altered', row, [cut.get(row) ?? 0], 'a text was cut short, and the token with it');
      } else if (!indeterminate) {
        if (reading.listWhole) this.#addLost(row);
        else this.#add('unread', row, [], 'not found in the part of the list that could be read');
      }
    }
    this.#countNameless();
    this.#explainUnaudited();
    return { ...totals, ...this.#counts, unseen: this.#unseen, examples: this.#examples };
  }

  #addLost(row: number): void {
    const before = this.#options.seenLive.get(this.#books.ledger.tokenOf(row));
    if (before === undefined) this.#add('lost', row, [], 'no record carries its token');
    else this.#add('lost', row, [before], `response ${before} carried its token during the walks, and is gone`);
  }

  #judgeStored(row: number, ids: readonly number[], reading: SurveyReading): void {
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

  /** Where a class of answers is stored: the place that fits most records; null when none fits half of them. */
  #learn(kind: LearnedClass): number | null {
    const { ledger, fitting } = this.#books;
    const fits = places.map(() => 0);
    let records = 0;
    for (let row = 0; row < ledger.count; row++) {
      if (!has(ledger.digest(row), kind) || this.#books.responseIds[row] === 0 || ledger.entry(row).uncertain) continue;
      records++;
      places.forEach((_, place) => {
        if ((fitting[kind][row] ?? 0) & (1 << place)) fits[place] = (fits[place] ?? 0) + 1;
      });
    }
    if (records === 0) return null;
    const best = fits.indexOf(Math.max(...fits));
    if ((fits[best] ?? 0) * 2 >= records) return best;
    this.#unseen.push(`where ${classNames[kind]} are stored was not recognized: they were not compared`);
    return null;
  }

  /** A record with the token of one respondent and the choices of another whose own record is wrong or missing. */
  #findOwners(): void {
    const { differences, ledger, mismatched, responseIds } = this.#books;
    for (let row = 0; row < ledger.count; row++) {
      if (differences[row] === 0 && responseIds[row] !== 0) continue;
      if (has(ledger.digest(row), 'choice')) this.#owners.set(choiceKey(ledger.digest(row)), row);
    }
    for (let row = 0; row < ledger.count; row++) {
      if (this.#books.differenceOf(row).twoRespondents) {
        this.#foreignRows.set(row, 'its record has texts of two respondents');
      }
    }
    for (const { row, digest } of mismatched) {
      const owner = this.#books.differenceOf(row).choice ? this.#owners.get(choiceKey(digest)) : undefined;
      if (owner === undefined || owner === row || this.#foreignRows.has(row)) continue;
      this.#foreignRows.set(row, `its record has the answers of ${ledger.tokenOf(owner)}`);
    }
  }

  /** Entries without a record whose choices, and the beginning of whose token, are those of a record that was cut. */
  #cutRows(): ReadonlyMap<number, number> {
    const { cutTokens, ledger, responseIds } = this.#books;
    const missing = new Map<string, number[]>();
    for (let row = 0; row < ledger.count && cutTokens.length > 0; row++) {
      if (responseIds[row] !== 0 || ledger.entry(row).nameless) continue;
      const key = choiceKey(ledger.digest(row));
      missing.set(key, [...(missing.get(key) ?? []), row]);
    }
    const found = new Map<number, number>();
    for (const { digest, responseId, token } of cutTokens) {
      const rows = missing.get(choiceKey(digest)) ?? [];
      const owner = rows.find((row) => !found.has(row) && ledger.tokenOf(row).startsWith(token));
      if (owner !== undefined) found.set(owner, responseId);
    }
    return found;
  }

  /**
   * Surveys where no completion at all is to be seen and the list has not grown: that completed walks become records is
   * nowhere promised, so nothing can be said of them.
   */
  #silentSurveys(): ReadonlySet<number> {
    const { ledger, responseIds } = this.#books;
    const silent = new Set(this.#readings.keys());
    for (let row = 0; row < ledger.count; row++) if (responseIds[row] !== 0) silent.delete(ledger.entry(row).surveyId);
    for (const surveyId of silent) {
      const before = this.#options.totalsBefore.get(surveyId);
      const after = this.#readings.get(surveyId)?.totalItems ?? null;
      if (before !== undefined && after !== null && after > before) silent.delete(surveyId);
      else
        this.#unseen.push(
          `survey ${surveyId}: no completed walk appears among the response records, and the document promises none: nothing to audit`,
        );
    }
    return silent;
  }

  /** Completions without any text can only be counted, where it is known how many records there were before. */
  #countNameless(): void {
    const { ledger } = this.#books;
    for (const [surveyId, { totalItems }] of this.#readings) {
      let nameless = 0;
      let records = this.#options.createdMeanwhile.get(surveyId) ?? 0;
      for (let row = 0; row < ledger.count; row++) {
        const entry = ledger.entry(row);
        if (entry.surveyId !== surveyId) continue;
        if (entry.nameless && !entry.indeterminate) nameless++;
        records += this.#books.recordsOf(row).length;
      }
      if (nameless === 0) continue;
      const before = this.#options.totalsBefore.get(surveyId);
      if (before === undefined || totalItems === null) {
        this.#unseen.push(`survey ${surveyId}: ${nameless} completions carry no text that could name their respondent`);
        continue;
      }
      const missing = Math.max(0, records + nameless - (totalItems - before));
      this.#unseen.push(`survey ${surveyId}: ${nameless} completions carry no text: only counted, ${missing} missing`);
      this.#counts.lost += missing;
    }
  }

  #explainUnaudited(): void {
    const { ledger, unaccepted } = this.#books;
    const others = [...ledger.surveyIds()].filter((surveyId) => !this.#readings.has(surveyId));
    if (others.length > 0) this.#unseen.push(`surveys not audited: ${others.join(', ')}`);
    if (unaccepted.size > 0) {
      this.#unseen.push(`${unaccepted.size} records carry tokens of respondents who did not complete, as far as known`);
    }
  }

  #add(kind: Kind, row: number, responseIds: readonly number[], detail: string): void {
    this.#counts[kind]++;
    if (this.#counts[kind] > this.#options.maxExamplesPerKind) return;
    const token = this.#books.ledger.tokenOf(row);
    this.#examples.push({ kind, token, responseIds: [...responseIds], detail });
  }
}

function has(digest: Uint32Array, kind: AnswerClass): boolean {
  return digest[wordOf[kind]] !== 0 || digest[wordOf[kind] + 1] !== 0;
}
