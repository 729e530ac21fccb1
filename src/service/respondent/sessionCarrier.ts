import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie, sessionTokenHeader } from '../../contract/endpoints.ts';
import type { Variants } from '../variants.ts';
import type { Session, Sessions } from './keptSessions.ts';

/** How a session travels between respondent and service. */
export interface SessionTransport {
  /** Whether a request presents a session, live or not. */
  presents(request: FastifyRequest): boolean;
  /** The live session that a request carries, if any. */
  find(request: FastifyRequest, sessions: Sessions): Session | undefined;
  /** Tells the respondent of a session that has just been started. */
  start(session: Session, reply: FastifyReply): void;
  /** Done on every other response that belongs to a session. */
  refresh(session: Session, reply: FastifyReply): void;
}

/** The cookie of the load balancer, which keeps a respondent with one node. */
export const routeCookie = 'AWSALB';
const routeValue = 'node-1';

const attributes: Readonly<Record<Variants['cookieAttributes'], string>> = {
  'http-only': '; Path=/; HttpOnly',
  'same-site': '; Path=/; HttpOnly; SameSite=Lax',
};

/** ALPHA: the cookie `JSESSIONID`, and the routing cookie of the field notes beside it. */
export function cookieTransport(variants: Variants): SessionTransport {
  const { routeCookie: routing } = variants;
  const suffix = attributes[variants.cookieAttributes];
  return {
    presents: (request) => cookieOf(request.headers.cookie ?? '', sessionCookie) !== undefined,
    find: (request, sessions) => {
      const header = request.headers.cookie;
      if (header === undefined) return undefined;
      if (routing === 'required' && cookieOf(header, routeCookie) !== routeValue) return undefined;
      const id = cookieOf(header, sessionCookie);
      return id === undefined ? undefined : sessions.find(id);
    },
    start: (session, reply) => {
      const cookie = `${sessionCookie}=${session.id}${suffix}`;
      reply.header('set-cookie', routing === 'none' ? cookie : [cookie, `${routeCookie}=${routeValue}; Path=/`]);
    },
    refresh: () => {},
  };
}

/** Newer revision (field notes): an opaque signed token, a new one with every response; only the latest is valid. */
export function tokenTransport(): SessionTransport {
  const secret = randomBytes(32);
  const sign = (payload: string): string => createHmac('sha256', secret).update(payload).digest('base64url');
  const issue = (session: Session, reply: FastifyReply): void => {
    session.tokenNumber += 1;
    const payload = Buffer.from(`${session.id}.${session.tokenNumber}`).toString('base64url');
    reply.header(sessionTokenHeader, `${payload}.${sign(payload)}`);
  };
  return {
    presents: (request) => request.headers[sessionTokenHeader] !== undefined,
    find: (request, sessions) => {
      const token = request.headers[sessionTokenHeader];
      if (typeof token !== 'string') return undefined;
      const [payload = '', signature = ''] = token.split('.');
      if (!sameText(signature, sign(payload))) return undefined;
      const text = Buffer.from(payload, 'base64url').toString();
      const at = text.lastIndexOf('.');
      const session = sessions.find(text.slice(0, at));
      return session?.tokenNumber === Number(text.slice(at + 1)) ? session : undefined;
    },
    start: issue,
    refresh: issue,
  };
}

/** Both at once: a live cookie or the latest token will do. */
export function eitherTransport(variants: Variants): SessionTransport {
  const [cookie, token] = [cookieTransport(variants), tokenTransport()];
  return {
    presents: (request) => cookie.presents(request) || token.presents(request),
    find: (request, sessions) => cookie.find(request, sessions) ?? token.find(request, sessions),
    start: (session, reply) => {
      cookie.start(session, reply);
      token.start(session, reply);
    },
    refresh: token.refresh,
  };
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function cookieOf(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
