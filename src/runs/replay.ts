import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { changesData, lackedKeys } from '../conformance/replay/performSteps.ts';
import { type ReplayOutcome, replay } from '../conformance/replay/replayWitness.ts';
import { ToolError } from '../errors.ts';
import { isProfileHere } from '../profile/findProfile.ts';
import { loadProfile, loadRecordedProfile } from '../profile/loadProfile.ts';
import type { Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import type { Repeated } from '../report/text/replayText.ts';
import { triesToRuleOut } from '../result/chances.ts';
import { howItShows } from '../result/howItShows.ts';
import { expiresKey } from '../result/keyNames.ts';
import type { RunResult } from '../result/runResult.ts';
import type { Violation, Witness } from '../result/verdict.ts';
import { type RecordedViolation, readViolation } from '../result/witnessFile.ts';
import { reachTarget } from './embeddedService.ts';

export interface ReplayOptions {
  /** Folder of a run, or of runs: the newest; a result.json, or a file with one violation of it. */
  readonly witness: string;
  /** Id of the violation, or its clause; null for that of the first problem. */
  readonly violation: string | null;
  /** `profile` null for that of the run. */
  readonly profile: Omit<ProfileRequest, 'profile'> & { readonly profile: string | null };
  /** From 1 on; `null` for as often as what is repeated asks for. */
  readonly times: number | null;
}

/** A violation with all that is known of each repetition. */
export interface Replays extends Repeated {
  readonly outcomes: readonly ReplayOutcome[];
}

/**
 * Performs the steps of a recorded failure again, as often as asked, or until the target is gone.
 *
 * @throws ToolError for a witness or a profile that cannot be used; NOT_AUTHORIZED for one that would change data
 */
export async function replayViolation(options: ReplayOptions): Promise<Replays> {
  const recorded = await readViolation(options.witness, options.violation);
  const profile = profileFor(recorded, options.profile);
  const { violation } = recorded;
  const target = await reachTarget(profile);
  const outcomes: ReplayOutcome[] = [];
  const { times } = options;
  // What expires the key is tried once: nobody has the next one.
  const once = violation.witness.steps.some(expiresKey);
  const isDone = (): boolean => once || (times === null ? isEnough(outcomes, recorded) : outcomes.length >= times);
  try {
    while (outcomes.length === 0 || !(isDone() || outcomes.some(triedNothing))) {
      outcomes.push(await replay(violation, profile, target.baseUrl));
    }
  } finally {
    await target.close();
  }
  const { baseUrl } = profile.target;
  return { violation, outcomes, verdict: replayVerdict(violation, outcomes), baseUrl };
}

/** What comes now and then was seen often enough to say how often. */
const seenEnough = 3;
const triesAtMost = 60;

/**
 * Whether it was repeated often enough, where nobody said how often: seen, or looked at so often that it would have been
 * seen if it came as often as in its run. A try of a probe looks many times.
 */
function isEnough(outcomes: readonly ReplayOutcome[], { violation, run }: RecordedViolation): boolean {
  const { classification, reproduction, count, witness } = violation;
  const { tries } = howItShows(violation, witness.steps);
  const seen = outcomes.filter(({ kind }) => kind === 'fails').length;
  if (seen >= (classification === 'sometimes' ? seenEnough : 1) || outcomes.length >= triesAtMost) return true;
  const isEachTime = classification === 'always' && reproduction?.byProbe !== true;
  const checked = run?.clauses.find(({ id }) => id === violation.clause)?.checked ?? 0;
  const needed = isEachTime || checked <= count ? 0 : triesToRuleOut(count / checked);
  const looked = outcomes.reduce((sum, { checks }) => sum + Math.max(1, checks), 0);
  // What comes now and then is tried as often as its steps were found to need.
  return looked >= Math.max(tries, needed) && (classification !== 'sometimes' || outcomes.length >= tries);
}

/** An unreachable target proves nothing, nor one respondent alone where it took many; a failure that comes at times is one. */
export function replayVerdict(
  violation: Violation,
  outcomes: readonly Pick<ReplayOutcome, 'kind'>[],
): RunResult['verdict'] {
  if (outcomes.some(({ kind }) => kind === 'fails')) return 'FAIL';
  const { leavesOpen } = howItShows(violation, violation.witness.steps);
  return leavesOpen || outcomes.some(triedNothing) ? 'INVALID' : 'PASS';
}

function triedNothing({ kind }: Pick<ReplayOutcome, 'kind'>): boolean {
  return kind === 'unreachable' || kind === 'blocked';
}

/** The profile of the run, with its target; or the profile that the request names, with that one's. */
function profileFor({ violation, run }: RecordedViolation, request: ReplayOptions['profile']): Profile {
  const name = request.profile ?? run?.run.profile ?? 'smoke';
  const isOfRun = request.profile === null;
  const target = isOfRun && request.datacenter === null ? (run?.target.baseUrl ?? null) : null;
  // Without its faults and variants the embedded service has nothing to repeat.
  const embedded = isOfRun && withEmbedded.Check(run?.profile) ? run.profile.target.embedded : null;
  const whole = {
    ...request,
    profile: name,
    recordedBaseUrl: target,
    set: [...(embedded === null ? [] : [`target.embedded=${JSON.stringify(embedded)}`]), ...request.set],
  };
  // A run of a file has the name of no profile that could be found again: its result holds it, but for the keys.
  const isFound = !isOfRun || run === null || isProfileHere(name, request.cwd);
  const profile = isFound ? loadProfile(whole) : loadRecordedProfile(run.profile, whole);
  refuseUnlessAllowed(violation.witness, profile);
  return profile;
}

/** @throws ToolError with all that a witness needs and its profile lacks; NOT_AUTHORIZED where a permission is among it */
export function refuseUnlessAllowed(witness: Witness, { admin, target }: Profile): void {
  const permissions = [
    ...(changesData(witness) && !admin.mutate
      ? ['creates or changes something in the administration area: allow it with --set admin.mutate=true']
      : []),
    ...(witness.steps.some(expiresKey) && !admin.regenerateKey
      ? ['has the service expire the first of target.apiKeys: allow it with --set admin.regenerateKey=true']
      : []),
  ];
  const [valid, second = null] = target.apiKeys.map((key) => key.reveal());
  const forbidden = target.forbiddenApiKey?.reveal() ?? null;
  const lacks = [...permissions, ...lackedKeys(witness.steps, { valid: valid ?? '', second, forbidden })];
  if (lacks.length === 0) return;
  const code = permissions.length > 0 ? 'NOT_AUTHORIZED' : 'WITNESS_UNREADABLE';
  throw new ToolError(code, `this witness ${lacks.join('; it ')}`);
}

const withEmbedded = Compile(Type.Object({ target: Type.Object({ embedded: Type.Object({}) }) }));
