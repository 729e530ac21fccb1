import type { ClauseId } from '../contract/clause.ts';
import { isPlace, type Place } from '../contract/places.ts';

/** Names a clause at a place, where both are counted together. */
export function placeKey(clause: ClauseId, place: string): string {
  return `${clause}: ${place}`;
}

/** The clauses and places that `placeKey` has named. */
export function clausesAndPlaces(keys: readonly string[]): readonly (readonly [ClauseId, Place])[] {
  return keys.flatMap((key) => {
    const [clause = '', place = ''] = key.split(': ');
    return isPlace(place) ? [[clause, place] as const] : [];
  });
}
