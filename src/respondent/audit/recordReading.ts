import type { EntityId } from '../../contract/entityId.ts';
import { cutTokenIn, tokensOfRun } from '../../judging/tokens.ts';
import {
  type AnswerClass,
  addAnswer,
  canonicalDate,
  canonicalNumber,
  dateOrders,
  digestWords,
  kindBit,
  wordOf,
} from './answerDigest.ts';
import type { AuditedRecord } from './readRecords.ts';

/** Where the answers are whose place the document does not show. */
export const places = ['text', 'scale', 'other', 'result', 'dynamicExplodeText', 'weight', 'answerText'] as const;

/** The classes whose place is learned. */
export const learnedClasses = ['other', 'rank', 'allocation', 'date'] as const satisfies readonly AnswerClass[];
export type LearnedClass = (typeof learnedClasses)[number];

/** How a value may be written, by class: what of it is compared. */
const writings: Readonly<Record<LearnedClass, readonly ((text: string) => string | null)[]>> = {
  other: [(text) => (text === '' ? null : text)],
  rank: [canonicalNumber],
  allocation: [canonicalNumber],
  date: dateOrders.map((order) => (text: string) => canonicalDate(text, order)),
};

/** Where, and in which writing, values of a class may be. */
export function slotsOf(kind: LearnedClass): number {
  return places.length * writings[kind].length;
}

/** Something for each learned class. */
export function byClass<Value>(make: (kind: LearnedClass) => Value): Readonly<Record<LearnedClass, Value>> {
  const [other, rank, allocation, date] = [make('other'), make('rank'), make('allocation'), make('date')];
  return { other, rank, allocation, date };
}

/**
 * One response record read for comparison. The object is reused from record to record: look, and let go.
 */
export class RecordReading {
  responseId: EntityId = 0;
  readonly tokens = new Set<string>();
  /** What is left of a token that was cut short. */
  cutToken: string | null = null;
  /** The words of `choice` and `text` as a ledger has them; those of the learned classes stay 0. */
  readonly digest = new Uint32Array(digestWords);
  /** The words of each learned class, by slot. */
  readonly bySlot = byClass((kind) => new Uint32Array(slotsOf(kind) * 2));
  readonly #runTag: string;

  /** @param runTag the run whose tokens are looked for */
  constructor(runTag: string) {
    this.#runTag = runTag;
  }

  /** @param kindsOf what answers with an id are, as the ledger knows it. */
  read(record: AuditedRecord, kindsOf: (id: EntityId) => number): void {
    this.responseId = record.responseID;
    this.tokens.clear();
    this.cutToken = null;
    this.digest.fill(0);
    for (const kind of learnedClasses) this.bySlot[kind].fill(0);
    for (const { questionID, answerValues } of record.responseSet) {
      for (const { answerID, answerText, value } of answerValues) {
        const own = kindsOf(answerID);
        const kinds = own === 0 ? kindsOf(questionID) : own;
        this.#readAnswer(own === 0 && kinds !== 0 ? questionID : answerID, kinds, { answerText, ...value });
      }
    }
  }

  #readAnswer(id: EntityId, kinds: number, values: Readonly<Record<string, string | number>>): void {
    for (const value of Object.values(values)) if (typeof value === 'string') this.#findTokens(value);
    if (kinds === 0 || kinds & kindBit('choice')) addAnswer(this.digest, wordOf.choice, id, '');
    if (kinds & kindBit('text') && values.text) addAnswer(this.digest, wordOf.text, id, String(values.text));
    for (const kind of learnedClasses) {
      if ((kinds & kindBit(kind)) === 0) continue;
      writings[kind].forEach((read, at) => {
        places.forEach((place, index) => {
          const value = read(String(values[place] ?? ''));
          if (value !== null) addAnswer(this.bySlot[kind], (at * places.length + index) * 2, id, value);
        });
      });
    }
  }

  #findTokens(text: string): void {
    if (text === '') return;
    for (const token of tokensOfRun(text, this.#runTag)) this.tokens.add(token);
    this.cutToken ??= cutTokenIn(text, this.#runTag);
  }
}

/** The slots where a record has just the answers that were given, as bits; of a class without answers, all of them. */
export function slotsThatFit(reading: RecordReading, kind: LearnedClass, expected: Uint32Array): number {
  const first = expected[wordOf[kind]];
  const second = expected[wordOf[kind] + 1];
  let bits = 0;
  const words = reading.bySlot[kind];
  for (let index = 0; index < slotsOf(kind); index++) {
    if (words[index * 2] === first && words[index * 2 + 1] === second) bits |= 1 << index;
  }
  return bits;
}
