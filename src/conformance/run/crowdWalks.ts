import { witnessOf, witnessStepOf } from '../../client/witnessStep.ts';
import { isQuestionId } from '../../contract/questions/openQuestions.ts';
import type { WitnessSource } from '../../judging/evidence/walkFindings.ts';
import { newRunTag } from '../../judging/tokens.ts';
import type { Profile } from '../../profile/profile.ts';
import { createCrowd } from '../../respondent/createCrowd.ts';
import type { Crowd, WalkCoverage, WalkObserver } from '../../respondent/crowd.ts';
import { type Exchange, isBadLuck } from '../../result/exchange.ts';
import { injectedLaw, recordInjected } from '../../result/injected.ts';
import { clausesAndPlaces } from '../../result/placeKeys.ts';
import { addCounts } from '../../result/tally/counts.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { totalsByName } from '../../result/tally/laws.ts';
import { emptyDelta } from '../../result/tally/mergeDeltas.ts';
import type { Witness } from '../../result/verdict.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';

export interface CrowdWalk {
  readonly profile: Profile;
  readonly respondents: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly isOver: () => boolean;
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

/**
 * Lets a crowd walk side by side; what its invariants find goes into the evidence, checks included.
 *
 * @returns what else it saw, as a load would tell it of a second that took no time
 */
export async function walkCrowd(environment: ProbeEnvironment, walk: CrowdWalk): Promise<SecondDelta> {
  const { respondent } = walk.profile;
  const profile: Profile = { ...walk.profile, respondent: { ...respondent, ...restless(respondent) } };
  const told = { ...emptyDelta(0, true), seconds: 0 };
  const { target, evidence } = environment;
  const { promise, resolve } = Promise.withResolvers<void>();
  const injected = injectedLaw.empty();
  const startNext = (): void => {
    if (told.arrivals < walk.respondents && !walk.isOver()) {
      crowd.start(told.arrivals++, target.clock.nowMs());
      told.active = Math.max(told.active, crowd.active);
    } else if (crowd.active === 0) resolve();
  };
  const observer: WalkObserver = {
    onExchange: (exchange, outcome, intent) => {
      environment.onExchange(exchange, true);
      if (isBadLuck(intent)) recordInjected(injected, intent, exchange, outcome);
      if (walk.isOver()) setImmediate(() => crowd.stop());
    },
    onViolation: (violation) => evidence.failed(violation, () => violation.witness(), violation),
    onObservation: (question, value, exchange, walk, situation) => {
      if (isQuestionId(question)) evidence.observed(question, value, situation, () => observedWitness(exchange, walk));
    },
    onWalkEnd: ({ end, finalStatus, surveyId, obstacle }) => {
      totalsByName.add(told.walks, { [surveyId]: { [obstacle ?? end]: 1 } });
      addCounts(told.ends, { [end]: 1 });
      if (finalStatus !== '') addCounts(told.byStatus, { [finalStatus]: 1 });
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
    conditions: evidence.conditions,
  });
  for (let at = 0; at < walk.atOnce; at++) startNext();
  await promise;
  const coverage = crowd.takeCoverage();
  creditEvidence(environment, coverage, told.arrivals);
  return { ...told, coverage, refusals: [...coverage.refusals], injected: injectedLaw.value(injected) };
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
    evidence.passedElsewhere(clause, Math.max(0, count - (failed[clause] ?? 0)));
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
