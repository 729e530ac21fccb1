import type { Injection } from '../../service/faults/injection.ts';

/** One thing that is wrong at one place of a service, made by a rule and not by hand. */
export interface GeneratedFault {
  /** What is wrong, without where: `advance to another page`. */
  readonly kind: string;
  /** Where, and how: `survey 1001, page 2 to 4`. */
  readonly place: string;
  readonly how: Injection;
}

/** One thing that is wrong at one place. */
export function wrong(kind: string, place: string, how: Injection): GeneratedFault {
  return { kind, place, how };
}
