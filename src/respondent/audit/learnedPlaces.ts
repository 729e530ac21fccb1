import { hasAnswers } from './answerDigest.ts';
import type { AuditBooks } from './auditBooks.ts';
import { type LearnedClass, learnedClasses, places } from './recordReading.ts';

/** What a class of answers is called in a report. */
export const classNames: Readonly<Record<LearnedClass, string>> = {
  other: 'texts of Other options',
  number: 'ranks and allocations',
  date: 'dates',
};

/** Where each class of answers is stored, as a place of `places`; null where that is not to be told. */
export type LearnedPlaces = Readonly<Record<LearnedClass, number | null>>;

/**
 * Learns from the records where the service stores what the document gives no place: the place that fits most records,
 * and none where none fits half of them.
 *
 * @param unseen gets a sentence for each class that could not be learned.
 */
export function learnPlaces(books: AuditBooks, unseen: string[]): LearnedPlaces {
  const learned: Record<LearnedClass, number | null> = { other: null, number: null, date: null };
  for (const kind of learnedClasses) learned[kind] = learn(kind, books, unseen);
  return learned;
}

function learn(kind: LearnedClass, { fitting, ledger, responseIds }: AuditBooks, unseen: string[]): number | null {
  const fits = places.map(() => 0);
  let records = 0;
  for (let row = 0; row < ledger.count; row++) {
    if (!hasAnswers(ledger.digest(row), kind) || responseIds[row] === 0 || ledger.entry(row).uncertain) continue;
    records++;
    places.forEach((_, place) => {
      if ((fitting[kind][row] ?? 0) & (1 << place)) fits[place] = (fits[place] ?? 0) + 1;
    });
  }
  if (records === 0) return null;
  const best = fits.indexOf(Math.max(...fits));
  if ((fits[best] ?? 0) * 2 >= records) return best;
  unseen.push(`where ${classNames[kind]} are stored was not recognized: they were not compared`);
  return null;
}
