import Type from 'typebox';
import { Compile } from 'typebox/schema';
import type { RunResult, Stretch, ThresholdResult } from '../../result/runResult.ts';
import { thresholdStanding } from '../../result/thresholdStanding.ts';
import type { LimitLine, PlannedStage, PlannedStretch, Schedule, TimeData } from '../pageData.ts';

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
  readonly run: Pick<RunResult['run'], 'stretches'>;
}

/** What a load run was to offer, by its profile; null of other commands, and of a profile that this version cannot read. */
export function scheduleOf({ kind, profile, run }: Planned): Schedule | null {
  if (kind !== 'load' || !HasPlan.Check(profile)) return null;
  const { load } = profile;
  const levels =
    load.model === 'open'
      ? load.stages.map((each) => ({ ...each, level: each.arrivalsPerSecond }))
      : load.stages.map((each) => ({ ...each, level: each.respondents }));
  const begins = atOnce(run.stretches ?? [{ fromSecond: 0, seconds: 0 }]);
  const stretches = begins.map(({ fromSecond, times }, at): PlannedStretch => {
    const stages: PlannedStage[] = [];
    let from = fromSecond;
    let before = 0;
    for (const { durationSeconds, ramp, level } of levels) {
      const toSecond = from + durationSeconds;
      stages.push({
        fromSecond: from,
        toSecond,
        from: times * (ramp === 'linear' ? before : level),
        to: times * level,
      });
      from = toSecond;
      before = level;
    }
    return { fromSecond, toSecond: begins[at + 1]?.fromSecond ?? null, warmupSeconds: load.warmupSeconds, stages };
  });
  return { model: load.model, stretches };
}

/** Where stretches begin: runs that share a stretch each carry out the whole profile, so many `times` at once. */
function atOnce(stretches: readonly Pick<Stretch, 'fromSecond' | 'seconds'>[]) {
  const begins: { fromSecond: number; toSecond: number; times: number }[] = [];
  for (const { fromSecond, seconds } of stretches.toSorted((a, b) => a.fromSecond - b.fromSecond)) {
    const last = begins.at(-1);
    if (last !== undefined && fromSecond < last.toSecond) {
      last.times++;
      last.toSecond = Math.max(last.toSecond, fromSecond + seconds);
    } else begins.push({ fromSecond, toSecond: fromSecond + seconds, times: 1 });
  }
  return begins;
}

const drawable = /^(?:endpoint\(([\w-]+)\)\.)?(latency\.(?:p[\d.]+|max|mean)|errors\.rate)\s*[<>]/;

/** Thresholds of experienced latency and of the error rate, as lines; what has no place in a chart is left out. */
export function limitLines(thresholds: readonly ThresholdResult[]): LimitLine[] {
  return thresholds.flatMap((threshold) => {
    const { expression, limit } = threshold;
    const match = drawable.exec(expression.trim());
    if (match === null) return [];
    const of = match[2] === 'errors.rate' ? 'errors' : 'latency';
    return [{ expression, standing: thresholdStanding(threshold), endpoint: match[1] ?? null, of, limit } as const];
  });
}
