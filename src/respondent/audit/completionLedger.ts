import type { EntityId } from '../../contract/entityId.ts';
import type { CompletionSink, WalkCompletion } from '../crowd.ts';
import { addAnswer, digestWords, hashText, hashWords, kindBit, readSubmitted, wordOf } from './answerDigest.ts';
import { type KeptWalk, KeptWalks } from './keptWalks.ts';

/** Words of an entry: place of the survey in the list of them, flags, hash of the token (2), offset and length of the token, instant (2), digest. */
const entryWords = 8 + digestWords;
const instantAt = 6;
const digestAt = 8;
const word = 2 ** 32;
const indeterminateFlag = 1;
const namelessFlag = 2;
const uncertainFlag = 4;
const startEntries = 64;

/** A ledger as it travels between threads: buffers that can be transferred, and what the ids of answers are. */
export interface LedgerColumns {
  readonly count: number;
  /** The surveys of its entries. */
  readonly surveys: readonly EntityId[];
  readonly words: Uint32Array;
  readonly tokens: Uint8Array;
  readonly kinds: readonly (readonly [surveyId: EntityId, id: EntityId, kinds: number])[];
  /** Some of the walks, whole. */
  readonly walks: readonly KeptWalk[];
}

/** One entry, looked at. */
export interface LedgerEntry {
  readonly surveyId: EntityId;
  /** The final submission got no answer: it may be stored or not. */
  readonly indeterminate: boolean;
  /** No free text was given: nothing in the record can name the respondent. */
  readonly nameless: boolean;
  /** Some answers were invalid on purpose: only that it is stored can be checked. */
  readonly uncertain: boolean;
}

/**
 * The completions of a run, as the audit needs them: some 100 bytes each, however many questions were answered. Answers
 * are kept as sums of hashes, tokens as bytes.
 */
export class CompletionLedger implements CompletionSink {
  #count = 0;
  readonly #surveys: EntityId[] = [];
  #words = new Uint32Array(startEntries * entryWords);
  #tokens = new Uint8Array(startEntries * 24);
  #tokenBytes = 0;
  /** What answers with an id are, as bits in the order of `answerClasses`, by survey. */
  readonly #kinds = new Map<EntityId, Map<EntityId, number>>();
  readonly #digest = new Uint32Array(digestWords);
  readonly #walks = new KeptWalks();

  get count(): number {
    return this.#count;
  }

