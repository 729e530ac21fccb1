import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/gating.ts';
import { countOf, countText, latencyText, thresholdValueText } from '../quantities.ts';
import { reproductionText } from '../reproduction.ts';
import { capacityParts } from './capacityContent.ts';
import { type Content, type Findings, type List, type Table, toneOf } from './content.ts';
import { judgedFigures } from './judgedFigures.ts';
import { judge } from './judgement.ts';
import { refusalTable } from './refusalContent.ts';
import { summaryFacts, summaryFigures } from './summaryFigures.ts';

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
    judged: judgedFigures(result),
    facts: summaryFacts(result),
    figures: summaryFigures(result),
    parts: [
      ...capacityParts(result.capacity),
      latencyTable(result),
      errorTable(result),
      thresholdTable(result),
      violationFindings(result),
      refusalTable(result),
      openQuestions(result),
    ],
    next,
  };
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
