import type { CreateResponseRequest } from '../../contract/administrationSchemas.ts';
import type { filterNames } from '../../contract/endpoints.ts';
import type { Completion } from '../completedResponses.ts';

/** Where a page begins, and how many items it has. */
export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** The items within a window, and how many there are in all. */
export interface Slice<Item> {
  readonly items: readonly Item[];
  readonly totalItems: number;
}

/** What a response record is made of: a walk that ended, or what POST responses sent. */
export type ResponseSource =
  | { readonly kind: 'completed'; readonly completion: Completion }
  | { readonly kind: 'created'; readonly request: CreateResponseRequest };

export interface StoredResponse {
  readonly responseId: number;
  readonly surveyId: number;
  /** Milliseconds since the epoch. */
  readonly storedAtMs: number;
  readonly source: ResponseSource;
}

/** What the filter can look for: the names of its query parameters (service.md#filter-responses-custom). */
export type FilterField = (typeof filterNames)[number];

export interface FilterCondition {
  readonly field: FilterField;
  readonly value: string;
}

/** Without conditions it finds everything; how conditions combine and match is open in the document. */
export interface ResponseFilter {
  readonly conditions: readonly FilterCondition[];
  readonly combine: 'and' | 'or';
  readonly match: 'exact' | 'prefix' | 'substring';
  readonly caseSensitive: boolean;
}

/** An API key that was regenerated (service.md#regenerate-key-expires). */
export interface ReplacedKey {
  readonly key: string;
  readonly replacement: string;
}

/** The first id of each kind: far from each other, so that a mixed-up id is noticed. */
export const firstIds = { department: 401, template: 70_001, response: 9_000_001 } as const;

/** What the filter can look for in a created record; completed walks have neither reference nor variables. */
export function fieldValue(request: CreateResponseRequest, field: FilterField): string | null {
  return (field === 'extRef' ? request.externalReference : request.customVariables?.[field]) ?? null;
}

/** Whether a stored value satisfies a condition on its field. */
export function matches(stored: string, wanted: string, { match, caseSensitive }: ResponseFilter): boolean {
  const own = caseSensitive ? stored : stored.toLowerCase();
  const other = caseSensitive ? wanted : wanted.toLowerCase();
  if (match === 'exact') return own === other;
  return match === 'prefix' ? own.startsWith(other) : own.includes(other);
}
