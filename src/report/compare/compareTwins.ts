import { join } from 'node:path';
import {
  type DifferenceRow,
  type DuetDifference,
  type DuetFindings,
  type DuetSide,
  type PairSecond,
  pairBucketsPerOctave,
} from '../../result/duetResult.ts';
import type { Reason } from '../../result/reason.ts';
import { reasonWords } from '../../result/reasonWords.ts';
import type { RunResult } from '../../result/runResult.ts';
import { replayCommand } from '../content/commands.ts';
import type { ComparisonReason } from './comparisonReasons.ts';
import { isUnwanted } from './comparisonWords.ts';
import { concluded } from './conclusion.ts';
import { mostPaired, type PairedOptions, pairedShifts } from './pairedShifts.ts';
import { addStretch, logPercentile, summedSeconds } from './seconds.ts';
import { isOneSided } from './statistics.ts';

interface ExpectedDifference {
  readonly difference: string;
  readonly reason: string;
  readonly expires: string;
}

/** How a duet is judged. */
export interface DuetJudgement extends PairedOptions {
  readonly expected: readonly ExpectedDifference[];
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** What `duet` found: `duet.json` (the names here are a contract). */
export type TwinComparison = ReturnType<typeof compareTwins>;

/** Judges what the twins showed. @param directory where it is written, as the shell is given it */
export function compareTwins(findings: DuetFindings, options: DuetJudgement, directory: string | null = null) {
  const { base, candidate, pairs, learnt, seconds } = findings;
  const voided = invalidReasons(findings);
  const isReachable = !voided.some(({ code }) => code === 'side-invalid' || code === 'generator-away');
  const shifts = seconds.length === 0 ? [] : pairedShifts(seconds, options);
  const differences = judgedDifferences(findings.differences, isReachable, options);
  const found = concluded({
    method: 'twins',
    sides: { base: [base], candidate: [candidate] },
    shifts,
    busiest: mostPaired(shifts),
    differences,
    pairsWalked: pairs.walks,
    refused: [],
    isLookedAt: pairs.compared > 0,
    voided,
    besides: [
      ...lateness(base),
      ...lossesOf(base, ({ code }) => code === 'worker-lost-allowed').map(
        (why): ComparisonReason => ({ code: 'part-lost-allowed', why }),
      ),
    ],
    unlike: [],
    repeatCommand: (violation) =>
      replayCommand(candidate.run, directory === null ? null : join(directory, 'candidate'), violation),
  });
  return {
    schema: 'canvass.duet/2' as const,
    ...found,
    method: 'twins' as const,
    run: base.run,
    pairs,
    learnt,
    /** Expected differences that were not met: their entries can go. */
    notMet: options.expected.filter(({ difference }) => !differences.some(({ id }) => id === difference)),
    overTime: p95OverTime(seconds),
    options,
  };
}

/** A point joins as many seconds as this needs. */
const mostPoints = 400;

/** p95 of both sides over all endpoints, µs, of the pairs that left in each stretch of seconds, by its first one. */
function p95OverTime(seconds: readonly PairSecond[]) {
  const all = seconds.map(({ second }) => second);
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const length = Math.max(1, Math.ceil((last - first + 1) / mostPoints));
  const groups = Map.groupBy(seconds, ({ second }) => first + Math.floor((second - first) / length) * length);
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([second, group]) => ({ second, baseUs: p95(group, 'base'), candidateUs: p95(group, 'candidate') }));
}

function p95(group: readonly PairSecond[], side: DuetSide): number {
  const counted = group.map(({ endpoints }) => ({
    second: 0,
    buckets: Object.values(endpoints).flatMap((sides) => sides[side]),
  }));
  const summed = summedSeconds(counted, 0, 0, pairBucketsPerOctave);
  if (summed === null) return 0;
  const counts = new Float64Array(summed.buckets);
  addStretch(summed, 0, 1, counts);
  return Math.exp(logPercentile(counts, summed, 0.95));
}

