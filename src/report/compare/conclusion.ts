import { type DuetDifference, type DuetSide, duetSides } from '../../result/duetResult.ts';
import type { Judgements } from '../../result/judgements.ts';
import type { RunResult } from '../../result/runResult.ts';
import { judgedBy } from '../../result/verdictAndExitCode.ts';
import { errorShareOf, requestsOf, violationsSeenIn } from '../measures.ts';
import { type ComparisonReason, comparisonReasonWords, type NamesCode } from './comparisonReasons.ts';
import { type ComparisonFacts, type FoundFacts, headlineOf, isUnwanted, nextOf, placeSaid } from './comparisonWords.ts';
import { type ComparedPromise, comparePromises, reasonOf } from './promises.ts';
import { type ComparedShift, decidingShift, overallVerdict, type SpeedVerdict } from './speed.ts';

/** What an estimator has found of two sides. */
export interface FoundOfSides<AShift extends ComparedShift> extends FoundFacts {
  readonly sides: Readonly<Record<DuetSide, readonly RunResult[]>>;
  /** `null` of runs that sent no load. */
  readonly shifts: readonly AShift[] | null;
  /** The endpoint whose p95 decides whether anything can be told. */
  readonly busiest: string;
  /** Whether answers were looked at on both sides. */
  readonly isLookedAt: boolean;
  /** Why nothing follows, or not enough. */
  readonly voided: readonly ComparisonReason[];
  /** What is said besides, and decides nothing. */
  readonly besides: readonly ComparisonReason[];
}

/** The verdict on a candidate and its words: the same rules for both estimators. */
export function concluded<AShift extends ComparedShift>(found: FoundOfSides<AShift>) {
  const { method, sides, differences, voided, busiest } = found;
  const promises = comparePromises(sides.base, sides.candidate);
  const shifts = found.shifts ?? [];
  const latency: SpeedVerdict =
    found.shifts === null ? 'NOT JUDGED' : voided.length > 0 ? "CAN'T TELL" : overallVerdict(shifts, busiest);
  const reasonCodes = [
    ...voided,
    ...reasonsOf(promises, differences, shifts, latency, voided.length > 0),
    ...found.besides,
  ];
  const judgements = judgementsOf(found, promises, latency);
  const { verdict } = judgedBy(judgements);
  const known = sides.candidate.flatMap((run) => run.violations.filter(({ baseline: { kind } }) => kind === 'KNOWN'));
  const facts: ComparisonFacts = {
    ...found,
    verdict,
    latency,
    promises,
    shifts,
    deciding: decidingShift(shifts, busiest),
    reasonCodes,
    tolerated: new Set(known.map(({ id }) => id)).size,
    fewestRuns: Math.min(sides.base.length, sides.candidate.length),
  };
  const called = new Map([
    ...promises.map(
      ({ violation, title, place }) => [violation.id, place === '' ? title : `${title}, in ${place}`] as const,
    ),
    ...differences.map((difference) => [difference.id, placeSaid(difference)] as const),
  ]);
  return {
    method,
    verdict,
    judgements,
    headline: headlineOf(facts),
    /** In sentences; `reasonCodes` has the same as data. */
    reasons: reasonCodes.map((reason) => comparisonReasonWords(reason, (id) => called.get(id) || id)),
    reasonCodes,
    next: nextOf(facts),
    runs: duetSides.flatMap((side) => sides[side].map((run) => comparedRun(side, run))),
    latency,
    shifts,
    promises,
    differences,
  };
}

/** One run as a comparison names it. */
export type ComparedRun = ReturnType<typeof comparedRun>;

function comparedRun(side: DuetSide, result: RunResult) {
  return {
    side,
    id: result.run.id,
    startedAt: result.run.startedAt,
    verdict: result.verdict,
    ...result.target,
    requests: requestsOf(result),
    errorShare: errorShareOf(result) ?? 0,
    violations: violationsSeenIn(result),
  };
}

const mostMoved = 4;

function reasonsOf(
  promises: readonly ComparedPromise[],
  differences: readonly DuetDifference[],
  shifts: readonly ComparedShift[],
  latency: SpeedVerdict,
  isVoid: boolean,
): ComparisonReason[] {
  const named = (code: NamesCode, names: readonly string[]): ComparisonReason[] =>
    names.length === 0 ? [] : [{ code, names }];
  const broken = (code: NamesCode): ComparisonReason[] =>
    named(
      code,
      promises.filter((promise) => reasonOf(promise) === code).map(({ violation }) => violation.id),
    );
  const differing = (code: NamesCode, kind: DuetDifference['standing']['kind']): ComparisonReason[] =>
    named(
      code,
      differences.filter(({ standing }) => standing.kind === kind).map(({ id }) => id),
    );
  const moved = shifts
    .filter(({ verdict }) => verdict === 'SLOWER' || verdict === 'FASTER')
    .toSorted((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
  const untold = shifts.filter(({ verdict }) => verdict === "CAN'T TELL").length;
  const percentiles = shifts.length;
  const ofSpeed: ComparisonReason[] = [
    ...moved.slice(0, mostMoved).map(({ endpoint, share, shift, low, high }): ComparisonReason => {
      return { code: 'moved', endpoint, share, shift, low, high };
    }),
    ...(moved.length === 0 && percentiles > untold ? [{ code: 'nothing-moved', percentiles } as const] : []),
    ...(untold > 0 ? [{ code: 'unsure', untold, percentiles } as const] : []),
    ...(percentiles === 0 ? [{ code: 'too-few-requests' } as const] : []),
  ];
  return [
    ...broken('regressions'),
    ...broken('changed'),
    ...differing('differences', 'UNEXPECTED'),
    ...differing('expired', 'EXPIRED'),
    ...(latency === 'NOT JUDGED' ? [{ code: 'speed-not-judged' } as const] : isVoid ? [] : ofSpeed),
    ...broken('tolerated'),
    ...broken('mended'),
  ];
}

/**
 * The four judgements (docs/verdict.md): promises that the candidate breaks and the base keeps; its thresholds are that it
 * is no slower and does nothing unexpected; the target of twins is there where both sides are.
 */
function judgementsOf<AShift extends ComparedShift>(
  { method, sides, differences, voided, isLookedAt }: FoundOfSides<AShift>,
  promises: readonly ComparedPromise[],
  latency: SpeedVerdict,
): Judgements {
  const broken = promises.filter(({ gating }) => gating).length;
  const missed = differences.filter(isUnwanted).length + (latency === 'SLOWER' ? 1 : 0);
  const runs = [...sides.base, ...sides.candidate];
  const sum = (pick: (judgements: Judgements) => number, of: readonly RunResult[] = runs): number =>
    of.reduce((total, { judgements }) => total + (judgements === undefined ? 0 : pick(judgements)), 0);
  const isAway = method === 'twins' && runs.some(({ judgements }) => judgements?.target.judgement === 'away');
  return {
    promises: {
      judgement: broken > 0 ? 'broken' : isLookedAt ? 'kept' : 'not looked at',
      lookedAt: sum(({ promises: { lookedAt } }) => lookedAt, sides.candidate),
      broken,
    },
    thresholds: { judgement: missed > 0 ? 'missed' : 'met', met: missed > 0 ? 0 : 1, missed, untold: 0 },
    measurement: {
      judgement: voided.length > 0 ? 'void' : 'stands',
      because: [...new Set(voided.map(({ code }) => code))],
    },
    target: {
      judgement: isAway ? 'away' : 'there',
      requests: sum(({ target }) => target.requests),
      answers: sum(({ target }) => target.answers),
    },
  };
}
