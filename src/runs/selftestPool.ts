import type { ScriptOutcome } from '../conformance/selftest/scriptTrial.ts';
import type { FaultOutcome, VariantOutcome } from '../conformance/selftest/selftest.ts';
import { startThread } from '../startThread.ts';
import type { SelftestJob, SelftestOutcome, SelftestReply, SelftestThreadPlan } from './selftestThread.ts';
import type { HonestOutcome } from './simulation/honestServices.ts';
import type { GeneratedOutcome } from './simulation/recordedFaults.ts';

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
  const faults: FaultOutcome[] = [];
  const variants: VariantOutcome[] = [];
  const scripts: ScriptOutcome[] = [];
  const honest: HonestOutcome[] = [];
  const generated: GeneratedOutcome[] = [];
  const queue = [...jobs];
  let done = 0;
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
        if (reply.kind === 'fault') faults.push(reply.outcome);
        if (reply.kind === 'variant') variants.push(reply.outcome);
        if (reply.kind === 'scripts') scripts.push(...reply.outcome);
        if (reply.kind === 'honest') honest.push(reply.outcome);
        if (reply.kind === 'generated') generated.push(reply.outcome);
        if (reply.kind !== 'ready') onOutcome(reply, ++done, jobs.length);
        next();
      });
    });
  const wanted = threads === 0 ? navigator.hardwareConcurrency : threads;
  await Promise.all(Array.from({ length: Math.min(wanted, Math.max(1, jobs.length)) }, run));
  return { faults, variants, scripts, honest, generated };
}
