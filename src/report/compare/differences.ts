import { createHash } from 'node:crypto';
import type { EntityId } from '../../contract/entityId.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import { type DuetSide, duetSides } from '../../result/duetResult.ts';
import type { RefusalResult } from '../../result/refusal.ts';
import type { RunResult } from '../../result/runResult.ts';
import { medianOf } from '../findings/finding.ts';

/** What one side answered, and the other did not, may have been met there by chance in fewer cases than one of so many. */
const rareMiss = 100;

/**
 * Open questions that the two sides answer with different sets of answers. Left out are those only one side asked, and an
 * answer that only one side gave, where the other asked so seldom that it may have missed it.
 */
export function observationDifferences(base: readonly RunResult[], candidate: readonly RunResult[]) {
  const before = answers(base);
  return [...answers(candidate)].flatMap(([id, after]) => {
    const then = before.get(id);
    if (then === undefined || !(isOther(then.times, after.times) || isOther(after.times, then.times))) return [];
    return [{ id, question: after.question, base: valuesOf(then), candidate: valuesOf(after) }];
  });
}

interface Answers {
  readonly question: string;
  /** How often each answer was given. */
  readonly times: Map<string, number>;
}

function answers(runs: readonly RunResult[]): Map<string, Answers> {
  const found = new Map<string, Answers>();
  for (const { id, question, alternatives } of runs.flatMap((run) => run.observations)) {
    if (alternatives.length === 0) continue;
    const { times } = found.get(id) ?? { times: new Map<string, number>() };
    for (const { value, count } of alternatives) times.set(value, count + (times.get(value) ?? 0));
    found.set(id, { question, times });
  }
  return found;
}

function valuesOf({ times }: Answers): string[] {
  return [...times.keys()].sort();
}

/** Whether one side has an answer that the other would have met, too, if it gave it as often. */
function isOther(one: Answers['times'], other: Answers['times']): boolean {
  const [asked, askedThere] = [one, other].map((times) => times.values().reduce((sum, count) => sum + count, 0));
  return [...one].some(
    ([value, count]) => !other.has(value) && (1 - count / (asked ?? count)) ** (askedThere ?? 0) < 1 / rareMiss,
  );
}

/** Fewer refusals may come by chance: a rule that one text in a hundred breaks. */
const leastRefused = 5;

/** Questions that refused answers on one side, and never on the other, which walked their survey too. */
export function refusalDifferences(base: readonly RunResult[], candidate: readonly RunResult[]) {
  const sides = { base, candidate };
  return duetSides.flatMap((side) => {
    const others = sides[side === 'base' ? 'candidate' : 'base'];
    const found = new Map<string, RefusalResult & { side: DuetSide }>();
    for (const refusal of sides[side].flatMap(({ refusals = [] }) => refusals)) {
      const key = `${refusal.surveyId} ${refusal.questionId}`;
      const count = refusal.count + (found.get(key)?.count ?? 0);
      found.set(key, { ...refusal, ...found.get(key), side, count });
    }
    const isOwn = ({ surveyId, questionId }: RefusalResult): boolean =>
      others.some((run) => hasWalked(run, surveyId)) &&
      !others.some(({ refusals = [] }) =>
        refusals.some((each) => each.surveyId === surveyId && each.questionId === questionId),
      );
    return [...found.values()].filter((refusal) => refusal.count >= leastRefused && isOwn(refusal));
  });
}

/** Whether respondents came to the end of a survey; of conform, whether it was walked at all. */
function hasWalked({ kind, surveys = {}, profile }: RunResult, survey: EntityId): boolean {
  if (kind !== 'conform') return (surveys[survey]?.completed ?? 0) > 0;
  const { walk } = isRecord(profile) && isRecord(profile.surveys) ? profile.surveys : {};
  return Array.isArray(walk) && walk.some((each) => isRecord(each) && each.id === survey);
}

const coverageKinds = [
  ['clauses', 'clause'],
  ['transitions', 'move'],
  ['transitionsByPage', 'move'],
  ['statuses', 'status'],
  ['keyForms', 'key form'],
  ['answerTypes', 'kind of question'],
  ['errors', 'error'],
  ['places', 'place'],
] as const;

