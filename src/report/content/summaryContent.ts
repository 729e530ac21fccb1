import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/gating.ts';
import { latencyOfAll } from '../latencyOfAll.ts';
import {
  countOf,
  countText,
  durationText,
  errorsOf,
  latencyText,
  rateText,
  requestsOf,
  shareText,
  thresholdValueText,
} from '../quantities.ts';
import { reproductionText } from '../reproduction.ts';
import { auditWords, createdWords } from './auditWords.ts';
import { capacityParts } from './capacityContent.ts';
import { type Content, type Figure, type Findings, type List, type Table, toneOf } from './content.ts';
import { checksOf, gatingViolations, judge } from './judgement.ts';

/**
 * A run in a screenful: the verdict with its reasons, what was measured, what to do next.
 *
 * @param directory where its reports lie, for commands that name it; null where that is not known
 */
export function summaryContent(result: RunResult, directory: string | null = null): Content {
  const { headline, why, next } = judge(result, directory);
  return {
    stamp: { text: result.verdict, tone: toneOf(result.verdict) },
    headline,
    why,
    facts: facts(result),
    figures: figures(result),
    parts: [
      ...capacityParts(result.capacity),
      latencyTable(result),
      errorTable(result),
      thresholdTable(result),
      violationFindings(result),
      openQuestions(result),
    ],
    next,
  };
}

function facts(result: RunResult): Figure[] {
  const { run, target, audit } = result;
  const created = createdWords(result);
  const seed = `seed ${run.seed}, ${durationText(run.durationSeconds)}${run.interrupted ? ', interrupted' : ''}`;
  return [
    {
      label: 'Target',
      value: target.baseUrl,
      detail: [target.datacenter, target.release, target.session].filter(Boolean).join(', '),
    },
    { label: 'Run', value: run.profile, detail: seed },
    ...(audit === null ? [] : [{ label: 'Audit', value: auditWords(audit), detail: '' }]),
    ...(created === null ? [] : [{ label: 'Created', value: created, detail: '' }]),
  ];
}

function figures(result: RunResult): Figure[] {
  const { respondents, run, coverage } = result;
  const requests = requestsOf(result);
  const all = latencyOfAll(result);
  const errors = errorsOf(result);
  const gating = gatingViolations(result).length;
  const lasted = durationText(run.durationSeconds);
  return [
    {
      label: 'Respondents',
      value: countText(respondents.started),
      detail: [
        `${countText(respondents.completed)} completed`,
        ...(['abandoned', 'stopped', 'failed'] as const)
          .filter((end) => respondents[end] > 0)
          .map((end) => `${countText(respondents[end])} ${end}`),
        ...(respondents.peak > 0 ? [`${countText(respondents.peak)} at once`] : []),
      ].join(', '),
    },
    {
      label: 'Requests',
      value: countText(requests),
      detail: run.durationSeconds > 0 ? `${rateText(requests / run.durationSeconds)} a second for ${lasted}` : lasted,
    },
    {
      label: 'Median latency',
      value: all === null ? '–' : latencyText(all.p50),
      detail: 'experienced, all endpoints',
    },
    {
      label: '99th percentile',
      value: all === null ? '–' : latencyText(all.p99),
      detail: all === null ? 'nothing was measured' : `longest ${latencyText(all.max)}`,
    },
    {
      label: 'Errors',
      value: countText(errors),
      detail: [requests > 0 ? shareText(errors / requests) : 'no requests', ...expectedOf(result)].join(', '),
      ...(errors > 0 ? { tone: 'warn' } : {}),
    },
    {
      label: 'Violations',
      value: countText(result.violations.length),
      detail: `${countText(gating)} new, in ${countOf(checksOf(result), 'check')}`,
      ...(gating > 0 ? { tone: 'bad' } : {}),
    },
    {
      label: 'Clauses',
      value: countText(coverage.clauses.exercised),
      detail: `of ${countText(coverage.clauses.total)} exercised`,
    },
  ];
}

/** What was answered with an error, and is none. */
function expectedOf({ endpoints }: RunResult): string[] {
  const sum = (kind: 'expectedRejection' | 'throttled'): number =>
    endpoints.reduce((total, { outcomes }) => total + outcomes[kind], 0);
  const expected = sum('expectedRejection');
  const throttled = sum('throttled');
  return [
    ...(expected > 0 ? [countOf(expected, 'expected rejection')] : []),
    ...(throttled > 0 ? [`${countText(throttled)} throttled`] : []),
  ];
}

