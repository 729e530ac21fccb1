import type { CreateResponseRequest } from '../../../contract/administration.ts';
import type { AdministrationEndpoint } from '../../administration/call.ts';
import { ForwardingStore } from '../../store/forwardingStore.ts';
import type { Slice, Store, StoredResponse, Window } from '../../store/store.ts';
import { around, spoilResources } from '../administration/answerFaults.ts';
import { type Fault, fault, type Occurs } from '../fault.ts';
import { at, isMembers, type Members } from '../replyDraft.ts';

const records: readonly AdministrationEndpoint[] = [
  'create-response',
  'list-responses',
  'filter-responses',
  'fetch-response',
];

/** Stores a record otherwise than it was sent. */
function storedAs(id: string, description: string, change: (body: Members) => void): Fault {
  return around({ id, section: 'create-response', description }, ['create-response'], (call, clean) => {
    if (!isMembers(call.body)) return clean(call);
    const body = structuredClone(call.body);
    change(body);
    return clean({ ...call, body });
  });
}

/** Keeps records that are due off the list; a fetch finds them. */
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

/** What may go wrong with response records (document, Endpoints 9 and 12; Survey response record). */
export const storedRecordFaults: readonly Fault[] = [
  storedAs('custom-null-becomes-text', 'A custom variable that is sent as null is stored as a text.', (body) => {
    const variables = at(body, 'customVariables');
    for (const [name, value] of Object.entries(variables)) if (value === null) variables[name] = 'null';
  }),
  storedAs('image-url-dropped', 'imageUrl is not stored.', (body) => {
    if (!Array.isArray(body.responseSet)) return;
    for (const answered of body.responseSet) if (isMembers(answered)) delete answered.imageUrl;
  }),
  spoilResources(
    {
      id: 'coordinates-unsigned',
      section: 'record',
      description: 'latitude and longitude lose their signs.',
    },
    records,
    (record) => {
      const location = at(record, 'location');
      for (const name of ['latitude', 'longitude']) location[name] = Math.abs(Number(location[name]));
    },
  ),
  fault(
    {
      id: 'created-not-listed-at-times',
      section: 'list-responses',
      description: 'Some created records are never listed, though a fetch finds them.',
      everyNth: 50,
    },
    { kind: 'store', replace: (clean, occurs) => new UnlistingStore(clean, occurs) },
  ),
];
