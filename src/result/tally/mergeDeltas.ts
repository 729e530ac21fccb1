import { mergedAbsences } from '../absence.ts';
import { ConnectionTally } from '../connections.ts';
import { InjectedTally } from '../injected.ts';
import { PersonaTally } from '../persona.ts';
import { RefusalTally } from '../refusal.ts';
import { addCounts, addWalks, type Counts } from './counts.ts';
import { coverageKinds, emptyCoverage, type SecondDelta, type ViolationDelta } from './delta.ts';
import { EndpointSums } from './endpointTally.ts';

/** The sum of what several shards saw in the same second. @param deltas at least one, all of one second */
export function mergeDeltas(deltas: readonly [SecondDelta, ...SecondDelta[]]): SecondDelta {
  const endpoints = new EndpointSums();
  for (const delta of deltas) endpoints.add(delta.endpoints);
  return mergeRest(deltas, endpoints);
}

type Rest = Omit<SecondDelta, 'endpoints'>;

/** How one member of what several shards saw in the same second becomes that of all. Of a member that none has: nothing. */
type Laws = {
  readonly [Member in keyof Rest]-?: (values: readonly Exclude<Rest[Member], undefined>[]) => Rest[Member];
};

/** A member of the schema without a law does not compile. */
const laws: Laws = {
  second: ([second = 0]) => second,
  measured: ([measured = false]) => measured,
  shard: () => 0,
  seconds: (values) => Math.max(...values),
  arrivals: total,
  dropped: total,
  active: total,
  ends: totals,
  walkRequests: total,
  byStatus: totals,
  walks: (values) => {
    const walks: SecondDelta['walks'] = {};
    for (const value of values) addWalks(walks, value);
    return walks;
  },
  coverage: (values) => {
    const coverage = emptyCoverage();
    for (const value of values) for (const kind of coverageKinds) addCounts(coverage[kind], value[kind] ?? {});
    return coverage;
  },
  violations: (values) => {
    const byKey = new Map<string, ViolationDelta>();
    for (const violation of values.flat()) {
      const known = byKey.get(violation.key);
      if (known === undefined)
        byKey.set(violation.key, { ...violation, ...(violation.came && { came: { ...violation.came } }) });
      else {
        known.count += violation.count;
        known.walks += violation.walks;
        known.first ??= violation.first;
        if (known.came !== undefined && violation.came !== undefined) addCounts(known.came, violation.came);
      }
    }
    return [...byKey.values()];
  },
  observations: (values) => {
    const answers = new Map<string, SecondDelta['observations'][number]>();
    for (const { question, value, count } of values.flat()) {
      const key = JSON.stringify([question, value]);
      const known = answers.get(key);
      if (known === undefined) answers.set(key, { question, value, count });
      else known.count += count;
    }
    return [...answers.values()];
  },
  health: (values) => values.flat(),
  refusals: (values) => {
    const tally = new RefusalTally();
    for (const value of values) tally.add(value);
    return tally.list();
  },
  injected: (values) => {
    const tally = new InjectedTally();
    for (const value of values) tally.add(value);
    return tally.delta() ?? {};
  },
  connections: (values) => {
    const tally = new ConnectionTally();
    for (const value of values) tally.add(value);
    return tally.delta();
  },
  personas: (values) => {
    const tally = new PersonaTally();
    for (const value of values) tally.add(value, true);
    return tally.deltas();
  },
  absences: (values) => mergedAbsences(values.flat()),
};

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function totals(values: readonly Counts[]): Counts {
  const sums: Counts = {};
  for (const value of values) addCounts(sums, value);
  return sums;
}

/** {@link mergeDeltas}, where the endpoints were added up before. */
export function mergeRest(deltas: readonly [Rest, ...Rest[]], endpoints: EndpointSums): SecondDelta {
  const [first] = deltas;
  if (deltas.length === 1) return inOrder({ ...first, endpoints: endpoints.total(), shard: 0 });
  const members = Object.entries(laws).flatMap(([member, law]) => {
    const values = deltas.map((delta) => delta[member as keyof Rest]).filter((value) => value !== undefined);
    // Each law is given the values of its own member.
    return values.length === 0 ? [] : [[member, (law as (values: readonly unknown[]) => unknown)(values)]];
  });
  return inOrder({ ...(Object.fromEntries(members) as Rest), endpoints: endpoints.total() });
}

/** A second of one shard that was told in two halves. @param half its first half; `null` where it was told at once */
export function wholeSecond(half: SecondDelta | null, rest: SecondDelta): SecondDelta {
  if (half === null) return rest;
  const { shard, active, seconds } = rest;
  return { ...mergeDeltas([half, rest]), shard, active, seconds };
}

/** What was found in one second, in an order that does not depend on who saw it. */
function inOrder(delta: SecondDelta): SecondDelta {
  return {
    ...delta,
    violations: delta.violations.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    observations: delta.observations.toSorted((a, b) =>
      a.question === b.question ? (a.value < b.value ? -1 : 1) : a.question < b.question ? -1 : 1,
    ),
  };
}

/** A second in which nothing happened. */
export function emptyDelta(second: number, measured: boolean): SecondDelta {
  return {
    second,
    seconds: 1,
    measured,
    shard: 0,
    arrivals: 0,
    dropped: 0,
    active: 0,
    ends: {},
    byStatus: {},
    walks: {},
    endpoints: {},
    coverage: emptyCoverage(),
    violations: [],
    observations: [],
    health: [],
  };
}
