import type { ClauseId } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { wordsOf } from '../../errors.ts';
import { clausesOfProbe } from '../../judging/clauses.ts';
import type { ShownOfSurvey } from '../../judging/run/unseenQuestions.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { ProbeBlocked, ProbeInconclusive, ProbeStopped } from '../drive/probeStopped.ts';
import { type Probe, ProbeContext, type ProbeSettings } from '../probes/probeContext.ts';
import { WalkAggregates } from '../probes/walkAggregates.ts';

export interface ProbeRun {
  readonly probes: readonly Probe[];
  readonly settings: ProbeSettings;
  /** Probes at work at once. */
  readonly concurrency: number;
  /** Asked before each probe starts: the self-test stops at the first finding, a person by ctrl-C. */
  readonly isOver: () => boolean;
  readonly onProbe: (probe: Probe, done: number, total: number) => void;
}

/**
 * Runs probes side by side. What goes wrong in one is put down to its clauses, and the others go on.
 *
 * @returns what their walks were asked, by survey
 */
export async function runProbes(environment: ProbeEnvironment, run: ProbeRun): Promise<Map<EntityId, ShownOfSurvey>> {
  const walkAggregates = new WalkAggregates();
  let done = 0;
  const perform = async (queue: Probe[]): Promise<void> => {
    for (let probe = queue.shift(); probe !== undefined && !run.isOver(); probe = queue.shift()) {
      await runProbe(probe, new ProbeContext(environment, run.settings, walkAggregates));
      run.onProbe(probe, ++done, run.probes.length);
    }
  };
  const queue = [...run.probes];
  await Promise.all(Array.from({ length: Math.max(1, run.concurrency) }, () => perform(queue)));
  walkAggregates.judgeAll();
  return walkAggregates.shown;
}

async function runProbe(probe: Probe, context: ProbeContext): Promise<void> {
  const { evidence } = context.environment;
  const toEach = (put: (clause: ClauseId) => void): void => clausesOfProbe(probe.id).forEach(put);
  const lack = probe.lacks(context.settings);
  if (lack !== null) {
    toEach((clause) => evidence.notExercised(clause, lack));
    return;
  }
  try {
    await probe.run(context);
  } catch (error) {
    if (error instanceof ProbeStopped) return;
    const message = context.recorder.redact(wordsOf(error));
    if (error instanceof ProbeBlocked) toEach((clause) => evidence.notExercised(clause, message));
    else if (error instanceof ProbeInconclusive) toEach((clause) => evidence.inconclusive(clause, message));
    else {
      const reason = `probe ${probe.id} failed: ${message}`;
      toEach((clause) => evidence.harnessError(clause, reason));
      evidence.probeFailed(reason);
    }
  }
}
