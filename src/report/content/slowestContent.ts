import type { RunResult } from '../../result/runResult.ts';
import { slowestOf, type ToldSlowExchange } from '../../result/slowest.ts';
import { countText, latencyText } from '../quantities.ts';
import type { Cell, Table } from './content.ts';
import { traceCell, traceOf } from './witnessText.ts';

type Slow = ToldSlowExchange & { readonly endpoint: string };

/** A screenful has room for so many. */
const mostInSummary = 5;

/** The slowest exchanges of each endpoint, with what went on around them. */
export function slowestTable(result: RunResult): Table {
  return tableOf(slowOf(result), allColumns, result);
}

/** The slowest exchanges of all, in as much width as a terminal has. */
export function slowestOfAll(result: RunResult): Table {
  const columns = allColumns.filter(({ isDetail }) => isDetail !== true);
  return tableOf(slowestOf([slowOf(result)]).slice(0, mostInSummary), columns, result);
}

function slowOf({ endpoints }: RunResult): Slow[] {
  return endpoints.flatMap(({ endpoint, slowest = [] }) => slowest.map((each) => ({ ...each, endpoint })));
}

interface Column {
  readonly heading: string;
  /** Left out where there is little room. */
  readonly isDetail?: true;
  cell(slow: Slow): Cell;
}

const allColumns: readonly Column[] = [
  { heading: 'Endpoint', cell: ({ endpoint }) => ({ text: endpoint, as: 'code' }) },
  {
    heading: 'Wanted at, UTC',
    cell: ({ intendedEpochMs, second }) =>
      `${new Date(intendedEpochMs).toISOString().slice(11, 23)}, second ${countText(second)}`,
  },
  { heading: '#Experienced', cell: ({ experiencedUs }) => latencyText(experiencedUs) },
  { heading: '#Service', cell: ({ serviceUs }) => (serviceUs === null ? 'never sent' : latencyText(serviceUs)) },
  {
    heading: '#First byte',
    isDetail: true,
    cell: ({ firstByteUs }) => (firstByteUs === null ? 'none' : latencyText(firstByteUs)),
  },
  { heading: 'Connection', isDetail: true, cell: ({ connectionIdleMs }) => connectionWords(connectionIdleMs) },
  { heading: '#Others silent', cell: silenceWords },
  { heading: '#Active', cell: ({ active }) => countText(active) },
  { heading: '#Requests', isDetail: true, cell: ({ requests }) => countText(requests) },
  { heading: '#Generator delay', cell: ({ eventLoopDelayP99Ms }) => latencyText(eventLoopDelayP99Ms * 1000) },
];

function tableOf(slow: readonly Slow[], columns: readonly Column[], { target }: RunResult): Table {
  const traceColumn: Column = {
    heading: 'Trace',
    cell: ({ traceId }) => {
      const trace = traceOf(traceId, target.traceUrl);
      return trace === null ? '' : traceCell(trace);
    },
  };
  const shown = slow.some(({ traceId }) => traceId !== undefined) ? [...columns, traceColumn] : columns;
  return {
    kind: 'table',
    id: 'slowest',
    title: 'Slowest exchanges',
    note: 'Active respondents and requests are those of its second. Where others were silent for as long, everybody waited: a pause of the service, or of the generator, whose delay is beside it. Where others went on, it is a request of its own. What is experienced and not service, it waited for in canvass: for its turn, or for a connection.',
    headings: shown.map(({ heading }) => heading),
    rows: slow.map((each) => shown.map(({ cell }) => cell(each))),
  };
}

function connectionWords(idleMs: number | null): string {
  if (idleMs === null) return '';
  return idleMs === 0 ? 'new' : `idle ${latencyText(idleMs * 1000)}`;
}

function silenceWords({ othersSilentMs }: Slow): string {
  if (othersSilentMs === undefined || othersSilentMs === null) return '';
  return othersSilentMs === 0 ? 'no' : latencyText(othersSilentMs * 1000);
}
