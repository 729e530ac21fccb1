import { cut, oneLine } from '../plainText.ts';
import { latencyText } from '../quantities.ts';
import { columns } from '../text/columns.ts';
import { noStyle, type Style } from '../text/style.ts';
import type { Comparison } from './compareResults.ts';
import type { PercentileShift } from './latencyShifts.ts';

/** A comparison in text; its first line is the verdict. Ends with a line break. */
export function comparisonText(comparison: Comparison, style: Style = noStyle): string {
  const colour = { SLOWER: style.red, FASTER: style.green, SAME: style.green, "CAN'T TELL": style.yellow };
  const mark = comparison.failed ? style.red : colour[comparison.latency];
  const lines = [
    `${style.bold(mark(comparison.latency))}  ${oneLine(comparison.headline)}`,
    ...comparison.reasons.map((reason) => `      ${oneLine(reason)}`),
    ...block(style, 'Latency, experienced', shiftTable(comparison.shifts)),
    ...block(style, 'Violations', [
      ...comparison.violations.flatMap(({ standing, clause, runs, of, example }) => [
        `${standing === 'NEW' ? style.red('NEW ') : style.green('GONE')}  ${style.bold(oneLine(clause))}  in ${runs} of ${of} runs`,
        ...(standing === 'NEW'
          ? [
              `      expected  ${cut(oneLine(example.expected), 160)}`,
              `      actual    ${cut(oneLine(example.actual), 160)}`,
            ]
          : []),
      ]),
    ]),
    ...block(
      style,
      'Open questions answered otherwise',
      comparison.observations.map(
        ({ question, baseline, candidate }) =>
          `${oneLine(question)}  ${oneLine(baseline.join(' | '))} → ${oneLine(candidate.join(' | '))}`,
      ),
    ),
    ...block(
      style,
      'No longer exercised',
      comparison.coverageLost.map(({ kind, name }) => `${kind} ${oneLine(name)}`),
    ),
    ...block(
      style,
      'Circumstances that differ',
      comparison.environment.map(
        ({ name, baseline, candidate, warning }) =>
          `${warning ? style.yellow('!') : ' '} ${name}  ${oneLine(baseline.join(', '))} → ${oneLine(candidate.join(', '))}`,
      ),
    ),
    ...block(
      style,
      'Next',
      comparison.next.map((step) => `→ ${oneLine(step)}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** `+9.8 %`, `−3.1 %`. */
export function shiftText(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(1)} %`;
}

/** `p50`, `p95`, `p99`. */
export function percentileName(share: number): string {
  return `p${Number((share * 100).toFixed(3))}`;
}

/** The verdict with, where it cannot be told, how many runs more it would take. */
export function verdictText({ verdict, moreRuns }: PercentileShift): string {
  if (verdict !== "CAN'T TELL") return verdict;
  return moreRuns === null ? `${verdict}, even with 50 more runs` : `${verdict}, ${moreRuns} more each`;
}

function shiftTable(shifts: readonly PercentileShift[]): string[] {
  if (shifts.length === 0) return [];
  return columns(
    [
      ['endpoint', '', 'baseline', 'candidate', 'shift', 'interval', 'verdict'],
      ...shifts.map((s) => [
        oneLine(s.endpoint),
        percentileName(s.share),
        latencyText(s.baselineUs),
        latencyText(s.candidateUs),
        shiftText(s.shift),
        `${shiftText(s.low)} to ${shiftText(s.high)}`,
        verdictText(s),
      ]),
    ],
    [2, 3, 4, 5],
  );
}

function block(style: Style, title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', style.bold(title), ...lines.map((line) => `  ${line}`)];
}
