import { type EndpointId, endpointIds, endpoints } from '../../contract/endpoints.ts';
import { connectionResult } from '../../result/connections.ts';
import { injectedResults } from '../../result/injected.ts';
import type { Judgements } from '../../result/judgements.ts';
import { personaResults } from '../../result/persona.ts';
import type { RunMeta } from '../../result/progress.ts';
import type { Reason } from '../../result/reason.ts';
import { inWords } from '../../result/reasonWords.ts';
import { refusalResults } from '../../result/refusal.ts';
import type { AuditResult, EndpointResult, RunResult, Stretch, ThresholdResult } from '../../result/runResult.ts';
import { countIn, sumOf } from '../../result/tally/counts.ts';
import type { EndpointSum } from '../../result/tally/delta.ts';
import { generatorHealth } from '../../result/tally/generatorHealth.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Timeline } from '../../result/timeline.ts';
import { turningAway } from '../baseline/namedSurveys.ts';
import { type Acceptable, acceptableAsObserved, driftsOf, withPinned, withStanding } from '../baseline/standing.ts';
import { problemsOf } from '../problems/problems.ts';
import { turnedAway } from './achievement.ts';
import { clauseResults, coverageOf, observationsOf, placesIn } from './clauseResults.ts';
import { goneTarget } from './goneTarget.ts';
import { judgeRun } from './loadVerdict.ts';

/** How a run ended. */
export interface RunEnd {
  readonly endedAt: string;
  readonly interrupted: boolean;
  readonly recovered: boolean;
  readonly thresholds: readonly ThresholdResult[];
  readonly audit: AuditResult | null;
  readonly created: RunResult['created'];
  /** Why the run proves nothing, as far as its engine knows. */
  readonly troubles: readonly Reason[];
  /** What the baseline says of this run, as far as the profile tells. */
  readonly acceptable: Acceptable;
  /** The runs that it is pooled of. */
  readonly stretches?: readonly Stretch[];
}

/** The result of a load run from everything that was counted. */
export function runResultOf(
  meta: RunMeta,
  tally: Tally,
  timeline: Timeline,
  end: RunEnd,
): RunResult & { readonly judgements: Judgements } {
  const observed = observationsOf(tally);
  const acceptable = acceptableAsObserved(end.acceptable, observed);
  const observations = withPinned(observed, acceptable);
  const violations = [...withStanding(tally.listViolations(), acceptable), ...driftsOf(observations)];
  const gone = goneTarget(tally, timeline);
  const troubles: readonly Reason[] = [
    ...(end.interrupted && !end.recovered ? [{ code: 'interrupted', afterSeconds: tally.seconds } as const] : []),
    ...end.troubles,
    ...turnedAway(tally.walks, turningAway(meta.profile)),
    ...(gone === null || end.interrupted ? [] : [gone]),
  ];
  const judged = judgeRun(tally, violations, end.thresholds, troubles, acceptable);
  const personas = personaResults(tally.personas);
  const clauses = clauseResults(tally, violations, end.audit);
  return {
    schema: 'canvass.result/1',
    kind: 'load',
    verdict: judged.verdict,
    ...inWords(judged.reasons),
    validity: judged.validity,
    judgements: judged.judgements,
    run: {
      ...meta.run,
      endedAt: end.endedAt,
      durationSeconds: tally.seconds,
      measuredSeconds: tally.measuredSeconds,
      interrupted: end.interrupted,
      ...(end.recovered ? { recovered: true } : {}),
      ...(end.stretches === undefined ? {} : { stretches: [...end.stretches] }),
    },
    target: { ...meta.target },
    tool: { ...meta.tool },
    profile: meta.profile,
    respondents: respondentsOf(tally, end.recovered),
    surveys: tally.walks,
    endpoints: endpointIds.flatMap((id) => {
      const counts = tally.endpoints.get(id);
      return counts === undefined ? [] : [{ ...endpointResult(id, counts), slowest: tally.slowest.get(id) ?? [] }];
    }),
    clauses,
    violations,
    problems: problemsOf(violations),
    observations,
    thresholds: [...judged.thresholds],
    coverage: { ...coverageOf(tally), places: placesIn(clauses) },
    generator: { ...generatorHealth(tally, meta.workers), watch: tally.health.watch(tally.absences) },
    capacity: [],
    audit: end.audit,
    refusals: refusalResults([...tally.refusals.values()]),
    injected: injectedResults(tally.injected),
    ...(tally.connections.connect.count === 0 ? {} : { connections: connectionResult(tally.connections) }),
    ...(personas.length === 0 ? {} : { personas }),
    created: end.created,
    timeline,
  };
}

/** Counts of respondents, warm-up included. @param isKilled whether those who were under way at the end were stopped there */
export function respondentsOf(tally: Tally, isKilled: boolean): RunResult['respondents'] {
  const { started } = tally;
  const underWay = isKilled ? Math.max(0, started - sumOf(tally.ends)) : 0;
  return {
    started,
    completed: countIn(tally.ends, 'completed'),
    abandoned: countIn(tally.ends, 'abandoned'),
    stopped: countIn(tally.ends, 'stopped') + underWay,
    failed: countIn(tally.ends, 'failed'),
    peak: tally.peakActive,
    byStatus: { ...tally.byStatus },
  };
}

function endpointResult(name: EndpointId, counts: EndpointSum): EndpointResult {
  const { method, path } = endpoints[name];
  return {
    endpoint: name,
    method,
    path,
    requests: counts.requests,
    // All of them, as its law has it.
    outcomes: { ...counts.outcomes } as EndpointResult['outcomes'],
    failures: { ...counts.failures },
    httpStatuses: { ...counts.httpStatuses },
    latency: {
      experienced: counts.experienced.summary(),
      service: counts.service.summary(),
      firstByte: counts.firstByte.summary(),
    },
    expectedRejections: counts.rejected.summary(),
  };
}
