/**
 * Do five faults make about five problems? Draws sets of five faults of different sections of the document, has
 * conformance judge a service with all five (simulated, as `selftest --generated` does), and counts the problems: those
 * of each set, those that hold a clause of one of its faults, and those that two of its faults share. Every fault alone
 * should be one problem.
 *
 * `node bench/problemsOfFaults.ts [sets] [seed]`, or `alone` in place of sets
 */
import { newViolation } from '../src/judging/identity.ts';
import { problemsOf } from '../src/judging/problems.ts';
import { simulate } from '../src/runs/simulation/simulate.ts';
import type { Fault } from '../src/service/faults/fault.ts';
import { faults } from '../src/service/faults/faults.ts';

const [, , sets = '40', seed = '7'] = process.argv;
let state = Number(seed);

function drawn(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return (state >>> 8) % below;
}

/** Of one section they may hide each other; those of a variant need a service of their own. */
function drawnSet(): readonly Fault[] {
  const set: Fault[] = [];
  while (set.length < 5) {
    const fault = faults[drawn(faults.length)];
    const isFit = fault?.everyNth === 1 && Object.keys(fault.variants ?? {}).length === 0;
    if (isFit && set.every(({ section }) => section !== fault.section)) set.push(fault);
  }
  return set;
}

async function problemsWith(set: readonly Fault[], run: number) {
  const options = {
    faults: set.map((fault) => ({ fault, everyNth: fault.everyNth })),
    variants: set[0]?.variants ?? {},
  };
  const evidence = await simulate({ options, latency: () => 1, seed: run });
  return problemsOf(evidence.failures.map((facts) => ({ ...newViolation(facts, facts.witness), count: facts.count })));
}

const of = sets === 'alone' ? faults.map((fault) => [fault]) : Array.from({ length: Number(sets) }, drawnSet);
const counts: number[] = [];
const gating: number[] = [];
let told = 0;
let shared = 0;
for (const [at, set] of of.entries()) {
  const problems = await problemsWith(set, at + 1);
  const places = set.map(({ clauses }) =>
    problems.findIndex((each) => each.clauses.some((id) => clauses.includes(id))),
  );
  counts.push(problems.length);
  gating.push(problems.filter((each) => each.gating).length);
  told += places.filter((place) => place >= 0).length;
  const sharing = set.filter((_, fault) => places[fault] !== -1 && places.indexOf(places[fault] ?? -1) < fault);
  shared += sharing.length;
  for (const { id } of sharing)
    console.log(`${id} shares a problem with another of ${set.map((each) => each.id).join(' ')}`);
  if (problems.length <= set.length) continue;
  console.log(`${set.map(({ id }) => id).join(' ')}: ${problems.length} problems`);
  for (const [place, { clauses, title }] of problems.entries()) {
    if (!places.includes(place)) console.log(`  beside them: ${title} (${clauses.join(', ')})`);
  }
}
const mean = (values: readonly number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
const span = (values: readonly number[]) => `${mean(values)} (${Math.min(...values)} to ${Math.max(...values)})`;
console.log(
  `${of.length} services, ${of.flat().length} faults: problems ${span(counts)}, of these gating ${span(gating)}`,
);
console.log(`${told} faults are told by a clause of their own; ${shared} share a problem with another of their set`);
