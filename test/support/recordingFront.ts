import { once } from 'node:events';
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from './freePort.ts';

/** A service on loopback that passes everything on to another, and remembers each secret that it hands out. */
export interface RecordingFront {
  readonly baseUrl: string;
  /** Session ids, session tokens and new API keys, without those of a few characters. */
  readonly secrets: ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * @param change what becomes of a body; `number` counts the answers from 0, `sent` are the headers of the request.
 * @param further headers that every answer gets.
 * @param asked what becomes of the path and the body of a request.
 */
export async function startRecordingFront(
  upstream: string,
  change: (body: string, number: number, sent: IncomingHttpHeaders) => string,
  further: (number: number, sent: IncomingHttpHeaders) => OutgoingHttpHeaders = () => ({}),
  asked: (text: string) => string = (text) => text,
): Promise<RecordingFront> {
  const secrets = new Set<string>();
  let answers = 0;
  const remember = (answer: IncomingMessage, body: string): void => {
    for (const cookie of answer.headers['set-cookie'] ?? []) secrets.add(/^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? '');
    secrets.add(String(answer.headers['x-survey-token'] ?? ''));
    for (const [, key] of body.matchAll(/"apiKey" ?: ?"([^"]+)"/gi)) secrets.add(key ?? '');
    secrets.delete('');
  };
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    const given = asked(await text(request));
    const sent = { ...headers, ...(given === '' ? {} : { 'content-length': Buffer.byteLength(given) }) };
    const inner = forward(new URL(asked(request.url ?? '/'), upstream), { method, headers: sent }, async (answer) => {
      const received = await text(answer);
      remember(answer, received);
      const number = answers++;
      const body = change(received, number, headers);
      const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, {
        ...kept,
        ...further(number, headers),
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    });
    inner.on('error', () => response.destroy());
    inner.end(given);
  });
  const port = await listening(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    secrets,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
