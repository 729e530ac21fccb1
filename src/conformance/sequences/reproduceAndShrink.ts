import { ToolError } from '../../errors.ts';
import { clauseOf, isClauseId } from '../../judging/allClauses.ts';
import { rhythm } from '../../judging/evidence/inOrder.ts';
import { withCheck } from '../../judging/identity.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Condition, Violation } from '../../result/verdict.ts';
import { closeEnvironment, environmentForRepeating, type ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { judgeAgain } from '../replay/judgeAgain.ts';
import { changesData } from '../replay/performSteps.ts';
import { type Classified, classify } from './classifyFailure.ts';
import { precededByAnother } from './precededByAnother.ts';
import { sequenceOf } from './sequence.ts';

export interface ReproductionPlan {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  /** A person wants to stop. */
  readonly isOver: () => boolean;
  /** There is something to repeat: this many violations. */
  readonly onStart: (total: number) => void;
  /** A witness that this profile cannot send, as one with a key that it lacks: the others are repeated all the same. */
  readonly onUnable: (violation: Violation, why: string) => void;
}

/** How long one violation is worked on, and all of them; what is left over stays unclassified. */
const secondsForOne = 15;
const secondsForAll = 60;
/** The run has waited as long as the profile says before it called anything lost: what is lost again need not be waited for as long. */
const longestSettleSeconds = 5;
/** Distinct violations that are worked on; the first of each clause come first. */
const maxReproduced = 20;
const candidatesAtOnce = 40;
/** Side by side where the service's limiter counts requests: a few at a time. */
const candidatesWithinBudget = 4;

/**
 * Repeats each violation on its own, says what it depends on, and shrinks its witness to what is needed (design, Run
 * result: `classification`). Violations of probes are repeated as they are: their probes are as short as they can be.
 *
 * @returns all violations, in their order.
 */
export async function reproduceAndShrink(
  violations: readonly Violation[],
  plan: ReproductionPlan,
): Promise<Violation[]> {
  const chosen = chooseOf(violations);
  if (chosen.length === 0) return [...violations];
  plan.onStart(chosen.length);
  const { audit } = plan.profile;
  const settleSeconds = Math.min(audit.settleSeconds, longestSettleSeconds);
  const profile = { ...plan.profile, audit: { ...audit, settleSeconds } };
  const environment = environmentForRepeating(profile, plan.baseUrl, candidatesAtOnce);
  const reproduced = new Map<Violation, Violation>();
  const deadlineMs = performance.now() + secondsForAll * 1000;
  try {
    for (const violation of chosen) {
      if (plan.isOver() || performance.now() > deadlineMs) break;
      const ownDeadlineMs = Math.min(deadlineMs, performance.now() + secondsForOne * 1000);
      const isOver = (): boolean => plan.isOver() || performance.now() > ownDeadlineMs;
      try {
        reproduced.set(violation, await reproduce(violation, environment, isOver));
      } catch (error) {
        if (!(error instanceof ToolError) || error.code !== 'WITNESS_UNREADABLE') throw error;
        plan.onUnable(violation, error.message);
      }
    }
  } finally {
    await closeEnvironment(environment);
  }
  return violations.map((violation) => reproduced.get(violation) ?? violation);
}

/** The first violation of each clause, then the others. */
function chooseOf(violations: readonly Violation[]): Violation[] {
  const open = violations.filter(({ classification, witness, symptom }) => {
    // That a record is missing again and again says nothing of how often one is lost.
    return classification === 'unclassified' && witness.steps.length > 0 && symptom?.lookedFor === undefined;
  });
  const first = open.filter((violation, at) => open.findIndex(({ clause }) => clause === violation.clause) === at);
  return [...first, ...open.filter((violation) => !first.includes(violation))].slice(0, maxReproduced);
}

async function reproduce(
  violation: Violation,
  environment: ProbeEnvironment,
  isOver: () => boolean,
): Promise<Violation> {
  const sequence = sequenceOf(violation.witness);
  const atOnce = environment.profile.target.rateBudget === null ? candidatesAtOnce : candidatesWithinBudget;
  const how = { environment, wanted: violation, atOnce, isOver };
  const found = sequence === null ? null : await classify(sequence, how);
  const needsCrowd = found?.classification === 'load-only';
  if (found !== null && found.smallest !== null) {
    const isOfAnother = isNeverGiven(violation) ? await precededByAnother(found.smallest, how) : null;
    return withFinding(violation, isOfAnother === null ? found : { ...found, smallest: isOfAnother });
  }
  if (isOver()) return found !== null && needsCrowd ? withFinding(violation, found) : violation;
  // What a probe saw, the respondents' model may be unable to judge, alone or in a crowd: then the answers are compared.
  const { failed, repeated, byProbe, ...condition } = await repeatWitness(violation, environment, isOver);
  if (found !== null && (repeated === 0 || (failed === 0 && needsCrowd))) return withFinding(violation, found);
  if (repeated === 0) return violation;
  const classification = failed === repeated ? 'always' : failed > 0 ? 'sometimes' : 'not-reproduced';
  const repeatedly = { classification, smallest: null, failed, repeated, byProbe } as const;
  return withFinding({ ...violation, ...condition }, repeatedly);
}

/** Whether answers were shown that the respondent never gave. */
function isNeverGiven({ clause }: Violation): boolean {
  return isClauseId(clause) && clauseOf(clause).topic === 'unmarked';
}

function withFinding(violation: Violation, found: Classified & { readonly byProbe?: boolean }): Violation {
  const { classification, smallest, failed, repeated, byProbe = false } = found;
  const recordedSteps = violation.witness.steps.length;
  const { expected, actual, symptom = {} } = smallest ?? violation;
  // What came is said of all occurrences in the run, not of the last one.
  const { came } = violation.symptom ?? {};
  const finding = {
    expected,
    actual,
    symptom: { ...symptom, ...(came === undefined ? {} : { came }) },
    classification,
    ...(repeated === 0 ? {} : { reproduction: { failed, repeated, recordedSteps, ...(byProbe ? { byProbe } : {}) } }),
  };
  return {
    ...violation,
    ...finding,
    witness: withCheck(smallest?.witness ?? violation.witness, { ...violation, ...finding }),
    ...(classification === 'sometimes' && violation.baseline.kind === 'NEW'
      ? { baseline: { kind: 'FLAKY' as const, failed, repeated } }
      : {}),
  };
}

const repetitions = 3;
/** Repetitions of what does not show each time: enough to see what comes every tenth time come five times. */
const rareRepetitions = 50;
/** Longer ways take too long to be repeated as often. */
const shortWay = 2;

interface Repeated {
  readonly failed: number;
  readonly repeated: number;
  readonly byProbe: boolean;
  /** It comes with each so manyth time. */
  readonly condition?: Condition;
}

/**
 * Sends the witness of a violation again, a few times, one after the other; many times where it shows now and then.
 *
 * @returns how often it failed again; 0 of 0 for a witness that must not be repeated unasked, because it creates or
 *   changes something that the profile does not allow, or expires the key.
 */
async function repeatWitness(
  violation: Violation,
  environment: ProbeEnvironment,
  isOver: () => boolean,
): Promise<Repeated> {
  const { witness } = violation;
  // With a key that is no good it may have been regenerated all the same.
  const regenerates = witness.steps.some(({ endpoint }) => endpoint === 'regenerate-key');
  const isForbidden = regenerates || (changesData(witness) && !environment.profile.admin.mutate);
  if (isForbidden) return { failed: 0, repeated: 0, byProbe: false };
  const at: number[] = [];
  let times = 0;
  const most = (): number => (at.length < times && witness.steps.length <= shortWay ? rareRepetitions : repetitions);
  for (; times < most() && !isOver(); times++) {
    if ((await judgeAgain(violation, environment, false)).fails) at.push(times);
  }
  if (at.length > 0) {
    const condition = rhythm(at, new Set(Array.from({ length: times }, (_, time) => time)));
    return { failed: at.length, repeated: times, byProbe: false, ...(condition === null ? {} : { condition }) };
  }
  let failed = 0;
  let repeated = 0;
  for (; repeated < repetitions && !isOver(); repeated++)
    if ((await judgeAgain(violation, environment)).fails) failed++;
  return { failed, repeated, byProbe: failed > 0 };
}
