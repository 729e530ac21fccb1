import type { Answering } from '../../administration/area.ts';
import { type AdministrationEndpoint, error } from '../../administration/call.ts';
import { replaced } from '../administration/answerFaults.ts';
import { type Fault, type FaultText, fault } from '../fault.ts';
import { at, type Members } from '../replyDraft.ts';

const writes: readonly AdministrationEndpoint[] = [
  'create-department',
  'create-template',
  'update-datapad',
  'create-response',
];
const initialHtml = '<p>No analysis has been written yet.</p>';

/** A fault with a memory, in each service one of its own. */
function remembering(text: FaultText, wrap: (clean: Answering) => Answering): Fault {
  return fault(text, { kind: 'administration', around: wrap });
}

/** A copy of an answer whose body may be changed; undefined where it is no success. */
function bodyOf(answer: ReturnType<Answering>): Members | undefined {
  return answer.kind === 'success' ? structuredClone(answer.body) : undefined;
}

/** What may go wrong with departments, keys, templates and datapads (document, Endpoints 4 to 8). */
export const resourceFaults: readonly Fault[] = [
  replaced(
    {
      id: 'department-primary-lost-in-list',
      section: 'list-departments',
      description: 'The department list has primaryAccountID 0 everywhere.',
    },
    ['list-departments'],
    'primaryAccountID',
    () => 0,
  ),
  remembering(
    {
      id: 'departments-total-stale',
      section: 'pagination',
      description: 'totalItems of the department list stays what it was when the list was first read.',
    },
    (clean) => {
      let total: unknown;
      return (call) => {
        const answer = clean(call);
        const body = call.endpoint === 'list-departments' ? bodyOf(answer) : undefined;
        if (answer.kind !== 'success' || body === undefined) return answer;
        const pagination = at(body, 'pagination');
        total ??= pagination.totalItems;
        pagination.totalItems = total;
        return { ...answer, body };
      };
    },
  ),
  remembering(
    {
      id: 'key-new-read-only',
      section: 'regenerate-key',
      description: 'The key that regeneration returns reads, and gets 403 where it writes.',
    },
    (clean) => {
      const fresh = new Set<unknown>();
      return (call) => {
        if (writes.includes(call.endpoint) && fresh.has(call.key)) return error(403);
        const answer = clean(call);
        if (call.endpoint === 'regenerate-key' && answer.kind === 'success') {
          fresh.add(at({ ...answer.body }, 'response').apiKey);
        }
        return answer;
      };
    },
  ),
  replaced(
    {
      id: 'template-crlf-doubled',
      section: 'template',
      description: 'Each CRLF in content gets a second carriage return.',
    },
    ['create-template'],
    'content',
    (content) => String(content).replaceAll('\r\n', '\r\r\n'),
  ),
  remembering(
    {
      id: 'datapad-text-before',
      section: 'update-datapad',
      description: 'An update returns the HTML text that was stored before it.',
    },
    (clean) => {
      const stored = new Map<string, unknown>();
      return (call) => {
        const answer = clean(call);
        const body = call.endpoint === 'update-datapad' ? bodyOf(answer) : undefined;
        if (answer.kind !== 'success' || body === undefined) return answer;
        const datapad = at(body, 'response');
        const before = stored.get(call.url) ?? initialHtml;
        stored.set(call.url, datapad.analysisHtmlText);
        datapad.analysisHtmlText = before;
        return { ...answer, body };
      };
    },
  ),
];
