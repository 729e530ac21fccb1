import type { ClauseId } from '../../contract/clause.ts';
import { isQuestionId, type QuestionId, questionIds } from '../../contract/questions/openQuestions.ts';
import { ToolError } from '../../errors.ts';
import { clauseIds, clauseOf, isClauseId } from '../../judging/allClauses.ts';
import { suggestion } from '../../misspelt.ts';
import { probes } from '../probes/allProbes.ts';
import type { Probe } from '../probes/probeContext.ts';

/** What a run is about. */
export interface Selection {
  readonly probes: readonly Probe[];
  /** Whether a crowd walks beside the probes. */
  readonly walks: boolean;
  /** The clauses that the result states. */
  readonly only: readonly ClauseId[];
  /** The open questions that it states. */
  readonly asked: readonly QuestionId[];
}

/**
 * The probes of one clause or open question, or everything. A clause that no probe names is judged on every exchange,
 * so that all probes are run for it.
 *
 * @throws ToolError USAGE when there is no such clause or question.
 */
export function selectProbes(id: string | null): Selection {
  if (id === null) return { probes, walks: true, only: clauseIds, asked: questionIds };
  if (isQuestionId(id)) return { probes, walks: true, only: [], asked: [id] };
  if (!isClauseId(id)) {
    const hint = suggestion(id, new Set<string>(clauseIds));
    throw new ToolError('USAGE', `there is no clause ${id}${hint}; docs/clauses.md lists them`);
  }
  const about = probes.filter((probe) => clauseOf(id).probes.includes(probe.id));
  const stated = { only: [id], asked: [] };
  return about.length > 0 ? { probes: about, walks: false, ...stated } : { probes, walks: true, ...stated };
}
