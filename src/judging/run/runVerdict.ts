import { failures } from '../../result/exchange.ts';
import type { Judgements } from '../../result/judgements.ts';
import { obstacleOf, whoseIs } from '../../result/obstacle.ts';
import { isOfServiceErrors, type Reason } from '../../result/reason.ts';
import type { ThresholdResult, Validity } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import { missedThresholds, thresholdStanding } from '../../result/thresholdStanding.ts';
import type { Violation } from '../../result/verdict.ts';
import { judgedBy, type RunVerdict } from '../../result/verdictAndExitCode.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { brokenReasons } from './violationReasons.ts';
import { doubting, validityOf, withDoubts } from './voidedByReason.ts';

/** What was found of a run, for the four judgements and the one verdict that follows from them. */
export interface Found {
  readonly violations: readonly Violation[];
  /** Clauses that were looked at. */
  readonly lookedAt: number;
  readonly thresholds: readonly ThresholdResult[];
  /** What was missed beside thresholds, such as the coverage that was asked for. */
  readonly missedElse: readonly Reason[];
  /** What casts doubt on the run. */
  readonly voiding: readonly Reason[];
  /** Whether nobody reached the service: then what was broken may be somebody else's. */
  readonly shutOut: boolean;
  readonly requests: number;
  readonly answers: number;
  /** What is said beside, and decides nothing. */
  readonly notes: readonly Reason[];
}

export interface RunJudgement {
  readonly verdict: RunVerdict;
  readonly reasons: readonly Reason[];
  readonly validity: Validity;
  readonly judgements: Judgements;
  /** As they were given, with what cannot be told of them. */
  readonly thresholds: readonly ThresholdResult[];
}

/**
 * Makes the four judgements of a run, and of them its verdict (docs/verdict.md): for every command that walks.
 *
 * @returns the reasons of the judgement that decided first
 */
export function judgementOf(found: Found): RunJudgement {
  const { shutOut, notes } = found;
  const isAway = isTargetAway(found.voiding, shutOut);
  // What a target that goes leaves behind, broken connections, is no promise that it broke.
  const stays = ({ clause }: Violation): boolean => !isAway || !isClauseId(clause) || !clauseOf(clause).brokenByGoing;
  const violations = found.violations.filter(stays);
  const broken = shutOut ? [] : brokenReasons(violations);
  // Walks that a broken promise stopped have shown it.
  const stopped = found.voiding.filter((reason) => broken.length === 0 || !isStoppedByPromise(reason));
  const unserved = shutOut || isAway ? [] : stopped.filter(isOfServiceErrors);
  const voiding = stopped.filter((reason) => !unserved.includes(reason));
  const thresholds = found.thresholds.map((each) => withDoubts(each, voiding));
  const missed = [
    ...missedThresholds(thresholds).map(
      ({ expression, abortedAtSecond = null }): Reason => ({ code: 'threshold-missed', expression, abortedAtSecond }),
    ),
    ...found.missedElse,
  ];
  const untold = thresholds.flatMap(untoldReason);
  // A run from which nothing follows need not say it of each threshold besides.
  const doubts = doubting(voiding, []).length > 0 ? voiding : [...voiding, ...untold];
  const voided = doubting(voiding, ['load', 'promises']);
  const judgements: Judgements = {
    promises: {
      judgement:
        broken.length + unserved.length > 0 ? 'broken' : shutOut || found.lookedAt === 0 ? 'not looked at' : 'kept',
      lookedAt: found.lookedAt,
      broken:
        unserved.length +
        (broken.length === 0 ? 0 : new Set(violations.filter(gates).map(({ clause }) => clause)).size),
    },
    thresholds: {
      judgement: missed.length > 0 ? 'missed' : untold.length > 0 ? 'cannot be told' : 'met',
      met: thresholds.filter(({ passed }) => passed).length,
      missed: missed.length,
      untold: untold.length,
    },
    measurement: {
      judgement: voided.length > 0 ? 'void' : voiding.length > 0 ? 'bounds' : 'stands',
      because: [...new Set(voiding.map(({ code }) => code))],
    },
    target: { judgement: isAway ? 'away' : 'there', requests: found.requests, answers: found.answers },
  };
  const { verdict } = judgedBy(judgements);
  const failed = [...broken, ...unserved, ...missed];
  const reasons = verdict === 'FAIL' ? [...failed, ...doubts, ...notes] : [...doubts, ...failed, ...notes];
  return { verdict, reasons, validity: validityOf(doubts), judgements, thresholds };
}

function isStoppedByPromise(reason: Reason): boolean {
  return reason.code === 'walks-failed' && reason.obstacle === 'promise-broken';
}

function untoldReason(threshold: ThresholdResult): Reason[] {
  if (thresholdStanding(threshold) !== 'cannot be told') return [];
  const { expression, value } = threshold;
  return [{ code: value === null ? 'threshold-not-measured' : 'threshold-untold', expression }];
}

/**
 * Whether the target was not there, or went and did not come back: it never answered, stopped to for good, or somebody
 * else answered in its place, such as a gateway. A machine without sockets reaches nobody, and says nothing of the target.
 *
 * @param shutOut whether nobody reached the service
 */
function isTargetAway(reasons: readonly Reason[], shutOut: boolean): boolean {
  return reasons.some((reason) => {
    switch (reason.code) {
      case 'never-answered':
        return isOfTarget(reason.failures[0]?.failure);
      case 'stopped-answering':
        return isOfTarget(reason.failure);
      case 'undocumented-answers':
        return true;
      case 'walks-failed':
        return shutOut && whoseIs(reason.obstacle) === 'target';
      default:
        return false;
    }
  });
}

function isOfTarget(name: string | undefined): boolean {
  const failure = failures.find((each) => each === name);
  return failure === undefined || whoseIs(obstacleOf({ failure, httpStatus: 502 }, false)) === 'target';
}
