import { ToolError } from '../errors.ts';
import { ownProfiles } from '../profile/findProfile.ts';
import { loadProfile } from '../profile/loadProfile.ts';
import type { Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { expressionProblems } from './expressionProblems.ts';

/** A profile, resolved, or what is wrong with it. */
export type CheckedProfile =
  | { readonly profile: string; readonly ok: true; readonly resolved: Profile }
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
      const resolved = loadProfile({ ...request, profile }, expressionProblems);
      return { profile, ok: true, resolved };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      if (error.code === 'PROFILE') return { profile, ok: false, problem: error.message };
      throw error;
    }
  });
}
