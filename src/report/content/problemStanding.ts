import { knownBeside } from '../../result/beyondKnown.ts';
import type { Problem } from '../../result/problem.ts';
import { isOfServiceErrors } from '../../result/reason.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { Violation } from '../../result/verdict.ts';

/** What a problem is to the verdict of its run, in a few words: known already, a reason of it (`fails`), or none and why. */
export function problemStanding(
  problem: Problem,
  { clause, baseline, witness }: Violation,
  result: RunResult,
): { readonly text: string; readonly tone: 'bad' | 'quiet' | 'good'; readonly fails: boolean } {
  if (baseline.kind === 'KNOWN')
    return { text: `known: ${baseline.issue}, until ${baseline.expires}`, tone: 'quiet', fails: false };
  if (baseline.kind === 'GONE') return { text: 'known, and gone', tone: 'good', fails: false };
  if (problem.gating) {
    const why = whyNothingCounts(result);
    const known = knownBeside({ clause, baseline }, result.violations);
    const more = known === null ? '' : `: it goes beyond what is known as ${known.baseline.issue}`;
    return why === null
      ? { text: `fails the run${more}`, tone: 'bad', fails: true }
      : { text: `not counted: ${why}`, tone: 'quiet', fails: false };
  }
  const isServersError = (witness.steps[witness.failingStep]?.response?.httpStatus ?? 0) >= 500;
  return isServersError && isFailedByErrors(result)
    ? { text: 'fails the run: walks got nowhere by it', tone: 'bad', fails: true }
    : { text: 'a recommendation: does not fail the run', tone: 'quiet', fails: false };
}

/** Why the run does not fail by what breaks a promise; `null` where it does. */
export function whyNothingCounts({ judgements }: RunResult): string | null {
  // Older results have no judgements: whatever gates failed them.
  if (judgements === undefined || judgements.promises.judgement === 'broken') return null;
  return judgements.target.judgement === 'away' ? 'the target was away' : 'nobody got as far as the service';
}

/** Whether the service answered so many walks with errors that the run fails by it. */
export function isFailedByErrors({ verdict, reasonCodes = [] }: RunResult): boolean {
  return verdict === 'FAIL' && reasonCodes.some(isOfServiceErrors);
}
