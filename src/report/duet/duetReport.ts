import type { DifferenceRow, DuetDifference, DuetFindings, DuetPromise, DuetReason } from '../../result/duetResult.ts';
import type { Reason } from '../../result/reason.ts';
import { reasonWords } from '../../result/reasonWords.ts';
import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import { judgedBy } from '../../result/verdictTable.ts';
import { isSameDefect } from '../../result/violationId.ts';
import { decidingShift, overallVerdict } from '../compare/compareResults.ts';
import { mostPaired, type PairedOptions, type PairedShift, pairedShifts } from '../compare/pairedShifts.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import { isOneSided } from '../compare/statistics.ts';
import { requestsOf, violationsSeenIn } from '../measures.ts';
import { duetJudgements } from './duetJudgements.ts';
import { duetHeadline, duetNext, duetReasonWords } from './duetWords.ts';

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

/** One side of a duet as its report names it. */
export type DuetSideSummary = ReturnType<typeof summaryOf>;

/** What `duet` found: `duet.json` (the names here are a contract). */
export type DuetReport = ReturnType<typeof duetReport>;

/** Judges what the twins showed. @param directory where it is written, as the shell is given it */
export function duetReport(findings: DuetFindings, options: DuetJudgement, directory: string | null = null) {
  const { base, candidate, pairs, learnt } = findings;
  const invalid = invalidReasons(findings);
  const shifts = findings.seconds.length === 0 ? [] : pairedShifts(findings.seconds, options);
  const busiest = mostPaired(shifts);
  const latency: ShiftVerdict = invalid.length > 0 ? "CAN'T TELL" : overallVerdict(shifts, busiest);
  const isReachable = !invalid.some(({ code }) => code === 'side-invalid' || code === 'generator-away');
  const differences = findings.differences.map((row) => judgedDifference(row, isReachable, options));
  const promises = promisesOf(base, candidate);
  const regressions = promises.filter(({ gating }) => gating).map(({ violation }) => violation.id);
  const [unexpected, expired] = [idsOf(differences, 'UNEXPECTED'), idsOf(differences, 'EXPIRED')];
  const failing = [
    ...named('regressions', regressions),
    ...named('differences', unexpected),
    ...named('expired', expired),
  ];
  const reasonCodes: DuetReason[] = [
    ...invalid,
    ...failing,
    ...movedShifts(shifts, latency),
    ...named(
      'mended',
      promises.filter(({ standing }) => standing === 'MENDED').map(({ violation }) => violation.id),
    ),
    ...(latency === "CAN'T TELL" && shifts.length > 0 ? [unsure(shifts)] : []),
    ...lateness(base),
    ...lossesOf(base, ({ code }) => code === 'worker-lost-allowed').map(
      (why): DuetReason => ({ code: 'part-lost-allowed', why }),
    ),
  ];
  const judgements = duetJudgements(findings, {
    regressions: regressions.length,
    differences: unexpected.length + expired.length,
    latency,
    invalid,
  });
  const { verdict } = judgedBy(judgements);
  const facts = {
    verdict,
    latency,
    differences,
    promises,
    shifts,
    deciding: decidingShift(shifts, busiest),
    reasonCodes,
    directory,
  };
  return {
    schema: 'canvass.duet/1' as const,
    verdict,
    judgements,
    headline: duetHeadline(facts),
    /** In sentences; `reasonCodes` has the same as data. */
    reasons: reasonCodes.map(duetReasonWords),
    reasonCodes,
    next: duetNext(facts),
    run: base.run,
    sides: { base: summaryOf(base), candidate: summaryOf(candidate) },
    pairs,
    learnt,
    latency,
    shifts,
    differences,
    /** Expected differences that were not met: their entries can go. */
    notMet: options.expected.filter(({ difference }) => !differences.some(({ id }) => id === difference)),
    promises,
    options,
  };
}

/** Why nothing follows from it, or not enough. */
function invalidReasons({ base, candidate, pairs }: DuetFindings): DuetReason[] {
  const reasons: DuetReason[] = [];
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
    if (inTheWay.length > 0) reasons.push({ code: 'side-invalid', side, reasons: inTheWay });
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
function lateness({ validity }: RunResult): DuetReason[] {
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

/** Violations of both sides, told apart by their identity. */
function promisesOf(base: RunResult, candidate: RunResult): DuetPromise[] {
  return [
    ...candidate.violations.map((violation): DuetPromise => {
      if (base.violations.some((before) => isSameDefect(before, violation)))
        return { standing: 'COMMON', gating: false, violation };
      return { standing: 'REGRESSION', gating: gates(violation), violation };
    }),
    ...base.violations
      .filter((violation) => !candidate.violations.some((after) => isSameDefect(violation, after)))
      .map((violation): DuetPromise => ({ standing: 'MENDED', gating: false, violation })),
  ];
}

function idsOf(differences: readonly DuetDifference[], kind: DuetDifference['standing']['kind']): string[] {
  return differences.filter(({ standing }) => standing.kind === kind).map(({ id }) => id);
}

function named(code: 'regressions' | 'mended' | 'differences' | 'expired', names: readonly string[]): DuetReason[] {
  return names.length === 0 ? [] : [{ code, names }];
}

const mostNamed = 3;

function movedShifts(shifts: readonly PairedShift[], latency: ShiftVerdict): DuetReason[] {
  if (latency !== 'SLOWER' && latency !== 'FASTER') return [];
  return shifts
    .filter(({ verdict }) => verdict === latency)
    .sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift))
    .slice(0, mostNamed)
    .map(({ endpoint, share, shift, low, high }) => ({ code: 'moved', endpoint, share, shift, low, high }));
}

function unsure(shifts: readonly PairedShift[]): DuetReason {
  const untold = shifts.filter(({ verdict }) => verdict === "CAN'T TELL").length;
  return { code: 'unsure', untold, percentiles: shifts.length };
}

function summaryOf(result: RunResult) {
  const { target, verdict, reasons } = result;
  return { ...target, verdict, reasons, requests: requestsOf(result), violations: violationsSeenIn(result) };
}