  /** Entries whose final submission was answered. */
  get completed(): number {
    let completed = 0;
    for (let row = 0; row < this.#count; row++) if (!this.entry(row).indeterminate) completed++;
    return completed;
  }

  accepted(completion: WalkCompletion): void {
    this.#enter(completion, 0);
  }

  indeterminate(completion: WalkCompletion): void {
    this.#enter(completion, indeterminateFlag);
  }

  /** Adds the entries of another ledger, for example of another thread. */
  merge(other: LedgerColumns): void {
    this.#reserve(other.count, other.tokens.length);
    for (let row = 0; row < other.count; row++) {
      const from = row * entryWords;
      const to = (this.#count + row) * entryWords;
      this.#words.set(other.words.subarray(from, from + entryWords), to);
      this.#words[to] = this.#placeOf(other.surveys[other.words[from] ?? 0] ?? 0);
      this.#words[to + 4] = (this.#words[to + 4] ?? 0) + this.#tokenBytes;
    }
    this.#walks.merge(other.walks);
    this.#tokens.set(other.tokens, this.#tokenBytes);
    this.#count += other.count;
    this.#tokenBytes += other.tokens.length;
    for (const [surveyId, id, kinds] of other.kinds) {
      const known = this.#kindsOf(surveyId);
      known.set(id, (known.get(id) ?? 0) | kinds);
    }
  }

  /** A copy of everything, in buffers of its own. */
  columns(): LedgerColumns {
    return {
      count: this.#count,
      surveys: [...this.#surveys],
      words: this.#words.slice(0, this.#count * entryWords),
      tokens: this.#tokens.slice(0, this.#tokenBytes),
      walks: this.#walks.list(),
      kinds: [...this.#kinds].flatMap(([surveyId, known]) =>
        [...known].map(([id, kinds]) => [surveyId, id, kinds] as const),
      ),
    };
  }

  entry(row: number): LedgerEntry {
    const at = row * entryWords;
    const flags = this.#words[at + 1] ?? 0;
    return {
      surveyId: this.surveyOf(row),
      indeterminate: (flags & indeterminateFlag) !== 0,
      nameless: (flags & namelessFlag) !== 0,
      uncertain: (flags & uncertainFlag) !== 0,
    };
  }

  tokenOf(row: number): string {
    const at = row * entryWords;
    const offset = this.#words[at + 4] ?? 0;
    return Buffer.from(this.#tokens.subarray(offset, offset + (this.#words[at + 5] ?? 0))).toString('latin1');
  }

  /** The walk of a respondent in full; `null` where it was not kept. */
  walkOf(token: string): KeptWalk | null {
    return this.#walks.of(token);
  }

  /** The digest of an entry's answers: a view, valid until the ledger grows. */
  digest(row: number): Uint32Array {
    const at = row * entryWords + digestAt;
    return this.#words.subarray(at, at + digestWords);
  }

  /** The two words of the hash of an entry's token; of another entry they differ, or nearly always. */
  tokenHash(row: number): readonly [number, number] {
    const at = row * entryWords;
    return [this.#words[at + 2] ?? 0, this.#words[at + 3] ?? 0];
  }

  /** When an entry was made, ms since the epoch of the machine that made it. */
  completedAtMs(row: number): number {
    const at = row * entryWords + instantAt;
    return (this.#words[at] ?? 0) * word + (this.#words[at + 1] ?? 0);
  }

  /** What answers with this id were when somebody gave one. */
  kindsOfAnswer(surveyId: EntityId, id: EntityId): number {
    return this.#kinds.get(surveyId)?.get(id) ?? 0;
  }

  surveyOf(row: number): EntityId {
    return this.#surveys[this.#words[row * entryWords] ?? 0] ?? 0;
  }

  /** The surveys of its entries. */
  surveyIds(): ReadonlySet<EntityId> {
    return new Set(this.#surveys);
  }

  #enter(completion: WalkCompletion, stateFlag: number): void {
    const { surveyId, token, pages } = completion;
    this.#reserve(1, token.length);
    this.#digest.fill(0);
    const known = this.#kindsOf(surveyId);
    let isNamed = false;
    for (const { body } of pages) {
      readSubmitted(body, (kind, id, value) => {
        // Texts that the profile gives, numbers and dates are without it.
        isNamed ||= value.includes(token);
        addAnswer(this.#digest, wordOf[kind], id, value);
        known.set(id, (known.get(id) ?? 0) | kindBit(kind));
      });
    }
    hashText(surveyId, token);
    this.#walks.add(completion, hashWords[0] ?? 0);
    const at = this.#count * entryWords;
    const uncertain = pages.some(({ certain }) => !certain);
    const flags = stateFlag | (isNamed ? 0 : namelessFlag) | (uncertain ? uncertainFlag : 0);
    this.#words.set(
      [this.#placeOf(surveyId), flags, hashWords[0] ?? 0, hashWords[1] ?? 0, this.#tokenBytes, token.length],
      at,
    );
    const nowMs = Date.now();
    this.#words.set([Math.floor(nowMs / word), nowMs % word], at + instantAt);
    this.#words.set(this.#digest, at + digestAt);
    for (let i = 0; i < token.length; i++) this.#tokens[this.#tokenBytes + i] = token.charCodeAt(i);
    this.#tokenBytes += token.length;
    this.#count++;
  }

  #placeOf(surveyId: EntityId): number {
    const at = this.#surveys.indexOf(surveyId);
    return at < 0 ? this.#surveys.push(surveyId) - 1 : at;
  }

  #kindsOf(surveyId: EntityId): Map<EntityId, number> {
    const known = this.#kinds.get(surveyId) ?? new Map<EntityId, number>();
    this.#kinds.set(surveyId, known);
    return known;
  }

  #reserve(entries: number, tokenBytes: number): void {
    this.#words = grown(this.#words, (this.#count + entries) * entryWords, Uint32Array);
    this.#tokens = grown(this.#tokens, this.#tokenBytes + tokenBytes, Uint8Array);
  }
}

/** Whether columns that came from elsewhere are a ledger: as many words as entries, surveys within their list, tokens within their bytes. */
export function isWholeLedger({ count, surveys, words, tokens }: LedgerColumns): boolean {
  if (words.length !== count * entryWords) return false;
  for (let at = 0; at < words.length; at += entryWords) {
    if ((words[at] ?? 0) >= surveys.length) return false;
    if ((words[at + 4] ?? 0) + (words[at + 5] ?? 0) > tokens.length) return false;
  }
  return true;
}

function grown<Array extends Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  array: Array,
  wanted: number,
  Kind: new (length: number) => Array,
): Array {
  if (wanted <= array.length) return array;
  const larger = new Kind(Math.max(wanted, array.length * 2));
  larger.set(array);
  return larger;
}
