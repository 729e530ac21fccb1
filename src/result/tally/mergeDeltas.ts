import { type EndpointDelta, emptyCoverage, endpointsLaw, type SecondDelta, secondLaw } from './delta.ts';
import { summed } from './laws.ts';

/** One second of several parts, each added when it comes. */
export interface SumOfSecond<Second> {
  add(part: number, second: Second): void;
  /** Does not depend on the order in which the parts came. */
  total(): Second;
}

/**
 * One second of several shards. Their endpoints are added up as they come, so that a leader of a thousand workers holds
 * one sum rather than a thousand seconds.
 */
export class SecondSum implements SumOfSecond<SecondDelta> {
  readonly #rests = new Map<number, Omit<SecondDelta, 'endpoints'>>();
  readonly #endpoints = endpointsLaw.empty();
  /** Those of the only part that has come: nothing to add up. */
  #only: Record<string, EndpointDelta> | null = null;

  add(part: number, { endpoints, ...rest }: SecondDelta): void {
    this.#rests.set(part, rest);
    if (this.#rests.size === 1) {
      this.#only = endpoints;
      return;
    }
    if (this.#only !== null) endpointsLaw.add(this.#endpoints, this.#only);
    this.#only = null;
    endpointsLaw.add(this.#endpoints, endpoints);
  }

  total(): SecondDelta {
    const inOrder = [...this.#rests].sort(([a], [b]) => a - b).map(([, rest]) => rest);
    const total = summed(secondLaw, inOrder);
    return {
      ...total,
      shard: 0,
      endpoints: this.#only ?? endpointsLaw.value(this.#endpoints),
      // In an order that does not depend on who saw it.
      violations: total.violations.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      observations: total.observations.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    };
  }
}

function nameOf({ question, value, situation = '' }: SecondDelta['observations'][number]): string {
  return `${question} ${value} ${situation}`;
}

/** The sum of what several shards saw in the same second. @param deltas at least one, all of one second */
export function mergeDeltas(deltas: readonly [SecondDelta, ...SecondDelta[]]): SecondDelta {
  const sum = new SecondSum();
  for (const [part, delta] of deltas.entries()) sum.add(part, delta);
  return sum.total();
}

/** A second of one shard that was told in two halves. @param half its first half; `null` where it was told at once */
export function wholeSecond(half: SecondDelta | null, rest: SecondDelta): SecondDelta {
  if (half === null) return rest;
  const { shard, active, seconds } = rest;
  return { ...mergeDeltas([half, rest]), shard, active, seconds };
}

/** A second in which nothing happened. */
export function emptyDelta(second: number, measured: boolean): SecondDelta {
  return {
    ...secondLaw.value(secondLaw.empty()),
    second,
    seconds: 1,
    measured,
    endpoints: {},
    coverage: emptyCoverage(),
  };
}
