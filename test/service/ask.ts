import type { OpenService, RunningService } from '../../src/service/service.ts';

/** A response as a test looks at it: status, headers and the parsed body. */
export interface Seen {
  readonly httpStatus: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies freely; the assertions are the check
  readonly body: any;
  /** The body as it came. */
  readonly text: string;
}

/** A service over HTTP, or one in this process where a script is told to hundreds of them. */
export type Asked = Pick<RunningService, 'baseUrl'> | Pick<OpenService, 'answer'>;

/** @param path below the host, or an absolute URL as links give it */
export async function ask(
  service: Asked,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Seen> {
  if (!('answer' in service)) {
    const url = new URL(path, service.baseUrl);
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    return seen(response.status, response.headers, await response.text());
  }
  const url = path.replace(/^https?:\/\/[^/]*/, '');
  const request = { method, url, headers, body: body ?? null };
  const answer = await service.answer(request).catch(() => ({ httpStatus: 0, headers: [], body: 'no whole answer' }));
  const fields = new Headers();
  for (let at = 0; at < answer.headers.length; at += 2)
    fields.append(`${answer.headers[at]}`, `${answer.headers[at + 1]}`);
  return seen(answer.httpStatus, fields, answer.body);
}

function seen(httpStatus: number, headers: Headers, text: string): Seen {
  return { httpStatus, headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
