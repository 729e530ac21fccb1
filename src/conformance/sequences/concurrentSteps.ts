import { curlScript } from '../../result/curl.ts';
import type { Witness } from '../../result/verdict.ts';

/** Whose request was sent, and with which others at the same time (0: with none). */
export interface SentStep {
  readonly session: number;
  readonly concurrent: number;
}

/**
 * One witness from those of several respondents, in the order in which their requests were sent.
 *
 * @param ways by session the way of its respondent.
 * @param failing the session whose last step shows the violation.
 */
export function mergedWitness(ways: readonly Witness[], failing: number, sent: readonly SentStep[]): Witness {
  const taken = ways.map(() => 0);
  // Respondents are numbered as they appear: some of a sequence may have no steps left.
  const numbers = [...new Set(sent.map(({ session }) => session))];
  const steps = sent.flatMap(({ session, concurrent }) => {
    const at = taken[session] ?? 0;
    taken[session] = at + 1;
    const step = ways[session]?.steps[at];
    return step === undefined ? [] : [{ ...step, session: numbers.indexOf(session), concurrent }];
  });
  const failingStep = steps.findLastIndex(({ session }) => session === numbers.indexOf(failing));
  return { steps, failingStep: Math.max(0, failingStep), curl: curlScript(steps) };
}

/** The step at `at`, with the neighbours that are sent at the same time: those of its non-zero number. */
export function concurrentAt<Step extends { readonly concurrent: number }>(
  steps: readonly Step[],
  at: number,
): readonly Step[] {
  const group = steps[at]?.concurrent ?? 0;
  let end = at + 1;
  while (group !== 0 && steps[end]?.concurrent === group) end++;
  return steps.slice(at, end);
}
