import type { EntityId } from '../../contract/entityId.ts';
import type { Position } from '../position/position.ts';
import { Random } from '../random.ts';

/**
 * Where the chance of one walk comes from. What is drawn follows from where the respondent stands, not from how much was
 * drawn before: two services that show the same page are answered alike, however they differed until then, so that the
 * twins of a duet stay together. Each method begins the sequence of its place anew; only one is drawn from at a time.
 */
export class WalkDraws {
  /** The one generator that every place is drawn from. */
  readonly random: Random;
  readonly #seed: number;
  readonly #index: number;

  constructor(seed: number, index: number) {
    this.#seed = seed;
    this.#index = index;
    this.random = new Random(seed, index);
  }

  /** For the walk as a whole: its survey. */
  get walk(): Random {
    return this.#at(0);
  }

  /**
   * For the next step and the time to think before it.
   *
   * @param departures from the straight way so far: a page that is shown again is left otherwise.
   */
  step({ visit, visits, ended }: Position, departures: number): Random {
    // What follows the end must not be drawn from what led to it. A service that shows the same pages in a circle must not hold a walk for ever: now and then the depth counts too.
    return this.#at(
      placeOf(textPlace(visit?.page.identity ?? ''), departures, (visits.length >>> 6) | (ended ? 1 << 22 : 0)),
    );
  }

  /** For what is left out of a page. */
  page(identity: string, attempt: number): Random {
    return this.#at(placeOf(textPlace(identity), attempt, 1 << 20));
  }

  /** For the answer to one question; another attempt answers otherwise. */
  question(id: EntityId, attempt: number): Random {
    return this.#at(placeOf(typeof id === 'number' ? id : textPlace(id), attempt, 1 << 21));
  }

  #at(place: number): Random {
    this.random.restart(this.#seed, this.#index, place);
    return this.random;
  }
}

/** FNV-1a over the characters. */
function textPlace(text: string): number {
  let place = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) place = Math.imul(place ^ text.charCodeAt(i), 0x01000193);
  return place;
}

function placeOf(first: number, second: number, kind: number): number {
  let place = Math.imul((first | 0) ^ 0x9e3779b9, 0x85ebca6b);
  place = Math.imul(place ^ (place >>> 15) ^ second, 0xc2b2ae35);
  return place ^ (place >>> 13) ^ kind;
}
