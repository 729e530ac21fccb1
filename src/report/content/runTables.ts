import type { LatencySummary } from '../../result/histogram.ts';
import type { RunResult } from '../../result/runResult.ts';
import { percentileOf } from '../measures.ts';
import { cut } from '../plainText.ts';
import { countText, latencyText, optionalLatencyText, shareText } from '../quantities.ts';
import type { Cell, Table } from './content.ts';

/** The end of a row about latency: percentiles, a dash where too little was measured to name one, and the longest. */
export function latencyCells(
  latency: LatencySummary,
  percentiles: readonly Parameters<typeof percentileOf>[1][],
): string[] {
  return [
    ...percentiles.map((name) => optionalLatencyText(percentileOf(latency, name))),
    optionalLatencyText(latency.count === 0 ? null : latency.max),
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
export function connectionTable({ connections }: RunResult): Table {
  const row = (name: string, times: LatencySummary): string[] => [
    name,
    countText(times.count),
    ...latencyCells(times, ['p50', 'p90', 'p99']),
  ];
  const { connect, handshake } = connections ?? { connect: null, handshake: null };
  return {
    kind: 'table',
    id: 'connections',
    title: 'Connections',
    note: 'What making them took, warm-up included. A request that waits for its connection has this in its experienced latency, and not in that of the service.',
    headings: ['Step', '#Connections', '#p50', '#p90', '#p99', '#Longest'],
    rows: [
      ...(connect === null ? [] : [row('Open the way', connect)]),
      ...(handshake === null || handshake.count === 0 ? [] : [row('TLS handshake', handshake)]),
    ],
  };
}

/** What each persona of the profile experienced. */
export function personaTable({ personas = [] }: RunResult): Table {
  return {
    kind: 'table',
    id: 'personas',
    title: 'Personas',
    note: 'Kinds of respondents, as the profile has them. Respondents are counted with the warm-up; requests and latency, as experienced, without it.',
    headings: [
      'Persona',
      '#Started',
      '#Completed',
      '#Left',
      '#Failed',
      '#Other ends',
      '#Requests',
      '#Errors',
      '#p50',
      '#p95',
      '#p99',
      '#Longest',
    ],
    rows: personas.map(
      ({ name, started, completed, abandoned, failed, ended, stopped, requests, errors, experienced }) => [
        name,
        countText(started),
        { text: countText(completed), note: shareText(started === 0 ? 0 : completed / started) },
        countText(abandoned),
        countText(failed),
        countText(ended + stopped),
        countText(requests),
        countText(errors),
        ...latencyCells(experienced, ['p50', 'p95', 'p99']),
      ],
    ),
  };
}

/** `result.json` holds the whole of what was tried: a text of thousands of characters buries what was said of it. */
const longestShown = 60;

/** Answers that looked valid and were refused, by question, each with the line of the profile that would help. */
export function refusalTable({ refusals = [] }: RunResult): Table {
  return {
    kind: 'table',
    id: 'refusals',
    title: 'Refused answers',
    note: 'They looked valid: the rules of these questions are shown nowhere. No violation; the profile can say what to answer.',
    headings: ['Survey, question', '#Refused', 'Tried', 'The service said', 'What would help'],
    rows: refusals.map(({ surveyId, questionId, count, tried, said, learnt, proposal }) => [
      `${surveyId}, ${questionId}`,
      countText(count),
      { text: cut(tried, longestShown), as: 'code' },
      cut(said, longestShown),
      {
        text: proposal,
        as: 'code',
        ...(learnt === null ? {} : { note: `learnt: it took a text of kind ${learnt}` }),
      },
    ]),
  };
}

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
export function injectedTable({ injected = [] }: RunResult): Table {
  return {
    kind: 'table',
    id: 'bad-luck',
    title: 'Bad luck, injected',
    note: 'These requests are in no other figure: neither in latencies nor in error rates. Whether anything was stored twice, or not at all, is for the audit to say.',
    headings: ['What happened', '#Requests', 'Came to', '#p50', '#p99', '#Longest'],
    rows: injected.map(({ kind, requests, outcomes: came, latency }) => [
      { text: kind, as: 'code', note: injectedKinds[kind] ?? '' },
      countText(requests),
      Object.entries(came)
        .map(([name, count]) => `${cameTo[name] ?? name} × ${countText(count)}`)
        .join(', '),
      ...latencyCells(latency, ['p50', 'p99']),
    ]),
  };
}

/** A worker whose threads were at their limit, or late, in more than this share of their seconds is marked. */
const noticeableShare = 0.1;

/** The machines that carried a run: the clock, the health and the load of each. Empty for a run on one machine. */
export function fleetTable({ fleet }: RunResult): Table {
  const workers = fleet?.workers ?? [];
  return {
    kind: 'table',
    id: 'fleet',
    title: 'Machines',
    note: `Latencies are measured by one clock each. The workers may have started up to ${latencyText((fleet?.startApartMs ?? 0) * 1000)} apart.`,
    headings: [
      'Worker',
      '#Threads',
      '#Clock',
      '#Round trip',
      '#Arrivals',
      '#Requests',
      '#Processor',
      '#Delay',
      'Standing',
    ],
    rows: workers.map((worker): Cell[] => [
      { text: worker.name, as: 'code', note: worker.host },
      countText(worker.threads),
      `${worker.clockOffsetMs < 0 ? '−' : '+'}${latencyText(Math.abs(worker.clockOffsetMs) * 1000)}`,
      latencyText(worker.roundTripMs * 1000),
      countText(worker.arrivals),
      countText(worker.requests),
      `${Math.round(worker.cpuPercent)} %`,
      latencyText(worker.eventLoopDelayP99Ms * 1000),
      workerStanding(worker),
    ]),
  };
}

function workerStanding({ lost, busyShare, lateShare }: NonNullable<RunResult['fleet']>['workers'][number]): Cell {
  if (lost !== null) return { text: `lost after ${lost.afterSeconds} s`, tone: 'bad', note: lost.why };
  if (busyShare > noticeableShare) return { text: 'at its limit', tone: 'warn' };
  if (lateShare > noticeableShare) return { text: 'late', tone: 'warn' };
  return { text: 'kept up', tone: 'good' };
}
