import type { LatencySummary } from '../../result/histogram.ts';
import type { RunResult } from '../../result/runResult.ts';
import { countText } from '../quantities.ts';
import type { Table } from './content.ts';
import { latencyCells } from './latencyCells.ts';

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
