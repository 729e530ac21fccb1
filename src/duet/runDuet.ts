import type { Profile } from '../profile/profile.ts';
import { type DuetFindings, type DuetSide, duetSides, type PairSecond } from '../result/duetResult.ts';
import type { Reason } from '../result/reason.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import type { DuetOutcome } from './duetMessages.ts';
import { learnDifferences } from './learnDifferences.ts';
import { type DuetSideOptions, SideOfRun } from './sideOfRun.ts';
import { walkTwins } from './walkTwins.ts';

/** How a duet is carried out. */
export interface DuetRun {
  readonly sides: Readonly<Record<DuetSide, DuetSideOptions>>;
  /** Asked after each second with all pairs so far: whether no more is needed. Null to go by the schedule alone. */
  readonly isEnough: ((seconds: readonly PairSecond[], elapsedSeconds: number) => boolean) | null;
  readonly interrupt: AbortSignal;
  readonly abandon: AbortSignal;
  /** After each second, with what that second alone was. */
  onProgress(progress: DuetProgress, second: Readonly<Record<DuetSide, SecondDelta>>): void;
  onNotice(notice: string): void;
}

/** How a duet goes on. */
export interface DuetProgress {
  readonly elapsedSeconds: number;
  readonly plannedSeconds: number;
  readonly requests: number;
  readonly violations: Readonly<Record<DuetSide, number>>;
}

const nothing: DuetOutcome = {
  completions: { base: null, candidate: null },
  differences: [],
  names: [],
  counts: { walks: 0, compared: 0, parted: 0 },
};

/**
 * Lets the base walk against itself, and then both services at once, as the base's profile says.
 *
 * @throws ToolError for a threshold that is not understood, or what makes a target unusable. One that does not answer is
 *   no error: it gives a result.
 */
export async function runDuet({
  sides,
  isEnough,
  interrupt,
  abandon,
  onProgress,
  onNotice,
}: DuetRun): Promise<DuetFindings> {
  const { base } = sides;
  const { learnSeconds } = base.profile.duet;
  if (learnSeconds > 0) onNotice(`The base walks against itself for ${learnSeconds} s, to learn what differs anyway…`);
  const learnt = await learnDifferences(base.profile, base.baseUrl, { interrupt, abandon });
  const runs = { base: await SideOfRun.begin(base), candidate: await SideOfRun.begin(sides.candidate) };
  const seconds: PairSecond[] = [];
  const enough = new AbortController();
  const outcome = await walkTwins({
    sides: { base: twinOf(runs.base, base.profile), candidate: twinOf(runs.candidate, base.profile) },
    learnt: learnt.names,
    onSecond: (second) => {
      for (const side of duetSides) runs[side].add(second.deltas[side]);
      seconds.push(...second.pairs);
      onProgress(progressOf(runs), second.deltas);
      if (isEnough?.(seconds, runs.base.tally.seconds) === true) enough.abort();
    },
    enough: enough.signal,
    interrupt,
    abandon,
  });
  const walked = 'lost' in outcome ? nothing : outcome;
  const troubles: Reason[] = 'lost' in outcome && !abandon.aborted ? [{ code: 'thread-lost', why: outcome.lost }] : [];
  const end = { interrupted: interrupt.aborted, abandoned: abandon.aborted, troubles };
  const [baseResult, candidateResult] = await Promise.all([
    runs.base.result(walked.completions.base, end),
    runs.candidate.result(walked.completions.candidate, end),
  ]);
  return {
    base: baseResult,
    candidate: candidateResult,
    pairs: walked.counts,
    seconds,
    differences: walked.differences,
    learnt: learnt.summary,
  };
}

/** @param base whose behaviour both sides have. */
function twinOf({ options, keepsCompletions }: SideOfRun, base: Profile) {
  const { profile, baseUrl, meta } = options;
  const { load, respondent } = base;
  return { profile: { ...profile, load, respondent }, baseUrl, runTag: meta.run.id, keepCompletions: keepsCompletions };
}

function progressOf({ base, candidate }: Readonly<Record<DuetSide, SideOfRun>>): DuetProgress {
  return {
    elapsedSeconds: base.tally.seconds,
    plannedSeconds: base.options.meta.plannedSeconds,
    requests: [...base.tally.endpoints.values(), ...candidate.tally.endpoints.values()].reduce(
      (sum, { requests }) => sum + requests,
      0,
    ),
    violations: { base: base.tally.violations.distinct, candidate: candidate.tally.violations.distinct },
  };
}
