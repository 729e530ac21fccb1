import { codeMarkdown, escapeMarkdown, markdownTable } from '../formats/markdownText.ts';
import { cut } from '../plainText.ts';
import { latencyText } from '../quantities.ts';
import type { Comparison } from './compareResults.ts';
import { percentileName, shiftText, verdictText } from './comparisonText.ts';

/** A comparison as Markdown for a pull request. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { shifts, violations, observations, coverageLost, environment } = comparison;
  const mark = comparison.failed ? '❌' : comparison.latency === "CAN'T TELL" ? '⚠️' : '✅';
  const parts = [
    `## ${mark} ${comparison.latency}: ${escapeMarkdown(comparison.headline)}`,
    comparison.reasons.map((reason) => `- ${escapeMarkdown(reason)}`).join('\n'),
    shifts.length === 0
      ? ''
      : markdownTable(
          ['Endpoint', 'Percentile', '#Baseline', '#Candidate', '#Shift', '#Interval', 'Verdict'],
          shifts.map((s) => [
            codeMarkdown(s.endpoint),
            percentileName(s.share),
            latencyText(s.baselineUs),
            latencyText(s.candidateUs),
            shiftText(s.shift),
            `${shiftText(s.low)} to ${shiftText(s.high)}`,
            s.verdict === 'SLOWER' ? `**${s.verdict}**` : verdictText(s),
          ]),
        ),
    violations.length === 0
      ? ''
      : markdownTable(
          ['Violations', 'Clause', 'Runs', 'Expected', 'Actual'],
          violations.map(({ standing, gating, clause, runs, of, example }) => [
            gating ? '**NEW**' : standing === 'NEW' ? 'NEW, known' : standing,
            codeMarkdown(clause),
            `${runs} of ${of}`,
            escapeMarkdown(cut(example.expected, 200)),
            escapeMarkdown(cut(example.actual, 200)),
          ]),
        ),
    list(
      'Open questions answered otherwise',
      observations.map(
        ({ question, baseline, candidate }) =>
          `${escapeMarkdown(question)} ${baseline.map(codeMarkdown).join(', ')} → ${candidate.map(codeMarkdown).join(', ')}`,
      ),
    ),
    list(
      'No longer exercised',
      coverageLost.map(({ kind, name }) => `${kind} ${codeMarkdown(name)}`),
    ),
    list(
      'Circumstances that differ',
      environment.map(
        ({ name, baseline, candidate, warning }) =>
          `${warning ? '⚠️ ' : ''}${name}: ${escapeMarkdown(baseline.join(', '))} → ${escapeMarkdown(candidate.join(', '))}`,
      ),
    ),
    list('Next', comparison.next.map(escapeMarkdown)),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `**${title}**\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}
