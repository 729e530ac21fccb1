import { createHash } from 'node:crypto';
import { clauseIds, isClauseId } from '../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../src/judging/baseline/standing.ts';
import { odditiesOf } from '../../src/judging/evidence/departures.ts';
import type { Evidence } from '../../src/judging/evidence/evidence.ts';
import { type Verdicts, verdictsOf } from '../../src/judging/evidence/verdicts.ts';
import { problemsOf } from '../../src/judging/problems/problems.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import type { Collected } from '../support/judging.ts';

/** What was found: whole, and in lines that a person can compare, with digests of what they leave out. */
export interface Golden {
  readonly whole: unknown;
  readonly lines: readonly string[];
}

/** Tells two values apart, in eight letters. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);
}

/** What conformance has learnt, as its result tells it: where nothing was accepted, and where much of it was. */
export function evidenceGolden(evidence: Evidence): Golden {
  // Both verdicts are of the same violations, and what separates those that broke takes long to find.
  Object.defineProperty(evidence, 'failures', { value: evidence.failures });
  const { clauses, violations, observations } = verdictsOf(evidence, nothingAcceptable, clauseIds);
  const odd = odditiesOf(evidence.habits, observations);
  const found = { clauses, violations, observations, problems: problemsOf(violations) };
  const accepted = verdictsOf(evidence, acceptedOf(found), clauseIds);
  const causes = problemsOf(accepted.violations);
  const told = [
    `odd: ${odd.length} ${digest(odd)}`,
    `accepted: ${digest({ ...accepted, acceptable: null })}`,
    `accepted, problems: ${causes.length} ${digest(causes)}`,
  ];
  return { whole: { ...found, odd, accepted }, lines: [...linesOf(found), ...told] };
}

/** Some of what was found as known, a known violation of each other clause that is gone, and the first answer to each question. */
function acceptedOf({ clauses, violations, observations }: Pick<Verdicts, 'clauses' | 'violations' | 'observations'>) {
  const until = { issue: 'CVS-1', expires: '2999-12-31' };
  const byId = violations.filter((_, at) => at % 3 === 0).map(({ id, clause }) => ({ clause, ids: [id], ...until }));
  const byWords = violations
    .filter((_, at) => at % 5 === 0)
    .map(({ clause, actual }) => ({ clause, actual, ...until }));
  const gone = clauses.filter(({ failed }) => failed === 0).map(({ id }) => ({ clause: id, ...until }));
  const known = [...byId, ...byWords, ...gone].flatMap((each) =>
    isClauseId(each.clause) ? { ...each, clause: each.clause } : [],
  );
  const answers = observations.flatMap(({ id, alternatives: [first] }) =>
    first === undefined ? [] : [[id, [first.value]]],
  );
  return { known, expired: [], answers: Object.fromEntries(answers) };
}

/** Clauses by section with how often each was broken and checked, then what broke, and how often what was answered. */
export function linesOf({
  clauses,
  violations,
  problems,
  observations,
}: Pick<RunResult, 'clauses' | 'violations' | 'problems' | 'observations'>): string[] {
  const by = <Item>(items: readonly Item[], name: (item: Item) => string) => [...Map.groupBy(items, name)];
  return [
    ...by(clauses, ({ section }) => section).map(([section, own]) => {
      const counts = own.map(({ id, checked, failed }) => `${id} ${failed > 0 ? `${failed}/` : ''}${checked}`);
      return `${section} ${digest(own)}: ${counts.join(', ')}`;
    }),
    ...by(violations, ({ clause }) => clause).map(
      ([clause, own]) => `  ${clause}: ${own.length} ${digest(own.map(({ witness: _, ...facts }) => facts))}`,
    ),
    ...problems.map((problem) => `  ${problem.title} ${digest(problem)}`),
    `witnesses ${digest(violations.map(({ witness }) => witness))}`,
    ...by(observations, ({ section }) => section).map(([section, own]) => {
      const told = own.map(({ id, alternatives }) => `${id} ${alternatives.map(({ count }) => count).join('+')}`);
      return `${section} ${digest(own)}: ${told.join(', ')}`;
    }),
  ];
}

/** What was found of each of many answers, by clause and by what the answers have in common. */
export class Answers implements Golden {
  readonly #byClause = new Map<string, unknown[]>();
  readonly #byGroup = new Map<string, unknown[]>();

  add(group: string, what: string, { failed, passed, observed, unknown }: Collected): void {
    for (const { clause, ...words } of failed) listIn(this.#byClause, clause).push({ group, what, ...words });
    listIn(this.#byGroup, group).push({ passed, observed, unknown });
  }

  get whole(): object {
    return { clauses: Object.fromEntries(this.#byClause), groups: Object.fromEntries(this.#byGroup) };
  }

  get lines(): string[] {
    return [...sorted(this.#byClause), ...sorted(this.#byGroup)];
  }
}

function sorted(lists: ReadonlyMap<string, readonly unknown[]>): string[] {
  return [...lists].map(([name, found]) => `${name}: ${found.length} ${digest(found)}`).sort();
}

function listIn(lists: Map<string, unknown[]>, name: string): unknown[] {
  const list = lists.get(name) ?? [];
  lists.set(name, list);
  return list;
}
