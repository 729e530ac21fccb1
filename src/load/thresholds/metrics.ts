import { endpoints } from '../../contract/endpoints.ts';
import { statusNames } from '../../contract/statuses.ts';
import { clauseIds } from '../../judging/allClauses.ts';
import { countIn, sumOf } from '../../result/tally/counts.ts';
import type { Measured, Totals } from './requestMetrics.ts';
import { branch, leaf, type MetricNode, named, requestMetrics, type Scope } from './requestMetrics.ts';

const everyEndpoint: Scope = (tally) => tally.endpoints.values();

function ofEndpoint(name: string): Scope {
  return (tally) => {
    const endpoint = tally.endpoints.get(name);
    return endpoint === undefined ? [] : [endpoint];
  };
}

/** How often something was found wrong: none proves nothing where nothing was looked at. */
function whereChecked(tally: Totals, found: number): number | null {
  return found === 0 && sumOf(tally.coverage.checked) === 0 ? null : found;
}

/** A count of respondents with its speed. */
function countWithRate(count: (tally: Totals) => number): MetricNode {
  const read = (measured: Measured): number => count(measured.tally);
  return branch(
    { perSecond: leaf('perSecond', ({ tally }) => (tally.seconds === 0 ? null : count(tally) / tally.seconds)) },
    leaf('count', read),
  );
}

function respondentMetrics(): Record<string, MetricNode> {
  const ended = (end: string) => countWithRate((tally) => countIn(tally.ends, end));
  return {
    started: countWithRate((tally) => tally.arrivals - tally.dropped),
    completed: ended('completed'),
    ended: ended('ended'),
    abandoned: ended('abandoned'),
    stopped: ended('stopped'),
    failed: ended('failed'),
    peak: leaf('count', ({ tally }) => tally.peakActive),
    active: leaf('count', ({ tally }) => tally.active),
    byStatus: named(statusNames, (status) => countWithRate((tally) => countIn(tally.byStatus, status))),
  };
}

function generatorMetrics(): Record<string, MetricNode> {
  const plain = (field: 'workers' | 'cpuPercent' | 'socketsPeak' | 'peakMemoryMiB'): MetricNode =>
    leaf('number', ({ generator }) => generator?.[field] ?? null);
  const ms = (field: 'eventLoopDelayP99Ms' | 'startLatenessP99Ms' | 'garbageCollectionMs'): MetricNode =>
    leaf('time', ({ generator }) => (generator === null ? null : generator[field] * 1000));
  return {
    workers: plain('workers'),
    cpuPercent: plain('cpuPercent'),
    socketsPeak: plain('socketsPeak'),
    peakMemoryMiB: plain('peakMemoryMiB'),
    eventLoopDelayP99Ms: ms('eventLoopDelayP99Ms'),
    startLatenessP99Ms: ms('startLatenessP99Ms'),
    garbageCollectionMs: ms('garbageCollectionMs'),
    droppedArrivals: leaf('count', ({ tally }) => tally.dropped),
  };
}

function coverageMetrics(): Record<string, MetricNode> {
  const kinds = ['clauses', 'transitions', 'transitionsByPage', 'statuses', 'keyForms', 'answerTypes', 'errors'];
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      branch(
        {
          exercised: leaf('count', ({ coverage }) => coverage?.[kind]?.exercised ?? null),
          total: leaf('count', ({ coverage }) => coverage?.[kind]?.total ?? null),
        },
        leaf('share', ({ coverage }) => {
          const found = coverage?.[kind];
          return found === undefined || found.total === 0 ? null : found.exercised / found.total;
        }),
      ),
    ]),
  );
}

function auditMetrics(): Record<string, MetricNode> {
  const fields = [
    'completed',
    'stored',
    'lost',
    'duplicated',
    'altered',
    'unread',
    'foreign',
    'indeterminate',
  ] as const;
  return Object.fromEntries(fields.map((field) => [field, leaf('count', ({ audit }) => audit?.[field] ?? null)]));
}

/** Every metric of a result that an expression can name. */
export const metrics: MetricNode = {
  names: {
    ...requestMetrics(everyEndpoint),
    endpoint: named(Object.keys(endpoints), (name) => branch(requestMetrics(ofEndpoint(name)))),
    violations: branch(
      {
        distinct: leaf('count', ({ tally, isTolerated }) =>
          whereChecked(tally, tally.violations.distinct(isTolerated)),
        ),
      },
      leaf('count', ({ tally, isTolerated }) => whereChecked(tally, tally.violations.events(isTolerated))),
    ),
    checks: branch(
      { failed: leaf('count', ({ tally }) => whereChecked(tally, sumOf(tally.coverage.failed))) },
      leaf('count', ({ tally }) => sumOf(tally.coverage.checked)),
    ),
    clause: named(clauseIds, (id) =>
      branch({
        checked: leaf('count', ({ tally }) => countIn(tally.coverage.checked, id)),
        failed: leaf('count', ({ tally }) => whereChecked(tally, countIn(tally.coverage.failed, id))),
      }),
    ),
    arrivals: countWithRate((tally) => tally.arrivals),
    dropped: branch(
      { rate: leaf('share', ({ tally }) => (tally.arrivals === 0 ? null : tally.dropped / tally.arrivals)) },
      leaf('count', ({ tally }) => tally.dropped),
    ),
    respondents: { names: respondentMetrics() },
    generator: { names: generatorMetrics() },
    coverage: { names: coverageMetrics() },
    audit: { names: auditMetrics() },
    run: { names: { durationSeconds: leaf('time', ({ tally }) => tally.seconds * 1_000_000) } },
  },
};
