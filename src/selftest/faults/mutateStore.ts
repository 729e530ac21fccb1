import type { Completion } from '../../service/completedResponses.ts';
import type { Store } from '../../service/store/sqliteStore.ts';
import type { StoredResponse } from '../../service/store/store.ts';
import type { Injection, Occurs } from './injection.ts';

/** Faults in what is stored and found again; callers do not notice any of it at the time. */

/** Has a store do some things otherwise, with a memory of each service's own; what it does not name is done as before. */
export function alterStore(change: (clean: Store, occurs: Occurs, now: () => number) => Partial<Store>): Injection {
  return {
    kind: 'store',
    replace: (clean, occurs, now) => {
      const changed = change(clean, occurs, now);
      return new Proxy(clean, { get: (_clean, name: keyof Store) => changed[name] ?? clean[name].bind(clean) });
    },
  };
}

/** Stores other completions than the one that came in. */
export function storeOtherwise(
  begin: (occurs: Occurs) => (completion: Completion) => readonly Completion[],
): Injection {
  return alterStore((clean, occurs) => {
    const alter = begin(occurs);
    return {
      add: (completion) => {
        for (const altered of alter(completion)) clean.add(altered);
      },
    };
  });
}

/** Stores other completions than those that are due. */
export function alterCompletions(change: (completion: Completion) => readonly Completion[]): Injection {
  return storeOtherwise((occurs) => (completion) => (occurs() ? change(completion) : [completion]));
}

/** Leaves every Nth of the responses that a filter finds out, in its count too. */
export function overlookEvery(n: number): Injection {
  return alterStore((clean) => ({
    matching: (surveyId, filter, { offset, limit }) => {
      const kept = n - 1;
      const from = kept === 0 ? 0 : Math.floor(offset / kept) * n + (offset % kept);
      const to = from + Math.ceil((limit / Math.max(1, kept)) * n) + n;
      const { items, totalItems } = clean.matching(surveyId, filter, { offset: from, limit: to - from });
      const shown = items.filter((_, index) => (from + index + 1) % n !== 0).slice(0, limit);
      return { items: shown, totalItems: totalItems - Math.floor(totalItems / n) };
    },
  }));
}

/** Keeps created records that are due off the list; a fetch finds them. */
export const unlistCreated: Injection = alterStore((clean, occurs) => {
  const unlisted = new Set<number>();
  return {
    addCreated: (surveyId, request, storedAtMs) => {
      const stored = clean.addCreated(surveyId, request, storedAtMs);
      if (occurs()) unlisted.add(stored.responseId);
      return stored;
    },
    responses: (surveyId, window) => {
      if (unlisted.size === 0) return clean.responses(surveyId, window);
      const all = clean.responses(surveyId, { offset: 0, limit: Number.MAX_SAFE_INTEGER }).items;
      const listed = all.filter(({ responseId }) => !unlisted.has(responseId));
      return { items: listed.slice(window.offset, window.offset + window.limit), totalItems: listed.length };
    },
  };
});

/** What is created under a known external reference is fetched by the id of the record that had it first. */
export const replaceByReference: Injection = alterStore((clean) => {
  const ids = new Map<string, number>();
  const newest = new Map<number, StoredResponse>();
  return {
    addCreated: (surveyId, request, storedAtMs) => {
      const stored = clean.addCreated(surveyId, request, storedAtMs);
      const { externalReference = '' } = request;
      const responseId = ids.get(externalReference) ?? stored.responseId;
      if (externalReference !== '') ids.set(externalReference, responseId);
      newest.set(responseId, { ...stored, responseId });
      return { ...stored, responseId };
    },
    response: (surveyId, responseId) => newest.get(responseId) ?? clean.response(surveyId, responseId),
  };
});

/** A filter finds whatever begins as the value does. */
export const matchBeginnings: Injection = alterStore((clean) => ({
  matching: (surveyId, filter, window) => {
    const conditions = filter.conditions.map((condition) => ({ ...condition, value: condition.value.slice(0, 4) }));
    return clean.matching(surveyId, { ...filter, conditions, match: 'prefix' }, window);
  },
}));
