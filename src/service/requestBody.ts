import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bodies are parsed in the handler, after key and session, so that a broken one cannot hide the better error. */
export function takeBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

export function saysJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '');
}

/** What a body that was taken as text says; undefined when it is no JSON. */
export function jsonOf(request: FastifyRequest): unknown {
  try {
    return JSON.parse(String(request.body));
  } catch {
    return undefined;
  }
}
