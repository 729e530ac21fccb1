import Type from 'typebox';
import { Classification, type Violation } from './verdict.ts';

/** Violations of one cause: what a person reads first. */
export const Problem = Type.Object({
  /** The same for the same problem in every command and every run. */
  signature: Type.String(),
  title: Type.String(),
  clauses: Type.Array(Type.String()),
  /** Ids of its violations. */
  violations: Type.Array(Type.String()),
  /** How often its most frequent violation was seen. */
  count: Type.Integer(),
  /** Seconds since the start of the run; `null` where nobody noted it. */
  firstSecond: Type.Union([Type.Integer(), Type.Null()]),
  endpoints: Type.Array(Type.String()),
  classification: Classification,
  gating: Type.Boolean(),
});
export type Problem = Type.Static<typeof Problem>;

/** The violation that names a problem; one that a few requests show, where the first shows in a crowd only. */
export function leadOf([first, ...others]: readonly Violation[]): Violation | undefined {
  if (first?.classification !== 'load-only') return first;
  return (
    others.find(({ clause, classification }) => clause === first.clause && isRepeatable.has(classification)) ?? first
  );
}

/** The violations that name the problems of a run, in their order: what is to be repeated. */
export function leadsOf(problems: readonly Problem[], violations: readonly Violation[]): Violation[] {
  const byId = new Map(violations.map((each) => [each.id, each]));
  return problems.flatMap((problem) => leadOf(problem.violations.flatMap((id) => byId.get(id) ?? [])) ?? []);
}

const isRepeatable: ReadonlySet<Violation['classification']> = new Set(['always', 'sometimes', 'interleaving-only']);
