import type { CreateResponseRequest } from '../../contract/administration.ts';
import type { Completion } from '../completedResponses.ts';
import { ForwardingStore } from '../store/forwardingStore.ts';
import type { ResponseFilter, Slice, Store, StoredResponse, Window } from '../store/store.ts';
import type { Injection, Occurs } from './fault.ts';

/** Faults in what is stored and found again; callers do not notice any of it at the time. */

/** Stores other completions than the one that came in. */
export function storeOtherwise(
  begin: (occurs: Occurs) => (completion: Completion) => readonly Completion[],
): Injection {
  return { kind: 'store', replace: (clean, occurs) => new AlteringStore(clean, begin(occurs)) };
}

/** Stores other completions than those that are due. */
export function alterCompletions(change: (completion: Completion) => readonly Completion[]): Injection {
  return storeOtherwise((occurs) => (completion) => (occurs() ? change(completion) : [completion]));
}

/** Leaves every Nth of the responses that a filter finds out, in its count too. */
export function overlookEvery(n: number): Injection {
  return { kind: 'store', replace: (clean) => new OverlookingStore(clean, n) };
}

/** Keeps created records that are due off the list; a fetch finds them. */
export const unlistCreated: Injection = {
  kind: 'store',
  replace: (clean, occurs) => new UnlistingStore(clean, occurs),
};

/** A filter finds whatever begins as the value does. */
export const matchBeginnings: Injection = { kind: 'store', replace: (clean) => new LooselyMatchingStore(clean) };

class AlteringStore extends ForwardingStore {
  readonly #alter: (completion: Completion) => readonly Completion[];

  constructor(inner: Store, alter: (completion: Completion) => readonly Completion[]) {
    super(inner);
    this.#alter = alter;
  }

  override add(completion: Completion): void {
    for (const altered of this.#alter(completion)) super.add(altered);
  }
}

class OverlookingStore extends ForwardingStore {
  readonly #everyNth: number;

  constructor(inner: Store, everyNth: number) {
    super(inner);
    this.#everyNth = everyNth;
  }

  override matching(surveyId: number, filter: ResponseFilter, { offset, limit }: Window): Slice<StoredResponse> {
    const n = this.#everyNth;
    const kept = n - 1;
    const from = kept === 0 ? 0 : Math.floor(offset / kept) * n + (offset % kept);
    const to = from + Math.ceil((limit / Math.max(1, kept)) * n) + n;
    const { items, totalItems } = super.matching(surveyId, filter, { offset: from, limit: to - from });
    const shown = items.filter((_, index) => (from + index + 1) % n !== 0).slice(0, limit);
    return { items: shown, totalItems: totalItems - Math.floor(totalItems / n) };
  }
}

class LooselyMatchingStore extends ForwardingStore {
  override matching(surveyId: number, filter: ResponseFilter, window: Window): Slice<StoredResponse> {
    const conditions = filter.conditions.map((condition) => ({ ...condition, value: condition.value.slice(0, 4) }));
    return super.matching(surveyId, { ...filter, conditions, match: 'prefix' }, window);
  }
}

class UnlistingStore extends ForwardingStore {
  readonly #due: Occurs;
  readonly #unlisted = new Set<number>();

  constructor(inner: Store, due: Occurs) {
    super(inner);
    this.#due = due;
  }

  override addCreated(surveyId: number, request: CreateResponseRequest, storedAtMs: number): StoredResponse {
    const stored = super.addCreated(surveyId, request, storedAtMs);
    if (this.#due()) this.#unlisted.add(stored.responseId);
    return stored;
  }

  override responses(surveyId: number, window: Window): Slice<StoredResponse> {
    if (this.#unlisted.size === 0) return super.responses(surveyId, window);
    const all = super.responses(surveyId, { offset: 0, limit: Number.MAX_SAFE_INTEGER }).items;
    const listed = all.filter(({ responseId }) => !this.#unlisted.has(responseId));
    return { items: listed.slice(window.offset, window.offset + window.limit), totalItems: listed.length };
  }
}
