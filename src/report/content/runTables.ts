import type { LatencySummary } from '../../result/histogramPercentiles.ts';
import type { InjectedResult } from '../../result/injected.ts';
import type { PersonaResult } from '../../result/persona.ts';
import type { RunResult } from '../../result/runResult.ts';
import { percentileOf } from '../measures.ts';
import { cut } from '../plainText.ts';
import { countsText, countText, latencyText, orDash, shareText } from '../quantities.ts';
import { type Cell, type Column, runTable } from './content.ts';

type Percentile = Parameters<typeof percentileOf>[1];

/** Columns of a latency: percentiles, a dash where too little was measured to name one, and the longest. */
export function latencyColumns<Item>(
  percentiles: readonly Percentile[],
  latencyOf: (item: Item) => LatencySummary,
): Column<Item, string>[] {
  return [
    ...percentiles.map((name): Column<Item, string> => {
      const heading = name === 'p999' ? '#p99.9' : `#${name}`;
      return [heading, (item) => orDash(percentileOf(latencyOf(item), name))];
    }),
    [
      '#Longest',
      (item) => {
        const { count, max } = latencyOf(item);
        return count === 0 ? '–' : latencyText(max);
      },
    ],
  ];
}

/** What errors are called in tables, one of them. */
export const errorWords = {
  serverError: 'server error',
  clientError: 'client error',
  timeout: 'time-out',
  connection: 'broken connection',
  malformed: 'malformed answer',
} as const;

/** How long connections took to be made. */
export const connectionTable = runTable({
  id: 'connections',
  isBrief: true,
  title: 'Connections',
  menu: null,
  note: 'What making them took, warm-up included. A request that waits for its connection has this in its experienced latency, and not in that of the service.',
  items: ({ connections }) =>
    connections === undefined
      ? []
      : [
          { name: 'Open the way', times: connections.connect },
          ...(connections.handshake.count > 0 ? [{ name: 'TLS handshake', times: connections.handshake }] : []),
        ],
  columns: [
    ['Step', ({ name }) => name],
    ['#Connections', ({ times }) => countText(times.count)],
    ...latencyColumns(['p50', 'p90', 'p99'], ({ times }: { times: LatencySummary }) => times),
  ],
});

/** What each persona of the profile experienced. */
export const personaTable = runTable({
  id: 'personas',
  title: 'Personas',
  note: 'Kinds of respondents, as the profile has them. Respondents are counted with the warm-up; requests and latency, as experienced, without it.',
  items: ({ personas = [] }) => personas,
  columns: [
    ['Persona', ({ name }) => name],
    ['#Started', ({ started }) => countText(started)],
    ['#Completed', completedCell],
    ['#Left', ({ abandoned }) => countText(abandoned)],
    ['#Failed', ({ failed }) => countText(failed)],
    ['#Other ends', ({ ended, stopped }) => countText(ended + stopped)],
    ['#Requests', ({ requests }) => countText(requests)],
    ['#Errors', ({ errors }) => countText(errors)],
    ...latencyColumns(['p50', 'p95', 'p99'], ({ experienced }: PersonaResult) => experienced),
  ],
});

function completedCell({ completed, started }: PersonaResult): Cell {
  return { text: countText(completed), note: shareText(started === 0 ? 0 : completed / started) };
}

/** `result.json` holds the whole of what was tried: a text of thousands of characters buries what was said of it. */
const longestShown = 60;

/** Answers that looked valid and were refused, by question, each with the line of the profile by which walks avoid them. */
export const refusalTable = runTable({
  id: 'refusals',
  title: 'Refused answers',
  note: 'They looked valid: the rules of these questions are shown nowhere. No violation by itself: where the service should take them ask its owner, else let the profile say what to answer.',
  items: ({ refusals = [] }) => refusals,
  columns: [
    ['Survey, question', ({ surveyId, questionId }) => `${surveyId}, ${questionId}`],
    ['#Refused', ({ count }) => countText(count)],
    ['Tried', ({ tried }) => ({ text: cut(tried, longestShown), as: 'code' })],
    ['The service said', ({ said }) => cut(said, longestShown)],
    [
      'Answers that avoid it',
      ({ proposal: text, learnt }) => ({
        text,
        as: 'code',
        ...(learnt === null ? {} : { note: `learnt: it took a text of kind ${learnt}` }),
      }),
    ],
  ],
});

