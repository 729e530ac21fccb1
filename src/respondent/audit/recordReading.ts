import type { EntityId } from '../../contract/entityId.ts';
import { cutTokenIn, tokensOfRun } from '../../judging/tokens.ts';
import {
  type AnswerClass,
  addAnswer,
  canonicalDate,
  canonicalNumber,
  digestWords,
  kindBit,
  wordOf,
} from './answerDigest.ts';
import type { AuditedRecord } from './readRecords.ts';

/** Where the answers are whose place the document does not show. */
export const places = ['text', 'scale', 'other', 'result', 'dynamicExplodeText', 'weight', 'answerText'] as const;

/** The classes whose place is learned, and how their values are compared. */
export const learnedClasses = ['other', 'number', 'date'] as const satisfies readonly AnswerClass[];
export type LearnedClass = (typeof learnedClasses)[number];

const canonical: Readonly<Record<LearnedClass, (text: string) => string | null>> = {
  other: (text) => (text === '' ? null : text),
  number: canonicalNumber,
  date: canonicalDate,
};

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
  /** The words of each learned class, by place. */
  readonly byPlace: Readonly<Record<LearnedClass, Uint32Array>> = {
    other: new Uint32Array(places.length * 2),
    number: new Uint32Array(places.length * 2),
    date: new Uint32Array(places.length * 2),
  };
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
    for (const kind of learnedClasses) this.byPlace[kind].fill(0);
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
      places.forEach((place, index) => {
        const value = canonical[kind](String(values[place] ?? ''));
        if (value !== null) addAnswer(this.byPlace[kind], index * 2, id, value);
      });
    }
  }

  #findTokens(text: string): void {
    if (text === '') return;
    for (const token of tokensOfRun(text, this.#runTag)) this.tokens.add(token);
    this.cutToken ??= cutTokenIn(text, this.#runTag);
  }
}

/** The places where a record has just the answers that were given, as bits; of a class without answers, all of them. */
export function placesThatFit(reading: RecordReading, kind: LearnedClass, expected: Uint32Array): number {
  const first = expected[wordOf[kind]];
  const second = expected[wordOf[kind] + 1];
  let bits = 0;
  for (let index = 0; index < places.length; index++) {
    const words = reading.byPlace[kind];
    if (words[index * 2] === first && words[index * 2 + 1] === second) bits |= 1 << index;
  }
  return bits;
}
