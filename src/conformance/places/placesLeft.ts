import type { ClauseId } from '../../contract/clause.ts';
import type { Place } from '../../contract/places.ts';
import { clauseIds } from '../../judging/allClauses.ts';
import { placesOf } from '../../judging/evidence/clausePlaces.ts';
import type { Evidence } from '../../judging/evidence/evidence.ts';

const clausesAt = new Map<Place, ClauseId[]>();
for (const id of clauseIds)
  for (const place of placesOf(id)) clausesAt.set(place, [...(clausesAt.get(place) ?? []), id]);

/** How many requests may still be sent, whoever sends them. */
export interface RequestsLeft {
  requests: number;
}

/** The places where one of the clauses was not looked at yet, while requests are left to get there. */
export class PlacesLeft {
  readonly #evidence: Evidence;
  readonly #budget: RequestsLeft;
  readonly #isDeep: boolean;
  readonly #clauses: ReadonlySet<ClauseId>;
  /** Places that were tried since the last begin, whether they were reached or not. */
  readonly #tried = new Set<Place>();

  /** @param isDeep whether places are looked at again that were looked at already */
  constructor(evidence: Evidence, budget: RequestsLeft, isDeep: boolean, clauses: readonly ClauseId[] = clauseIds) {
    this.#evidence = evidence;
    this.#budget = budget;
    this.#isDeep = isDeep;
    this.#clauses = new Set(clauses);
  }

  /** Whether requests are left. */
  get isOver(): boolean {
    return this.#budget.requests <= 0;
  }

  /** Another survey, or list: what could not be reached elsewhere may be there. */
  begin(): void {
    this.#tried.clear();
  }

  /** Whether any of the places is left; no name of a place is one that no clause speaks of. */
  has(places: readonly string[]): boolean {
    return !this.isOver && places.some((place) => this.#isLeft(place as Place));
  }

  /** As `has`; what is left is tried from here on, with so many requests. */
  takes(places: readonly string[], requests = 1): boolean {
    if (!this.has(places)) return false;
    for (const place of places) this.#tried.add(place as Place);
    this.#budget.requests -= requests;
    return true;
  }

  #isLeft(place: Place): boolean {
    const clauses = (clausesAt.get(place) ?? []).filter((clause) => this.#clauses.has(clause));
    if (clauses.length === 0 || this.#tried.has(place)) return false;
    return this.#isDeep || clauses.some((clause) => this.#evidence.clause(clause)?.places.has(place) !== true);
  }
}
