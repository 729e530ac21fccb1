import type { EntityId } from '../../contract/entityId.ts';
import { digestWords, hasAnswers, hashText, hashWords, wordOf } from './answerDigest.ts';
import type { CompletionLedger } from './completionLedger.ts';
import { byClass, type LearnedClass, learnedClasses, type RecordReading, slotsThatFit } from './recordReading.ts';

/** The three ways to read a record (service.md#list-responses, service.md#filter-responses, service.md#fetch-response). */
const ways = { list: 1, filter: 2, fetch: 4 } as const;
export type Way = keyof typeof ways;

/** What may be wrong with the record of an entry, as bits. */
const wrongs = { choice: 1, text: 2, twoRespondents: 4, ways: 8, noChoice: 16, noText: 32 } as const;

/**
 * What the audit has seen of each completion of one survey, in columns: some 30 bytes an entry, more only for what is
 * wrong.
 */
export class AuditBooks {
  readonly ledger: CompletionLedger;
  /** The entries of the survey. */
  readonly rows: readonly number[];
  readonly #index: TokenIndex;
  readonly responseIds: EntityId[];
  /** Ways in which the entry's first record was read, as bits. */
  readonly seenBy: Uint8Array;
  readonly differences: Uint8Array;
  /** For each learned class the slots that fit in every reading of the entry's first record. */
  readonly fitting: Readonly<Record<LearnedClass, Uint32Array>>;
  /** Further records of an entry. */
  readonly furtherIds = new Map<number, Set<EntityId>>();
  /** Records that name an entry and have other answers than were given; kept for the search for their owner. */
  readonly mismatched: { readonly row: number; readonly digest: Uint32Array }[] = [];
  /** Records that carry a token which was cut short, and no whole one. */
  readonly cutTokens = new Map<EntityId, { readonly digest: Uint32Array; readonly token: string }>();
  /** Records with a token of this run that completed no survey, as far as the run knows. */
  readonly unaccepted = new Set<EntityId>();
  /** When the first record of an entry was first read, ms since the epoch; `NaN` while there is none. */
  readonly firstSeenMs: Float64Array;

  constructor(ledger: CompletionLedger, surveyId: EntityId) {
    const { count } = ledger;
    this.ledger = ledger;
    this.rows = Array.from({ length: count }, (_, row) => row).filter((row) => ledger.surveyOf(row) === surveyId);
    this.#index = new TokenIndex(ledger, surveyId, this.rows);
    this.responseIds = new Array<EntityId>(count).fill(0);
    this.firstSeenMs = new Float64Array(count).fill(Number.NaN);
    this.seenBy = new Uint8Array(count);
    this.differences = new Uint8Array(count);
    this.fitting = byClass(() => new Uint32Array(count).fill(0xffffffff));
  }

  /**
   * Enters a record as it was read in one way. Reading the same record again in the same way changes nothing.
   *
   * @param nowMs ms since the epoch
   */
  enter(reading: RecordReading, way: Way, nowMs: number): void {
    const rows = [...reading.tokens].map((token) => this.#index.rowOf(token)).filter((row) => row >= 0);
    const row = this.#ownerAmong(rows, reading);
    if (row === undefined) {
      this.#enterWithoutRow(reading, way);
      return;
    }
    if (rows.length > 1) this.differences[row] = (this.differences[row] ?? 0) | wrongs.twoRespondents;
    if (this.responseIds[row] === 0) this.firstSeenMs[row] = nowMs;
    this.#enterRow(row, reading, way);
  }

  /** Whether the record of a row was read in a way. */
  wasSeen(row: number, way: Way): boolean {
    return ((this.seenBy[row] ?? 0) & ways[way]) !== 0;
  }

  /** Every record of a row, first the one that was read first. */
  recordsOf(row: number): EntityId[] {
    const first = this.responseIds[row] ?? 0;
    return first === 0 ? [] : [first, ...(this.furtherIds.get(row) ?? [])];
  }

  /** Whether something is wrong with the record of a row, as far as the document says what it must hold. */
  isWrong(row: number, by: keyof typeof wrongs): boolean {
    return ((this.differences[row] ?? 0) & wrongs[by]) !== 0;
  }

  /** Of the respondents whose tokens a record carries, the one whose texts it has, else the one whose choices. */
  #ownerAmong(rows: readonly number[], { digest }: RecordReading): number | undefined {
    if (rows.length < 2) return rows[0];
    const agreeing = (bit: number): number | undefined =>
      rows.find((row) => (differencesOf(digest, this.ledger.digest(row)) & bit) === 0);
    return agreeing(wrongs.text) ?? agreeing(wrongs.choice) ?? rows[0];
  }

