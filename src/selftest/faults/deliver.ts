import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseDraft } from './responseDraft.ts';

/** Sends a response as faults have left it: its text, or what breaks instead. */
export function deliver(draft: ResponseDraft, request: FastifyRequest, reply: FastifyReply): string | Readable {
  reply.code(draft.httpStatus);
  for (const [name, value] of Object.entries(draft.headers)) {
    reply.removeHeader(name);
    if (value !== undefined && name !== 'content-length') reply.header(name, value);
  }
  reply.header('content-type', draft.contentType);
  const text = draft.text ?? draft.write(draft.body);
  if (draft.delivery === 'reset') request.raw.socket.resetAndDestroy();
  if (draft.delivery === 'truncated') return cutOff(text);
  if (draft.delivery === 'impatient') return cutOffUnread(text, request);
  return text;
}

/** Long enough for the first half to leave before the connection breaks. */
const cutOffDelayMs = 5;

/** More than a reader's side takes in unread, whatever its machine; a reader that is given so much has some time to read it. */
const largeBytes = 3_900_000;
const patienceMs = 1000;

/**
 * A large answer, cut off where nothing more comes over its connection in time. A reset, for the buffers of the own side may
 * hold all of it, and would still send that on after an end.
 */
function cutOffUnread(text: string, { raw: { socket } }: FastifyRequest): string {
  const { bytesRead } = socket;
  setTimeout(() => {
    if (socket.bytesRead === bytesRead) socket.resetAndDestroy();
  }, patienceMs);
  return text.padEnd(largeBytes);
}

/** Sends the first half and then breaks the connection. */
function cutOff(text: string): Readable {
  const half = text.slice(0, text.length / 2);
  let sent = false;
  return new Readable({
    read() {
      if (sent) setTimeout(() => this.destroy(new Error('cut off on purpose')), cutOffDelayMs);
      else this.push(half);
      sent = true;
    },
  });
}
