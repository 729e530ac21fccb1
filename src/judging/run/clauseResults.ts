import type { Clause } from '../../contract/clause.ts';
import { sections } from '../../contract/clause.ts';
import { answerTypes, keyForms } from '../../contract/keyForms.ts';
import { moves, movesFromPages } from '../../contract/moves.ts';
import { isQuestionId, proposalFor, questions } from '../../contract/questions/catalogue.ts';
import type { OpenQuestion } from '../../contract/questions/question.ts';
import { sessionErrorCode, standardErrors } from '../../contract/serviceErrors.ts';
import { statusNames } from '../../contract/statuses.ts';
import type { Coverage, RunResult } from '../../result/runResult.ts';
import { type Counts, countIn } from '../../result/tally/counts.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { ClauseResult, Observation, Violation } from '../../result/verdict.ts';
import { clauseIds, clauseOf } from '../clauses.ts';

/** What became of every clause of the catalogue: green only with evidence. */
export function clauseResults(tally: Tally, violations: readonly Violation[]): ClauseResult[] {
  return clauseIds.map((id) => {
    const clause = clauseOf(id);
    const checked = countIn(tally.coverage.checked, id);
    const failed = countIn(tally.coverage.failed, id);
    return {
      id,
      section: clause.section,
      title: clause.title,
      basis: clause.basis,
      level: clause.level,
      verdict: verdictOf(clause, checked, failed),
      checked,
      failed,
      violations: violations.filter((violation) => violation.clause === id).map((violation) => violation.id),
      ...(checked === 0 ? { reason: 'no respondent reached this case' } : {}),
    };
  });
}

function verdictOf(clause: Clause, checked: number, failed: number): ClauseResult['verdict'] {
  if (failed > 0) return clause.level === 'must' ? 'VIOLATES' : 'DEVIATES';
  return checked > 0 ? 'CONFORMS' : 'NOT-EXERCISED';
}

/** What was exercised, out of everything that the contract names. */
export function coverageOf(tally: Tally): RunResult['coverage'] {
  const {
    checked,
    transitions,
    transitionsByPage,
    statuses,
    keyForms: forms,
    answerTypes: types,
    errors,
  } = tally.coverage;
  const errorIds = [...Object.values(standardErrors).map(({ id }) => id), String(sessionErrorCode)];
  return {
    clauses: exercised(clauseIds, checked),
    transitions: exercised(Object.keys(moves), transitions),
    transitionsByPage: exercised(movesFromPages, transitionsByPage),
    statuses: exercised(statusNames, statuses),
    keyForms: exercised(Object.keys(keyForms), forms),
    answerTypes: exercised(answerTypes, types),
    errors: exercised(errorIds, errors),
  };
}

function exercised(names: readonly string[], counts: Readonly<Counts>): Coverage {
  const items = Object.fromEntries(names.map((name) => [name, countIn(counts, name)]));
  return { exercised: names.filter((name) => countIn(counts, name) > 0).length, total: names.length, items };
}

/** What the service did where the document is silent. */
export function observationsOf(tally: Tally): Observation[] {
  const byQuestion = Map.groupBy(tally.observations(), ({ question }) => question);
  return [...byQuestion].map(([id, seen]) => {
    const known: OpenQuestion | null = isQuestionId(id) ? questions[id] : null;
    const alternatives = seen
      .map(({ value, count }) => ({ value, count, witness: null }))
      .sort((a, b) => b.count - a.count);
    // Answers that are measured differ from page to page; one of few alternatives should not.
    const undecided = alternatives.length > 1 && known !== null && known.measured === undefined;
    return {
      id,
      question: known?.question ?? id,
      section: known?.section ?? sections.sanity,
      verdict: undecided ? 'INCONSISTENT' : 'OBSERVED',
      alternatives,
      ...(isQuestionId(id)
        ? {
            proposal: proposalFor(
              id,
              alternatives.slice(0, 3).map(({ value }) => value),
            ),
          }
        : {}),
    };
  });
}
