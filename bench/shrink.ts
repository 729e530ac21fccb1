import { closeEnvironment, environmentForRepeating } from '../src/conformance/drive/probeEnvironment.ts';
import { playSequence } from '../src/conformance/sequences/playSequence.ts';
import type { Sequence, SequenceStep, StepKind } from '../src/conformance/sequences/sequence.ts';
import { shrink } from '../src/conformance/sequences/shrink.ts';
import type { Profile } from '../src/profile/profile.ts';
import { Random } from '../src/respondent/random.ts';
import { altered } from '../src/selftest/altered.ts';
import { chooseFaults } from '../src/selftest/faults/faults.ts';
import { selftestProfile } from '../src/selftest/selftestSubjects.ts';
import { parseLatency } from '../src/service/latency.ts';
import { startService } from '../src/service/service.ts';

/**
 * `node bench/shrink.ts [latency ms] [walks]`: walks of 40 steps through the survey of twenty pages whose last step
 * fails, against a service that takes so long (50 ms) for each request: steps that are left, steps on which the failure
 * really depends, and the time that it took. `early`: going back does not `late`: the final page, which only all
 * pages lead to, is shown again.
 */
const latencyMs = Number(process.argv[2] ?? 50);
const walks = Number(process.argv[3] ?? 5);
const surveyId = 1014;
const pages = 20;
const length = 40;
const candidatesAtOnce = 40;

/** Between the steps that lead to the failure, steps that play no part. */
function walkOf(random: Random, submits: number, last: StepKind, noise: readonly StepKind[]): Sequence {
  const kinds: StepKind[] = Array<StepKind>(submits).fill('submit');
  while (kinds.length < length - 2) {
    kinds.splice(random.below(kinds.length + 1), 0, noise[random.below(noise.length)] ?? 'resume');
  }
  const steps = ['begin' as const, ...kinds, last].map(
    (kind): SequenceStep => ({ session: 0, kind, body: null, concurrent: 0 }),
  );
  return { surveys: [surveyId], steps };
}

const cases = {
  early: { fault: 'back-stays', clause: 'MOVE-BACK-01', submits: pages - 2, last: 'back', needed: 3 },
  late: { fault: 'complete-final-again', clause: 'MOVE-ADVANCE-01', submits: pages - 1, last: 'submit', needed: 21 },
} as const;

/** Nothing optional is left out: each submission leads on. */
function wholeAnswers(profile: Profile): Profile {
  return { ...profile, respondent: { ...profile.respondent, optional: 1 } };
}

for (const [name, { fault, clause, submits, last, needed }] of Object.entries(cases)) {
  const service = await startService(
    altered({ faults: chooseFaults(fault), latency: parseLatency(`fixed:${latencyMs}`) }),
  );
  const profile = wholeAnswers(selftestProfile(1));
  const isWanted = (violation: { readonly clause: string }): boolean => violation.clause === clause;
  const ground = environmentForRepeating(profile, service.baseUrl, candidatesAtOnce);
  for (let walk = 0; walk < walks; walk++) {
    const sequence = walkOf(new Random(walk, 1), submits, last, ['resume', 'drop', 'forge']);
    const failure = await playSequence(ground, sequence, isWanted);
    if (failure === null) throw new Error(`${name}: the walk does not fail`);
    let plays = 0;
    const startMs = performance.now();
    const smallest = await shrink(failure, {
      reproduce: (candidate) => {
        plays++;
        return playSequence(ground, candidate, isWanted);
      },
      atOnce: candidatesAtOnce,
      isOver: () => false,
    });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    const left = smallest.sequence.steps.length;
    process.stdout.write(
      `${name}: ${failure.sequence.steps.length} steps to ${left} (${needed} needed) in ${seconds} s, ${plays} plays\n`,
    );
  }
  await closeEnvironment(ground);
  await service.close();
}
