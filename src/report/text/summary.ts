import type { RunResult } from '../../result/runResult.ts';
import { auditWords, createdWords } from '../auditWords.ts';
import { capacityText } from '../capacity/capacityText.ts';
import { checksOf, judge, requestsOf } from '../judgement.ts';
import { cut, oneLine } from '../plainText.ts';
import {
  countOf,
  countText,
  durationText,
  latencyText,
  rateText,
  shareText,
  thresholdValueText,
} from '../quantities.ts';
import { reproductionText } from '../reproduction.ts';
import { columns } from './columns.ts';
import { noStyle, type Style } from './style.ts';

export interface SummaryOptions {
  readonly style?: Style;
  /** Where the reports lie, to name them at the end; none when null. */
  readonly directory?: string | null;
  /** How many violations are shown before "and N more". */
  readonly violations?: number;
}

/**
 * A run in a screenful of text. Its first line is the verdict (`PASS …`, `FAIL …`, `INVALID …`); then why, what was
 * measured, what to do next. Ends with a line break; control characters of server text are made visible.
 */
export function summaryText(result: RunResult, options: SummaryOptions = {}): string {
  const style = options.style ?? noStyle;
  const { headline, why, next } = judge(result);
  const colour = { PASS: style.green, FAIL: style.red, INVALID: style.yellow }[result.verdict];
  const lines = [
    `${style.bold(colour(result.verdict))}  ${oneLine(headline)}`,
    ...why.map((reason) => `      ${oneLine(reason)}`),
    '',
    ...overview(result),
    ...(result.capacity.length === 0 ? [] : ['', ...capacityText(result.capacity, style).trimEnd().split('\n')]),
    ...block(style, 'Latency, experienced', latencyTable(result)),
    ...block(style, 'Errors', errorLines(result)),
    ...block(style, 'Thresholds', thresholdLines(result, style)),
    ...block(style, 'Violations', violationLines(result, style, options.violations ?? 5)),
    ...block(
      style,
      'Next',
      next.map((step) => `→ ${oneLine(step.replace('FOLDER', options.directory ?? 'FOLDER'))}`),
    ),
  ];
  if (options.directory) lines.push('', style.dim(`Reports: ${oneLine(options.directory)}`));
  return `${lines.join('\n')}\n`;
}

function block(style: Style, title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', style.bold(title), ...lines.map((line) => `  ${line}`)];
}

function overview(result: RunResult): string[] {
  const { respondents, run, target, coverage } = result;
  const requests = requestsOf(result);
  const rate = run.durationSeconds > 0 ? rateText(requests / run.durationSeconds) : '0';
  const created = createdWords(result);
  const rows = [
    ['Target', `${target.baseUrl}  ${[target.datacenter, target.release, target.session].filter(Boolean).join(', ')}`],
    [
      'Run',
      `${run.profile}, seed ${run.seed}, ${durationText(run.durationSeconds)}${run.interrupted ? ', interrupted' : ''}`,
    ],
    [
      'Respondents',
      `${countText(respondents.started)} started, ${countText(respondents.completed)} completed, ${countText(respondents.abandoned)} abandoned, ${countText(respondents.failed)} failed, ${countText(respondents.peak)} at once`,
    ],
    ['Requests', `${countText(requests)}, ${rate} a second, ${errorsText(result, requests)}`],
    [
      'Clauses',
      `${coverage.clauses.exercised} of ${coverage.clauses.total} exercised, ${countText(checksOf(result))} checks`,
    ],
    ...(result.audit === null ? [] : [['Audit', auditWords(result.audit)]]),
    ...(created === null ? [] : [['Created', created]]),
  ];
  return columns(
    rows.map((row) => row.map(oneLine)),
    [],
  );
}

function errorsText(result: RunResult, requests: number): string {
  let errors = 0;
  let expected = 0;
  let throttled = 0;
  for (const { outcomes: o } of result.endpoints) {
    errors += o.serverError + o.clientError + o.timeout + o.connection + o.malformed;
    expected += o.expectedRejection;
    throttled += o.throttled;
  }
  const share = errors > 0 ? ` (${shareText(errors / requests)})` : '';
  return [
    countOf(errors, 'error') + share,
    countOf(expected, 'expected rejection'),
    ...(throttled > 0 ? [`${countText(throttled)} throttled`] : []),
  ].join(', ');
}

/** By endpoint how requests failed, with the HTTP statuses that came: what a wrong key or address looks like. */
function errorLines(result: RunResult): string[] {
  const rows = result.endpoints.flatMap(({ endpoint, outcomes: o, failures, httpStatuses }) => {
    const kinds = [
      countOf(o.serverError, 'server error'),
      countOf(o.clientError, 'client error'),
      countOf(o.timeout, 'time-out'),
      countOf(o.connection, 'broken connection'),
      countOf(o.malformed, 'malformed answer'),
    ].filter((kind) => !kind.startsWith('no '));
    const came = Object.entries({ ...httpStatuses, ...failures }).map(
      ([name, count]) => `${name} × ${countText(count)}`,
    );
    return kinds.length === 0
      ? []
      : [[oneLine(endpoint), kinds.join(', '), `answered with ${oneLine(came.join(', '))}`]];
  });
  return columns(rows, []);
}

function latencyTable(result: RunResult): string[] {
  const measured = result.endpoints.filter((endpoint) => endpoint.latency.experienced.count > 0);
  if (measured.length === 0) return [];
  return columns(
    [
      ['endpoint', 'requests', 'p50', 'p90', 'p99', 'p99.9', 'max'],
      ...measured.map(({ endpoint, requests, latency: { experienced: h } }) => [
        oneLine(endpoint),
        countText(requests),
        ...[h.p50, h.p90, h.p99, h.p999, h.max].map(latencyText),
      ]),
    ],
    [1, 2, 3, 4, 5, 6],
  );
}

function thresholdLines(result: RunResult, style: Style): string[] {
  return result.thresholds.map(({ expression, value, passed }) => {
    const mark = passed ? style.green('✓') : style.red('✗');
    return `${mark} ${oneLine(expression)}  ${style.dim(`was ${thresholdValueText(expression, value)}`)}`;
  });
}

function violationLines(result: RunResult, style: Style, limit: number): string[] {
  const shown = result.violations
    .slice(0, limit)
    .flatMap((violation) => [
      `${style.red('✗')} ${oneLine(violation.id)}  ${style.bold(oneLine(violation.clause))}  × ${countText(violation.count)}  ${violation.baseline.kind}`,
      `    expected  ${cut(oneLine(violation.expected), 160)}`,
      `    actual    ${cut(oneLine(violation.actual), 160)}`,
      ...(violation.classification === 'unclassified' ? [] : [`    repeated  ${reproductionText(violation)}`]),
    ]);
  const rest = result.violations.length - limit;
  return rest > 0 ? [...shown, style.dim(`and ${countText(rest)} more in the report`)] : shown;
}
