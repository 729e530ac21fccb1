import type { EntityId } from '../../contract/entityId.ts';
import { wordsOf } from '../../errors.ts';
import { clausesOfProbe } from '../../judging/allClauses.ts';
import type { Evidence, Unknown } from '../../judging/evidence/evidence.ts';
import type { ShownOfSurvey } from '../../judging/run/unseenQuestions.ts';
import type { ProbeEnvironment } from '../drive/probeEnvironment.ts';
import { ProbeBlocked, ProbeInconclusive, ProbeLate, ProbeStopped } from '../drive/probeStopped.ts';
import { type Probe, ProbeContext, type ProbeSettings } from '../probes/probeContext.ts';
import { WalkAggregates } from '../probes/walkAggregates.ts';

export interface ProbeRun {
  readonly probes: readonly Probe[];
  readonly settings: ProbeSettings;
  /** Probes at work at once. */
  readonly concurrency: number;
  /** Asked before each probe starts: the self-test stops at the first finding, a person by ctrl-C. */
  readonly isOver: () => boolean;
  readonly onProbe?: (probe: Probe, done: number, total: number) => void;
}

/**
 * Runs probes side by side. What goes wrong in one is put down to its clauses, and the others go on.
 *
 * @returns what their walks were asked, by survey
 */
export async function runProbes(environment: ProbeEnvironment, run: ProbeRun): Promise<Map<EntityId, ShownOfSurvey>> {
  const walkAggregates = new WalkAggregates();
  let done = 0;
  const perform = async (queue: Attempt[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { probe, attempt } = next;
      if (run.isOver()) {
        sayUnknown(probe, environment.evidence, 'unexercised', endedBefore);
        continue;
      }
      const context = new ProbeContext(environment, run.settings, walkAggregates);
      if ((await runProbe(probe, context, attempt < attempts)) === 'late') queue.push({ probe, attempt: attempt + 1 });
      else run.onProbe?.(probe, ++done, run.probes.length);
    }
  };
  const queue = run.probes.map((probe) => ({ probe, attempt: 1 }));
  await Promise.all(Array.from({ length: Math.max(1, run.concurrency) }, () => perform(queue)));
  walkAggregates.judgeAll();
  return walkAggregates.shown;
}

interface Attempt {
  readonly probe: Probe;
  readonly attempt: number;
}

/** A probe that a rate limiter held up for too long is begun anew so often: by then the limit is known. */
const attempts = 3;

/** Why a clause was not reached. */
export const endedBefore = 'the run ended before it';

/** Why something about the clauses of a probe is unknown. */
function sayUnknown({ id }: Probe, evidence: Evidence, why: Unknown, reason: string): void {
  for (const clause of clausesOfProbe(id)) evidence.unknown(why, clause, reason);
}

/** @returns `late` where it is to be begun anew */
async function runProbe(probe: Probe, context: ProbeContext, mayRepeat: boolean): Promise<'done' | 'late'> {
  const { evidence } = context.environment;
  const say = (why: Unknown, reason: string): void => sayUnknown(probe, evidence, why, reason);
  const lack = probe.lacks?.(context.settings) ?? null;
  if (lack !== null) {
    say('unexercised', lack);
    return 'done';
  }
  try {
    await probe.run(context);
  } catch (error) {
    if (error instanceof ProbeLate && mayRepeat) return 'late';
    if (error instanceof ProbeStopped) {
      say('unexercised', endedBefore);
      return 'done';
    }
    const message = context.recorder.redact(wordsOf(error));
    if (error instanceof ProbeBlocked) say('unexercised', message);
    else if (error instanceof ProbeInconclusive) say('inconclusive', message);
    else {
      const reason = `probe ${probe.id} failed: ${message}`;
      say('harnessErrors', reason);
      evidence.probeFailed(reason);
    }
  }
  return 'done';
}
