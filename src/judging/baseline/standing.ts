import type { ClauseId } from '../../contract/clause.ts';
import { isQuestionId, questions } from '../../contract/questions/catalogue.ts';
import type { OpenQuestion } from '../../contract/questions/question.ts';
import type { RunMeta } from '../../result/progress.ts';
import type { Observation, Verdict, Violation } from '../../result/verdict.ts';
import { newViolation } from '../identity.ts';
import { type Baseline, boundNames, type KnownViolation, type Situation } from './baselineFile.ts';

/** A baseline, for one run: only what holds for its situation, and only known violations that have not expired. */
export interface Acceptable {
  readonly known: readonly KnownViolation[];
  /** Known violations whose last day is over. */
  readonly expired: readonly KnownViolation[];
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** The same for a session transport that was observed, where the profile leaves it open. */
  readonly ofSession?: (observed: string) => Acceptable;
}

/** Nothing is accepted. */
export const nothingAcceptable: Acceptable = { known: [], expired: [], answers: {} };

/** The situation of a run, as entries of a baseline are bound to it. */
export function situationOf({ target }: Pick<RunMeta, 'target'>): Required<Situation> {
  const { release, datacenter, session } = target;
  return { release, datacenter, session };
}

/**
 * What of a baseline holds for a run. Where several entries answer one question, the one bound to most holds.
 *
 * @param today `YYYY-MM-DD`
 */
export function acceptableIn(baseline: Baseline, situation: Situation, today: string): Acceptable {
  const acceptable = holdingIn(baseline, [situation], today);
  if (situation.session !== 'auto') return acceptable;
  // Entries that are bound to `auto` still hold.
  const ofSession = (session: string): Acceptable => holdingIn(baseline, [situation, { ...situation, session }], today);
  return { ...acceptable, ofSession };
}

/** What holds for a run whose sessions travelled as it observed; where it saw them travel in several ways, as before. */
export function acceptableAsObserved(acceptable: Acceptable, observations: readonly Observation[]): Acceptable {
  const seen = observations.find(({ id }) => id === 'Q-SESSION-TRANSPORT')?.alternatives ?? [];
  const [only] = seen;
  return only === undefined || seen.length > 1 ? acceptable : (acceptable.ofSession?.(only.value) ?? acceptable);
}

/** @param situations the run is in each of them. */
function holdingIn({ accepted, known }: Baseline, situations: readonly Situation[], today: string): Acceptable {
  const holds = (entry: Situation): boolean =>
    situations.some((situation) => boundsOf(entry).every((name) => entry[name] === situation[name]));
  const mine = known.filter(holds);
  const entries = accepted.filter(holds).sort((a, b) => boundsOf(a).length - boundsOf(b).length);
  return {
    known: mine.filter(({ expires }) => expires >= today),
    expired: mine.filter(({ expires }) => expires < today),
    answers: Object.assign({}, ...entries.map(({ answers }) => answers)),
  };
}

/** What an entry is bound to. */
function boundsOf(entry: Situation): (keyof Situation)[] {
  return boundNames.filter((name) => entry[name] !== undefined);
}

/** Whether a violation is known, and so fails no run. */
export function isTolerated(violation: Violation, { known }: Acceptable): boolean {
  return known.some((each) => isOf(violation, each));
}

/** The violations with how each stands to what is known. */
export function withStanding(violations: readonly Violation[], { known }: Acceptable): Violation[] {
  return violations.map((violation) => {
    const entry = known.find((each) => isOf(violation, each));
    if (entry === undefined) return violation;
    return { ...violation, baseline: { kind: 'KNOWN', issue: entry.issue, expires: entry.expires } };
  });
}

function isOf({ clause, actual }: Violation, entry: KnownViolation): boolean {
  return entry.clause === clause && actual.includes(entry.actual ?? '');
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
    .map(({ clause, actual, issue }) => {
      const expected = `the known violation of ${issue}`;
      const seen = `no longer seen${actual === undefined ? '' : `: ${actual}`}`;
      return {
        ...newViolation({ ...nowhere, clause, expected, actual: seen }, noWitness),
        id: `${clause}:gone`,
        count: 0,
        baseline: { kind: 'GONE' } as const,
      };
    });
}

/** The observations against the accepted answers. */
export function withPinned(observations: readonly Observation[], { answers }: Acceptable): Observation[] {
  return observations.map((observation) => {
    const pinned = answers[observation.id];
    if (pinned === undefined) return observation;
    const drifted = observation.alternatives.some(({ value }) => !pinned.includes(value));
    const verdict: Verdict = observation.verdict === 'OBSERVED' && drifted ? 'DRIFTED' : observation.verdict;
    return { ...observation, verdict, pinned: pinned.join(' | ') };
  });
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
