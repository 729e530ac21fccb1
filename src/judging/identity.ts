import { createHash } from 'node:crypto';
import type { ClauseId } from '../contract/clause.ts';
import { repeatScript } from '../result/curl.ts';
import type { Defect } from '../result/defectCheck.ts';
import type { Symptom } from '../result/symptom.ts';
import type { Condition, Violation, Witness } from '../result/verdict.ts';
import { idOf } from '../result/violationId.ts';
import { clauseOf, isClauseId } from './allClauses.ts';
import { remembered } from './memoised.ts';
import { withReplacingOnly } from './replacedKeySteps.ts';

/** What a violation is, whoever saw it: the same in every command and every run. */
export interface ViolationFacts {
  readonly clause: ClauseId;
  readonly endpoint: string;
  /** Where in the body; `''` for all of it. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  readonly symptom?: Symptom;
  readonly condition?: Condition;
}

/**
 * A text without what differs from respondent to respondent and from run to run: quoted values, tokens, ids, numbers, what
 * objects and lists hold, and what links ask for.
 */
export function generalText(text: string): string {
  const read = text.slice(0, mostRead);
  return (
    // Most texts hold nothing: a violation whose value is another one each time is put into such words each time.
    (/["?{[]/.test(read) ? withoutContents(read) : read)
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

/** Without what is quoted, in links asked for, and in objects and lists, from the innermost on; the last of them may be cut off. Paths keep their `[]`. */
function withoutContents(text: string): string {
  // Whatever follows a quote matches, so that hostile text costs no second look.
  let rest = text
    .replaceAll(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)/g, '""')
    .replaceAll(/(?<=\/[\w./:-]*)\?[^\s"]*/g, queryNames);
  for (let depth = 0; depth < deepest; depth++) {
    const without = rest.replaceAll(/\{[^{}[\]]*\}|(?<![\w\]])\[[^{}[\]]*\]/g, '');
    if (without === rest) break;
    rest = without;
  }
  return rest.replace(/(?<![\w\]])[{[][\s\S]*$/, '');
}

/** What a link asks for, without the values: the names of a query that is cut off are not known. */
function queryNames(query: string): string {
  return query.endsWith('…') ? '' : query.replaceAll(/=[^&]*/g, '');
}

/** Letters that are read of a text: what is kept of an answer is shorter. */
const mostRead = 4000;

/** Lists and objects within each other that a text is read to. */
const deepest = 20;

const general = remembered(generalText);

/** Two violations are counted as one when this text is the same; what came in the end is said of all occurrences. */
export function violationKey({ clause, endpoint, path, expected, actual, symptom }: ViolationFacts): string {
  if (isClauseId(clause) && clauseOf(clause).variesByAnswers) return `${clause}\n${general(expected)}`;
  const came = symptom?.came?.at(-1);
  return `${clause}\n${endpoint}\n${path}\n${general(expected)}\n${came ?? general(actual)}`;
}

/**
 * The id of a violation, short enough to type: the clause's id and `:3fa94c2e`, and what came, where that is classified,
 * as `:first-page`.
 */
export function violationId(facts: ViolationFacts): string {
  const hash = createHash('sha256').update(violationKey(facts)).digest('hex').slice(0, 8);
  return idOf(`${facts.clause}:${hash}`, facts.symptom?.came);
}

/** A violation as it was first seen. */
export function newViolation(facts: ViolationFacts, witness: Witness): Violation {
  const { clause, endpoint, path, expected, actual, symptom, condition } = facts;
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
    ...(condition === undefined ? {} : { condition }),
    classification: 'unclassified',
    baseline: { kind: 'NEW' },
    witness: withCheck(witness, { ...facts, classification: 'unclassified' }),
    ...(traceId === undefined ? {} : { traceId }),
  };
}

/** The witness with a script that says how it shows, what to look for, and whether it was seen; with none where no script can tell. */
export function withCheck(
  witness: Witness,
  facts: Omit<ViolationFacts, 'endpoint'> &
    Pick<Violation, 'classification' | 'reproduction' | 'chances' | 'condition'>,
): Witness {
  const { clause, symptom = {} } = facts;
  const { steps, failingStep } = withReplacingOnly(witness);
  if (steps.length === 0) return witness;
  return {
    steps,
    failingStep,
    ...repeatScript(steps, { ...facts, symptom, failingStep, shownBy: shownBy(clause, symptom) }),
  };
}

function shownBy(clause: ClauseId, { together }: Symptom): Defect['shownBy'] {
  if (together) return 'answers';
  if (!isClauseId(clause) || !clauseOf(clause).ofSeveralAnswers) return 'answer';
  return clauseOf(clause).topic === 'items-once' ? 'pages' : 'answers';
}

/** Whether a violated clause may fail a run; what was accepted of an open question is a promise too. */
export function isGating(clause: ClauseId): boolean {
  return !isClauseId(clause) || clauseOf(clause).level === 'must';
}