function latencyTable({ endpoints }: RunResult): Table {
  return {
    kind: 'table',
    id: 'latency',
    title: 'Latency, experienced',
    headings: ['Endpoint', '#Requests', '#p50', '#p90', '#p99', '#p99.9', '#Longest'],
    rows: endpoints
      .filter(({ latency }) => latency.experienced.count > 0)
      .map(({ endpoint, requests, latency: { experienced: h } }) => [
        { text: endpoint, as: 'code' },
        countText(requests),
        ...[h.p50, h.p90, h.p99, h.p999, h.max].map(latencyText),
      ]),
  };
}

/** By endpoint how requests failed, with what came: what a wrong key or address looks like. */
function errorTable({ endpoints }: RunResult): Table {
  const kinds = [
    ['serverError', 'server error'],
    ['clientError', 'client error'],
    ['timeout', 'time-out'],
    ['connection', 'broken connection'],
    ['malformed', 'malformed answer'],
  ] as const;
  return {
    kind: 'table',
    id: 'errors',
    title: 'Errors',
    headings: ['Endpoint', 'Failed by', 'Answered with'],
    rows: endpoints.flatMap(({ endpoint, outcomes, failures, httpStatuses }) => {
      const failed = kinds.filter(([kind]) => outcomes[kind] > 0);
      const came = Object.entries({ ...httpStatuses, ...failures });
      if (failed.length === 0) return [];
      return [
        [
          { text: endpoint, as: 'code' as const },
          failed.map(([kind, name]) => countOf(outcomes[kind], name)).join(', '),
          came.map(([name, count]) => `${name} × ${countText(count)}`).join(', '),
        ],
      ];
    }),
  };
}

/** Thresholds with what was measured. */
export function thresholdTable({ thresholds }: RunResult): Table {
  return {
    kind: 'table',
    id: 'thresholds',
    title: 'Thresholds',
    headings: ['Threshold', '#Measured', 'Verdict'],
    rows: thresholds.map((threshold) => {
      const { expression, value, passed, windowSeconds, abortedAtSecond } = threshold;
      const notes = [
        ...(windowSeconds === null ? [] : [`in every window of ${windowSeconds} s`]),
        ...(typeof abortedAtSecond === 'number' ? [`ended the run at second ${abortedAtSecond}`] : []),
      ];
      return [
        { text: expression, as: 'code', ...(notes.length === 0 ? {} : { note: notes.join(', ') }) },
        thresholdValueText(threshold),
        passed ? { text: 'met', tone: 'good' } : { text: value === null ? 'not measured' : 'missed', tone: 'bad' },
      ];
    }),
  };
}

function violationFindings({ violations }: RunResult): Findings {
  return {
    kind: 'findings',
    id: 'violations',
    title: 'Violations',
    headings: ['Violation', 'Clause', '#Seen', 'Baseline'],
    findings: violations.map((violation) => ({
      cells: [
        { text: violation.id, tone: gates(violation) ? 'bad' : 'quiet' },
        { text: violation.clause, as: 'code' },
        `× ${countText(violation.count)}`,
        violation.baseline.kind,
      ],
      said: [
        ['expected', violation.expected],
        ['actual', violation.actual],
        ...(violation.classification === 'unclassified' ? [] : ([['repeated', reproductionText(violation)]] as const)),
      ],
      violation,
    })),
  };
}

/** Open questions that were answered otherwise than before, or in two ways. */
function openQuestions({ observations }: RunResult): List {
  return {
    kind: 'list',
    id: 'questions',
    title: 'Open questions answered otherwise, or in two ways',
    items: observations
      .filter(({ verdict }) => verdict === 'DRIFTED' || verdict === 'INCONSISTENT')
      .map(({ id, question, pinned, alternatives }) => {
        const answers = alternatives.map(({ value, count }) => `${value} (${countText(count)})`).join(' | ');
        return `${question} ${pinned === undefined || pinned === null ? '' : `${pinned} → `}${answers} (${id})`;
      }),
  };
}
