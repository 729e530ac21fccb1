import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { RunResult, ThresholdResult } from '../../result/runResult.ts';
import type { LimitLine, PlannedStage, Schedule, TimeData } from '../pageData.ts';

/** What the charts over time of a run are drawn from. */
export function timeData(result: RunResult): TimeData {
  return { ...result.timeline, schedule: scheduleOf(result), limits: limitLines(result.thresholds) };
}

const stage = { durationSeconds: Type.Number(), ramp: Type.String() };
const load = { warmupSeconds: Type.Number() };
/** What is read of the resolved profile, which results carry as they were run. */
const HasPlan = Compile(
  Type.Object({
    load: Type.Union([
      Type.Object({
        model: Type.Literal('open'),
        stages: Type.Array(Type.Object({ ...stage, arrivalsPerSecond: Type.Number() })),
        ...load,
      }),
      Type.Object({
        model: Type.Literal('closed'),
        stages: Type.Array(Type.Object({ ...stage, respondents: Type.Number() })),
        ...load,
      }),
    ]),
  }),
);

interface Planned extends Pick<RunResult, 'kind' | 'profile'> {
  readonly run: { readonly shards?: number };
}

/** What a load run was to offer, by its profile; null of other commands, and of a profile that this version cannot read. */
export function scheduleOf({ kind, profile, run }: Planned): Schedule | null {
  if (kind !== 'load' || !HasPlan.Check(profile)) return null;
  const { load } = profile;
  const levels =
    load.model === 'open'
      ? load.stages.map((each) => ({ ...each, level: each.arrivalsPerSecond }))
      : load.stages.map((each) => ({ ...each, level: each.respondents }));
  // Machines that share a run each carry out the whole profile.
  const times = run.shards ?? 1;
  const stages: PlannedStage[] = [];
  let fromSecond = 0;
  let before = 0;
  for (const { durationSeconds, ramp, level } of levels) {
    const toSecond = fromSecond + durationSeconds;
    stages.push({ fromSecond, toSecond, from: times * (ramp === 'linear' ? before : level), to: times * level });
    fromSecond = toSecond;
    before = level;
  }
  return { model: load.model, warmupSeconds: load.warmupSeconds, stages };
}

const drawable = /^(?:endpoint\(([\w-]+)\)\.)?(latency\.(?:p[\d.]+|max|mean)|errors\.rate)\s*[<>]/;

/** Thresholds of experienced latency and of the error rate, as lines; what has no place in a chart is left out. */
export function limitLines(thresholds: readonly ThresholdResult[]): LimitLine[] {
  return thresholds.flatMap(({ expression, passed, limit }) => {
    const match = drawable.exec(expression.trim());
    if (match === null) return [];
    const of = match[2] === 'errors.rate' ? 'errors' : 'latency';
    return [{ expression, passed, endpoint: match[1] ?? null, of, limit } as const];
  });
}
