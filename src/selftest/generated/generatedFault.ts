import type { Edit } from '../faults/edits.ts';
import { changeAt, type Place } from '../faults/faultPlaces.ts';
import type { Injection } from '../faults/injection.ts';

/** One thing that is wrong at one place of a service, made by a rule and not by hand. */
export interface GeneratedFault {
  /** What is wrong, without where: `advance to another page`. */
  readonly kind: string;
  /** Where, and how: `survey 1001, page 2 to 4`. */
  readonly place: string;
  readonly how: Injection;
}

/** A change in one place, told in the words of both: as the rows of the catalogue are. */
export function changed(kind: string, place: Place, change: Edit): GeneratedFault {
  return wrong(kind, `${place}: ${change.words}`, changeAt(place, change));
}

/** One thing that is wrong at one place. */
export function wrong(kind: string, place: string, how: Injection): GeneratedFault {
  return { kind, place, how };
}
