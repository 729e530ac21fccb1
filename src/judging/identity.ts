import { createHash } from 'node:crypto';
import type { ClauseId } from '../contract/clause.ts';
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
}

/** A text without what differs from respondent to respondent and from run to run: quoted values, tokens, ids, numbers. */
export function generalText(text: string): string {
  return text
    .slice(0, 600)
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/cvs-[0-9a-z-]+/g, '#')
    .replaceAll(/[A-Za-z0-9_-]*\d[A-Za-z0-9_-]*/g, '#')
    .replaceAll(/#(?:, #)+/g, '#');
}

/** Two violations are the same one when this text is. */
export function violationKey({ clause, endpoint, path, expected, actual }: ViolationFacts): string {
  return `${clause}\n${endpoint}\n${path}\n${generalText(expected)}\n${generalText(actual)}`;
}

/** The id of a violation, short enough to type: `MOVE-BACK-01:3fa94c2e`. */
export function violationId(facts: ViolationFacts): string {
  return `${facts.clause}:${createHash('sha256').update(violationKey(facts)).digest('hex').slice(0, 8)}`;
}

/** A violation as it was first seen. */
export function newViolation(facts: ViolationFacts, witness: Witness): Violation {
  const { clause, endpoint, path, expected, actual } = facts;
  return {
    id: violationId(facts),
    clause,
    endpoint,
    path,
    gating: isGating(clause),
    count: 1,
    expected,
    actual,
    classification: 'unclassified',
    baseline: { kind: 'NEW' },
    witness,
  };
}

/** Whether a violated clause may fail a run; what was accepted of an open question is a promise too. */
export function isGating(clause: ClauseId): boolean {
  return !isClauseId(clause) || clauseOf(clause).level === 'must';
}
