import type { CapacityResult } from '../../result/capacityResult.ts';
import type { FleetProgress, RunMeta } from '../../result/progress.ts';
import type { RunResult, ThresholdResult } from '../../result/runResult.ts';
import { sumOf } from '../../result/tally/counts.ts';
import type { EndpointDelta, HealthDelta, SecondDelta, ViolationDelta } from '../../result/tally/delta.ts';
import { isThreadBusy, isThreadLate } from '../../result/tally/healthTally.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import type { Violation } from '../../result/verdict.ts';
import type { CounterName, GaugeName } from './metricList.ts';
import type { Labels, SeriesTable } from './seriesTable.ts';

/** What a run is, for the labels of its series. */
export interface WatchedRun {
  readonly kind: RunResult['kind'] | 'duet';
  readonly meta: RunMeta;
  /** Of a duet, which of its sides. */
  readonly side?: string;
}

const percentiles = [50, 90, 95, 99, 100] as const;
const mebibyte = 1024 * 1024;

/** Writes what one run tells, second by second, into the metrics. */
export class RunMetrics {
  readonly #table: SeriesTable;
  readonly #run: Labels;
  readonly #plannedSeconds: number;
  readonly #clauses = new Map<string, string>();
  readonly #latency = new LatencyCounts();
  readonly #lateness = new LatencyCounts();
  #elapsedSeconds = 0;