  #enterRow(row: number, reading: RecordReading, way: Way): void {
    const first = this.responseIds[row] ?? 0;
    if (first === 0) this.responseIds[row] = reading.responseId;
    const isFirst = first === 0 || first === reading.responseId;
    if (isFirst) this.seenBy[row] = (this.seenBy[row] ?? 0) | ways[way];
    else this.furtherIds.set(row, (this.furtherIds.get(row) ?? new Set()).add(reading.responseId));
    if (this.ledger.entry(row).uncertain) return;
    const expected = this.ledger.digest(row);
    const found = differencesOf(reading.digest, expected);
    const before = this.differences[row] ?? 0;
    if (found !== 0 && (before & found) !== found) this.mismatched.push({ row, digest: reading.digest.slice() });
    const readBefore = ((this.seenBy[row] ?? 0) & ~ways[way]) !== 0 && isFirst;
    const known = before & (wrongs.choice | wrongs.text);
    const differ = readBefore && known !== found ? wrongs.ways : 0;
    this.differences[row] = before | found | missingIn(reading.digest, found) | differ;
    for (const kind of learnedClasses) {
      const column = this.fitting[kind];
      column[row] = (column[row] ?? 0) & slotsThatFit(reading, kind, expected);
    }
  }

  #enterWithoutRow({ cutToken, digest, responseId, tokens }: RecordReading, way: Way): void {
    if (tokens.size > 0) this.unaccepted.add(responseId);
    else if (way === 'list' && cutToken !== null) {
      this.cutTokens.set(responseId, { digest: digest.slice(), token: cutToken });
    }
  }
}

function differencesOf(digest: Uint32Array, expected: Uint32Array): number {
  const same = (at: number): boolean => digest[at] === expected[at] && digest[at + 1] === expected[at + 1];
  return (same(wordOf.choice) ? 0 : wrongs.choice) | (same(wordOf.text) ? 0 : wrongs.text);
}

/** Of what differs, the classes of which there is no answer at all. */
function missingIn(digest: Uint32Array, found: number): number {
  const isMissing = (bit: number, kind: 'choice' | 'text'): boolean => (found & bit) !== 0 && !hasAnswers(digest, kind);
  return (
    (isMissing(wrongs.choice, 'choice') ? wrongs.noChoice : 0) | (isMissing(wrongs.text, 'text') ? wrongs.noText : 0)
  );
}

/** The chosen answers of a digest as a key of a map. */
export function choiceKey(digest: Uint32Array): string {
  if (digest.length !== digestWords) throw new RangeError('not a digest');
  return `${digest[wordOf.choice]}.${digest[wordOf.choice + 1]}`;
}

const none = -1;

/** Finds the entry of a token: an open hash table of row numbers, 8 bytes an entry. */
class TokenIndex {
  readonly #ledger: CompletionLedger;
  readonly #surveyId: EntityId;
  readonly #slots: Int32Array;

  /** Indexes the rows that a record can name. Of entries with one token the first is found. */
  constructor(ledger: CompletionLedger, surveyId: EntityId, rows: readonly number[]) {
    this.#ledger = ledger;
    this.#surveyId = surveyId;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, rows.length * 2)))).fill(none);
    for (const row of rows) {
      if (ledger.entry(row).nameless) continue;
      const slot = this.#slotOf(ledger.tokenOf(row));
      if (this.#slots[slot] === none) this.#slots[slot] = row;
    }
  }

  /** The row of a token, or -1. */
  rowOf(token: string): number {
    return this.#slots[this.#slotOf(token)] ?? none;
  }

  /** The slot where the token is, or would be. */
  #slotOf(token: string): number {
    hashText(this.#surveyId, token);
    const [first, second] = [hashWords[0] ?? 0, hashWords[1] ?? 0];
    const mask = this.#slots.length - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const row = this.#slots[slot] ?? none;
      if (row === none) return slot;
      const [knownFirst, knownSecond] = this.#ledger.tokenHash(row);
      if (knownFirst === first && knownSecond === second) return slot;
    }
  }
}
