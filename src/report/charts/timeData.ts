import Type from 'typebox';
import { Compile } from 'typebox/schema';
import type { RunResult, Stretch, ThresholdResult } from '../../result/runResult.ts';
import { thresholdStanding } from '../../result/thresholdStanding.ts';

/** Everything that the charts over time are drawn from, in full detail: at the first sight, zoomed in, for one endpoint. */
export type TimeData = ReturnType<typeof timeData>;

/** What the charts over time of a run are drawn from. */
export function timeData(result: RunResult) {
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

/** What load was planned: the levels of an open model are arrivals a second, those of a closed one respondents at once. */
export type Schedule = NonNullable<ReturnType<typeof scheduleOf>>;

/** What a load run was to offer, by its profile; null of other commands, and of a profile that this version cannot read. */
export function scheduleOf({ kind, profile, run }: Planned) {
  if (kind !== 'load' || !HasPlan.Check(profile)) return null;
  const { load } = profile;
  const levels =
    load.model === 'open'
      ? load.stages.map((each) => ({ ...each, level: each.arrivalsPerSecond }))
      : load.stages.map((each) => ({ ...each, level: each.respondents }));
  const begins = atOnce(run.stretches ?? [{ fromSecond: 0, seconds: 0 }]);
  /** One of each run, on the time axis of all: several of runs that are pooled. */
  const stretches = begins.map(({ fromSecond, times }, at) => {
    /** Parts of the plan in which the load goes straight from one level to another. */
    const stages: { fromSecond: number; toSecond: number; from: number; to: number }[] = [];
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
    /** Where the next one begins; null of the last, which ends with the run. */
    const toSecond = begins[at + 1]?.fromSecond ?? null;
    return { fromSecond, toSecond, warmupSeconds: load.warmupSeconds, stages };
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

/** A threshold that has a place in a chart over time. */
export type LimitLine = ReturnType<typeof limitLines>[number];

/** Thresholds of experienced latency and of the error rate, as lines; what has no place in a chart is left out. */
export function limitLines(thresholds: readonly ThresholdResult[]) {
  return thresholds.flatMap((threshold) => {
    const { expression, limit } = threshold;
    const match = drawable.exec(expression.trim());
    if (match === null) return [];
    const of = match[2] === 'errors.rate' ? 'errors' : 'latency';
    // Of latency the limit is in µs, of errors a share of the requests; null stands for all endpoints together.
    return [{ expression, standing: thresholdStanding(threshold), endpoint: match[1] ?? null, of, limit } as const];
  });
}
