import type { RunResult } from '../../result/runResult.ts';
import { type SlowExchangeResult, slowestOf } from '../../result/slowest.ts';
import { asCountedUs } from '../../result/tally/latencyCounts.ts';
import { countText, latencyText } from '../quantities.ts';
import { pooledText } from './capacityWords.ts';
import { type Column, type Table, tableOf } from './content.ts';
import { traceCell, traceOf } from './witnessText.ts';

type Slow = SlowExchangeResult & { readonly endpoint: string };

/** A screenful has room for so many. */
const mostInSummary = 5;

/** The slowest exchanges of each endpoint, with what went on around them. */
export function slowestTable(result: RunResult): Table {
  return tableBy(allColumns, slowOf(result), result);
}

/** The slowest exchanges of all, in as much width as a terminal has. */
export function slowestOfAll(result: RunResult): Table {
  const narrow = allColumns.filter(([heading]) => !details.includes(heading));
  return tableBy(narrow, slowestOf(slowOf(result)).slice(0, mostInSummary), result);
}

function slowOf({ endpoints }: RunResult): Slow[] {
  return endpoints.flatMap(({ endpoint, slowest = [] }) => slowest.map((each) => ({ ...each, endpoint })));
}

/** Left out where there is little room. */
const details = ['#First byte', 'Connection', '#Requests'];

const allColumns: readonly Column<Slow>[] = [
  ['Endpoint', ({ endpoint }) => ({ text: endpoint, as: 'code' })],
  [
    'Wanted at, UTC',
    ({ intendedEpochMs, second }) =>
      `${new Date(intendedEpochMs).toISOString().slice(11, 23)}, second ${countText(second)}`,
  ],
  ['#Experienced', ({ experiencedUs }) => latencyText(asCountedUs(experiencedUs))],
  ['#Service', ({ serviceUs }) => (serviceUs === null ? 'never sent' : latencyText(asCountedUs(serviceUs)))],
  ['#First byte', ({ firstByteUs }) => (firstByteUs === null ? 'none' : latencyText(asCountedUs(firstByteUs)))],
  [
    'Connection',
    ({ connectionIdleMs: ms }) => (ms === null ? '' : ms === 0 ? 'new' : `idle ${latencyText(ms * 1000)}`),
  ],
  ['#Others silent', silenceWords],
  ['#Active', ({ active }) => countText(active)],
  ['#Requests', ({ requests }) => countText(requests)],
  ['#Generator delay', ({ eventLoopDelayP99Ms }) => latencyText(eventLoopDelayP99Ms * 1000)],
];

function tableBy(columns: readonly Column<Slow>[], slow: readonly Slow[], result: RunResult): Table {
  const { target } = result;
  const traceColumn: Column<Slow> = [
    'Trace',
    ({ traceId }) => {
      const trace = traceOf(traceId, target.traceUrl);
      return trace === null ? '' : traceCell(trace);
    },
  ];
  return tableOf(
    {
      id: 'slowest',
      title: `Slowest exchanges${pooledText(result)}`,
      menu: null,
      note: 'Active respondents and requests are those of its second. Where others were silent for as long, everybody waited: a pause of the service, or of the generator, whose delay is beside it. Where others went on, it is a request of its own. What is experienced and not service, it waited for in canvass: for its turn, or for a connection.',
    },
    slow,
    slow.some(({ traceId }) => traceId !== undefined) ? [...columns, traceColumn] : columns,
  );
}

function silenceWords({ othersSilentMs }: Slow): string {
  if (othersSilentMs === undefined || othersSilentMs === null) return '';
  return othersSilentMs === 0 ? 'no' : latencyText(othersSilentMs * 1000);
}
