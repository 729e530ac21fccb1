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
  if (draft.delivery === 'impatient') return cutOffUnread(text, request, reply);
  return text;
}

/** Long enough for the first half to leave before the connection breaks. */
const cutOffDelayMs = 5;

/** More than the buffers of a connection take in; a reader that is given so much has some time to read it. */
const largeBytes = 3_900_000;
const patienceMs = 1000;

/** A large answer, cut off where it is not read in time. */
function cutOffUnread(text: string, request: FastifyRequest, reply: FastifyReply): string {
  setTimeout(() => {
    if (!reply.raw.writableFinished) request.raw.socket.destroy();
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
