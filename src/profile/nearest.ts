import { distance } from 'fastest-levenshtein';

/** The candidate that a misspelt word most likely meant, letter case aside, or `null` when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return bestDistance <= farthest(word) ? best : null;
}

/** Edits that still count as misspelt: a third of the word, and from four letters on two neighbours that are swapped. */
function farthest(word: string): number {
  return Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3));
}

/** ` (did you mean "x"?)`, or nothing. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates);
  return near === null ? '' : ` (did you mean "${near}"?)`;
}
