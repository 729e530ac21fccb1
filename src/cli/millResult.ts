import type { Profile } from '../profile/profile.ts';
import type { RunResult } from '../result/runResult.ts';

/** Options of a command whose violations are repeated when it is done. */
export interface MillOptions {
  readonly shrink: boolean;
}

export const shrinkOption = {
  type: 'boolean',
  default: true,
  describe: 'Repeat each violation afterwards, say what it depends on, and shorten its witness; --no-shrink leaves it',
} as const;

/**
 * The result with its violations repeated, classified and shrunk, while the target is still there. An interrupted run
 * is left as it is.
 */
export async function millResult(
  result: RunResult,
  profile: Profile,
  baseUrl: string,
  interrupt: AbortSignal,
  say: (text: string) => void,
): Promise<RunResult> {
  if (result.violations.length === 0 || interrupt.aborted) return result;
  const { millViolations } = await import('../conformance/sequences/millViolations.ts');
  try {
    const violations = await millViolations(result.violations, {
      profile,
      baseUrl,
      isOver: () => interrupt.aborted,
      onStart: (total) => say(`Repeating ${total === 1 ? 'the violation' : `${total} violations`} one by one…`),
    });
    return { ...result, violations };
  } catch (error) {
    // A run that was measured is never lost to what comes after it.
    say(`The violations could not be repeated (${String(error)}): they are reported as they were seen.`);
    return result;
  }
}
