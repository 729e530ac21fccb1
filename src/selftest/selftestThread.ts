import { parentPort, workerData } from 'node:worker_threads';
import { faults } from './faults/faults.ts';
import type { GeneratedFault } from './generated/generatedFault.ts';
import { sequenceFaults, testGenerated } from './generated/sequenceFaults.ts';
import { tryScripts } from './scriptTrial.ts';
import { allowedSubjects, selftestProfile } from './selftestSubjects.ts';
import { drawHonest, testHonest } from './simulation/honestServices.ts';
import { testFault, testVariant } from './testFault.ts';

/** What a thread of the self-test is told when it starts. */
export interface SelftestThreadPlan {
  readonly seed: number;
  readonly randomVariants: number;
}

const plan: SelftestThreadPlan = workerData;
const profile = selftestProfile(plan.seed);
const allowed = allowedSubjects(plan.randomVariants, plan.seed);
let generated: readonly GeneratedFault[] | undefined;

/** How a subject of each kind is tried: `honest` services are drawn by their number, all others are counted. */
const trials = {
  fault: (at: number) => testFault(subjectAt(faults, at), profile),
  variant: (at: number) => testVariant(subjectAt(allowed, at), profile),
  scripts: (at: number) => tryScripts(subjectAt(faults, at), subjectAt(allowed, 0), profile),
  // Both are tried without sockets.
  honest: (at: number) => testHonest(drawHonest(at)),
  generated: async (at: number) => {
    generated ??= await sequenceFaults(plan.seed);
    return await testGenerated(subjectAt(generated, at), plan.seed);
  },
};

type Trials = typeof trials;
export type SelftestKind = keyof Trials;

/** What came of a subject, by its kind. */
export type OutcomeOf<Kind extends SelftestKind> = Awaited<ReturnType<Trials[Kind]>>;

/** One subject, by its kind and its place among all of that kind. */
export interface SelftestJob {
  readonly kind: SelftestKind;
  readonly index: number;
}

/** What came of one subject. */
export type SelftestOutcome = {
  readonly [Kind in SelftestKind]: { readonly kind: Kind; readonly outcome: OutcomeOf<Kind> };
}[SelftestKind];

export type SelftestReply = { readonly kind: 'ready' } | SelftestOutcome;

function subjectAt<Subject>(subjects: readonly Subject[], at: number): Subject {
  const subject = subjects[at];
  if (subject === undefined) throw new RangeError(`there is no subject ${at}`);
  return subject;
}

parentPort?.on('message', (job: SelftestJob) => {
  trials[job.kind](job.index).then(
    (outcome) => parentPort?.postMessage({ kind: job.kind, outcome }),
    (error: unknown) => {
      queueMicrotask(() => {
        throw error;
      });
    },
  );
});
parentPort?.postMessage({ kind: 'ready' });
