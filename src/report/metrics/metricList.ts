/** What a metric is, as Prometheus and OpenTelemetry have it. */
export interface MetricKind {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** One sentence. */
  readonly help: string;
  /** Beside those of the run, in this order. */
  readonly labels: readonly string[];
}

const counter = (help: string, ...labels: readonly string[]) => ({ kind: 'counter', help, labels }) as const;
const gauge = (help: string, ...labels: readonly string[]) => ({ kind: 'gauge', help, labels }) as const;
const histogram = (help: string, ...labels: readonly string[]) => ({ kind: 'histogram', help, labels }) as const;

/** Every metric that a run is watched by: the one list of them, in the order in which they are served. */
export const metricList = {
  canvass_run_info: gauge('What is run, always 1.', 'kind', 'target', 'seed', 'version'),
  canvass_run_elapsed_seconds: gauge('How long the run has gone on.'),
  canvass_run_planned_seconds: gauge('How long it is to go on; 0 where that depends on what it finds.'),
  canvass_run_phase: gauge('1 for what the run does now, 0 for what it did before.', 'phase'),
  canvass_run_verdict: gauge('1 for what the run came to, once it is over.', 'verdict'),
  canvass_respondents_started_total: counter('Respondents who began to walk.'),
  canvass_respondents_dropped_total: counter('Arrivals for whom load.maxRespondents left no room.'),
  canvass_respondents_active: gauge('Respondents who walk now.'),
  canvass_walks_ended_total: counter('Walks that are over, by how they ended.', 'end'),
  canvass_requests_total: counter('Requests that have ended, by outcome.', 'endpoint', 'outcome'),
  canvass_request_failures_total: counter('Requests without a usable answer, by what failed.', 'endpoint', 'failure'),
  canvass_responses_total: counter('Answers by HTTP status.', 'endpoint', 'status'),
  canvass_request_duration_seconds: histogram(
    'Latency as experienced: from the instant at which the schedule wanted the request to the last byte.',
    'endpoint',
    'outcome',
  ),
  canvass_request_service_seconds: histogram(
    'Latency of the service, from the sending to the last byte, of usable answers and time-outs.',
    'endpoint',
  ),
  canvass_request_first_byte_seconds: histogram('From the sending to the first byte, of usable answers.', 'endpoint'),
  canvass_connection_setup_seconds: histogram(
    'How long connections took until the way was open: TCP, and the proxy where there is one.',
  ),
  canvass_connection_handshake_seconds: histogram('How long the TLS handshakes after it took.'),
  canvass_latency_seconds: gauge(
    'Exact percentiles of the experienced latency of the newest second, over all endpoints.',
    'percentile',
  ),
  canvass_checks_total: counter('Checks of clauses of the document.'),
  canvass_violations_total: counter('Checks that failed; only gating ones fail the run.', 'clause', 'gating'),
  canvass_threshold_met: gauge('1 where a threshold is met so far, 0 where it is missed.', 'threshold'),
  canvass_generator_threads: gauge('Threads that generate the load.'),
  canvass_generator_cpu_ratio: gauge('Processor time of a generating thread, mean over all, 1 being a whole core.'),
  canvass_generator_busy_ratio: gauge('How busy the busiest generating thread is, 1 being at its limit.'),
  canvass_generator_event_loop_delay_seconds: gauge(
    'How late the event loop comes round, 99th percentile of the newest second, worst thread.',
  ),
  canvass_generator_start_lateness_seconds: gauge(
    'How late respondents are started, 99th percentile of the newest second over all threads.',
  ),
  canvass_generator_garbage_collection_seconds_total: counter('Time that went into collecting garbage.'),
  canvass_generator_sockets: gauge('Connections that are open.'),
  canvass_generator_memory_bytes: gauge('Memory of the largest generating process.'),
  canvass_generator_saturated: gauge(
    '1 where a thread was at its limit in the newest second: its figures are no proof.',
  ),
  canvass_fleet_workers: gauge('Machines of a fleet: those that are wanted, and those that are there.', 'state'),
  canvass_probes_done: gauge('Probes of conform that have ended.'),
  canvass_probes_planned: gauge('Probes of conform.'),
  canvass_capacity_respondents: gauge(
    'Arrivals a second that a datacenter carries within its objective: low, best and high estimate.',
    'estimate',
  ),
} as const satisfies Readonly<Record<string, MetricKind>>;

type Metrics = typeof metricList;
type NamesOf<Kind extends MetricKind['kind']> = {
  [Name in keyof Metrics]: Metrics[Name]['kind'] extends Kind ? Name : never;
}[keyof Metrics];

export type MetricName = keyof Metrics;
export type CounterName = NamesOf<'counter'>;
export type GaugeName = NamesOf<'gauge'>;
export type HistogramName = NamesOf<'histogram'>;

/** Upper bounds of the buckets of a histogram, seconds. */
export const latencyBoundsSeconds = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 2.5, 5, 10, 30, 60,
] as const;
