import { ConnectionTally } from '../connections.ts';
import { InjectedTally } from '../injected.ts';
import { PersonaTally } from '../persona.ts';
import { RefusalTally } from '../refusal.ts';
import { addCounts, addWalks } from './counts.ts';
import { coverageKinds, emptyCoverage, type SecondDelta, type ViolationDelta } from './delta.ts';
import { EndpointSums } from './endpointTally.ts';

/** The sum of what several shards saw in the same second. @param deltas at least one, all of one second */
export function mergeDeltas(deltas: readonly [SecondDelta, ...SecondDelta[]]): SecondDelta {
  const endpoints = new EndpointSums();
  for (const delta of deltas) endpoints.add(delta.endpoints);
  return mergeRest(deltas, endpoints);
}

/** {@link mergeDeltas}, where the endpoints were added up before. */
export function mergeRest(
  deltas: readonly [Omit<SecondDelta, 'endpoints'>, ...Omit<SecondDelta, 'endpoints'>[]],
  endpoints: EndpointSums,
): SecondDelta {
  const [first] = deltas;
  if (deltas.length === 1) return inOrder({ ...first, endpoints: endpoints.total(), shard: 0 });
  const merged: SecondDelta = {
    ...emptyDelta(first.second, first.measured),
    seconds: Math.max(...deltas.map((delta) => delta.seconds)),
  };
  const observations = new Map<string, SecondDelta['observations'][number]>();
  const violations = new Map<string, ViolationDelta>();
  for (const delta of deltas) {
    merged.arrivals += delta.arrivals;
    merged.dropped += delta.dropped;
    merged.active += delta.active;
    addCounts(merged.ends, delta.ends);
    addCounts(merged.byStatus, delta.byStatus);
    addWalks(merged.walks, delta.walks);
    for (const kind of coverageKinds) addCounts(merged.coverage[kind], delta.coverage[kind]);
    merged.health.push(...delta.health);
    for (const violation of delta.violations) {
      const known = violations.get(violation.key);
      if (known === undefined) violations.set(violation.key, { ...violation });
      else {
        known.count += violation.count;
        known.first ??= violation.first;
      }
    }
    for (const { question, value, count } of delta.observations) {
      const key = JSON.stringify([question, value]);
      const known = observations.get(key);
      if (known === undefined) observations.set(key, { question, value, count });
      else known.count += count;
    }
  }
  const refusals = new RefusalTally();
  for (const delta of deltas) refusals.add(delta.refusals ?? []);
  if (refusals.list().length > 0) merged.refusals = refusals.list();
  const injected = new InjectedTally();
  for (const delta of deltas) injected.add(delta.injected ?? {});
  const suffered = injected.delta();
  if (suffered !== null) merged.injected = suffered;
  const personas = new PersonaTally();
  for (const delta of deltas) personas.add(delta.personas ?? {}, true);
  if (deltas.some((delta) => delta.personas !== undefined)) merged.personas = personas.deltas();
  const made = deltas.flatMap(({ connections }) => connections ?? []);
  if (made.length > 0) {
    const connections = new ConnectionTally();
    for (const each of made) connections.add(each);
    merged.connections = connections.delta();
  }
  merged.violations = [...violations.values()];
  merged.observations = [...observations.values()];
  merged.endpoints = endpoints.total();
  return inOrder(merged);
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
