import type { RunResult } from '../../result/runResult.ts';
import type { ClauseResult, Verdict, Violation } from '../../result/verdict.ts';
import { cut, oneLine } from '../plainText.ts';
import { countOf, countText } from '../quantities.ts';
import { sectionOrder, sectionTitle } from '../sectionTitles.ts';
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
  const bySection = Map.groupBy(result.clauses, (clause) => clause.section);
  const lines: string[] = [];
  for (const section of sectionOrder([...bySection.keys()])) {
    lines.push(style.bold(oneLine(sectionTitle(section))));
    for (const clause of bySection.get(section) ?? []) lines.push(...clauseLines(clause, violations, style));
    lines.push('');
  }
  if (result.observations.length > 0) {
    lines.push(style.bold('Where the document is silent'));
    for (const { question, verdict, alternatives } of result.observations) {
      const answers = alternatives.map(({ value, count }) => `${cut(oneLine(value), 80)} (${countText(count)})`);
      const mark = verdict === 'OBSERVED' ? style.dim(marks.OBSERVED) : style.yellow(marks[verdict]);
      lines.push(`  ${mark} ${oneLine(question)}  ${style.dim(answers.join(' | ') || 'no answer')}`);
    }
    lines.push('');
  }
  return `${lines.join('\n')}`;
}

function clauseLines(clause: ClauseResult, violations: ReadonlyMap<string, Violation>, style: Style): string[] {
  const colour = colourOf(clause.verdict, style);
  const checks = clause.checked > 0 ? countOf(clause.checked, 'check') : clause.verdict;
  const lines = [
    `  ${colour(marks[clause.verdict])} ${oneLine(clause.title)}  ${style.dim(`${checks}  ${oneLine(clause.id)}`)}`,
  ];
  if (clause.reason !== undefined) lines.push(`      ${style.dim(oneLine(clause.reason))}`);
  for (const id of clause.violations.slice(0, 3)) {
    const violation = violations.get(id);
    if (violation === undefined) continue;
    lines.push(`      expected  ${cut(oneLine(violation.expected), 200)}`);
    lines.push(
      `      actual    ${colour(cut(oneLine(violation.actual), 200))}  ${style.dim(`${violation.id} × ${violation.count}`)}`,
    );
  }
  const rest = clause.violations.length - 3;
  if (rest > 0) lines.push(`      ${style.dim(`and ${countText(rest)} more`)}`);
  return lines;
}

function colourOf(verdict: Verdict, style: Style): (text: string) => string {
  if (verdict === 'CONFORMS') return style.green;
  if (verdict === 'VIOLATES' || verdict === 'HARNESS-ERROR') return style.red;
  if (verdict === 'NOT-EXERCISED' || verdict === 'OBSERVED') return style.dim;
  return style.yellow;
}
