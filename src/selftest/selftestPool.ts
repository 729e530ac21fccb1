import { startThread } from '../startThread.ts';
import type {
  OutcomeOf,
  SelftestJob,
  SelftestKind,
  SelftestOutcome,
  SelftestReply,
  SelftestThreadPlan,
} from './selftestThread.ts';

/** Told what came of each subject, and how many of all are done. */
export type OnOutcome = (outcome: SelftestOutcome, done: number, total: number) => void;

interface SelftestPool {
  /** 0 takes as many as there are cores. */
  readonly threads: number;
  readonly plan: SelftestThreadPlan;
  readonly jobs: readonly SelftestJob[];
  readonly onOutcome: OnOutcome;
}

/** Shares jobs out to threads, each taking the next as it becomes free. Rejects when a thread breaks. */
export async function runSelftestPool({ threads, plan, jobs, onOutcome }: SelftestPool) {
  const outcomes: SelftestOutcome[] = [];
  const queue = [...jobs];
  const run = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = startThread('./selftestThread', import.meta.url, { workerData: plan, name: 'canvass self-test' });
      const next = (): void => {
        const job = queue.shift();
        if (job === undefined) void worker.terminate().then(() => resolve());
        else worker.postMessage(job);
      };
      worker.on('error', reject);
      worker.on('message', (reply: SelftestReply) => {
        if (reply.kind !== 'ready') {
          outcomes.push(reply);
          onOutcome(reply, outcomes.length, jobs.length);
        }
        next();
      });
    });
  const wanted = threads === 0 ? navigator.hardwareConcurrency : threads;
  await Promise.all(Array.from({ length: Math.min(wanted, Math.max(1, jobs.length)) }, run));
  const of = <Kind extends SelftestKind>(kind: Kind): OutcomeOf<Kind>[] =>
    outcomes.flatMap((each) => (each.kind === kind ? [each.outcome as OutcomeOf<Kind>] : []));
  return {
    faults: of('fault'),
    variants: of('variant'),
    scripts: of('scripts').flat(),
    honest: of('honest'),
    generated: of('generated'),
  };
}
