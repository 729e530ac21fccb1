import type { RunResult } from '../../result/runResult.ts';
import { countText, latencyText } from '../quantities.ts';
import type { Cell, Table } from './content.ts';

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
      standingOf(worker),
    ]),
  };
}

function standingOf({ lost, busyShare, lateShare }: NonNullable<RunResult['fleet']>['workers'][number]): Cell {
  if (lost !== null) return { text: `lost after ${lost.afterSeconds} s`, tone: 'bad', note: lost.why };
  if (busyShare > noticeableShare) return { text: 'at its limit', tone: 'warn' };
  if (lateShare > noticeableShare) return { text: 'late', tone: 'warn' };
  return { text: 'kept up', tone: 'good' };
}
