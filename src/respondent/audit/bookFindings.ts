import type { EntityId } from '../../contract/entityId.ts';
import type { AnswerChange } from '../../judging/cameInPlace.ts';
import type { Difference } from '../../judging/rules/sanity.ts';
import { hasAnswers } from './answerDigest.ts';
import { type AuditBooks, choiceKey } from './auditBooks.ts';
import { byClass, type LearnedClass, learnedClasses, slotsOf } from './recordReading.ts';

/**
 * Records with the token of one respondent and the choices of another whose own record is wrong or missing, or with
 * texts of two.
 *
 * @returns what is wrong, by row.
 */
export function foreignRowsIn(books: AuditBooks): ReadonlyMap<number, string> {
  const { differences, ledger, mismatched, responseIds, rows } = books;
  const foreign = new Map<number, string>();
  const owners = new Map<string, number>();
  for (const row of rows) {
    if (books.isWrong(row, 'twoRespondents')) foreign.set(row, 'its record has texts of two respondents');
    if (differences[row] === 0 && responseIds[row] !== 0) continue;
    if (hasAnswers(ledger.digest(row), 'choice')) owners.set(choiceKey(ledger.digest(row)), row);
  }
  for (const { row, digest } of mismatched) {
    const owner = books.isWrong(row, 'choice') ? owners.get(choiceKey(digest)) : undefined;
    if (owner === undefined || owner === row || foreign.has(row)) continue;
    foreign.set(row, `its record has the answers of ${ledger.tokenOf(owner)}`);
  }
  return foreign;
}

/**
 * Entries without a record whose choices, and the beginning of whose token, are those of a record that was cut. However
 * many are cut and however alike their answers are, each is looked up, not searched for.
 *
 * @returns the id of the cut record, by row.
 */
export function cutRowsIn({ cutTokens, ledger, responseIds, rows }: AuditBooks): ReadonlyMap<number, EntityId> {
  const found = new Map<number, EntityId>();
  if (cutTokens.size === 0) return found;
  const lengths = new Set([...cutTokens.values()].map(({ token }) => token.length));
  const missing = new Map<string, number[]>();
  for (const row of rows.toReversed()) {
    if (responseIds[row] !== 0 || ledger.entry(row).nameless) continue;
    const choices = choiceKey(ledger.digest(row));
    const token = ledger.tokenOf(row);
    for (const length of lengths) {
      const key = `${choices} ${token.slice(0, length)}`;
      const alike = missing.get(key);
      if (alike === undefined) missing.set(key, [row]);
      else alike.push(row);
    }
  }
  // The longest first: a short beginning fits many, and must not take the row of a longer one.
  for (const [responseId, { digest, token }] of [...cutTokens].sort(
    ([, a], [, b]) => b.token.length - a.token.length,
  )) {
    const alike = missing.get(`${choiceKey(digest)} ${token}`) ?? [];
    let row = alike.pop();
    while (row !== undefined && found.has(row)) row = alike.pop();
    if (row !== undefined) found.set(row, responseId);
  }
  return found;
}

/** What a class of answers is called in a report. */
const classNames: Readonly<Record<LearnedClass, string>> = {
  other: 'texts of Other options',
  rank: 'ranks',
  allocation: 'allocations',
  date: 'dates',
};

/** What a class of answers is called where it is told what became of it. */
const changeNames: Readonly<Record<LearnedClass, AnswerChange['kind']>> = {
  other: 'other-texts',
  rank: 'numbers',
  allocation: 'numbers',
  date: 'dates',
};

/** Where each class of answers is stored, as a slot; null where that is not to be told. */
export type LearnedPlaces = Readonly<Record<LearnedClass, number | null>>;

/**
 * Learns from the records where the service stores what the document gives no place: the place that fits most records,
 * and none where none fits half of them.
 *
 * @param unseen gets a sentence for each class that could not be learned.
 */
export function learnPlaces(
  books: AuditBooks,
  unseen: string[],
  kinds: readonly LearnedClass[] = learnedClasses,
): LearnedPlaces {
  return byClass((kind) => (kinds.includes(kind) ? learnPlace(kind, books, unseen) : null));
}

function learnPlace(
  kind: LearnedClass,
  { fitting, ledger, responseIds, rows }: AuditBooks,
  unseen: string[],
): number | null {
  const fits = new Array<number>(slotsOf(kind)).fill(0);
  let records = 0;
  for (const row of rows) {
    if (!hasAnswers(ledger.digest(row), kind) || responseIds[row] === 0 || ledger.entry(row).uncertain) continue;
    records++;
    for (let slot = 0; slot < fits.length; slot++) {
      if ((fitting[kind][row] ?? 0) & (1 << slot)) fits[slot] = (fits[slot] ?? 0) + 1;
    }
  }
  if (records === 0) return null;
  const best = fits.indexOf(Math.max(...fits));
  if ((fits[best] ?? 0) * 2 >= records) return best;
  unseen.push(`where ${classNames[kind]} are stored was not recognized: they were not compared`);
  return null;
}

/** Which answers of a row do not stand where those of their class do; a class whose place is not known is left out. */
export function learnedDifferences(books: AuditBooks, learned: LearnedPlaces, row: number): readonly Difference[] {
  if (books.ledger.entry(row).uncertain) return [];
  return learnedClasses.flatMap((kind) => {
    const slot = learned[kind];
    if (slot === null || ((books.fitting[kind][row] ?? 0) & (1 << slot)) !== 0) return [];
    return [{ kind: changeNames[kind], became: 'another' as const, words: `${classNames[kind]} differ` }];
  });
}
