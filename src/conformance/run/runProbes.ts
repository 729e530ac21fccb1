import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { type Ground, ProbeStopped } from '../drive/stage.ts';
import { type Probe, ProbeBlocked, ProbeInconclusive, type ProbeSettings, Scene } from '../probes/scene.ts';
import { WalkBook } from '../probes/walkBook.ts';

export interface ProbeRun {
  readonly probes: readonly Probe[];
  readonly settings: ProbeSettings;
  /** Probes at work at once. */
  readonly concurrency: number;
  /** Asked before each probe starts: the self-test stops at the first finding, a person by ctrl-C. */
  readonly isOver: () => boolean;
  readonly onProbe: (probe: Probe, done: number, total: number) => void;
}

/** Runs probes side by side. What goes wrong in one is put down to its clauses, and the others go on. */
export async function runProbes(ground: Ground, run: ProbeRun): Promise<void> {
  const walkBook = new WalkBook();
  let done = 0;
  const perform = async (queue: Probe[]): Promise<void> => {
    for (let probe = queue.shift(); probe !== undefined && !run.isOver(); probe = queue.shift()) {
      await runProbe(probe, ground, run.settings, walkBook);
      run.onProbe(probe, ++done, run.probes.length);
    }
  };
  const queue = [...run.probes];
  await Promise.all(Array.from({ length: Math.max(1, run.concurrency) }, () => perform(queue)));
  walkBook.judgeAll(run.settings.surveys.required);
}

async function runProbe(probe: Probe, ground: Ground, settings: ProbeSettings, walkBook: WalkBook): Promise<void> {
  const { evidence } = ground;
  const toEach = (put: (clause: ClauseId) => void): void => probe.clauses.forEach(put);
  const lack = probe.lacks(settings);
  if (lack !== null) {
    toEach((clause) => evidence.notExercised(clause, lack));
    return;
  }
  const scene = new Scene(ground, settings, walkBook);
  try {
    await probe.run(scene);
  } catch (error) {
    if (error instanceof ProbeStopped) return;
    const message = scene.stage.redact(error instanceof Error ? error.message : String(error));
    if (error instanceof ProbeBlocked) toEach((clause) => evidence.notExercised(clause, message));
    else if (error instanceof ProbeInconclusive) toEach((clause) => evidence.inconclusive(clause, message));
    else {
      const reason = `probe ${probe.id} failed: ${message}`;
      toEach((clause) => evidence.harnessError(clause, reason));
      evidence.probeFailed(reason);
    }
  }
}
