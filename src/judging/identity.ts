import { createHash } from 'node:crypto';
import type { ClauseId } from '../contract/clause.ts';
import { curlScript } from '../result/curl.ts';
import { lookUpScript } from '../result/lookUpScript.ts';
import type { Symptom } from '../result/symptom.ts';
import type { Violation, Witness } from '../result/verdict.ts';
import { clauseOf, isClauseId } from './clauses.ts';

/** What a violation is, whoever saw it: the same in every command and every run. */
export interface ViolationFacts {
  readonly clause: ClauseId;
  readonly endpoint: string;
  /** Where in the body; `''` for all of it. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  readonly symptom?: Symptom;
  /** Text of a record that no list shows: the script looks for it, in place of repeating the steps. */
  readonly lookedFor?: string;
}

/** A text without what differs from respondent to respondent and from run to run: quoted values, tokens, ids, numbers. */
export function generalText(text: string): string {
  return (
    text
      // The last one may be cut off. Whatever follows a quote matches, so that hostile text costs no second look.
      .replaceAll(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)/g, '""')
      .slice(0, 600)
      // How many were listed is no other violation each time.
      .replaceAll(/""(?:[,:] ?"")+/g, '""')
      .replaceAll(/cvs-[0-9a-z-]+/g, '#')
      .replaceAll(/[A-Za-z0-9_-]*\d[A-Za-z0-9_-]*/g, '#')
      .replaceAll(/#(?:, #)+/g, '#')
      // Where a body stops being JSON is no other violation each time.
      .replace(/(?<=not JSON: )[^\n]*? is due/, '#')
  );
}

/** Two violations are the same one when this text is. */
export function violationKey({ clause, endpoint, path, expected, actual }: ViolationFacts): string {
  if (isClauseId(clause) && clauseOf(clause).variesByAnswers) return `${clause}\n${generalText(expected)}`;
  return `${clause}\n${endpoint}\n${path}\n${generalText(expected)}\n${generalText(actual)}`;
}

/** The id of a violation, short enough to type: the clause's id and `:3fa94c2e`. */
export function violationId(facts: ViolationFacts): string {
  return `${facts.clause}:${createHash('sha256').update(violationKey(facts)).digest('hex').slice(0, 8)}`;
}

/** A violation as it was first seen. */
export function newViolation(facts: ViolationFacts, witness: Witness): Violation {
  const { clause, endpoint, path, expected, actual, symptom } = facts;
  const traceId = witness.steps[witness.failingStep]?.traceId;
  return {
    id: violationId(facts),
    clause,
    endpoint,
    path,
    gating: isGating(clause),
    count: 1,
    expected,
    actual,
    ...(symptom === undefined ? {} : { symptom }),
    classification: 'unclassified',
    baseline: { kind: 'NEW' },
    witness: withCheck(witness, facts),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

/** The witness with a script that says what to look for, and whether it was seen. */
export function withCheck(witness: Witness, facts: Omit<ViolationFacts, 'endpoint'>): Witness {
  const { clause, expected, actual, path, symptom = {}, lookedFor } = facts;
  const { steps, failingStep } = witness;
  const [first] = steps;
  if (first === undefined) return witness;
  if (lookedFor !== undefined) {
    return { steps, failingStep, curl: lookUpScript(first.path.replace(/\?.*/, ''), lookedFor, { expected, actual }) };
  }
  const isOfSeveral = isClauseId(clause) && clauseOf(clause).ofSeveralAnswers;
  const isInOneAnswer = !isOfSeveral && steps.every(({ concurrent }) => concurrent === 0);
  return {
    steps,
    failingStep,
    curl: curlScript(steps, { expected, actual, path, symptom, failingStep, isInOneAnswer }),
  };
}

/** Whether a violated clause may fail a run; what was accepted of an open question is a promise too. */
export function isGating(clause: ClauseId): boolean {
  return !isClauseId(clause) || clauseOf(clause).level === 'must';
}
