import { errorOutcomes } from '../../result/exchange.ts';
import type { EndpointResult, RunResult, ThresholdResult } from '../../result/runResult.ts';
import { thresholdStanding } from '../../result/thresholdStanding.ts';
import { noContext, type RunContext } from '../earlierRuns.ts';
import { standsOut } from '../findings/standsOut.ts';
import { countOf, countsText, countText, thresholdValueText } from '../quantities.ts';
import { capacityParts } from './capacityContent.ts';
import { pooledText } from './capacityWords.ts';
import { type Content, type List, type MarkedCell, type Table, tableOf, toneOf } from './content.ts';
import { headlineOf } from './headline.ts';
import { judgedFigures } from './judgedFigures.ts';
import { oddTable } from './odd.ts';
import { placesTable } from './placesContent.ts';
import { problemCards } from './problemCard.ts';
import { summaryFacts } from './runFacts.ts';
import {
  connectionTable,
  errorWords,
  fleetTable,
  injectedTable,
  latencyColumns,
  personaTable,
  refusalTable,
} from './runTables.ts';
import { slowestOfAll } from './slowestContent.ts';
import { summaryFigures } from './summaryFigures.ts';
import { nextOf, unseenAnswers, whyOf } from './verdictContent.ts';

/** A run in a screenful: the verdict with its reasons, what broke, what was measured, what to do next. */
export function summaryContent(result: RunResult, context: RunContext = noContext): Content {
  const headline = headlineOf(result);
  const problems = problemCards(result, context);
  return {
    stamp: { text: result.verdict, tone: toneOf(result.verdict) },
    headline,
    problems,
    why: whyOf(result, headline),
    judged: judgedFigures(result),
    facts: summaryFacts(result),
    figures: summaryFigures(result, problems),
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
      oddTable(result),
      refusalTable(result),
      placesTable(result),
      injectedTable(result),
      openQuestions(result),
    ],
    next: nextOf(result, problems, context),
  };
}

/** What stands out in the run, each with its moment. */
function standsOutList(result: RunResult): List {
  return {
    kind: 'list',
    id: 'stands-out',
    title: 'What stands out',
    items: standsOut(result).map(({ text, moment }) => (moment === null ? text : { text, ...moment })),
  };
}

function latencyTable(result: RunResult): Table {
  const { endpoints } = result;
  return tableOf(
    { id: 'latency', title: `Latency, experienced${pooledText(result)}` },
    endpoints.filter(({ latency }) => latency.experienced.count > 0),
    [
      ['Endpoint', ({ endpoint }) => ({ text: endpoint, as: 'code' })],
      ['#Requests', ({ requests }) => countText(requests)],
      ...latencyColumns(['p50', 'p90', 'p99', 'p999'], ({ latency }: EndpointResult) => latency.experienced),
    ],
  );
}

/** By endpoint how requests failed, with what came: what a wrong key or address looks like. */
function errorTable(result: RunResult): Table {
  const failed = result.endpoints.map((each) => ({
    ...each,
    failed: errorOutcomes.filter((kind) => each.outcomes[kind] > 0),
  }));
  return tableOf(
    { id: 'errors', title: `Errors${pooledText(result)}` },
    failed.filter(({ failed }) => failed.length > 0),
    [
      ['Endpoint', ({ endpoint }) => ({ text: endpoint, as: 'code' })],
      [
        'Failed by',
        ({ failed, outcomes, failures }) => {
          const { 'too-large': unread = 0 } = failures;
          const counts = failed.map(
            (kind) => [outcomes[kind] - (kind === 'malformed' ? unread : 0), errorWords[kind]] as const,
          );
          const words = counts.flatMap(([count, word]) => (count > 0 ? [countOf(count, word)] : []));
          return [
            ...words,
            ...(unread > 0 ? [`${countText(unread)} larger than target.limits lets canvass read`] : []),
          ].join(', ');
        },
      ],
      ['Answered with', ({ httpStatuses, failures }) => countsText({ ...httpStatuses, ...failures })],
    ],
  );
}

/** Thresholds with what was measured. */
function thresholdTable({ thresholds }: RunResult): Table {
  return tableOf({ id: 'thresholds', title: 'Thresholds' }, thresholds, [
    ['Threshold', expressionCell],
    ['#Measured', (threshold) => (threshold.value === null ? '–' : thresholdValueText(threshold))],
    ['Verdict', standingCell],
  ]);
}

function expressionCell({ expression, windowSeconds, abortedAtSecond }: ThresholdResult): MarkedCell {
  const notes = [
    ...(windowSeconds === null ? [] : [`in every window of ${windowSeconds} s`]),
    ...(typeof abortedAtSecond === 'number' ? [`ended the run at second ${abortedAtSecond}`] : []),
  ];
  return { text: expression, as: 'code', ...(notes.length === 0 ? {} : { note: notes.join(', ') }) };
}

const standingTones = { met: 'good', missed: 'bad', 'cannot be told': 'warn' } as const;

function standingCell(threshold: ThresholdResult): MarkedCell {
  const standing = thresholdStanding(threshold);
  return { text: standing, tone: standingTones[standing] };
}

function openQuestions(result: RunResult): List {
  const { observations } = result;
  const drifted = observations.filter(({ verdict }) => verdict === 'DRIFTED');
  return {
    kind: 'list',
    id: 'questions',
    title: 'Open questions answered otherwise than was accepted, or not at all',
    items: [...drifted, ...unseenAnswers(result)].map(({ id, question, pinned, alternatives }) => {
      const answers =
        alternatives.map(({ value, count }) => `${value} (${countText(count)})`).join(' | ') || 'not seen';
      return `${question} ${pinned === undefined || pinned === null ? '' : `${pinned} → `}${answers} (${id})`;
    }),
  };
}
