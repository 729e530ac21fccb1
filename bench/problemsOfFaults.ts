/**
 * Do five faults make about five problems? Draws sets of five faults of different sections of the document, has `conform`
 * judge a service with all five and `load` walk another one, both without sockets (as `selftest --generated` does, the
 * load without its audit), and counts problems, the faults' own clauses that stand in one, and pairs of faults that share one.
 * Of a set with more problems than faults it says what the others were, and which faults break their clauses alone too.
 *
 * `node bench/problemsOfFaults.ts [sets] [seed]`: 30 sets and seed 7; `alone` in place of sets gives each fault a service of its own.
 */
import { problemsOf } from '../src/judging/problems/problems.ts';
import type { Problem } from '../src/result/problem.ts';
import type { Violation } from '../src/result/verdict.ts';
import type { Fault } from '../src/selftest/faults/fault.ts';
import { faults } from '../src/selftest/faults/faults.ts';
import { conformed, loaded } from './simulated.ts';

const [, , sets = '30', seed = '7'] = process.argv;
let state = Number(seed);

function drawn(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return (state >>> 8) % below;
}

/** What a fault does by itself: the clauses that it breaks, and whether anybody still completes a survey. */
async function judgedAlone(fault: Fault) {
  const { violations, completions } = await conformed([fault], 1);
  const clauses = new Set([...violations, ...(await loaded([fault], 1))].map(({ clause }) => clause));
  return { clauses, isPassable: completions > 0 };
}

const alone = new Map<Fault, ReturnType<typeof judgedAlone>>();

function aloneOf(fault: Fault) {
  if (!alone.has(fault)) alone.set(fault, judgedAlone(fault));
  return alone.get(fault);
}

/** Of one section they may hide each other, and so does what stops every walk; those of a variant need a service of their own. */
async function drawnSet(): Promise<readonly Fault[]> {
  const set: Fault[] = [];
  while (set.length < 5) {
    const fault = faults[drawn(faults.length)];
    if (fault?.everyNth !== 1 || Object.keys(fault.variants).length > 0) continue;
    if (set.every(({ section }) => section !== fault.section) && (await aloneOf(fault))?.isPassable) set.push(fault);
  }
  return set;
}

/** How a violation says what was due and what came, as data where there is any. */
function wordsOf({ clause, endpoint, path, symptom = {}, expected, actual }: Violation): string {
  const due = symptom.due === undefined ? expected : JSON.stringify(symptom.due);
  const came = symptom.found === undefined ? actual : JSON.stringify(symptom.found);
  return `${clause} at ${endpoint} ${path || '(whole)'}: due ${due.slice(0, 90)}; came ${came.slice(0, 110)}`;
}

const none = { clauses: 0, told: 0, pairs: 0 };
const sums = ['conform', 'load'].map((command) => ({ command, problems: [0], gating: [0], ...none }));

/** Prints what came of a set, and adds it up. */
async function tell(set: readonly Fault[], violations: readonly Violation[], sum: (typeof sums)[number]) {
  const problems = problemsOf(violations);
  const isOf = (fault: Fault) => (problem: Problem) => problem.clauses.some((id) => fault.clauses.includes(id));
  const own = set.flatMap(({ clauses }) => clauses);
  const told = own.filter((id) => problems.some(({ clauses }) => clauses.includes(id))).length;
  const pairs = set
    .flatMap((one, at) => set.slice(at + 1).map((other) => [one, other]))
    .filter((pair) => problems.some((problem) => pair.every((fault) => isOf(fault)(problem))));
  const gating = problems.filter((each) => each.gating).length;
  sum.problems.push(problems.length);
  sum.gating.push(gating);
  sum.clauses += own.length;
  sum.told += told;
  sum.pairs += pairs.length;
  console.log(`  ${sum.command}: ${problems.length} problems, ${gating} gating; ${told} of ${own.length} clauses told`);
  for (const pair of pairs)
    console.log(`    one problem: ${pair.map(({ id, clauses }) => `${id} (${clauses})`).join(' and ')}`);
  if (problems.length <= set.length) return;
  const foremost = set.map((fault) => problems.find(isOf(fault)));
  for (const { title, clauses, violations: ids, gating } of problems.filter((each) => !foremost.includes(each))) {
    const broken = await Promise.all(set.map(aloneOf));
    const by = set.filter((_, at) => clauses.some((id) => broken[at]?.clauses.has(id))).map(({ id }) => id);
    console.log(`    beyond: ${title} (${gating ? '' : 'not '}gating; alone too: ${by.join(', ') || 'none'})`);
    for (const each of violations.filter(({ id }) => ids.includes(id)).slice(0, 4))
      console.log(`      ${wordsOf(each)}`);
  }
}

for (let at = 1; at <= (sets === 'alone' ? faults.length : Number(sets)); at++) {
  const set = sets === 'alone' ? faults.slice(at - 1, at) : await drawnSet();
  console.log(`${at}: ${set.map(({ id }) => id).join(', ')}`);
  const found = [(await conformed(set, at)).violations, await loaded(set, at)];
  for (const [command, sum] of sums.entries()) await tell(set, found[command] ?? [], sum);
}
const span = ([, ...all]: readonly number[]) =>
  `${(all.reduce((sum, each) => sum + each, 0) / all.length).toFixed(2)} (${Math.min(...all)} to ${Math.max(...all)})`;
for (const { command, problems, gating, told, clauses, pairs } of sums) {
  console.log(`${command}: problems ${span(problems)}, of these gating ${span(gating)};`);
  console.log(`  ${told} of ${clauses} own clauses told; ${pairs} pairs share a problem`);
}
