import type { ClauseId } from '../../contract/clause.ts';
import { dimensions, type Place } from '../../contract/places.ts';
import { clauseIds } from '../../judging/allClauses.ts';
import { placesOf } from '../../judging/evidence/clausePlaces.ts';
import { nowhere, type Where, whereOf } from '../../judging/evidence/where.ts';
import { isGating } from '../../judging/identity.ts';
import { entryOf } from '../../judging/memoised.ts';
import { type Answer, AnswerReader } from '../../judging/reading/answer.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Injection } from '../faults/injection.ts';
import { mutateResponse } from '../faults/mutateResponse.ts';
import type { ResponseContext, ResponseDraft } from '../faults/responseDraft.ts';
import { type GeneratedFault, wrong } from './generatedFault.ts';
import {
  type MemberChange,
  type MemberPath,
  memberFaults,
  nameOf,
  pathsIn,
  replaced,
  valueAt,
  withMember,
} from './memberFaults.ts';
import { failing, recordRun } from './recordedAnswers.ts';

/** A change of one member that breaks a clause, wherever that member is. */
interface Breach {
  /** Without positions in lists. */
  readonly member: string;
  readonly change: Exclude<MemberChange, "another's">;
}

/**
 * For each clause that a wrong member breaks, and each place of it that a clean run looks at: that member wrong in that
 * place alone. Drawn from the table of places, so that a clause which looks at one place of several is found out.
 */
export async function placeFaults(seed: number): Promise<GeneratedFault[]> {
  const members = new Map<Place, Set<string>>();
  const { evidence, situations } = await recordRun(seed, [{ how: noting(members), everyNth: 1, among: 'anybody' }]);
  const breaches = breachesIn(situations);
  return clauseIds.flatMap((clause) =>
    [...placesOf(clause)].flatMap((place) => {
      const isLooked = evidence.clause(clause)?.places.has(place) === true;
      const breach = breaches.get(clause)?.find(({ member }) => members.get(place)?.has(member));
      if (!isLooked || breach === undefined) return [];
      const { member, change } = breach;
      return wrong('a member is wrong in one place', `${clause}, ${place}: ${member} ${change}`, at(place, breach));
    }),
  );
}

/** By clause the changes that break it, one a member. */
function breachesIn(situations: ReadonlyMap<string, Exchange>): ReadonlyMap<ClauseId, readonly Breach[]> {
  const breaches = new Map<ClauseId, Breach[]>();
  const tried = new Set<string>();
  for (const exchange of situations.values()) {
    if (failing(exchange).length > 0) continue;
    for (const { path, change, value } of memberFaults(exchange, null)) {
      const member = memberOf(path);
      const breach = `${exchange.endpoint} ${member} ${change}`;
      if (change === "another's" || tried.has(breach)) continue;
      tried.add(breach);
      const json = withMember(exchange.json, path, value);
      for (const clause of failing({ ...exchange, json, bodyText: JSON.stringify(json), repeat: null })) {
        const known = breaches.get(clause) ?? [];
        const isNew = isGating(clause) && !known.some((each) => each.member === member);
        if (isNew) breaches.set(clause, [...known, { member, change }]);
      }
    }
  }
  return breaches;
}

function memberOf(path: MemberPath): string {
  return nameOf(path).replaceAll(/\.\d+(?=\.|$)/g, '[]');
}

/** Changes nothing, and notes which members answers have in which places. */
function noting(members: Map<Place, Set<string>>): Injection {
  const places = new AnswersPlaced();
  return mutateResponse(
    (draft, context) => {
      const { answer, where } = places.placed(draft, context);
      const present = [...pathsIn(draft.body)].map((path) => ({ path, member: memberOf(path) }));
      for (const place of where.places) {
        const known = entryOf(members, place, () => new Set<string>());
        for (const { path, member } of present) if (isOfQuestion(answer, path, place)) known.add(member);
      }
      return false;
    },
    () => {},
  );
}

/** The member wrong in the answers that are in a place. */
function at(place: Place, { member, change }: Breach): Injection {
  const places = new AnswersPlaced();
  const pathIn = (draft: ResponseDraft, context: ResponseContext): MemberPath | undefined => {
    const { answer, where } = places.placed(draft, context);
    if (!where.places.includes(place)) return undefined;
    const mayBe = (path: MemberPath): boolean => memberOf(path) === member && isOfQuestion(answer, path, place);
    return [...pathsIn(draft.body)].find(mayBe);
  };
  return mutateResponse(
    (draft, context) => pathIn(draft, context) !== undefined,
    (draft, context) => {
      const path = pathIn(draft, context);
      if (path === undefined) return;
      const value = replaced(valueAt(draft.body, path), change);
      draft.text = JSON.stringify(withMember(draft.body, path, value));
    },
  );
}

/** Whether a member is that of a question of the kind that the place is about; any, where it is about none. */
function isOfQuestion({ page }: Answer, path: MemberPath, place: Place): boolean {
  const places: readonly Place[] = dimensions.question;
  const [, list, index] = path;
  if (!places.includes(place) || list !== 'questions' || typeof index !== 'number') return true;
  return place.startsWith(`${page?.elements[index]?.question?.answerType} question,`);
}

/** Finds the places of answers before they leave, as those who get them will find them. */
class AnswersPlaced {
  readonly #reader = new AnswerReader();
  readonly #walks = new WeakMap<object, { first: ShownPage | null; where: Where }>();
  readonly #placed = new WeakMap<ResponseDraft, { readonly answer: Answer; readonly where: Where }>();

  placed(draft: ResponseDraft, { endpoint = 'take', url, walk, session }: ResponseContext) {
    const known = this.#placed.get(draft);
    if (known !== undefined) return known;
    const bodyText = JSON.stringify(draft.body);
    const { httpStatus } = draft;
    const sent = { endpoint, path: url, httpStatus, bodyText, json: draft.body } as const;
    const answer = this.#reader.read({ ...unsent, ...sent });
    const owner = walk ?? session ?? {};
    const before = this.#walks.get(owner) ?? { first: null, where: nowhere };
    const where = whereOf(answer, before.first, before.where);
    this.#walks.set(owner, { first: before.first ?? answer.page, where });
    this.#placed.set(draft, { answer, where });
    return { answer, where };
  }
}

/** What plays no part in where an answer is. */
const unsent = {
  ...{ method: 'GET', requestBody: null, headers: [], failure: null },
  ...{ intendedMs: 0, sentMs: 0, firstByteMs: 0, endMs: 0 },
} as const;
