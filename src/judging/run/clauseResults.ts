import type { ClauseId } from '../../contract/clause.ts';
import { answerTypes, keyForms } from '../../contract/keyForms.ts';
import type { Place } from '../../contract/places.ts';
import type { OpenQuestion } from '../../contract/questions/openQuestion.ts';
import { isQuestionId, proposalFor, type QuestionId, questions } from '../../contract/questions/openQuestions.ts';
import { sessionErrorCode, standardErrors } from '../../contract/serviceErrors.ts';
import { statusNames } from '../../contract/statuses.ts';
import { moves, movesFromPages } from '../../contract/tableOfMoves.ts';
import { placeKey } from '../../result/placeKeys.ts';
import type { AuditResult, Coverage, RunResult } from '../../result/runResult.ts';
import { type Counts, countIn } from '../../result/tally/counts.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { ClauseResult, Observation, Verdict, Violation } from '../../result/verdict.ts';
import { clauseIds, clauseOf } from '../allClauses.ts';
import { placesOf } from '../evidence/clausePlaces.ts';
import { auditRules } from '../rules/sanity.ts';

/** What became of every clause of the catalogue: green only with evidence. */
export function clauseResults(
  { coverage }: Tally,
  violations: readonly Violation[],
  audit: AuditResult | null,
): ClauseResult[] {
  return clauseIds.map((id) => {
    const [checked, failed] = [countIn(coverage.checked, id), countIn(coverage.failed, id)];
    const open = id === auditRules.altered.clause ? (audit?.uncompared ?? []) : [];
    const kept = open.length > 0 ? 'INCONCLUSIVE' : checked > 0 ? 'CONFORMS' : 'NOT-EXERCISED';
    const verdict = failed > 0 ? brokenVerdict(id) : kept;
    const reasons = kept === 'NOT-EXERCISED' ? ['no respondent reached this case'] : open;
    const isLooked = (place: Place): boolean => countIn(coverage.places, placeKey(id, place)) > 0;
    return clauseResult(id, verdict, { checked, failed }, isLooked, violations, reasons);
  });
}

/** The verdict on a clause that failed. */
export function brokenVerdict(id: ClauseId): Verdict {
  return clauseOf(id).level === 'must' ? 'VIOLATES' : 'DEVIATES';
}

/** What became of a clause. @param violations of the run; @param reasons for the verdict, the first three of which are told. */
export function clauseResult(
  id: ClauseId,
  verdict: Verdict,
  counts: { readonly checked: number; readonly failed: number },
  isLooked: (place: Place) => boolean,
  violations: readonly Violation[],
  reasons: readonly string[],
): ClauseResult {
  const { section, title, basis, level } = clauseOf(id);
  const own = violations.filter(({ clause }) => clause === id).map((violation) => violation.id);
  const reason = reasons.slice(0, 3).join('; ');
  const all = counts.checked === 0 ? [] : [...placesOf(id)];
  const places = { looked: all.filter(isLooked), missed: all.filter((place) => !isLooked(place)) };
  const told = {
    id,
    section,
    title,
    basis,
    level,
    verdict,
    ...counts,
    violations: own,
    ...(all.length === 0 ? {} : { places }),
  };
  return reason === '' ? told : { ...told, reason };
}

/** What was exercised, out of everything that the contract names. */
export function coverageOf({ coverage }: Tally): RunResult['coverage'] {
  const errorIds = [...Object.values(standardErrors).map(({ id }) => id), String(sessionErrorCode)];
  return {
    clauses: exercised(clauseIds, coverage.checked),
    transitions: exercised(Object.keys(moves), coverage.transitions),
    transitionsByPage: exercised(movesFromPages, coverage.transitionsByPage),
    statuses: exercised(statusNames, coverage.statuses),
    keyForms: exercised(Object.keys(keyForms), coverage.keyForms),
    answerTypes: exercised(answerTypes, coverage.answerTypes),
    errors: exercised(errorIds, coverage.errors),
  };
}

/** The places that clauses speak of, each with how many of them were looked at there. */
export function placesIn(clauses: readonly ClauseResult[]): Coverage {
  const items: Counts = {};
  for (const { id, places } of clauses) {
    for (const place of placesOf(id)) items[place] ??= 0;
    for (const place of places?.looked ?? []) items[place] = (items[place] ?? 0) + 1;
  }
  return exercised(Object.keys(items), items);
}

export function exercised(names: readonly string[], counts: Readonly<Counts>): Coverage {
  const items = Object.fromEntries(names.map((name) => [name, countIn(counts, name)]));
  return { exercised: names.filter((name) => countIn(counts, name) > 0).length, total: names.length, items };
}

/** What the service did where the document is silent. */
export function observationsOf(tally: Tally): Observation[] {
  const byQuestion = Map.groupBy(tally.observations(), ({ question }) => question);
  return [...byQuestion].flatMap(([id, seen]) => {
    if (!isQuestionId(id)) return [];
    const { measured }: OpenQuestion = questions[id];
    const alternatives = seen.map(({ value, count }) => ({ value, count, witness: null }));
    // Answers that are measured differ from page to page; one of few alternatives should not.
    const isUndecided = isContradictory(seen) && measured === undefined;
    return [observation(id, isUndecided ? 'INCONSISTENT' : 'OBSERVED', alternatives, 3)];
  });
}

/** Whether different answers were given in one situation. */
export function isContradictory(answers: readonly { readonly situations: { keys(): Iterable<string> } }[]): boolean {
  const situations = answers.flatMap((answer) => [...answer.situations.keys()]);
  return new Set(situations).size < situations.length;
}

/** An open question with its answers, the most frequent first. @param proposed so many of them become a proposal. */
export function observation(
  id: QuestionId,
  verdict: Verdict,
  answers: Observation['alternatives'],
  proposed = answers.length,
): Observation {
  const { question, section } = questions[id];
  const alternatives = answers.toSorted((a, b) => b.count - a.count);
  const told = { id, question, section, verdict, alternatives };
  const values = alternatives.slice(0, proposed).map(({ value }) => value);
  return values.length === 0 ? told : { ...told, proposal: proposalFor(id, values) };
}
