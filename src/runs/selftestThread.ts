import { parentPort, workerData } from 'node:worker_threads';
import { type ScriptOutcome, tryScripts } from '../conformance/selftest/scriptTrial.ts';
import { type FaultOutcome, testFault, testVariant, type VariantOutcome } from '../conformance/selftest/selftest.ts';
import { allowedSubjects, faultySubjects, selftestProfile } from './selftestSubjects.ts';
import type { GeneratedFault } from './simulation/generatedFault.ts';
import { drawHonest, type HonestOutcome, testHonest } from './simulation/honestServices.ts';
import type { GeneratedOutcome } from './simulation/recordedFaults.ts';
import { sequenceFaults, testGenerated } from './simulation/sequenceFaults.ts';

/** What a thread of the self-test is told when it starts. */
export interface SelftestThreadPlan {
  readonly seed: number;
  readonly randomVariants: number;
}

/** One subject, by its kind and its place among all of that kind. */
export interface SelftestJob {
  /** `honest` services are drawn by `index`, `generated` faults counted; both are tried without sockets. */
  readonly kind: 'fault' | 'variant' | 'scripts' | 'honest' | 'generated';
  readonly index: number;
}

/** What came of one subject. */
export type SelftestOutcome =
  | { readonly kind: 'fault'; readonly outcome: FaultOutcome }
  | { readonly kind: 'variant'; readonly outcome: VariantOutcome }
  | { readonly kind: 'scripts'; readonly outcome: readonly ScriptOutcome[] }
  | { readonly kind: 'honest'; readonly outcome: HonestOutcome }
  | { readonly kind: 'generated'; readonly outcome: GeneratedOutcome };

export type SelftestReply = { readonly kind: 'ready' } | SelftestOutcome;

const plan: SelftestThreadPlan = workerData;
const profile = selftestProfile(plan.seed);
const faulty = faultySubjects(null);
const allowed = allowedSubjects(plan.randomVariants, plan.seed);

let generated: readonly GeneratedFault[] | undefined;

function reply(message: SelftestReply): void {
  parentPort?.postMessage(message);
}

async function perform({ kind, index }: SelftestJob): Promise<void> {
  switch (kind) {
    case 'fault': {
      const subject = faulty[index];
      if (subject !== undefined) reply({ kind, outcome: await testFault(subject, profile) });
      return;
    }
    case 'variant': {
      const subject = allowed[index];
      if (subject !== undefined) reply({ kind, outcome: await testVariant(subject, profile) });
      return;
    }
    case 'scripts': {
      const subject = faulty[index];
      const [clean] = allowed;
      if (subject !== undefined && clean !== undefined)
        reply({ kind, outcome: await tryScripts(subject, clean, profile) });
      return;
    }
    case 'honest':
      reply({ kind, outcome: await testHonest(drawHonest(index)) });
      return;
    case 'generated': {
      generated ??= await sequenceFaults(plan.seed);
      const fault = generated[index];
      if (fault !== undefined) reply({ kind, outcome: await testGenerated(fault, plan.seed) });
    }
  }
}

parentPort?.on('message', (job: SelftestJob) => {
  perform(job).catch((error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });
});
reply({ kind: 'ready' });