const injectedKinds: Readonly<Record<string, string>> = {
  doubleSubmit: 'submitted twice at once',
  retry: 'answer lost, submitted again',
  lostConnection: 'connection lost',
  twoTabs: 'page of before submitted',
  slowReader: 'answer read slowly',
  hesitate: 'after a long hesitation',
};

const cameTo: Readonly<Record<string, string>> = {
  ok: 'accepted or shown',
  expectedRejection: 'rejected',
  cut: 'cut by canvass',
  throttled: 'throttled',
  ...errorWords,
};

/** What injected bad luck came to, by its kind. */
export const injectedTable = runTable({
  id: 'bad-luck',
  title: 'Bad luck, injected',
  menu: 'Bad luck',
  note: ({ kind }) =>
    `${kind === 'load' ? 'These requests are in no other figure: neither in latencies nor in error rates. ' : ''}Whether anything was stored twice, or not at all, is for the audit to say.`,
  items: ({ injected = [] }) => injected,
  columns: [
    ['What happened', ({ kind }) => ({ text: kind, as: 'code', note: injectedKinds[kind] ?? '' })],
    ['#Requests', ({ requests }) => countText(requests)],
    ['Came to', ({ outcomes }) => countsText(outcomes, (name) => cameTo[name] ?? name)],
    ...latencyColumns(['p50', 'p99'], ({ latency }: InjectedResult) => latency),
  ],
});

/** A worker whose threads were at their limit, or late, in more than this share of their seconds is marked. */
const noticeableShare = 0.1;

/** The machines that carried a run: the clock, the health and the load of each. Empty for a run on one machine. */
export const fleetTable = runTable({
  id: 'fleet',
  title: 'Machines',
  note: ({ fleet }) =>
    `Latencies are measured by one clock each. The workers may have started up to ${latencyText((fleet?.startApartMs ?? 0) * 1000)} apart.${droppedWords(fleet)}`,
  items: ({ fleet }) => fleet?.workers ?? [],
  columns: [
    ['Worker', ({ name: text, host: note }) => ({ text, as: 'code', note })],
    ['#Threads', ({ threads }) => countText(threads)],
    ['#Clock', ({ clockOffsetMs: ms }) => `${ms < 0 ? '−' : '+'}${latencyText(Math.abs(ms) * 1000)}`],
    ['#Round trip', ({ roundTripMs }) => latencyText(roundTripMs * 1000)],
    ['#Arrivals', ({ arrivals }) => countText(arrivals)],
    ['#Requests', ({ requests }) => countText(requests)],
    ['#Processor', ({ cpuPercent }) => `${Math.round(cpuPercent)} %`],
    ['#Delay', ({ eventLoopDelayP99Ms }) => latencyText(eventLoopDelayP99Ms * 1000)],
    ['Standing', workerStanding],
  ],
});

/** What strangers have said on the bus of a fleet. */
function droppedWords(fleet: RunResult['fleet']): string {
  const workers = fleet?.workers ?? [];
  const dropped = workers.reduce((sum, worker) => sum + (worker.droppedMessages ?? 0), fleet?.droppedMessages ?? 0);
  if (dropped === 0) return '';
  return ` ${countText(dropped)} ${dropped === 1 ? 'message was' : 'messages were'} dropped, as nobody with the key of the fleet had sealed them for this run: somebody else is on its NATS.`;
}

type Machine = NonNullable<RunResult['fleet']>['workers'][number];

function workerStanding({ lost, busyShare, lateShare, droppedMessages = 0 }: Machine): Cell {
  if (lost !== null) return { text: `lost after ${lost.afterSeconds} s`, tone: 'bad', note: lost.why };
  const beside =
    droppedMessages === 0 ? {} : { note: `${countText(droppedMessages)} of a stranger's messages dropped` };
  if (busyShare > noticeableShare) return { text: 'at its limit', tone: 'warn', ...beside };
  if (lateShare > noticeableShare) return { text: 'late', tone: 'warn', ...beside };
  return { text: 'kept up', tone: 'good', ...beside };
}
