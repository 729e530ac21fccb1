/**
 * A fast target for benchmarks, as a process of its own: the respondent flow of the embedded service, with its pages
 * rendered ahead, behind the smallest HTTP/1.1 front that will do. Prints its base URL, and ends with its parent.
 */
import { createServer, type Socket } from 'node:net';
import { sessionCookie } from '../../src/contract/endpoints.ts';
import type { CompletedResponsesInMemory } from '../../src/service/completedResponses.ts';
import { Replies } from '../../src/service/replies.ts';
import { Flow } from '../../src/service/respondent/flow.ts';
import { Presentation } from '../../src/service/respondent/presentation.ts';
import { documentedRules } from '../../src/service/respondent/rules.ts';
import { Sessions } from '../../src/service/respondent/sessions.ts';
import { loadSurveys } from '../../src/service/survey/catalogue.ts';
import { renderSurvey } from '../../src/service/survey/renderedSurvey.ts';
import { resolveVariants } from '../../src/service/variants.ts';

const variants = resolveVariants({});
const replies = new Replies(variants);
const sessions = new Sessions({ timeoutMs: 600_000, maxSessions: 150_000, now: Date.now });
const flow = new Flow({
  variants,
  rules: documentedRules(variants),
  sessions,
  presentation: new Presentation(variants, replies),
  replies,
  completed: { add: () => {} } satisfies Pick<CompletedResponsesInMemory, 'add'>,
  now: Date.now,
});
const surveys = new Map([...loadSurveys()].map(([id, survey]) => [id, renderSurvey(survey, variants)]));
const respondent = { ipAddress: '127.0.0.1', userAgent: '' };
const path = /\/surveys\/(\d+)\/(\S+) /;
const contentLength = /content-length: (\d+)/i;

function answer(socket: Socket, head: string, body: string): void {
  const [, surveyId = '', step = ''] = path.exec(head) ?? [];
  const rendered = surveys.get(Number(surveyId));
  if (rendered === undefined) {
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const at = head.indexOf(`${sessionCookie}=`);
  const id = at < 0 ? '' : head.slice(at + sessionCookie.length + 1, at + sessionCookie.length + 33);
  const session = id === '' ? undefined : sessions.find(id);
  const call = { rendered, session, presented: id !== '', respondent, url: '' };
  const answered =
    step === 'take'
      ? flow.take(call)
      : step === 'previous-page'
        ? flow.back(call)
        : flow.submit(call, { kind: 'body', body: JSON.parse(body) });
  const given = answered.session;
  const cookie =
    given === undefined || given === session ? '' : `Set-Cookie: ${sessionCookie}=${given.id}; Path=/; HttpOnly\r\n`;
  const { body: text, httpStatus } = answered.reply;
  const length = Buffer.byteLength(text);
  socket.write(
    `HTTP/1.1 ${httpStatus} OK\r\n${cookie}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${length}\r\n\r\n${text}`,
  );
}

const server = createServer({ noDelay: true }, (socket) => {
  let received = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received += chunk;
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = received.slice(0, end);
      const bytes = received.startsWith('P') ? Number(contentLength.exec(head)?.[1] ?? 0) : 0;
      const rest = received.slice(end + 4);
      const body = bodyOf(rest, bytes);
      if (body === null) return;
      received = rest.slice(body.length);
      answer(socket, head, body);
    }
  });
});

/** The first `bytes` bytes of a text, or `null` when there are fewer: texts of respondents are not ASCII. */
function bodyOf(text: string, bytes: number): string | null {
  if (bytes === 0) return '';
  const all = Buffer.from(text);
  return all.length < bytes ? null : all.toString('utf8', 0, bytes);
}

server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on('disconnect', () => process.exit());
