import type { CreateResponseRequest, Department, EmailTemplate } from '../../contract/administration.ts';
import type { Completion } from '../completedResponses.ts';
import {
  type FilterField,
  fieldValue,
  filterFields,
  firstIds,
  matches,
  type ReplacedKey,
  type ResponseFilter,
  type ResponseSource,
  type Slice,
  type Store,
  type StoredResponse,
  type Window,
} from './store.ts';

/** A response as it is held: its source as JSON text, which is a third of the objects' size. */
interface Held {
  readonly responseId: number;
  readonly surveyId: number;
  readonly storedAtMs: number;
  readonly source: string;
}

/** The responses of one survey in the order of their ids, and which of them have a value that can be filtered. */
interface SurveyShelf {
  readonly held: Held[];
  readonly byValue: Map<FilterField, Map<string, Held[]>>;
}

/** Keeps everything in memory, until the process ends. */
export class MemoryStore implements Store {
  readonly #departments = new Map<number, Department[]>();
  readonly #shelves = new Map<number, SurveyShelf>();
  readonly #byId = new Map<number, Held>();
  readonly #completionIds = new Set<string>();
  readonly #completions = new Map<number, number>();
  readonly #replacedKeys: ReplacedKey[] = [];
  readonly #datapadTexts = new Map<string, string>();
  #nextDepartment: number = firstIds.department;
  #nextTemplate: number = firstIds.template;
  #nextResponse: number = firstIds.response;

  addDepartment(department: Omit<Department, 'departmentID'>): Department {
    const added = { departmentID: this.#nextDepartment++, ...department };
    const own = this.#departments.get(department.organizationID) ?? [];
    own.push(added);
    this.#departments.set(department.organizationID, own);
    return added;
  }

  departments(organizationId: number, window: Window): Slice<Department> {
    return sliceOf(this.#departments.get(organizationId) ?? [], window);
  }

  addTemplate(template: Omit<EmailTemplate, 'emailTemplateID'>): EmailTemplate {
    return { emailTemplateID: this.#nextTemplate++, ...template };
  }

  datapadText(surveyId: number, datapadId: number): string | undefined {
    return this.#datapadTexts.get(`${surveyId}/${datapadId}`);
  }

  setDatapadText(surveyId: number, datapadId: number, text: string): void {
    this.#datapadTexts.set(`${surveyId}/${datapadId}`, text);
  }

  add(completion: Completion): void {
    if (this.#completionIds.has(completion.id)) return;
    this.#completionIds.add(completion.id);
    this.#completions.set(completion.surveyId, this.completions(completion.surveyId) + 1);
    this.#hold(completion.surveyId, completion.endedAtMs, { kind: 'completed', completion });
  }

  addCreated(surveyId: number, request: CreateResponseRequest, storedAtMs: number): StoredResponse {
    const held = this.#hold(surveyId, storedAtMs, { kind: 'created', request });
    const { byValue } = this.#shelf(surveyId);
    for (const field of filterFields) {
      const value = fieldValue(request, field);
      if (value === null) continue;
      const values = byValue.get(field) ?? new Map<string, Held[]>();
      byValue.set(field, values);
      const same = values.get(value);
      if (same === undefined) values.set(value, [held]);
      else same.push(held);
    }
    return stored(held);
  }

  responses(surveyId: number, window: Window): Slice<StoredResponse> {
    return storedSlice(this.#shelves.get(surveyId)?.held ?? [], window);
  }

  matching(surveyId: number, filter: ResponseFilter, window: Window): Slice<StoredResponse> {
    const shelf = this.#shelves.get(surveyId);
    if (shelf === undefined || filter.conditions.length === 0) return this.responses(surveyId, window);
    const sets = filter.conditions.map(({ field, value }) => new Set(found(shelf, field, value, filter)));
    const [first = new Set<Held>(), ...others] = sets;
    const all =
      filter.combine === 'or'
        ? [...new Set(sets.flatMap((set) => [...set]))]
        : [...first].filter((held) => others.every((set) => set.has(held)));
    return storedSlice(
      all.sort((a, b) => a.responseId - b.responseId),
      window,
    );
  }

  response(surveyId: number, responseId: number): StoredResponse | undefined {
    const held = this.#byId.get(responseId);
    return held?.surveyId === surveyId ? stored(held) : undefined;
  }

  completions(surveyId: number): number {
    return this.#completions.get(surveyId) ?? 0;
  }

  replaceKey(replaced: ReplacedKey): void {
    this.#replacedKeys.push(replaced);
  }

  replacedKeys(): readonly ReplacedKey[] {
    return this.#replacedKeys;
  }

  close(): void {}

  #hold(surveyId: number, storedAtMs: number, source: ResponseSource): Held {
    const held = { responseId: this.#nextResponse++, surveyId, storedAtMs, source: JSON.stringify(source) };
    this.#shelf(surveyId).held.push(held);
    this.#byId.set(held.responseId, held);
    return held;
  }

  #shelf(surveyId: number): SurveyShelf {
    const existing = this.#shelves.get(surveyId);
    if (existing !== undefined) return existing;
    const made: SurveyShelf = { held: [], byValue: new Map() };
    this.#shelves.set(surveyId, made);
    return made;
  }
}

function found(shelf: SurveyShelf, field: FilterField, value: string, filter: ResponseFilter): Held[] {
  const values = shelf.byValue.get(field);
  if (values === undefined) return [];
  if (filter.match === 'exact' && filter.caseSensitive) return values.get(value) ?? [];
  return [...values].flatMap(([each, held]) => (matches(each, value, filter) ? held : []));
}

function stored({ source, ...rest }: Held): StoredResponse {
  return { ...rest, source: JSON.parse(source) as ResponseSource };
}

function storedSlice(held: readonly Held[], window: Window): Slice<StoredResponse> {
  const { items, totalItems } = sliceOf(held, window);
  return { items: items.map(stored), totalItems };
}

function sliceOf<Item>(all: readonly Item[], { offset, limit }: Window): Slice<Item> {
  return { items: all.slice(offset, offset + limit), totalItems: all.length };
}
