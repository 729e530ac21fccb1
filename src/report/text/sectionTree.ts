import type { RunResult } from '../../result/runResult.ts';
import type { ClauseResult, Observation, Verdict, Violation } from '../../result/verdict.ts';
import { isHalfLooked, lookedWords } from '../content/placesContent.ts';
import { cut, oneLine } from '../plainText.ts';
import { countOf, countText, seenText } from '../quantities.ts';
import { bySection } from '../sectionTitles.ts';
import { noStyle, type Style } from './style.ts';

const marks: Readonly<Record<Verdict, string>> = {
  CONFORMS: '✓',
  VIOLATES: '✗',
  DEVIATES: '~',
  OBSERVED: '·',
  DRIFTED: '≠',
  INCONSISTENT: '≠',
  INCONCLUSIVE: '?',
  'NOT-EXERCISED': '○',
  'HARNESS-ERROR': '!',
};

/**
 * The clauses of a result as a tree by section of the document: a line each with its verdict and number of checks,
 * expected and actual under each that failed, the reason under each that was not exercised, open questions last. The
 * id that each line ends with is what `conform --clause ID` takes. Ends with a line break.
 */
export function sectionTree(result: RunResult, style: Style = noStyle): string {
  const violations = new Map(result.violations.map((violation) => [violation.id, violation]));
  const lines: string[] = [];
  for (const [title, clauses] of bySection(result.clauses)) {
    lines.push(style.bold(oneLine(title)));
    for (const clause of clauses) lines.push(...clauseLines(clause, violations, style));
    lines.push('');
  }
  if (result.observations.length > 0) {
    lines.push(style.bold('Where the document is silent'));
    for (const observation of result.observations) lines.push(...observationLines(observation, style));
    lines.push('');
  }
  return `${lines.join('\n')}`;
}

function clauseLines(clause: ClauseResult, violations: ReadonlyMap<string, Violation>, style: Style): string[] {
  const colour = colourOf(clause.verdict, style);
  const checks = clause.checked > 0 ? countOf(clause.checked, 'check') : clause.verdict;
  const looked = lookedWords(clause);
  const mark = isHalfLooked(clause) ? style.yellow('◐') : colour(marks[clause.verdict]);
  const lines = [`  ${mark} ${oneLine(clause.title)}  ${style.dim(`${checks}${looked.of}  ${oneLine(clause.id)}`)}`];
  if (clause.reason !== undefined) lines.push(`      ${style.dim(oneLine(clause.reason))}`);
  if (looked.not !== '') lines.push(`      ${style.dim(oneLine(looked.not))}`);
  for (const id of clause.violations.slice(0, 3)) {
    const violation = violations.get(id);
    if (violation === undefined) continue;
    lines.push(`      expected  ${cut(oneLine(violation.expected), 200)}`);
    lines.push(
      `      actual    ${colour(cut(oneLine(violation.actual), 200))}  ${style.dim(`${oneLine(violation.id)}: ${seenText(violation)}`)}`,
    );
  }
  const rest = clause.violations.length - 3;
  if (rest > 0) lines.push(`      ${style.dim(`and ${countText(rest)} more`)}`);
  return lines;
}

/** An open question with what was answered, where it was seen, and a sentence for the author of the document. */
function observationLines(observation: Observation, style: Style): string[] {
  const { id, question, verdict, alternatives, pinned, proposal } = observation;
  const answers = alternatives.map(({ value, count }) => `${cut(oneLine(value), 80)} (${countText(count)})`);
  const mark = verdict === 'OBSERVED' ? style.dim(marks.OBSERVED) : style.yellow(marks[verdict]);
  const answer = answers.join(' | ') || 'no answer';
  const lines = [`  ${mark} ${oneLine(question)}  ${style.dim(`${answer}  ${oneLine(id)}`)}`];
  if (verdict === 'DRIFTED') lines.push(`      accepted  ${cut(oneLine(pinned ?? ''), 200)}`);
  if (verdict === 'INCONSISTENT') lines.push(`      ${style.yellow('answered in different ways in equal situations')}`);
  const witness = alternatives[0]?.witness;
  const step = witness?.steps[witness.failingStep];
  if (step !== undefined) {
    const seen = `${step.method} ${step.path} → HTTP ${step.response.httpStatus}`;
    lines.push(`      ${style.dim(`seen in   ${cut(oneLine(seen), 160)}`)}`);
  }
  if (proposal !== undefined) lines.push(`      ${style.dim(`to write  ${cut(oneLine(proposal), 300)}`)}`);
  return lines;
}

function colourOf(verdict: Verdict, style: Style): (text: string) => string {
  if (verdict === 'CONFORMS') return style.green;
  if (verdict === 'VIOLATES' || verdict === 'HARNESS-ERROR') return style.red;
  if (verdict === 'NOT-EXERCISED' || verdict === 'OBSERVED') return style.dim;
  return style.yellow;
}
