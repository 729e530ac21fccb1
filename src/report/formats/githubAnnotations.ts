import type { RunResult } from '../../result/runResult.ts';
import { gatingViolations, judge, missedThresholds } from '../content/judgement.ts';
import { cut, oneLine } from '../plainText.ts';
import { thresholdValueText } from '../quantities.ts';

/** GitHub shows ten annotations of a kind for a step: the verdict and the first nine findings. */
export const mostFindings = 9;

/**
 * A result as GitHub workflow commands, a line each, to be printed in a step: an error for each finding that fails the
 * run, a warning where the run is INVALID, nothing when it passed. Text of the service cannot begin a command.
 */
export function githubAnnotations(result: RunResult): string {
  if (result.verdict === 'PASS') return '';
  const { headline, why } = judge(result);
  const verdict = annotation(
    result.verdict === 'FAIL' ? 'error' : 'warning',
    `canvass ${result.verdict}`,
    [headline, ...why].join(' '),
  );
  const findings = [
    ...missedThresholds(result).map((missed) =>
      annotation('error', 'Threshold missed', `${missed.expression}: measured ${thresholdValueText(missed)}`),
    ),
    ...gatingViolations(result).map((v) =>
      annotation('error', `${v.clause} (${v.id})`, `expected ${cut(v.expected, 300)}, actual ${cut(v.actual, 300)}`),
    ),
  ];
  return [verdict, ...findings.slice(0, mostFindings)].map((line) => `${line}\n`).join('');
}

/** One workflow command; text of the service cannot begin another. */
export function annotation(level: 'error' | 'warning', title: string, message: string): string {
  const property = escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return oneLine(text).replaceAll('%', '%25');
}
