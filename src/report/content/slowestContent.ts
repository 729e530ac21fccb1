import type { RunResult } from '../../result/runResult.ts';
import { countText, latencyText } from '../quantities.ts';
import type { Table } from './content.ts';

/** The slowest exchanges of each endpoint, with what went on around them. */
export function slowestTable({ endpoints }: RunResult): Table {
  return {
    kind: 'table',
    id: 'slowest',
    title: 'Slowest exchanges',
    note: 'Many in one second point to a pause of the service, or of the generator, whose delay is beside them; single ones to a request of its own.',
    headings: [
      'Endpoint',
      'Wanted at, UTC',
      '#Experienced',
      '#Service',
      '#First byte',
      'Connection',
      '#Active',
      '#Requests that second',
      '#Generator delay',
    ],
    rows: endpoints.flatMap(({ endpoint, slowest = [] }) =>
      slowest.map((each) => [
        { text: endpoint, as: 'code' as const },
        `${new Date(each.intendedEpochMs).toISOString().slice(11, 23)}, second ${countText(each.second)}`,
        latencyText(each.experiencedUs),
        each.serviceUs === null ? 'never sent' : latencyText(each.serviceUs),
        each.firstByteUs === null ? 'none' : latencyText(each.firstByteUs),
        connectionWords(each.connectionIdleMs),
        countText(each.active),
        countText(each.requests),
        latencyText(each.eventLoopDelayP99Ms * 1000),
      ]),
    ),
  };
}

function connectionWords(idleMs: number | null): string {
  if (idleMs === null) return '';
  return idleMs === 0 ? 'new' : `idle ${latencyText(idleMs * 1000)}`;
}
