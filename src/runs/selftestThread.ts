import { parentPort, workerData } from 'node:worker_threads';
import { type FaultOutcome, testFault, testVariant, type VariantOutcome } from '../conformance/selftest/selftest.ts';
import { allowedSubjects, faultySubjects, selftestProfile } from './selftestSubjects.ts';

/** What a thread of the self-test is told when it starts. */
export interface SelftestThreadPlan {
  readonly seed: number;
  readonly randomVariants: number;
}

/** One subject, by its kind and its place among all of that kind. */
export interface SelftestJob {
  readonly kind: 'fault' | 'variant';
  readonly index: number;
}

/** What came of one subject. */
export type SelftestOutcome =
  | { readonly kind: 'fault'; readonly outcome: FaultOutcome }
  | { readonly kind: 'variant'; readonly outcome: VariantOutcome };

export type SelftestReply = { readonly kind: 'ready' } | SelftestOutcome;

const plan: SelftestThreadPlan = workerData;
const profile = selftestProfile(plan.seed);
const faulty = faultySubjects(null);
const allowed = allowedSubjects(plan.randomVariants, plan.seed);

function reply(message: SelftestReply): void {
  parentPort?.postMessage(message);
}

async function perform({ kind, index }: SelftestJob): Promise<void> {
  if (kind === 'fault') {
    const subject = faulty[index];
    if (subject !== undefined) reply({ kind: 'fault', outcome: await testFault(subject, profile) });
  } else {
    const subject = allowed[index];
    if (subject !== undefined) reply({ kind: 'variant', outcome: await testVariant(subject, profile) });
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
