import type { ClauseId } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { OpenQuestion } from '../../contract/questions/openQuestion.ts';
import { isQuestionId, questions } from '../../contract/questions/openQuestions.ts';
import type { RunMeta } from '../../result/progress.ts';
import type { Observation, Verdict, Violation } from '../../result/verdict.ts';
import { namesOf } from '../../result/violationId.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { newViolation } from '../identity.ts';
import { followsFrom } from '../problems/causes.ts';
import { type Baseline, boundNames, type KnownViolation, type Situation } from './baselineFile.ts';
import { namedSurveys } from './namedSurveys.ts';

/** A baseline, for one run: only what holds for its situation, and only known violations that have not expired. */
export interface Acceptable {
  readonly known: readonly KnownViolation[];
  /** Known violations whose last day is over. */
  readonly expired: readonly KnownViolation[];
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** Questions whose answers were accepted before a survey of this run was there, each with the surveys of then. */
  readonly widened?: ReadonlyMap<string, readonly EntityId[]>;
  /** The same for a session transport that was observed, where the profile leaves it open. */
  readonly ofSession?: (observed: string) => Acceptable;
}

/** Nothing is accepted. */
export const nothingAcceptable: Acceptable = { known: [], expired: [], answers: {} };

/** The situation of a run, as entries of a baseline are bound to it, and the surveys that it looks at. */
export interface RunSituation extends Situation {
  readonly surveys?: readonly EntityId[];
}

export function situationOf({ target, profile }: Pick<RunMeta, 'target' | 'profile'>): Required<RunSituation> {
  const { release, datacenter, session } = target;
  return { release, datacenter, session, surveys: namedSurveys(profile) };
}

/**
 * What of a baseline holds for a run. Where several entries answer one question, the one bound to most holds.
 *
 * @param today `YYYY-MM-DD`
 */
export function acceptableIn(baseline: Baseline, situation: RunSituation, today: string): Acceptable {
  const acceptable = holdingIn(baseline, [situation], today);
  if (situation.session !== 'auto') return acceptable;
  // Entries that are bound to `auto` still hold.
  const ofSession = (session: string): Acceptable => holdingIn(baseline, [situation, { ...situation, session }], today);
  return { ...acceptable, ofSession };
}

/** Of which releases and datacenters a baseline tells, where nothing of it holds for those of a run; `null` where something does. */
export function otherSituations({ accepted, known }: Baseline, { release, datacenter }: RunSituation): string[] | null {
  const entries: readonly Situation[] = [...accepted, ...known];
  const holds = (each: Situation): boolean =>
    (each.release ?? release) === release && (each.datacenter ?? datacenter) === datacenter;
  if (entries.length === 0 || entries.some(holds)) return null;
  return [...new Set(entries.map((each) => [each.release ?? [], each.datacenter ?? []].flat().join(' in ')))];
}

/** What holds for a run whose sessions travelled as it observed; where it saw them travel in several ways, as before. */
export function acceptableAsObserved(acceptable: Acceptable, observations: readonly Observation[]): Acceptable {
  const seen = observations.find(({ id }) => id === 'Q-SESSION-TRANSPORT')?.alternatives ?? [];
  const [only] = seen;
  return only === undefined || seen.length > 1 ? acceptable : (acceptable.ofSession?.(only.value) ?? acceptable);
}

/** @param situations the run is in each of them. */
function holdingIn({ accepted, known }: Baseline, situations: readonly RunSituation[], today: string): Acceptable {
  const holds = (entry: Situation): boolean =>
    situations.some((situation) => boundsOf(entry).every((name) => entry[name] === situation[name]));
  const mine = known.filter(holds);
  const entries = accepted.filter(holds).sort((a, b) => boundsOf(a).length - boundsOf(b).length);
  const looked = situations.flatMap(({ surveys = [] }) => surveys);
  const widened = new Map<string, readonly EntityId[]>();
  for (const { answers, surveys = looked } of entries) {
    for (const question of Object.keys(answers)) {
      if (looked.some((id) => !surveys.includes(id))) widened.set(question, surveys);
      else widened.delete(question);
    }
  }
  return {
    widened,
    known: mine.filter(({ expires }) => expires >= today),
    expired: mine.filter(({ expires }) => expires < today),
    answers: Object.assign({}, ...entries.map(({ answers }) => answers)),
  };
}

/** What an entry is bound to. */
function boundsOf(entry: Situation): (keyof Situation)[] {
  return boundNames.filter((name) => entry[name] !== undefined);
}

/** Which violations are known, and so fail no run: by entries, and what follows from those that are listed by their ids. */
export function knownOf(violations: readonly Violation[], { known }: Acceptable): Map<Violation, KnownViolation> {
  const entries = new Map<Violation, KnownViolation>();
  for (const violation of violations) {
    const entry = known.find((each) => isOf(violation, each));
    if (entry !== undefined) entries.set(violation, entry);
  }
  // What was added to a map is iterated over as well: consequences have consequences.
  for (const [cause, entry] of entries) {
    if (entry.ids === undefined) continue;
    for (const violation of violations)
      if (!entries.has(violation) && isConsequence(violation, cause)) entries.set(violation, entry);
  }
  return entries;
}

