import type { Department } from '../../contract/administrationSchemas.ts';
import type { Slice, StoredResponse, Window } from '../../service/store/store.ts';
import type { Injection } from '../faults/injection.ts';
import { alterStore } from '../faults/mutateStore.ts';

const everything: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** What a store shows of what it holds: which of it, in which order. */
export interface Arrangement {
  readonly responses?: (held: readonly StoredResponse[]) => readonly StoredResponse[];
  readonly departments?: (held: readonly Department[]) => readonly Department[];
  /** A response of that id can be fetched. */
  readonly isShown?: (response: StoredResponse) => boolean;
}

/** Arranges the lists of a store; the arrangement is made anew for each service. */
export function arrangeLists(begin: (now: () => number) => Arrangement): Injection {
  return alterStore((clean, _occurs, now) => {
    const { responses, departments, isShown } = begin(now);
    return {
      ...(departments && {
        departments: (organizationId, window) =>
          within(departments(clean.departments(organizationId, everything).items), window),
      }),
      ...(responses && {
        responses: (surveyId, window) => within(responses(clean.responses(surveyId, everything).items), window),
        matching: (surveyId, filter, window) =>
          within(responses(clean.matching(surveyId, filter, everything).items), window),
      }),
      response: (surveyId, responseId) => {
        const found = clean.response(surveyId, responseId);
        return found === undefined || isShown?.(found) === false ? undefined : found;
      },
    };
  });
}

function within<Item>(all: readonly Item[], { offset, limit }: Window): Slice<Item> {
  return { items: all.slice(offset, offset + limit), totalItems: all.length };
}

/** Shows each item of a slice otherwise. */
function mapped<Item>({ items, totalItems }: Slice<Item>, change: (item: Item) => Item): Slice<Item> {
  return { items: items.map(change), totalItems };
}

/** Shows ids otherwise than they are held: `shown` and `held` undo each other. */
export function renumberResponses(shown: (id: number) => number, held: (id: number) => number): Injection {
  const renumbered = (stored: StoredResponse): StoredResponse => ({ ...stored, responseId: shown(stored.responseId) });
  return alterStore((clean) => ({
    addCreated: (surveyId, request, storedAtMs) => renumbered(clean.addCreated(surveyId, request, storedAtMs)),
    responses: (surveyId, window) => mapped(clean.responses(surveyId, window), renumbered),
    matching: (surveyId, filter, window) => mapped(clean.matching(surveyId, filter, window), renumbered),
    response: (surveyId, responseId) => {
      const found = clean.response(surveyId, held(responseId));
      return found && renumbered(found);
    },
  }));
}

/** Gives departments other ids. */
export function renumberDepartments(shown: (id: number) => number): Injection {
  const renumbered = (held: Department): Department => ({ ...held, departmentID: shown(held.departmentID) });
  return alterStore((clean) => ({
    addDepartment: (department) => renumbered(clean.addDepartment(department)),
    departments: (organizationId, window) => mapped(clean.departments(organizationId, window), renumbered),
  }));
}

/** Gives templates other ids. */
export function renumberTemplates(shown: (id: number) => number): Injection {
  return alterStore((clean) => ({
    addTemplate: (template) => {
      const added = clean.addTemplate(template);
      return { ...added, emailTemplateID: shown(added.emailTemplateID) };
    },
  }));
}

/** A service that others used before, and use meanwhile. */
export function fillLists(before: number, everyNthRead: number): Injection {
  return alterStore((clean, _occurs, now) => {
    const filled = new Set<string>();
    let reads = 0;
    const fill = (list: string, add: (index: number) => void): void => {
      reads += 1;
      if (everyNthRead > 0 && reads % everyNthRead === 0) add(reads);
      if (filled.has(list)) return;
      filled.add(list);
      for (let index = 0; index < before; index++) add(-index);
    };
    const fillResponses = (surveyId: number): void =>
      fill(`responses ${surveyId}`, (index) => {
        clean.addCreated(surveyId, { responseSet: [], externalReference: `others-${index}` }, now());
      });
    return {
      departments: (organizationID, window) => {
        fill(`departments ${organizationID}`, (index) => {
          clean.addDepartment({ organizationID, name: `Others ${index}`, primaryAccountID: 0 });
        });
        return clean.departments(organizationID, window);
      },
      responses: (surveyId, window) => {
        fillResponses(surveyId);
        return clean.responses(surveyId, window);
      },
      matching: (surveyId, filter, window) => {
        fillResponses(surveyId);
        return clean.matching(surveyId, filter, window);
      },
    };
  });
}