/** What every baseline run exercised and no candidate run did. */
export function coverageLosses(base: readonly RunResult[], candidate: readonly RunResult[]) {
  const runs = [...base, ...candidate];
  // A run that was asked about one clause lost nothing of the others.
  const areAlike = new Set(runs.map(({ clauses }) => clauses.length)).size === 1;
  return coverageKinds.flatMap(([kind, label]) => {
    if ((kind === 'clauses' || kind === 'places') && !areAlike) return [];
    const names = Object.keys(base[0]?.coverage[kind]?.items ?? {});
    const counts = (runs: readonly RunResult[], name: string): number[] =>
      runs.map((run) => run.coverage[kind]?.items[name] ?? 0);
    return names
      .filter(
        (name) =>
          counts(base, name).every((count) => count > 0) && counts(candidate, name).every((count) => count === 0),
      )
      .map((name) => ({ kind: label, name, baseCount: Math.min(...counts(base, name)) }));
  });
}

/**
 * Circumstances that differ between the sides; `warning` where one makes them hard to compare.
 *
 * @param isSpeedJudged else what only moves the latency is no matter
 */
export function environmentDifferences(
  base: readonly RunResult[],
  candidate: readonly RunResult[],
  isSpeedJudged: boolean,
) {
  const facts: readonly (readonly [string, boolean, (run: RunResult) => string])[] = [
    ['target', false, (run) => run.target.baseUrl],
    ['datacenter', true, (run) => run.target.datacenter],
    ['release', false, (run) => run.target.release],
    ['session', false, (run) => run.target.session],
    ['profile', true, (run) => run.run.profile],
    ['clauses asked for', true, (run) => String(run.clauses.length)],
    ['profile content', true, profileFingerprint],
    ['seed', false, (run) => String(run.run.seed)],
    ['duration', isSpeedJudged, (run) => `${Math.round(run.run.durationSeconds)} s`],
    ['canvass', true, (run) => run.tool.version],
    ['Node', isSpeedJudged, (run) => run.tool.node],
    ['platform', isSpeedJudged, (run) => `${run.tool.platform}, ${run.tool.cpus} processors`],
    ['workers', isSpeedJudged, (run) => String(run.generator.workers)],
    ['generator saturated', isSpeedJudged, (run) => (run.generator.saturated ? 'yes' : 'no')],
    ['other work on the machine', isSpeedJudged, otherWorkText],
    ['run interrupted', true, (run) => (run.run.interrupted ? 'yes' : 'no')],
  ];
  const values = (runs: readonly RunResult[], pick: (run: RunResult) => string): string[] =>
    [...new Set(runs.map(pick))].sort();
  const runs = [...base, ...candidate];
  // Seeds that were drawn never repeat, and say nothing; those that were set for a comparison are on both sides.
  const areDrawn = new Set(runs.map(({ run }) => run.seed)).size === runs.length;
  return facts.flatMap(([name, warning, pick]) => {
    if (name === 'seed' && areDrawn) return [];
    if (name === 'duration' && areAsLong(base, candidate)) return [];
    const before = values(base, pick);
    const after = values(candidate, pick);
    return before.join('\n') === after.join('\n') ? [] : [{ name, base: before, candidate: after, warning }];
  });
}

/** Less of the time is no matter. */
const noticeableShare = 0.1;

/** How much other work kept the generator, or the service beside it, from a CPU. */
function otherWorkText({ generator: { watch } }: RunResult): string {
  const { seconds = 0, tookCores = 0, cores = 0 } = watch?.crowded ?? {};
  return seconds <= noticeableShare * (watch?.seconds ?? 0)
    ? 'hardly any'
    : `${Math.round(tookCores)} of ${cores} cores`;
}

/** The last walks of a run end when they end: what that adds is no other length, and one run of a side says nothing of it. */
function areAsLong(base: readonly RunResult[], candidate: readonly RunResult[]): boolean {
  const [one, other] = [base, candidate].map((runs) => medianOf(runs.map(({ run }) => run.durationSeconds)));
  return one !== undefined && other !== undefined && Math.max(one, other) <= 1.15 * Math.min(one, other);
}

/** Short name of what was run: the resolved profile without its target, labels and seed, which have rows of their own. */
function profileFingerprint({ profile }: RunResult): string {
  const rest =
    typeof profile === 'object' && profile !== null ? { ...profile, target: null, name: null, seed: null } : profile;
  return createHash('sha256')
    .update(JSON.stringify(rest ?? null))
    .digest('hex')
    .slice(0, 8);
}