/** Why nothing follows from it, or not enough. */
function invalidReasons({ base, candidate, pairs }: DuetFindings): ComparisonReason[] {
  const reasons: ComparisonReason[] = [];
  if (base.run.interrupted) reasons.push({ code: 'interrupted', afterSeconds: base.run.durationSeconds });
  // Twins walk both sides: what one lacks, the other lacks too.
  const lost = lossesOf(base, isLoss);
  for (const why of lost) reasons.push({ code: 'part-lost', why });
  // What was read before it and what was read after it are no pair.
  for (const why of lossesOf(base, isAway)) reasons.push({ code: 'generator-away', why });
  for (const [side, result] of [
    ['base', base],
    ['candidate', candidate],
  ] as const) {
    const inTheWay = result.run.interrupted ? [] : voidedBy(result);
    if (inTheWay.length > 0) reasons.push({ code: 'side-invalid', side, run: result.run.id, reasons: inTheWay });
  }
  if (pairs.compared === 0) reasons.push({ code: 'nothing-compared' });
  return reasons;
}

/**
 * What voids a side, though it broke promises as well. Not that the generator came late: pairs are timed from the instant at
 * which both left, and what their answers then wait for it is the same on both sides. What was lost of the generator is told
 * once, for both.
 */
function voidedBy({ validity, verdict, reasons }: RunResult): readonly string[] {
  if (validity === undefined) return verdict === 'INVALID' ? reasons : [];
  const voided = [...validity.conformance.reasons, ...validity.performance.reasons];
  return [...new Set(voided.filter((reason) => !isOfBoth(reason)).map(reasonWords))];
}

function lossesOf({ reasonCodes = [] }: RunResult, isWanted: (reason: Reason) => boolean): string[] {
  return reasonCodes.filter(isWanted).map(reasonWords);
}

/** The generator is one for both sides. */
function lateness({ validity }: RunResult): ComparisonReason[] {
  const late = validity?.performance.reasons.find(({ code }) => code === 'generator-late');
  return late?.code === 'generator-late' ? [{ code: 'generator-late', percentOfTime: late.percentOfTime }] : [];
}

/** One generator walks both sides: what is to be said of it is said once. */
function isOfBoth(reason: Reason): boolean {
  return reason.code === 'generator-late' || isLoss(reason) || isAway(reason);
}

function isAway({ code }: Reason): boolean {
  return code === 'generator-away';
}

function isLoss({ code }: Reason): boolean {
  return code === 'worker-lost' || code === 'thread-lost';
}

/** What nobody expects comes first, the most frequent of it first; what follows from another difference stands behind all. */
function judgedDifferences(
  rows: readonly DifferenceRow[],
  isReachable: boolean,
  options: DuetJudgement,
): DuetDifference[] {
  const ids = new Set(rows.map(({ id }) => id));
  const isOwn = ({ count, following, after = '' }: DifferenceRow): boolean => following !== count || !ids.has(after);
  const others = rows.filter((row) => !isOwn(row));
  const own = rows.filter(isOwn).map((row) => judgedDifference(row, isReachable, options));
  return [
    ...own.sort((a, b) => Number(isUnwanted(b)) - Number(isUnwanted(a)) || b.count - a.count),
    ...others.map((row) => ({ ...row, standing: { kind: 'FOLLOWS' as const, after: row.after ?? '' } })),
  ];
}

/** @param isReachable whether both sides answered as a rule: else their failures are what makes the duet void. */
function judgedDifference(
  row: DifferenceRow,
  isReachable: boolean,
  { expected, today }: DuetJudgement,
): DuetDifference {
  if (row.aspect === 'failure' && !(isReachable && isOneSided(row.count, row.reversed)))
    return { ...row, standing: { kind: 'SHOWN' } };
  const wanted = expected.find(({ difference }) => difference === row.id);
  if (wanted !== undefined) {
    const { reason, expires } = wanted;
    return { ...row, standing: { kind: expires >= today ? 'EXPECTED' : 'EXPIRED', reason, expires } };
  }
  return { ...row, standing: { kind: row.aspect === 'markup' ? 'SHOWN' : 'UNEXPECTED' } };
}
