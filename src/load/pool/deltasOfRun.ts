import { pairsOf } from '../../result/histogramPercentiles.ts';
import { placeKey } from '../../result/placeKeys.ts';
import type { EndpointResult, RunResult } from '../../result/runResult.ts';
import { countIn } from '../../result/tally/counts.ts';
import type { EndpointDelta, SecondDelta } from '../../result/tally/delta.ts';
import { emptyDelta } from '../../result/tally/mergeDeltas.ts';
import { startOf, timesOf } from '../../result/violationId.ts';
import type { Placed } from './stretches.ts';

/**
 * A finished run as the deltas that its tally was the sum of: its warm-up, and all that was measured. So runs are pooled
 * by the laws that threads, machines and seconds are summed by, and judged as one run is.
 *
 * Health, but for absences, is not in them: its histograms are the run's (`HealthTally.addRun`).
 */
export function deltasOfRun({ result, fromSecond }: Placed): { warmup: SecondDelta; measured: SecondDelta } {
  const { run, respondents, generator } = result;
  const measuredSeconds = run.measuredSeconds ?? run.durationSeconds;
  const { started, completed, abandoned, stopped, failed } = respondents;
  const measured: Required<SecondDelta> = {
    second: fromSecond,
    seconds: measuredSeconds,
    measured: true,
    shard: 0,
    arrivals: started + generator.droppedArrivals,
    dropped: generator.droppedArrivals,
    active: respondents.peak,
    ends: { completed, abandoned, stopped, failed, ended: started - completed - abandoned - stopped - failed },
    walkRequests: 0,
    byStatus: respondents.byStatus,
    walks: result.surveys ?? {},
    endpoints: Object.fromEntries(result.endpoints.map((each) => [each.endpoint, endpointOf(each, fromSecond)])),
    coverage: {
      checked: byClause(result, 'checked'),
      failed: byClause(result, 'failed'),
      transitions: result.coverage.transitions.items,
      transitionsByPage: result.coverage.transitionsByPage.items,
      statuses: result.coverage.statuses.items,
      keyForms: result.coverage.keyForms.items,
      answerTypes: result.coverage.answerTypes.items,
      errors: result.coverage.errors.items,
      places: lookedAt(result),
    },
    violations: violationsOf(result, fromSecond),
    observations: result.observations.flatMap(({ id, verdict, alternatives }) =>
      // What did not contradict itself was seen in as many situations.
      alternatives.map(({ value, count }) => ({
        ...{ question: id, value, count },
        situation: verdict === 'INCONSISTENT' || alternatives.length === 1 ? '' : value,
      })),
    ),
    health: [],
    refusals: result.refusals ?? [],
    injected: Object.fromEntries(
      (result.injected ?? []).map(({ kind, requests, outcomes, latency }) => [
        kind,
        { requests, outcomes, service: pairsOf(latency) },
      ]),
    ),
    connections: {
      connect: result.connections === undefined ? [] : pairsOf(result.connections.connect),
      handshake: result.connections === undefined ? [] : pairsOf(result.connections.handshake),
    },
    personas: Object.fromEntries(
      (result.personas ?? []).map((persona) => {
        const { name, requests, errors, experienced } = persona;
        const ends = {
          completed: persona.completed,
          abandoned: persona.abandoned,
          failed: persona.failed,
          ended: persona.ended,
          stopped: persona.stopped,
        };
        // Results tell errors of all kinds in one number.
        const outcomes = { ok: requests - errors, clientError: errors };
        return [name, { started: persona.started, requests, ends, outcomes, experienced: pairsOf(experienced) }];
      }),
    ),
    absences: (generator.watch?.absences ?? []).map((each) => ({ ...each, atSecond: each.atSecond + fromSecond })),
  };
  return { warmup: warmupOf(result, fromSecond, run.durationSeconds - measuredSeconds), measured };
}

function endpointOf(endpoint: EndpointResult, fromSecond: number): Required<EndpointDelta> {
  const { requests, outcomes, failures, httpStatuses, latency, expectedRejections, slowest = [] } = endpoint;
  return {
    requests,
    outcomes,
    failures,
    httpStatuses,
    experienced: pairsOf(latency.experienced),
    service: pairsOf(latency.service),
    firstByte: pairsOf(latency.firstByte),
    rejected: pairsOf(expectedRejections),
    byOutcome: {},
    slowest: slowest.map((each) => ({ ...each, second: each.second + fromSecond })),
  };
}

function lookedAt({ clauses }: RunResult): Record<string, number> {
  const keys = clauses.flatMap(({ id, places }) => (places?.looked ?? []).map((place) => placeKey(id, place)));
  return Object.fromEntries(keys.map((key) => [key, 1]));
}

function byClause({ clauses }: RunResult, which: 'checked' | 'failed'): Record<string, number> {
  return Object.fromEntries(clauses.map((clause) => [clause.id, clause[which]]));
}

/** Those that were seen: what an accepted answer has become follows from the observations. */
function violationsOf({ violations, observations }: RunResult, fromSecond: number): SecondDelta['violations'] {
  const questions = new Set(observations.map(({ id }) => id));
  return violations
    .filter(({ clause }) => !questions.has(clause))
    .map((violation) => {
      const { surveys, ...whole } = violation;
      const { id, gating, count, firstSecond, symptom, chances } = whole;
      const walks = chances?.what === 'walks' ? chances.failed : 0;
      const moved = firstSecond === undefined ? {} : { firstSecond: firstSecond + fromSecond };
      const first = { ...whole, ...moved };
      return {
        key: startOf(id),
        gating,
        count,
        walks,
        first,
        ...(symptom?.came === undefined ? {} : { came: timesOf(violation) }),
        ...(surveys === undefined ? {} : { surveys }),
      };
    });
}

/** How its requests came out that were not measured: what was answered at all. */
function warmupOf(result: RunResult, fromSecond: number, seconds: number): SecondDelta {
  const silent = result.reasonCodes?.find(({ code }) => code === 'never-answered');
  const failures = silent?.code === 'never-answered' ? silent.failures : [];
  const endpoints = new Map<string, { requests: number; unanswered: number }>();
  for (const point of result.timeline.points)
    for (const [name, { requests, outcomes = {} }] of Object.entries(point.endpoints)) {
      const sum = endpoints.get(name) ?? { requests: 0, unanswered: 0 };
      endpoints.set(name, {
        requests: sum.requests + requests,
        unanswered: sum.unanswered + countIn(outcomes, 'timeout') + countIn(outcomes, 'connection'),
      });
    }
  for (const { endpoint, requests, outcomes } of result.endpoints) {
    const sum = endpoints.get(endpoint);
    if (sum === undefined) continue;
    sum.requests -= requests;
    sum.unanswered -= outcomes.timeout + outcomes.connection;
  }
  return {
    ...emptyDelta(fromSecond, false),
    seconds,
    active: result.timeline.points.at(-1)?.active ?? 0,
    endpoints: Object.fromEntries(
      [...endpoints].map(([name, { requests, unanswered }], at) => [
        name,
        {
          requests,
          outcomes: {},
          failures: Object.fromEntries((at === 0 ? failures : []).map(({ failure, count }) => [failure, count])),
          httpStatuses: { answered: Math.max(0, requests - unanswered) },
          experienced: [],
          service: [],
          firstByte: [],
          rejected: [],
        },
      ]),
    ),
  };
}