/** Answers that are lost, changed or somebody else's are never a matter of course, nor a broken promise where a recommendation is not kept. */
function isConsequence(violation: Violation, cause: Violation): boolean {
  const isGrave = isClauseId(violation.clause) && clauseOf(violation.clause).harm === 'answers';
  return !isGrave && (cause.gating || !violation.gating) && followsFrom(violation, [cause]);
}

/** The violations with how each stands to what is known. */
export function withStanding(violations: readonly Violation[], acceptable: Acceptable): Violation[] {
  const entries = knownOf(violations, acceptable);
  return violations.map((violation) => {
    const entry = entries.get(violation);
    if (entry === undefined) return violation;
    return { ...violation, baseline: { kind: 'KNOWN', issue: entry.issue, expires: entry.expires } };
  });
}

function isOf(violation: Violation, { clause, ids, actual = '' }: KnownViolation): boolean {
  if (ids !== undefined) return namesOf(violation).some((name) => ids.includes(name));
  return clause === violation.clause && violation.actual.includes(actual);
}

/** Known violations whose time is over, and that still happen. */
export function expiredIn(violations: readonly Violation[], { expired }: Acceptable): readonly KnownViolation[] {
  return expired.filter((entry) => violations.some((violation) => isOf(violation, entry)));
}

const noWitness = { steps: [], failingStep: 0, curl: '' };
/** What no single answer shows. */
const nowhere = { endpoint: '', path: '' };

/** Known violations that no longer happen, although their clause was checked: the entry can go. */
export function goneOf(
  violations: readonly Violation[],
  { known }: Acceptable,
  wasChecked: (clause: ClauseId) => boolean,
): Violation[] {
  return known
    .filter((entry) => wasChecked(entry.clause) && !violations.some((violation) => isOf(violation, entry)))
    .map(({ clause, ids, actual, issue }) => {
      const expected = `the known violation of ${issue}`;
      const what = ids?.join(', ') ?? actual;
      const seen = `no longer seen${what === undefined ? '' : `: ${what}`}`;
      return {
        ...newViolation({ ...nowhere, clause, expected, actual: seen }, noWitness),
        id: `${clause}:gone`,
        count: 0,
        baseline: { kind: 'GONE' } as const,
      };
    });
}

/**
 * The observations against the accepted answers. Where the run looks at a survey more, and the accepted answers are there
 * as well, another one is that survey's: new, and no drift.
 */
export function withPinned(observations: readonly Observation[], { answers, widened }: Acceptable): Observation[] {
  return observations.map((observation) => {
    const pinned = answers[observation.id];
    if (pinned === undefined) return observation;
    const strange = observation.alternatives.filter(({ value }) => !pinned.includes(value));
    const before = widened?.get(observation.id);
    const isElsewhere = before !== undefined && strange.length < observation.alternatives.length;
    const drifted = strange.some((each) => !isElsewhere || isSeenIn(each, before));
    const verdict: Verdict = observation.verdict === 'OBSERVED' && drifted ? 'DRIFTED' : observation.verdict;
    return { ...observation, verdict, pinned: pinned.join(' | ') };
  });
}

/** Whether an answer is known to come from one of these surveys. */
function isSeenIn({ witness }: Observation['alternatives'][number], surveys: readonly EntityId[]): boolean {
  const path = witness?.steps[witness.failingStep]?.path ?? '';
  return surveys.some((id) => path.includes(`/surveys/${id}/`));
}

/** What a pinned answer has become counts as a violation: what was accepted is a promise (basis PINNED). */
export function driftsOf(observations: readonly Observation[]): Violation[] {
  return observations
    .filter(({ verdict }) => verdict === 'DRIFTED')
    .map(({ id, pinned = '', alternatives }) => {
      const strange = alternatives.filter(({ value }) => !pinned.split(' | ').includes(value));
      const actual = strange.map(({ value }) => value).join(' | ');
      return {
        ...newViolation(
          { ...nowhere, clause: id, expected: `${pinned}, as accepted`, actual },
          strange[0]?.witness ?? noWitness,
        ),
        id: `${id}:drifted`,
        count: strange.reduce((sum, { count }) => sum + count, 0),
      };
    });
}

/** What an acceptance of these observations writes, by question; answers that depend on chance are left out. */
export function answersOf(observations: readonly Observation[]): Record<string, string[]> {
  const answers: Record<string, string[]> = {};
  for (const { id, alternatives } of observations) {
    if (alternatives.length > 0 && !varies(id)) answers[id] = alternatives.map(({ value }) => value).sort();
  }
  return answers;
}

function varies(id: string): boolean {
  const question: OpenQuestion | null = isQuestionId(id) ? questions[id] : null;
  return question?.varies === true;
}
