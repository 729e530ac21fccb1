import { around } from '../administration/answerFaults.ts';
import type { Fault } from '../fault.ts';
import { at, isMembers, type Members } from '../replyDraft.ts';

/** Stores a record otherwise than it was sent. */
function storedAs(id: string, description: string, change: (body: Members) => void): Fault {
  return around({ id, section: 'create-response', description }, ['create-response'], (call, clean) => {
    if (!isMembers(call.body)) return clean(call);
    const body = structuredClone(call.body);
    change(body);
    return clean({ ...call, body });
  });
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
];
