import { witnessOf, witnessStepOf } from '../../client/witnessStep.ts';
import { isQuestionId } from '../../contract/questions/catalogue.ts';
import { newRunTag } from '../../judging/tokens.ts';
import type { Profile } from '../../profile/profile.ts';
import { createCrowd } from '../../respondent/createCrowd.ts';
import type { Crowd, WalkCoverage, WalkObserver, WitnessSource } from '../../respondent/crowd.ts';
import { type Exchange, isBadLuck } from '../../result/exchange.ts';
import { type Injected, injectedLaw, recordInjected } from '../../result/injected.ts';
import { clausesAndPlaces } from '../../result/placeKeys.ts';
import type { Counts } from '../../result/tally/counts.ts';
import { totalsByName } from '../../result/tally/laws.ts';
import type { Witness } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';

export interface CrowdWalk {
  readonly profile: Profile;
  readonly respondents: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly isOver: () => boolean;
}

/** How the walks of a crowd ended. */
export interface WalkTally {
  started: number;
  completed: number;
  abandoned: number;
  stopped: number;
  failed: number;
  readonly byStatus: Record<string, number>;
  /** How the walks of each survey ended. */
  readonly walks: Record<string, Counts>;
}

export interface CrowdOutcome {
  readonly tally: WalkTally;
  /** Respondents who walked at the same time, at most. */
  readonly peak: number;
  readonly coverage: WalkCoverage;
  /** What bad luck has touched, which is in all other figures too. */
  readonly injected: Injected;
}

/** Behaviour that looks for trouble: every kind of step is taken often, and nobody thinks. How long a session lives, the profile knows. */
const restless = ({ expire }: Profile['respondent']): Partial<Profile['respondent']> => ({
  thinkTimeMs: { distribution: 'none' },
  back: 0.25,
  invalid: 0.15,
  resume: 0.2,
  abandon: 0.03,
  other: 0.4,
  optional: 0.7,
  expire: { ...expire, probability: 0.06, kinds: ['drop', 'forge', 'stale'] },
  personas: {},
});

/** Lets a crowd walk side by side; what its invariants find goes into the evidence, checks included. */
export async function walkCrowd(environment: ProbeEnvironment, walk: CrowdWalk): Promise<CrowdOutcome> {
  const { respondent } = walk.profile;
  const profile: Profile = { ...walk.profile, respondent: { ...respondent, ...restless(respondent) } };
  const tally: WalkTally = { started: 0, completed: 0, abandoned: 0, stopped: 0, failed: 0, byStatus: {}, walks: {} };
  const { target, evidence } = environment;
  const { promise, resolve } = Promise.withResolvers<void>();
  const injected = injectedLaw.empty();
  let peak = 0;
  const startNext = (): void => {
    if (tally.started < walk.respondents && !walk.isOver()) {
      crowd.start(tally.started++, target.clock.nowMs());
      peak = Math.max(peak, crowd.active);
    } else if (crowd.active === 0) resolve();
  };
  const observer: WalkObserver = {
    onExchange: (exchange, outcome, intent) => {
      environment.onExchange(exchange, true);
      if (isBadLuck(intent)) recordInjected(injected, intent, exchange, outcome);
      if (walk.isOver()) setImmediate(() => crowd.stop());
    },
    onViolation: (violation) => evidence.failed(violation, () => violation.witness(), violation.walk),
    onObservation: (question, value, exchange, walk, situation) => {
      if (isQuestionId(question)) evidence.observed(question, value, situation, () => observedWitness(exchange, walk));
    },
    onWalkEnd: ({ end, finalStatus, surveyId, obstacle }) => {
      totalsByName.add(tally.walks, { [surveyId]: { [obstacle ?? end]: 1 } });
      if (end === 'ended' || end === 'completed') {
        tally.byStatus[finalStatus] = (tally.byStatus[finalStatus] ?? 0) + 1;
      }
      if (end === 'completed') tally.completed++;
      else if (end !== 'ended') tally[end]++;
      setImmediate(startNext);
    },
  };
  const crowd: Crowd = createCrowd({
    profile,
    baseUrl: environment.baseUrl,
    transport: target.transport,
    clock: target.clock,
    observer,
    seed: walk.seed,
    run: newRunTag(),
    redactor: target.redactor,
    completions: null,
    answerHabits: environment.answerHabits,
  });
  for (let at = 0; at < walk.atOnce; at++) startNext();
  await promise;
  const coverage = crowd.takeCoverage();
  creditEvidence(environment, coverage, tally.started);
  return { tally, peak, coverage, injected };
}

/**
 * Checks that walks passed, and the answers to open questions that repeated; those that failed are counted as they
 * happen.
 */
function creditEvidence(
  { evidence }: ProbeEnvironment,
  { checked, failed, observed, places = {} }: WalkCoverage,
  walks: number,
): void {
  for (const [clause, count] of Object.entries(checked)) {
    evidence.passed(clause, Math.max(0, count - (failed[clause] ?? 0)));
    evidence.othersReached(clause, walks);
  }
  for (const [clause, place] of clausesAndPlaces(Object.keys(places))) evidence.lookedAt(clause, place);
  for (const { question, value, situation, count } of observed) {
    evidence.observed(question, value, situation, () => noWitness, count);
  }
}

/** What repeated was not kept. */
const noWitness: Witness = { steps: [], failingStep: 0, curl: '' };

/** The exchange of an observation as a witness of one step: the walk before it plays no part. */
function observedWitness(exchange: Exchange, walk: WitnessSource): Witness {
  const circumstances = { session: 0, sessionTransport: 'keep', concurrent: 0, headers: {} } as const;
  return witnessOf([witnessStepOf(exchange, circumstances, walk, [])]);
}
