import type { Static, TObject } from 'typebox';
import { addCounts, type Counts } from './counts.ts';
import { LatencyCounts } from './latencyCounts.ts';

/**
 * How values of one kind add up: into a sum that keeps none of them, and back into the one value that whoever saw all
 * would have told. A sum belongs to whoever adds to it; values that were added are never changed.
 */
export interface Law<Value, Sum> {
  empty(): Sum;
  /**
   * @param times -1 takes off what was added before: of numbers, counts and latencies
   * @returns the sum with the value, which may be the same object
   */
  add(sum: Sum, value: Value, times?: 1 | -1): Sum;
  value(sum: Sum): Value;
}

/** Several values as one. */
export function summed<Value, Sum>({ empty, add, value }: Law<Value, Sum>, values: Iterable<Value>): Value {
  let sum = empty();
  for (const each of values) sum = add(sum, each);
  return value(sum);
}

/** What the values of a law are added up in. */
export type SumOf<OfLaw> = OfLaw extends Law<infer _, infer Sum> ? Sum : never;

export const total: Law<number, number> = {
  empty: () => 0,
  add: (sum, value, times = 1) => sum + times * value,
  value: (sum) => sum,
};

export const largest: Law<number, number> = { ...total, add: (sum, value) => Math.max(sum, value) };

/** Of what all have alike, or where the newest counts. */
export function newest<Value>(none: Value): Law<Value, Value> {
  return { empty: () => none, add: (_, value) => value, value: (sum) => sum };
}

/** Counts by name. */
export const totals: Law<Counts, Counts> = {
  empty: () => ({}),
  add: (sum, value, times) => {
    addCounts(sum, value, times);
    return sum;
  },
  value: (sum) => sum,
};

/** Counts by name, under names of their own. */
export const totalsByName: Law<Record<string, Counts>, Record<string, Counts>> = {
  empty: () => ({}),
  add: (sums, values, times) => {
    for (const [name, value] of Object.entries(values)) sums[name] = totals.add(sums[name] ?? {}, value, times);
    return sums;
  },
  value: (sums) => sums,
};

/** Pairs [bucket, count, …] of `LatencyCounts`. */
export const latencies: Law<number[], LatencyCounts> = {
  empty: () => new LatencyCounts(),
  add: (sum, value, times) => {
    sum.addPairs(value, times);
    return sum;
  },
  value: (sum) => sum.pairs(),
};

/** Pairs [bucket, count, …] of any buckets, by rising bucket: for sums that hold few. */
export const sparsePairs: Law<number[], Record<number, number>> = {
  empty: () => ({}),
  add: (sum, value) => {
    for (let i = 0; i + 1 < value.length; i += 2) {
      const bucket = value[i] ?? 0;
      sum[bucket] = (sum[bucket] ?? 0) + (value[i + 1] ?? 0);
    }
    return sum;
  },
  value: (sum) => Object.entries(sum).flatMap(([bucket, count]) => [Number(bucket), count]),
};

/** Lists, one behind the other. @param bounded what is kept of them */
export function joined<Value>(bounded: (all: Value[]) => Value[] = (all) => all): Law<Value[], Value[]> {
  return {
    empty: () => [],
    add: (sum, value) => {
      sum.push(...value);
      return bounded(sum);
    },
    value: (sum) => sum,
  };
}

/** Values that have names, each name by itself. */
export function byName<Value, Sum>(law: Law<Value, Sum>): Law<Record<string, Value>, Map<string, Sum>> {
  return {
    empty: () => new Map(),
    add: (sums, values, times) => {
      for (const name of Object.keys(values)) {
        const value = values[name];
        if (value !== undefined) sums.set(name, law.add(sums.get(name) ?? law.empty(), value, times));
      }
      return sums;
    },
    value: (sums) => Object.fromEntries([...sums].map(([name, sum]) => [name, law.value(sum)])),
  };
}

/** Lists of values of which equal ones are one. @param most of them that are kept: the first */
export function byKey<Value>(
  keyOf: (value: Value) => string,
  joinedWith: (known: Value, value: Value) => Value,
  most = Number.POSITIVE_INFINITY,
): Law<Value[], Map<string, Value>> {
  return {
    empty: () => new Map(),
    add: (sums, values) => {
      for (const value of values) {
        const key = keyOf(value);
        const known = sums.get(key);
        if (known !== undefined) sums.set(key, joinedWith(known, value));
        else if (sums.size < most) sums.set(key, value);
      }
      return sums;
    },
    value: (sums) => [...sums.values()],
  };
}

type Laws<Whole> = { readonly [Member in keyof Whole]-?: Law<Exclude<Whole[Member], undefined>, unknown> };
type Sums<Whole, OfMembers> = {
  [Member in keyof Whole]: Member extends keyof OfMembers ? SumOf<OfMembers[Member]> : never;
};

/** An object, each member by its own law: one of the schema that has none does not compile. What nobody has is left out. */
export function members<Schema extends TObject, const OfMembers extends Laws<Static<Schema>>>(
  schema: Schema,
  laws: OfMembers,
): Law<Static<Schema>, Sums<Static<Schema>, OfMembers>> {
  type Parts = Record<string, unknown>;
  const each = Object.entries<Law<unknown, unknown>>(laws);
  const required = each.filter(([member]) => schema.required.includes(member));
  // Each law is given what belongs to its own member.
  const law: Law<Parts, Parts> = {
    empty: () => Object.fromEntries(required.map(([member, { empty }]) => [member, empty()])),
    add: (sums, values, times) => {
      for (const [member, { empty, add }] of each)
        if (values[member] !== undefined) sums[member] = add(sums[member] ?? empty(), values[member], times);
      return sums;
    },
    value: (sums) =>
      Object.fromEntries(
        each.flatMap(([member, { value }]) => (sums[member] === undefined ? [] : [[member, value(sums[member])]])),
      ),
  };
  return law as Law<unknown, unknown> as Law<Static<Schema>, Sums<Static<Schema>, OfMembers>>;
}
