import { parseObjective } from '../capacity/serviceLevel.ts';
import { ToolError } from '../errors.ts';
import { parseExpression } from '../load/thresholds/expression.ts';
import { ownProfiles } from '../profile/findProfile.ts';
import { loadProfile } from '../profile/loadProfile.ts';
import type { Profile } from '../profile/profile.ts';
import { profileHints } from '../profile/profileHints.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import type { KeyPath, Problem } from '../profile/profileProblem.ts';

/** A profile as it is run: what is wrong with its thresholds and objectives is told with the rest. @throws ToolError */
export function checkedProfile(request: ProfileRequest): Profile {
  return loadProfile(request, expressionProblems);
}

/** A profile, resolved, or what is wrong with it. */
export type CheckedProfile =
  | {
      readonly profile: string;
      readonly ok: true;
      readonly resolved: Profile;
      /** What its author may not have meant. */
      readonly hints: readonly string[];
    }
  | { readonly profile: string; readonly ok: false; readonly problem: string };

/**
 * Resolves profiles and says what is wrong with them; nothing is sent anywhere.
 *
 * @param names of profiles, or paths; all that the folder has when there are none.
 * @throws ToolError for what is wrong with the request rather than with a profile
 */
export function checkProfiles(
  names: readonly string[],
  request: Omit<ProfileRequest, 'profile'>,
): readonly CheckedProfile[] {
  const wanted = names.length > 0 ? names : ownProfiles(request.cwd);
  return wanted.map((profile) => {
    try {
      const resolved = checkedProfile({ ...request, profile });
      return { profile, ok: true, resolved, hints: profileHints({ ...request, profile }) };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code === 'PROFILE') return { profile, ok: false, problem: error.message };
      throw error;
    }
  });
}

/** Thresholds and objectives of a profile that are not understood: all of them, for `loadProfile`. */
function expressionProblems({ thresholds, capacity }: Profile): Problem[] {
  const expressions = thresholds.map(({ expression }) => expression);
  return [
    ...problemsOf(['thresholds'], expressions, parseExpression),
    ...problemsOf(['capacity', 'slo'], capacity.slo, parseObjective),
  ];
}

function problemsOf(path: KeyPath, texts: readonly string[], parse: (text: string) => unknown): Problem[] {
  return texts.flatMap((text, index) => {
    try {
      parse(text);
      return [];
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return [{ path: [...path, index], message: error.message.replaceAll('\n', '\n    ') }];
    }
  });
}
