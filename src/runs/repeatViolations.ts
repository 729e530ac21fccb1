import { problemsOf } from '../judging/problems/problems.ts';
import { brokenReasons } from '../judging/run/violationReasons.ts';
import type { Profile } from '../profile/profile.ts';
import { inWords } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import { type RunWatch, unlessAbandoned } from './runWatch.ts';

/**
 * The result with its violations repeated, classified and shrunk, while the target is still there. An interrupted run
 * is left as it is.
 *
 * @param baseUrl the base URL that is really used, also where the profile says `embedded`.
 */
export async function repeatViolations(
  result: RunResult,
  profile: Profile,
  baseUrl: string,
  { interrupt, abandon, onNotice }: Pick<RunWatch, 'interrupt' | 'abandon' | 'onNotice'>,
): Promise<RunResult> {
  if (result.violations.length === 0 || interrupt.aborted) return result;
  // Heavy, and of no use to a run without violations.
  const { reproduceAndShrink } = await import('../conformance/sequences/reproduceAndShrink.ts');
  try {
    const repeated = reproduceAndShrink(result.violations, {
      profile,
      baseUrl,
      isOver: () => interrupt.aborted,
      onStart: (total) => onNotice(`Repeating ${total === 1 ? 'the violation' : `${total} violations`} one by one…`),
      onUnable: ({ id }, why) => onNotice(`${id} was not repeated: ${why}.`),
    });
    const violations = await unlessAbandoned(repeated, abandon, () => null);
    if (violations !== null) return withViolations(result, violations);
    onNotice('The violations were not all repeated: they are reported as they were seen.');
    return result;
  } catch (error) {
    // A run that was measured is never lost to what comes after it.
    onNotice(`The violations could not be repeated (${String(error)}): they are reported as they were seen.`);
    return result;
  }
}

/** What a repetition shows may tell that two problems are one: the reasons count them as they are then. */
function withViolations(result: RunResult, violations: RunResult['violations']): RunResult {
  const broken = brokenReasons(violations);
  const reasons = result.reasonCodes?.map((reason) => broken.find(({ code }) => code === reason.code) ?? reason);
  return { ...result, ...(reasons && inWords(reasons)), violations, problems: problemsOf(violations) };
}
