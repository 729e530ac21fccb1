import type { Random } from '../../respondent/random.ts';
import type { Sequence, SequenceStep } from './sequence.ts';

/** Several respondents take the way of one, each in a session of its own, their steps in a random order. */
export function interleaved({ surveys, steps }: Sequence, copies: number, random: Random): Sequence {
  const done = Array.from({ length: copies }, () => 0);
  const merged: SequenceStep[] = [];
  while (merged.length < copies * steps.length) {
    const open = done.flatMap((count, session) => (count < steps.length ? [session] : []));
    const session = open[random.below(open.length)] ?? 0;
    const step = steps[done[session] ?? 0];
    done[session] = (done[session] ?? 0) + 1;
    if (step !== undefined) merged.push({ ...step, session });
  }
  return { surveys: copied(surveys, copies), steps: merged };
}

/** Several respondents take the way of one in step: each step is sent by all of them at the same time. */
export function inStep({ surveys, steps }: Sequence, copies: number): Sequence {
  return {
    surveys: copied(surveys, copies),
    steps: steps.flatMap((step, at) =>
      Array.from({ length: copies }, (_, session) => ({ ...step, session, concurrent: at + 1 })),
    ),
  };
}

function copied(surveys: readonly number[], copies: number): number[] {
  return Array.from({ length: copies }, () => surveys[0] ?? 0);
}
