import type { Answering } from '../../administration/area.ts';
import { replaced } from '../administration/answerFaults.ts';
import { type Fault, type FaultText, fault } from '../fault.ts';
import { at, type Members } from '../replyDraft.ts';

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
