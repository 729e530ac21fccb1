import type { CreateResponseRequest, Department, EmailTemplate } from '../../contract/administration.ts';
import type { Injection } from '../faults/fault.ts';
import { ForwardingStore } from '../store/forwardingStore.ts';
import type { ResponseFilter, Slice, Store, StoredResponse, Window } from '../store/store.ts';

const everything: Window = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** What a store shows of what it holds: which of it, in which order, under which ids. */
export interface Arrangement {
  readonly responses?: (held: readonly StoredResponse[]) => readonly StoredResponse[];
  readonly departments?: (held: readonly Department[]) => readonly Department[];
  /** A response of that id can be fetched. */
  readonly isShown?: (response: StoredResponse) => boolean;
}

/** Arranges the lists of a store; the arrangement is made anew for each service. */
export function arrangeLists(begin: (now: () => number) => Arrangement): Injection {
  return { kind: 'store', replace: (clean, _occurs, now) => new ArrangedStore(clean, begin(now)) };
}

class ArrangedStore extends ForwardingStore {
  readonly #arrangement: Arrangement;

  constructor(inner: Store, arrangement: Arrangement) {
    super(inner);
    this.#arrangement = arrangement;
  }

  override departments(organizationId: number, window: Window): Slice<Department> {
    const arrange = this.#arrangement.departments;
    if (arrange === undefined) return super.departments(organizationId, window);
    return within(arrange(super.departments(organizationId, everything).items), window);
  }

  override responses(surveyId: number, window: Window): Slice<StoredResponse> {
    const arrange = this.#arrangement.responses;
    if (arrange === undefined) return super.responses(surveyId, window);
    return within(arrange(super.responses(surveyId, everything).items), window);
  }

  override matching(surveyId: number, filter: ResponseFilter, window: Window): Slice<StoredResponse> {
    const arrange = this.#arrangement.responses;
    if (arrange === undefined) return super.matching(surveyId, filter, window);
    return within(arrange(super.matching(surveyId, filter, everything).items), window);
  }

  override response(surveyId: number, responseId: number): StoredResponse | undefined {
    const found = super.response(surveyId, responseId);
    return found === undefined || this.#arrangement.isShown?.(found) === false ? undefined : found;
  }
}

function within<Item>(all: readonly Item[], { offset, limit }: Window): Slice<Item> {
  return { items: all.slice(offset, offset + limit), totalItems: all.length };
}

/** Shows ids otherwise than they are held: `shown` and `held` undo each other. */
export function renumberResponses(shown: (id: number) => number, held: (id: number) => number): Injection {
  return { kind: 'store', replace: (clean) => new RenumberedStore(clean, shown, held) };
}

class RenumberedStore extends ForwardingStore {
  readonly #shown: (id: number) => number;
  readonly #held: (id: number) => number;

  constructor(inner: Store, shown: (id: number) => number, held: (id: number) => number) {
    super(inner);
    this.#shown = shown;
    this.#held = held;
  }

  override addCreated(surveyId: number, request: CreateResponseRequest, storedAtMs: number): StoredResponse {
    return this.#renumbered(super.addCreated(surveyId, request, storedAtMs));
  }

  override responses(surveyId: number, window: Window): Slice<StoredResponse> {
    return this.#all(super.responses(surveyId, window));
  }

  override matching(surveyId: number, filter: ResponseFilter, window: Window): Slice<StoredResponse> {
    return this.#all(super.matching(surveyId, filter, window));
  }

  override response(surveyId: number, responseId: number): StoredResponse | undefined {
    const found = super.response(surveyId, this.#held(responseId));
    return found && this.#renumbered(found);
  }

  #all({ items, totalItems }: Slice<StoredResponse>): Slice<StoredResponse> {
    return { items: items.map((item) => this.#renumbered(item)), totalItems };
  }

  #renumbered(stored: StoredResponse): StoredResponse {
    return { ...stored, responseId: this.#shown(stored.responseId) };
  }
}

/** Gives departments and templates other ids. */
export function renumberResources(shown: (id: number) => number, of: 'departments' | 'templates'): Injection {
  return {
    kind: 'store',
    replace: (clean) =>
      of === 'departments' ? new RenumberedDepartments(clean, shown) : new RenumberedTemplates(clean, shown),
  };
}

class RenumberedDepartments extends ForwardingStore {
  readonly #shown: (id: number) => number;

  constructor(inner: Store, shown: (id: number) => number) {
    super(inner);
    this.#shown = shown;
  }

  override addDepartment(department: Omit<Department, 'departmentID'>): Department {
    return this.#renumbered(super.addDepartment(department));
  }

  override departments(organizationId: number, window: Window): Slice<Department> {
    const { items, totalItems } = super.departments(organizationId, window);
    return { items: items.map((item) => this.#renumbered(item)), totalItems };
  }

  #renumbered(department: Department): Department {
    return { ...department, departmentID: this.#shown(department.departmentID) };
  }
}

class RenumberedTemplates extends ForwardingStore {
  readonly #shown: (id: number) => number;

  constructor(inner: Store, shown: (id: number) => number) {
    super(inner);
    this.#shown = shown;
  }

  override addTemplate(template: Omit<EmailTemplate, 'emailTemplateID'>): EmailTemplate {
    const added = super.addTemplate(template);
    return { ...added, emailTemplateID: this.#shown(added.emailTemplateID) };
  }
}

/** A service that others used before, and use meanwhile. */
export function fillLists(before: number, everyNthRead: number): Injection {
  return { kind: 'store', replace: (clean, _occurs, now) => new SharedStore(clean, before, everyNthRead, now) };
}

class SharedStore extends ForwardingStore {
  readonly #before: number;
  readonly #everyNthRead: number;
  readonly #now: () => number;
  readonly #filled = new Set<string>();
  #reads = 0;

  constructor(inner: Store, before: number, everyNthRead: number, now: () => number) {
    super(inner);
    this.#before = before;
    this.#everyNthRead = everyNthRead;
    this.#now = now;
  }

  override departments(organizationId: number, window: Window): Slice<Department> {
    const add = (index: number): void => {
      super.addDepartment({ organizationID: organizationId, name: `Others ${index}`, primaryAccountID: 0 });
    };
    this.#fill(`departments ${organizationId}`, add);
    return super.departments(organizationId, window);
  }

  override responses(surveyId: number, window: Window): Slice<StoredResponse> {
    this.#fillResponses(surveyId);
    return super.responses(surveyId, window);
  }

  override matching(surveyId: number, filter: ResponseFilter, window: Window): Slice<StoredResponse> {
    this.#fillResponses(surveyId);
    return super.matching(surveyId, filter, window);
  }

  #fillResponses(surveyId: number): void {
    const add = (index: number): void => {
      const request = { responseSet: [], externalReference: `others-${index}` };
      super.addCreated(surveyId, request, this.#now());
    };
    this.#fill(`responses ${surveyId}`, add);
  }

  #fill(list: string, add: (index: number) => void): void {
    this.#reads += 1;
    if (this.#everyNthRead > 0 && this.#reads % this.#everyNthRead === 0) add(this.#reads);
    if (this.#filled.has(list)) return;
    this.#filled.add(list);
    for (let index = 0; index < this.#before; index++) add(-index);
  }
}
