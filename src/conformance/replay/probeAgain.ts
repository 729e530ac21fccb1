import type { Profile } from '../../profile/profile.ts';
import { conform } from '../run/conform.ts';
import { selectProbes } from '../run/selection.ts';

/**
 * Runs the probes of one clause again, as `canvass conform --clause` does.
 *
 * @returns what was expected and what came, in words; `null` when the clause holds.
 */
export async function probeAgain(clause: string, profile: Profile, baseUrl: string): Promise<string | null> {
  const { probes } = selectProbes(clause);
  const { environment } = await conform({
    // A key that is regenerated for this would be dead for all that comes after it.
    profile: { ...profile, admin: { ...profile.admin, regenerateKey: false } },
    baseUrl,
    probes,
    respondents: 0,
    seed: profile.seed,
    isOver: ({ failures }) => failures.some((failure) => failure.clause === clause),
    onExchange: () => {},
    onProbe: () => {},
  });
  const failure = environment.evidence.failures.find((each) => each.clause === clause);
  return failure === undefined ? null : `expected ${failure.expected}, and got ${failure.actual}`;
}
