import { distance } from 'fastest-levenshtein';

/** The candidate that a misspelt word most likely meant, letter case aside, or `null` when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  const most = farthest(word);
  for (const candidate of candidates) {
    // One edit changes the length by one at the most; so a text of any length costs little.
    if (Math.abs(candidate.length - word.length) > most) continue;
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  const isNear = bestDistance <= most || (best !== null && lettersOf(best) === lettersOf(word));
  return isNear ? best : null;
}

/** Edits that still count as misspelt: a third of the word, and from five letters on two. */
function farthest(word: string): number {
  return Math.max(word.length < 5 ? 1 : 2, Math.floor(word.length / 3));
}

/** The same for words whose letters are only in another order. */
function lettersOf(word: string): string {
  return [...word.toLowerCase()].sort().join('');
}

/** ` (did you mean "x"?)`, or nothing. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates);
  return near === null ? '' : ` (did you mean "${near}"?)`;
}