  constructor(table: SeriesTable, { kind, meta, side }: WatchedRun) {
    const { run, target, tool } = meta;
    this.#table = table;
    this.#plannedSeconds = meta.plannedSeconds;
    this.#run = {
      run: run.id,
      profile: run.profile,
      datacenter: target.datacenter,
      release: target.release,
      ...(side === undefined ? {} : { side }),
    };
    const about = { kind, target: target.baseUrl, seed: String(run.seed), version: tool.version };
    this.#set('canvass_run_info', 1, about);
    this.#set('canvass_run_planned_seconds', this.#plannedSeconds);
    this.#set('canvass_run_elapsed_seconds', 0);
    this.#set('canvass_generator_threads', meta.workers);
    this.phase('running');
    for (const name of ['canvass_respondents_started_total', 'canvass_checks_total'] as const) this.#add(name, 0);
  }

  /** A second of all threads together. */
  second(delta: SecondDelta): void {
    this.#elapsedSeconds += delta.seconds;
    this.#set('canvass_run_elapsed_seconds', this.#elapsedSeconds);
    this.#add('canvass_respondents_started_total', delta.arrivals - delta.dropped);
    this.#add('canvass_respondents_dropped_total', delta.dropped);
    this.#set('canvass_respondents_active', delta.active);
    this.#addAll('canvass_walks_ended_total', 'end', delta.ends);
    this.#add('canvass_checks_total', sumOf(delta.coverage.checked));
    for (const violation of delta.violations) this.#violation(violation);
    this.#latency.clear();
    for (const [endpoint, counted] of Object.entries(delta.endpoints)) this.#endpoint(endpoint, counted);
    const { connect = [], handshake = [] } = delta.connections ?? {};
    this.#table.spread('canvass_connection_setup_seconds', this.#run, connect);
    this.#table.spread('canvass_connection_handshake_seconds', this.#run, handshake);
    for (const percentile of percentiles) {
      const seconds = this.#latency.percentileUs(percentile) / 1e6;
      this.#set('canvass_latency_seconds', seconds, { percentile: String(percentile) });
    }
    if (delta.health.length > 0) this.#health(delta.health);
  }

  /** What the run does now, in a word or two. */
  phase(phase: string): void {
    this.#table.clear('canvass_run_phase', this.#run);
    this.#set('canvass_run_phase', 1, { phase });
  }

  thresholds(thresholds: readonly ThresholdResult[]): void {
    for (const { expression, passed } of thresholds)
      this.#set('canvass_threshold_met', passed ? 1 : 0, { threshold: expression });
  }

  fleet({ present, wanted }: FleetProgress): void {
    this.#set('canvass_fleet_workers', present, { state: 'present' });
    this.#set('canvass_fleet_workers', wanted, { state: 'wanted' });
  }

  probes(done: number, planned: number): void {
    this.#set('canvass_probes_done', done);
    this.#set('canvass_probes_planned', planned);
  }

  /** Violations of a run that tells of them at its end alone. */
  violations(violations: readonly Violation[]): void {
    for (const { clause, gating, count } of violations)
      this.#add('canvass_violations_total', count, { clause, gating: String(gating) });
  }

  capacity({ sustainablePerSecond }: CapacityResult): void {
    for (const [estimate, perSecond] of Object.entries(sustainablePerSecond))
      if (perSecond !== null) this.#set('canvass_capacity_respondents', perSecond, { estimate });
  }

  /** The run is over. */
  finished(verdict: string): void {
    this.phase('finished');
    this.#set('canvass_run_verdict', 1, { verdict });
  }

  #endpoint(endpoint: string, counted: EndpointDelta): void {
    const { experienced, service, firstByte, byOutcome = {} } = counted;
    this.#addAll('canvass_requests_total', 'outcome', counted.outcomes, { endpoint });
    this.#addAll('canvass_request_failures_total', 'failure', counted.failures, { endpoint });
    this.#addAll('canvass_responses_total', 'status', counted.httpStatuses, { endpoint });
    const duration = 'canvass_request_duration_seconds';
    const ok = { ...this.#run, endpoint, outcome: 'ok' };
    this.#table.spread(duration, ok, experienced);
    // They are among the experienced, and are no success.
    this.#table.spread(duration, ok, byOutcome.timeout ?? [], -1);
    for (const [outcome, pairs] of Object.entries(byOutcome))
      this.#table.spread(duration, { ...this.#run, endpoint, outcome }, pairs);
    this.#table.spread('canvass_request_service_seconds', { ...this.#run, endpoint }, service);
    this.#table.spread('canvass_request_first_byte_seconds', { ...this.#run, endpoint }, firstByte);
    this.#latency.addPairs(experienced);
  }

  #violation({ key, gating, count, first }: ViolationDelta): void {
    if (first !== null) this.#clauses.set(key, first.clause);
    const clause = this.#clauses.get(key) ?? 'unknown';
    this.#add('canvass_violations_total', count, { clause, gating: String(gating) });
  }

  #health(threads: readonly HealthDelta[]): void {
    const worst = (pick: (thread: HealthDelta) => number): number => Math.max(...threads.map(pick));
    const sum = (pick: (thread: HealthDelta) => number): number => threads.reduce((all, each) => all + pick(each), 0);
    this.#lateness.clear();
    for (const { startLateness } of threads) this.#lateness.addPairs(startLateness);
    const isSaturated = threads.some((thread) => isThreadBusy(thread) || isThreadLate(thread));
    this.#set('canvass_generator_cpu_ratio', sum(({ cpuPercent }) => cpuPercent) / threads.length / 100);
    this.#set('canvass_generator_busy_ratio', worst((each) => Math.max(each.cpuPercent, each.busyPercent)) / 100);
    this.#set('canvass_generator_event_loop_delay_seconds', worst((each) => each.eventLoopDelayP99Ms) / 1000);
    this.#set('canvass_generator_start_lateness_seconds', this.#lateness.percentileUs(99) / 1e6);
    this.#add('canvass_generator_garbage_collection_seconds_total', sum((each) => each.garbageCollectionMs) / 1000);
    this.#set(
      'canvass_generator_sockets',
      sum(({ sockets }) => sockets),
    );
    this.#set('canvass_generator_memory_bytes', worst(({ memoryMiB }) => memoryMiB) * mebibyte);
    this.#set('canvass_generator_saturated', isSaturated ? 1 : 0);
  }

  #add(name: CounterName, by: number, labels: Labels = {}): void {
    this.#table.add(name, { ...this.#run, ...labels }, by);
  }

  /** Counts by name, the name being a label. */
  #addAll(name: CounterName, label: string, counts: Readonly<Record<string, number>>, labels: Labels = {}): void {
    for (const [value, count] of Object.entries(counts)) this.#add(name, count, { ...labels, [label]: value });
  }

  #set(name: GaugeName, value: number, labels: Labels = {}): void {
    this.#table.set(name, { ...this.#run, ...labels }, value);
  }
}
