import { createHash } from 'node:crypto';
import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/gating.ts';
import type { Violation } from '../../result/verdict.ts';

/** A clause that one side violates and the other does not. */
export interface ViolationDifference {
  readonly clause: string;
  /** In plain words, as the problem of the example is called; empty where no problem was made of it. */
  readonly title: string;
  readonly standing: 'NEW' | 'GONE';
  /** Whether it fails the comparison: NEW, and not known to the baseline file of the candidate. */
  readonly gating: boolean;
  /** In how many runs of the side that violates it. */
  readonly runs: number;
  readonly of: number;
  readonly example: Violation;
}

export interface ObservationDifference {
  readonly id: string;
  readonly question: string;
  readonly baseline: readonly string[];
  readonly candidate: readonly string[];
}

/** Something that the baseline exercised and the candidate did not. */
export interface CoverageLoss {
  readonly kind: string;
  readonly name: string;
  readonly baselineCount: number;
}

/** A circumstance that is not the same on both sides; `warning` when it makes the latency hard to compare. */
export interface EnvironmentDifference {
  readonly name: string;
  readonly baseline: readonly string[];
  readonly candidate: readonly string[];
  readonly warning: boolean;
}

/** Clauses violated on one side only. A clause that any baseline run violates is not NEW. */
export function violationDifferences(
  baseline: readonly RunResult[],
  candidate: readonly RunResult[],
): ViolationDifference[] {
  const before = violatedClauses(baseline);
  const after = violatedClauses(candidate);
  const problems = [...baseline, ...candidate].flatMap((run) => run.problems);
  const titles = new Map(problems.flatMap(({ title, violations }) => violations.map((id) => [id, title])));
  const only = (
    standing: 'NEW' | 'GONE',
    here: typeof before,
    there: typeof before,
    of: number,
  ): ViolationDifference[] =>
    [...here]
      .filter(([clause]) => !there.has(clause))
      .flatMap(([clause, { runs, violations }]) => {
        const gating = violations.find(gates);
        const example = gating ?? violations[0];
        if (example === undefined) return [];
        const title = titles.get(example.id) ?? '';
        return [{ clause, title, standing, gating: standing === 'NEW' && gating !== undefined, runs, of, example }];
      });
  return [...only('NEW', after, before, candidate.length), ...only('GONE', before, after, baseline.length)];
}

function violatedClauses(runs: readonly RunResult[]): Map<string, { runs: number; violations: Violation[] }> {
  const clauses = new Map<string, { runs: number; violations: Violation[] }>();
  for (const run of runs)
    for (const [clause, violations] of Map.groupBy(run.violations, (violation) => violation.clause)) {
      const known = clauses.get(clause) ?? { runs: 0, violations: [] };
      clauses.set(clause, { runs: known.runs + 1, violations: [...known.violations, ...violations] });
    }
  return clauses;
}

/** Open questions that the two sides answer with different sets of answers; those only one side asked are left out. */
export function observationDifferences(
  baseline: readonly RunResult[],
  candidate: readonly RunResult[],
): ObservationDifference[] {
  const before = answers(baseline);
  return [...answers(candidate)].flatMap(([id, after]) => {
    const then = before.get(id);
    if (then === undefined || then.values.join('\n') === after.values.join('\n')) return [];
    return [{ id, question: after.question, baseline: then.values, candidate: after.values }];
  });
}

function answers(runs: readonly RunResult[]): Map<string, { question: string; values: string[] }> {
  const found = new Map<string, { question: string; values: string[] }>();
  for (const { id, question, alternatives } of runs.flatMap((run) => run.observations)) {
    const values = new Set([...(found.get(id)?.values ?? []), ...alternatives.map(({ value }) => value)]);
    if (values.size > 0) found.set(id, { question, values: [...values].sort() });
  }
  return found;
}

const coverageKinds = [
  ['clauses', 'clause'],
  ['transitions', 'move'],
  ['transitionsByPage', 'move'],
  ['statuses', 'status'],
  ['keyForms', 'key form'],
  ['answerTypes', 'kind of question'],
  ['errors', 'error'],
] as const;

/** What every baseline run exercised and no candidate run did. */
export function coverageLosses(baseline: readonly RunResult[], candidate: readonly RunResult[]): CoverageLoss[] {
  return coverageKinds.flatMap(([kind, label]) => {
    const names = Object.keys(baseline[0]?.coverage[kind].items ?? {});
    const counts = (runs: readonly RunResult[], name: string): number[] =>
      runs.map((run) => run.coverage[kind].items[name] ?? 0);
    return names
      .filter(
        (name) =>
          counts(baseline, name).every((count) => count > 0) && counts(candidate, name).every((count) => count === 0),
      )
      .map((name) => ({ kind: label, name, baselineCount: Math.min(...counts(baseline, name)) }));
  });
}

/** Circumstances that differ between the sides. */
export function environmentDifferences(
  baseline: readonly RunResult[],
  candidate: readonly RunResult[],
): EnvironmentDifference[] {
  const facts: readonly (readonly [string, boolean, (run: RunResult) => string])[] = [
    ['target', false, (run) => run.target.baseUrl],
    ['datacenter', true, (run) => run.target.datacenter],
    ['release', false, (run) => run.target.release],
    ['session', false, (run) => run.target.session],
    ['profile', true, (run) => run.run.profile],
    ['profile content', true, profileFingerprint],
    ['seed', false, (run) => String(run.run.seed)],
    ['duration', true, (run) => `${Math.round(run.run.durationSeconds)} s`],
    ['canvass', true, (run) => run.tool.version],
    ['Node', true, (run) => run.tool.node],
    ['platform', true, (run) => `${run.tool.platform}, ${run.tool.cpus} processors`],
    ['workers', true, (run) => String(run.generator.workers)],
    ['generator saturated', true, (run) => (run.generator.saturated ? 'yes' : 'no')],
    ['run interrupted', true, (run) => (run.run.interrupted ? 'yes' : 'no')],
  ];
  const values = (runs: readonly RunResult[], pick: (run: RunResult) => string): string[] =>
    [...new Set(runs.map(pick))].sort();
  const runs = [...baseline, ...candidate];
  // Seeds that were drawn never repeat, and say nothing; those that were set for a comparison are on both sides.
  const areDrawn = new Set(runs.map(({ run }) => run.seed)).size === runs.length;
  return facts.flatMap(([name, warning, pick]) => {
    if (name === 'seed' && areDrawn) return [];
    const before = values(baseline, pick);
    const after = values(candidate, pick);
    return before.join('\n') === after.join('\n') ? [] : [{ name, baseline: before, candidate: after, warning }];
  });
}

/** Short name of what was run: the resolved profile without its target, labels and seed, which have rows of their own. */
function profileFingerprint({ profile }: RunResult): string {
  const rest =
    typeof profile === 'object' && profile !== null ? { ...profile, target: null, name: null, seed: null } : profile;
  return createHash('sha256')
    .update(JSON.stringify(rest ?? null))
    .digest('hex')
    .slice(0, 8);
}
