import { membersOf } from '../../contract/jsonShape.ts';
import { idsIn } from '../../judging/rules/previousPage.ts';
import { play, type Search } from './environments.ts';
import type { Sequence, SequenceFailure, SequenceStep } from './sequence.ts';

/** Plays that are tried, and of these so many must show just what the other one chose, not the same each time. */
const plays = 8;
const enough = 3;

/**
 * Whether answers that a respondent never gave are those that another one gave just before: the failure with the steps of
 * that one before its own, so that it shows on a service that has just begun, which remembers nobody.
 *
 * @returns `null` where they are not, or nobody can tell.
 */
export async function precededByAnother(failure: SequenceFailure, search: Search): Promise<SequenceFailure | null> {
  const { surveys, steps } = failure.sequence;
  if (surveys.length !== 1 || !selection.test(failure.actual)) return null;
  const other: SequenceStep[] = steps.flatMap(({ kind }) =>
    kind === 'begin' || kind === 'submit' ? [{ session: 0, kind, body: null, concurrent: 0 }] : [],
  );
  const sequence: Sequence = {
    surveys: [...surveys, ...surveys],
    steps: [...other, ...steps.map((step) => ({ ...step, session: 1 }))],
  };
  const chosen = new Set<string>();
  let shown: SequenceFailure | null = null;
  let times = 0;
  for (let at = 0; at < plays && !search.isOver(); at++) {
    const played = await play(inTurn(search, at), sequence);
    const given = played === null ? null : choiceOfOther(played);
    // Another way through the survey leads past the question.
    if (played === null || given === null) continue;
    if (given !== selectedIn(played)) return null;
    chosen.add(given);
    times++;
    shown = played;
  }
  return shown === null || times < enough || chosen.size < 2 ? null : { ...shown, ...ofAnother(shown) };
}

/** Who answers as chance has it answers otherwise each time, and leaves nothing out. */
function inTurn(search: Search, at: number): Search {
  const { environment } = search;
  const { profile } = environment;
  const respondent = { ...profile.respondent, optional: 1 };
  return { ...search, environment: { ...environment, profile: { ...profile, respondent, seed: profile.seed + at } } };
}

const selection = /^question (\d+): selected ([\d, ]+)/;

function selectedIn({ actual }: SequenceFailure): string {
  return sorted(selection.exec(actual)?.[2]?.split(', ') ?? []);
}

/** What the respondent who came first chose in the question that is marked; `null` where it was not asked. */
function choiceOfOther({ actual, witness }: SequenceFailure): string | null {
  const [, question = ''] = selection.exec(actual) ?? [];
  const given = witness.steps
    .filter(({ session }) => session === 0)
    .flatMap(({ body }) => Object.entries(membersOf(body ?? '')))
    .findLast(([key]) => key.endsWith(`_${question}`));
  return question === '' || given === undefined ? null : sorted(idsIn(given[1]));
}

function sorted(ids: readonly string[]): string {
  return ids.toSorted().join();
}

function ofAnother({ actual, symptom }: SequenceFailure): Pick<SequenceFailure, 'actual' | 'symptom'> {
  return {
    actual: `${actual}, as another respondent chose`,
    symptom: { ...symptom, came: ['of-another-respondent'] },
  };
}
