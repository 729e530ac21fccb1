import { isGating } from '../../judging/identity.ts';
import { selftestSurveys } from '../selftestSubjects.ts';
import { answerCodeFaults } from './answerCodeFaults.ts';
import { answerFaults } from './answerFaults.ts';
import type { GeneratedFault } from './generatedFault.ts';
import { listFaults } from './listFaults.ts';
import { moveFaults } from './moveFaults.ts';
import type { GeneratedOutcome } from './recordedFaults.ts';
import { resourceFaults } from './resourceFaults.ts';
import { auditedSurvey, simulate, walkedSurveys } from './simulate.ts';

/** What shows in several answers only: each fault is tried by a whole run. */
export function* sequenceFaults(): Generator<GeneratedFault> {
  const walked = [...selftestSurveys.values()].filter(({ id }) => walkedSurveys.includes(id));
  const gated = [...selftestSurveys.values()].filter(({ gate }) => gate !== undefined);
  yield* moveFaults(walked, gated);
  yield* answerFaults(walked, auditedSurvey);
  yield* resourceFaults();
  yield* listFaults();
  yield* answerCodeFaults();
}

/** Has conformance judge a service with a generated fault, until something that gates is found. */
export async function testGenerated({ kind, place, how }: GeneratedFault, seed: number): Promise<GeneratedOutcome> {
  const evidence = await simulate(
    {
      options: { injected: [{ how, everyNth: 1, among: 'anybody' }] },
      known: selftestSurveys,
      demanding: true,
      latency: () => 1,
      seed,
    },
    ({ failures }) => failures.some(({ clause }) => isGating(clause)),
  );
  const clauses = [...new Set(evidence.failures.map(({ clause }) => clause))];
  const gating = clauses.filter(isGating);
  return {
    kind,
    place,
    clauses: [...gating, ...clauses.filter((clause) => !isGating(clause))],
    gates: gating.length > 0,
  };
}
