import { errorOutcomes } from '../../result/exchange.ts';
import type { RunResult } from '../../result/runResult.ts';
import { standsOut } from '../findings/standsOut.ts';
import { noContext, type RunContext } from '../history/problemHistory.ts';
import { countOf, countText, thresholdValueText } from '../quantities.ts';
import { capacityParts } from './capacityContent.ts';
import { type Content, type List, type MarkedCell, type Table, toneOf } from './content.ts';
import { judge } from './judgement.ts';
import { problemCards } from './problemCard.ts';
import { summaryFacts } from './runFacts.ts';
import {
  connectionTable,
  errorWords,
  fleetTable,
  injectedTable,
  latencyCells,
  personaTable,
  refusalTable,
} from './runTables.ts';
import { slowestOfAll } from './slowestContent.ts';
import { judgedFigures, summaryFigures } from './summaryFigures.ts';

/** A run in a screenful: the verdict with its reasons, what broke, what was measured, what to do next. */
export function summaryContent(result: RunResult, context: RunContext = noContext): Content {
  const { headline, why, next } = judge(result, context);
  return {
    stamp: { text: result.verdict, tone: toneOf(result.verdict) },
    headline,
    problems: problemCards(result, context),
    why,
    judged: judgedFigures(result),
    facts: summaryFacts(result),
    figures: summaryFigures(result),
    parts: [
      ...capacityParts(result.capacity),
      standsOutList(result),
      latencyTable(result),
      slowestOfAll(result),
      errorTable(result),
      thresholdTable(result),
      fleetTable(result),
      ...(result.connections?.handshake.count ? [connectionTable(result)] : []),
      personaTable(result),
      refusalTable(result),
      injectedTable(result),
      openQuestions(result),
    ],
    next,
  };
}

/** What stands out in the run, each with its moment. */
export function standsOutList(result: RunResult): List {
  return {
    kind: 'list',
    id: 'stands-out',
    title: 'What stands out',
    items: standsOut(result).map(({ text, moment }) => (moment === null ? text : { text, ...moment })),
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
        ...latencyCells(h, ['p50', 'p90', 'p99', 'p999']),
      ]),
  };
}

/** By endpoint how requests failed, with what came: what a wrong key or address looks like. */
function errorTable({ endpoints }: RunResult): Table {
  return {
    kind: 'table',
    id: 'errors',
    title: 'Errors',
    headings: ['Endpoint', 'Failed by', 'Answered with'],
    rows: endpoints.flatMap(({ endpoint, outcomes, failures, httpStatuses }) => {
      const failed = errorOutcomes.filter((kind) => outcomes[kind] > 0);
      const came = Object.entries({ ...httpStatuses, ...failures });
      if (failed.length === 0) return [];
      return [
        [
          { text: endpoint, as: 'code' as const },
          failed.map((kind) => countOf(outcomes[kind], errorWords[kind])).join(', '),
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
        value === null ? '–' : thresholdValueText(threshold),
        standingOf(passed, value),
      ];
    }),
  };
}

function standingOf(passed: boolean, value: number | null): MarkedCell {
  if (passed) return { text: 'met', tone: 'good' };
  return value === null ? { text: 'not measured', tone: 'warn' } : { text: 'missed', tone: 'bad' };
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
