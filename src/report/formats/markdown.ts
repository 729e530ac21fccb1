import type { RunResult } from '../../result/runResult.ts';
import { auditWords, createdWords } from '../auditWords.ts';
import { capacityMarkdown } from '../capacity/capacityMarkdown.ts';
import { checksOf, judge, requestsOf } from '../judgement.ts';
import { cut } from '../plainText.ts';
import { countText, durationText, latencyText, shareText, thresholdValueText } from '../quantities.ts';
import { reproductionText } from '../reproduction.ts';
import { codeMarkdown, escapeMarkdown, markdownTable } from './markdownText.ts';

const mostShown = 10;

/** A result as Markdown for a pull request or a step summary: the verdict, why, the tables, what to do next. */
export function markdown(result: RunResult): string {
  const { headline, why, next } = judge(result);
  const mark = { PASS: '✅', FAIL: '❌', INVALID: '⚠️' }[result.verdict];
  const created = createdWords(result);
  const parts = [
    `## ${mark} ${result.verdict}: ${escapeMarkdown(headline)}`,
    why.map((reason) => `- ${escapeMarkdown(reason)}`).join('\n'),
    factsLine(result),
    result.audit === null ? '' : `Audit: ${escapeMarkdown(auditWords(result.audit))}.`,
    created === null ? '' : `Created: ${escapeMarkdown(created)}.`,
    capacityMarkdown(result.capacity),
    thresholdTable(result),
    latencyTable(result),
    violationTable(result),
    next.length > 0 ? `**Next**\n\n${next.map((step, i) => `${i + 1}. ${escapeMarkdown(step)}`).join('\n')}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function factsLine(result: RunResult): string {
  const { run, target, respondents } = result;
  return [
    `**${escapeMarkdown(run.profile)}** against ${escapeMarkdown([target.datacenter, target.release].filter(Boolean).join(' ') || target.baseUrl)}`,
    `${countText(respondents.started)} respondents`,
    `${countText(requestsOf(result))} requests in ${durationText(run.durationSeconds)}`,
    `${countText(checksOf(result))} checks`,
    `seed ${run.seed}`,
  ].join(' · ');
}

function thresholdTable({ thresholds }: RunResult): string {
  if (thresholds.length === 0) return '';
  return markdownTable(
    ['Threshold', '#Measured', 'Met'],
    thresholds.map(({ expression, value, passed }) => [
      codeMarkdown(expression),
      thresholdValueText(expression, value),
      passed ? 'yes' : '**no**',
    ]),
  );
}

function latencyTable({ endpoints }: RunResult): string {
  const measured = endpoints.filter(({ latency }) => latency.experienced.count > 0);
  if (measured.length === 0) return '';
  return markdownTable(
    ['Endpoint', '#Requests', '#Errors', '#p50', '#p95', '#p99', '#longest'],
    measured.map(({ endpoint, requests, outcomes: o, latency: { experienced: h } }) => {
      const errors = o.serverError + o.clientError + o.timeout + o.connection + o.malformed;
      return [
        codeMarkdown(endpoint),
        countText(requests),
        shareText(requests > 0 ? errors / requests : 0),
        ...[h.p50, h.p95, h.p99, h.max].map(latencyText),
      ];
    }),
  );
}

function violationTable({ violations }: RunResult): string {
  if (violations.length === 0) return '';
  const rest = violations.length - mostShown;
  const table = markdownTable(
    ['Violation', 'Clause', '#Seen', 'Expected', 'Actual', 'Repeated', 'Baseline'],
    violations
      .slice(0, mostShown)
      .map((v) => [
        escapeMarkdown(v.id),
        codeMarkdown(v.clause),
        countText(v.count),
        escapeMarkdown(cut(v.expected, 200)),
        escapeMarkdown(cut(v.actual, 200)),
        reproductionText(v),
        v.baseline.kind,
      ]),
  );
  return rest > 0 ? `${table}\n\nand ${countText(rest)} more in the report.` : table;
}
