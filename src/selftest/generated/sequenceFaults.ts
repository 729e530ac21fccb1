import { selectProbes } from '../../conformance/run/selection.ts';
import { departuresOf } from '../../judging/evidence/departures.ts';
import { isGating } from '../../judging/identity.ts';
import { selftestSurveys } from '../selftestSubjects.ts';
import { type Asked, auditedSurvey, simulate, walkedSurveys } from '../simulation/simulate.ts';
import { answerCodeFaults } from './answerCodeFaults.ts';
import { answerFaults } from './answerFaults.ts';
import { echoFaults } from './echoFaults.ts';
import type { GeneratedFault } from './generatedFault.ts';
import { listFaults } from './listFaults.ts';
import { moveFaults } from './moveFaults.ts';
import { placeFaults } from './placeFaults.ts';
import type { GeneratedOutcome } from './recordedAnswers.ts';

/** What is tried by whole runs: what shows in several answers only, and what is wrong in one place alone. */
export async function sequenceFaults(seed: number): Promise<readonly GeneratedFault[]> {
  const walked = [...selftestSurveys.values()].filter(({ id }) => walkedSurveys.includes(id));
  const gated = [...selftestSurveys.values()].filter(({ gate }) => gate !== undefined);
  return [
    ...moveFaults(walked, gated),
    ...answerFaults(walked, auditedSurvey),
    ...echoFaults(),
    ...listFaults(),
    ...answerCodeFaults(),
    ...(await placeFaults(seed)),
  ];
}

/**
 * Has conformance judge a service with a generated fault, until something that gates is found.
 *
 * @param asked what of conformance it is asked, by itself all
 */
export async function testGenerated(
  { kind, place, how }: GeneratedFault,
  seed: number,
  asked: Asked = selectProbes(null),
): Promise<GeneratedOutcome> {
  const evidence = await simulate(
    {
      options: { injected: [{ how, everyNth: 1, among: 'anybody' }] },
      known: selftestSurveys,
      demanding: true,
      latency: () => 1,
      asked,
      seed,
    },
    ({ broken }) => broken.values().some(isGating),
  );
  const clauses = [...evidence.broken];
  const gating = clauses.filter(isGating);
  const odd = new Set(departuresOf(evidence.habits).map(({ id }) => id));
  return {
    kind,
    place,
    clauses: [...gating, ...clauses.filter((clause) => !isGating(clause)), ...(gating.length > 0 ? [] : odd)],
    gates: gating.length > 0,
  };
}
