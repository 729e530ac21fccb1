import { ToolError } from '../errors.ts';
import { isClauseId } from '../judging/allClauses.ts';
import type { KnownViolation } from '../judging/baseline/baselineFile.ts';
import { namedSurveys } from '../judging/baseline/namedSurveys.ts';
import { answersOf } from '../judging/baseline/standing.ts';
import { type Acceptance, acceptAnswers, acceptViolations } from '../judging/baseline/writeBaseline.ts';
import type { Problem } from '../result/problem.ts';
import { type ReadResult, readResultFiles } from '../result/resultFile.ts';
import type { RunResult } from '../result/runResult.ts';
import { startOf } from '../result/violationId.ts';

export type { Acceptance, KnownViolation };

/** What of a run is accepted, and why. */
export interface ViolationAcceptance {
  /** Ids of violations, clauses, or signatures of problems. */
  readonly wanted: readonly string[];
  /** Where it is being dealt with, or why it may stay. */
  readonly issue: string;
  /** Last day on which it is tolerated, `YYYY-MM-DD`. */
  readonly expires: string;
}

/** Pins what a run observed, for its release, its session transport and the surveys of its profile; other releases keep what was accepted of them. */
export function acceptObserved(
  { observations, target, profile }: Pick<RunResult, 'observations' | 'target' | 'profile'>,
  path: string,
): Promise<Acceptance> {
  const session = target.session === 'auto' ? {} : { session: target.session };
  return acceptAnswers(path, answersOf(observations), { release: target.release, ...session }, namedSurveys(profile));
}

/**
 * Pins what a stored run observed.
 *
 * @param run its folder, or its `result.json`.
 * @throws ToolError RESULT_UNREADABLE, PROFILE, OUTPUT_UNWRITABLE; USAGE for runs that observed nothing
 */
export async function acceptAnswersOf(run: string, path: string): Promise<Acceptance> {
  const [{ result }, ...others] = await readResults(run);
  if (others.length > 0) throw new ToolError('USAGE', `${run} holds ${others.length + 1} runs: name one of them.`);
  if (Object.keys(answersOf(result.observations)).length > 0) return acceptObserved(result, path);
  throw new ToolError('USAGE', `${run} observed no answer that could be accepted. Name a violation with --violation.`);
}

/**
 * Makes violations of stored runs known, each with the others of its problem.
 *
 * @param runs a run's folder, its `result.json`, or a folder of runs: what any of them has of a problem is known then.
 * @returns the entries that were written.
 * @throws ToolError RESULT_UNREADABLE, PROFILE, OUTPUT_UNWRITABLE; USAGE for a violation that no run has
 */
export async function acceptViolationsOf(
  runs: string,
  path: string,
  { wanted, issue, expires }: ViolationAcceptance,
): Promise<KnownViolation[]> {
  const results = (await readResults(runs)).map(({ result }) => result);
  const problems = results.flatMap((result) => result.problems);
  const counts = new Map<string, number>();
  for (const { id, count } of results.flatMap(({ violations }) => violations))
    counts.set(id, (counts.get(id) ?? 0) + count);
  const found = new Set(wanted.flatMap((name) => problemsNamed(problems, name, runs)));
  const bySignature = Map.groupBy(found, ({ signature }) => signature);
  const entries: KnownViolation[] = [];
  for (const alike of bySignature.values()) {
    const [clause = ''] = alike.flatMap(({ clauses }) => clauses);
    const seen = alike.flatMap(({ violations }) => violations);
    const ids = [...new Set(seen.map((id) => ((counts.get(id) ?? 0) < enough ? startOf(id) : id)))];
    entries.push(await acceptViolations(path, { clause, ids, issue, expires }));
  }
  return entries;
}

/** Of fewer occurrences nobody knows what all of them have in common: it is accepted whatever page came. */
const enough = 10;

async function readResults(path: string): Promise<[ReadResult, ...ReadResult[]]> {
  const [first, ...others] = await readResultFiles([path], 'whole');
  if (first === undefined) throw new ToolError('RESULT_UNREADABLE', `${path} holds no result of a run.`);
  return [first, ...others];
}

/** The problems that a violation, a clause or a signature names. */
function problemsNamed(problems: readonly Problem[], name: string, runs: string): Problem[] {
  const found = problems.filter(
    ({ signature, violations, clauses }) => signature === name || violations.includes(name) || clauses.includes(name),
  );
  const drifted = found.flatMap(({ clauses }) => clauses).find((clause) => !isClauseId(clause));
  if (drifted !== undefined) {
    throw new ToolError(
      'USAGE',
      `${drifted} is an open question: canvass accept ${runs} accepts its answers, without --violation.`,
    );
  }
  if (found.length > 0) return found;
  const known = [...new Set(problems.flatMap(({ violations }) => violations))].slice(0, 12);
  const has = known.length === 0 ? 'It has no violations.' : `It has ${known.join(', ')}.`;
  throw new ToolError('USAGE', `${runs} has no violation "${name}". ${has}`);
}
