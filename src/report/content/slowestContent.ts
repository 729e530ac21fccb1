import { asCountedUs } from '../../result/histogramPercentiles.ts';
import type { RunResult } from '../../result/runResult.ts';
import { type SlowExchangeResult, slowestOf } from '../../result/slowest.ts';
import { countText, latencyText } from '../quantities.ts';
import { pooledText } from './capacityWords.ts';
import { type Column, runTable } from './content.ts';
import { traceCell, traceOf } from './witnessText.ts';

type Slow = SlowExchangeResult & { readonly endpoint: string };

/** A screenful has room for so many. */
const mostInSummary = 5;

function slowOf({ endpoints }: RunResult): Slow[] {
  return endpoints.flatMap(({ endpoint, slowest = [] }) => slowest.map((each) => ({ ...each, endpoint })));
}

/** Left out where there is little room. */
const details = ['#First byte', 'Connection', '#Active', '#Requests'];

const allColumns: readonly Column<Slow>[] = [
  ['Endpoint', ({ endpoint }) => ({ text: endpoint, as: 'code' })],
  [
    'Wanted at, UTC',
    ({ intendedEpochMs, second }) =>
      `${new Date(intendedEpochMs).toISOString().slice(11, 23)}, second ${countText(second)}`,
  ],
  ['#Experienced', ({ experiencedUs }) => latencyText(asCountedUs(experiencedUs))],
  ['#Service', ({ serviceUs }) => (serviceUs === null ? 'never sent' : latencyText(asCountedUs(serviceUs)))],
  ['#Waited before', ({ experiencedUs, serviceUs }) => latencyText(asCountedUs(experiencedUs - (serviceUs ?? 0)))],
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

/** The trace of each, where any was sent in one. */
function traceColumn(slow: readonly Slow[], { target }: RunResult): readonly Column<Slow>[] {
  if (slow.every(({ traceId }) => traceId === undefined)) return [];
  const cell = ({ traceId }: Slow) => {
    const trace = traceOf(traceId, target.traceUrl);
    return trace === null ? '' : traceCell(trace);
  };
  return [['Trace', cell]];
}

function silenceWords({ othersSilentMs }: Slow): string {
  if (othersSilentMs === undefined || othersSilentMs === null) return '';
  return othersSilentMs === 0 ? 'no' : latencyText(othersSilentMs * 1000);
}

const about = {
  id: 'slowest',
  isBrief: true,
  title: (result: RunResult) => `Slowest exchanges${pooledText(result)}`,
  menu: null,
  note: 'Active respondents and requests are those of its second. Where others were silent for as long, everybody waited: a pause of the service, or of the generator, whose delay is beside it. Where others went on, it is a request of its own. What is experienced and not service, it waited in canvass before: for its turn, or for a connection.',
};

/** The slowest exchanges of each endpoint, with what went on around them. */
export const slowestTable = runTable<Slow>({
  ...about,
  items: slowOf,
  columns: (slow, result) => [...allColumns, ...traceColumn(slow, result)],
});

/** The slowest exchanges of all, in as much width as a terminal has. */
export const slowestOfAll = runTable<Slow>({
  ...about,
  items: (result) => slowestOf(slowOf(result)).slice(0, mostInSummary),
  columns: (slow, result) => [
    ...allColumns.filter(([heading]) => !details.includes(heading)),
    ...traceColumn(slow, result),
  ],
});
