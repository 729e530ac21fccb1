import { errorOutcomes } from '../../result/exchange.ts';
import type { EndpointResult, RunResult, ThresholdResult } from '../../result/runResult.ts';
import { thresholdStanding } from '../../result/thresholdStanding.ts';
import type { RunContext } from '../earlierRuns.ts';
import { standsOut } from '../findings/standsOut.ts';
import { capital } from '../plainText.ts';
import { countOf, countsText, countText, thresholdValueText } from '../quantities.ts';
import { type ReportedRun, reportedRun } from '../reportedRun.ts';
import { capacityParts } from './capacityContent.ts';
import { pooledText } from './capacityWords.ts';
import { type Content, type List, type MarkedCell, runTable, toneOf } from './content.ts';
import { headlineOf } from './headline.ts';
import { judgedFigures } from './judgedFigures.ts';
import { oddTable } from './odd.ts';
import { placesTable } from './placesContent.ts';
import { isOnlyPart } from './problemCard.ts';
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
import { nextOf, whyOf } from './verdictContent.ts';

/** By endpoint how requests failed, with what came: what a wrong key or address looks like. */
const errorTable = runTable({
  id: 'errors',
  isBrief: true,
  title: (result) => `Errors${pooledText(result)}`,
  items: ({ endpoints }) =>
    endpoints
      .map((each) => ({ ...each, failed: errorOutcomes.filter((kind) => each.outcomes[kind] > 0) }))
      .filter(({ failed }) => failed.length > 0),
  columns: [
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
});

const latencyTable = runTable({
  id: 'latency',
  isBrief: true,
  title: (result) => `Latency, experienced${pooledText(result)}`,
  items: ({ endpoints }) => endpoints.filter(({ latency }) => latency.experienced.count > 0),
  columns: [
    ['Endpoint', ({ endpoint }) => ({ text: endpoint, as: 'code' })],
    ['#Requests', ({ requests }) => countText(requests)],
    ...latencyColumns(['p50', 'p90', 'p99', 'p999'], ({ latency }: EndpointResult) => latency.experienced),
  ],
});

/** Thresholds with what was measured. */
const thresholdTable = runTable({
  id: 'thresholds',
  isBrief: true,
  title: 'Thresholds',
  items: ({ thresholds }) => thresholds,
  columns: [
    ['Threshold', expressionCell],
    ['#Measured', (threshold) => (threshold.value === null ? '–' : thresholdValueText(threshold))],
    ['Verdict', standingCell],
  ],
});

/** The tables of every run, from top to bottom. */
const tables = [
  latencyTable,
  slowestOfAll,
  errorTable,
  thresholdTable,
  fleetTable,
  connectionTable,
  personaTable,
  oddTable,
  refusalTable,
  placesTable,
  injectedTable,
];

/** A run in a screenful: the verdict with its reasons, what broke, what was measured, what to do next. */
export function summaryContent(result: RunResult, context?: RunContext): Content {
  const run = reportedRun(result, context);
  const headline = headlineOf(run);
  const [first] = run.problems;
  return {
    stamp: { text: result.verdict, tone: toneOf(result.verdict) },
    headline,
    where: first?.standing.fails === true ? first.place : '',
    when: first?.standing.fails === true && isOnlyPart(first) ? capital(first.when) : '',
    problems: run.problems,
    why: whyOf(run, headline),
    next: nextOf(run),
    judged: judgedFigures(run),
    facts: summaryFacts(run),
    figures: summaryFigures(run),
    parts: [
      ...capacityParts(result.capacity).map((part) => ({ ...part, isBrief: true })),
      {
        kind: 'list',
        id: 'stands-out',
        title: 'What stands out',
        isBrief: true,
        items: standsOut(run).map(({ text, moment }) => (moment === null ? text : { text, ...moment })),
      },
      ...tables.map((table) => table(result)).filter(({ id }) => id !== 'connections' || hasHandshakes(result)),
      openQuestions(run),
    ],
  };
}

/** Without them there is little to say of connections. */
function hasHandshakes({ connections }: RunResult): boolean {
  return connections !== undefined && connections.handshake.count > 0;
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

function openQuestions({ result, unseenAnswers }: ReportedRun): List {
  const drifted = result.observations.filter(({ verdict }) => verdict === 'DRIFTED');
  return {
    kind: 'list',
    id: 'questions',
    isBrief: true,
    title: 'Open questions answered otherwise than was accepted, or not at all',
    items: [...drifted, ...unseenAnswers].map(({ id, question, pinned, alternatives }) => {
      const answers =
        alternatives.map(({ value, count }) => `${value} (${countText(count)})`).join(' | ') || 'not seen';
      return `${question} ${pinned === undefined || pinned === null ? '' : `${pinned} → `}${answers} (${id})`;
    }),
  };
}
