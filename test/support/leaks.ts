import type { IncomingHttpHeaders } from 'node:http';
import { secretForms } from './secretForms.ts';

/** A secret of a request in each of the forms in which a service may give it away. */
export function leaksOf(secret: string): readonly string[] {
  return Object.values(secretForms).map((form) => form(secret));
}

/** What of a request is secret: its key, its session id, its token. */
function secretsOf(sent: IncomingHttpHeaders): string[] {
  const session = /JSESSIONID="?([^;"]+)/.exec(sent.cookie ?? '')?.[1];
  return [sent['api-key'], session, sent['x-survey-token']].flatMap((secret) =>
    typeof secret === 'string' && secret !== '' ? [secret] : [],
  );
}

/**
 * An answer in which the service gives away what the request told it: answer after answer in another form, and in
 * another place, in turn in each member's text, in a member's name, and in place of the whole.
 */
export function leakingBody(body: string, number: number, sent: IncomingHttpHeaders): string {
  const forms = Object.values(secretForms);
  const form = forms[number % forms.length] ?? String;
  const leak = secretsOf(sent).map(form).join(' ');
  const turn = Math.floor(number / forms.length);
  let places = 0;
  // Counted first, then written to one of them.
  const placed = (at: number): string =>
    JSON.stringify(JSON.parse(body), (_, value: unknown) => {
      if (typeof value === 'string' && places++ === at) return leak;
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return places++ === at ? { ...value, [leak]: leak } : value;
    });
  try {
    placed(-1);
  } catch {
    return leak;
  }
  const all = places + 1;
  places = 0;
  return turn % all === all - 1 ? leak : placed(turn % all);
}

/** An answer whose ids of what was created give the key away, in another form each time. */
export function leakingIds(body: string, number: number, sent: IncomingHttpHeaders): string {
  const forms = Object.values(secretForms);
  const leak = (forms[number % forms.length] ?? String)(String(sent['api-key']));
  return body.replace(/"(departmentID|emailTemplateID|responseID)":\d+/, (_, id) => `"${id}":${JSON.stringify(leak)}`);
}

/** Headers about rate limits in which a service gives the key away. */
export function leakingHeaders(number: number, sent: IncomingHttpHeaders): Record<string, string> {
  const forms = Object.values(secretForms);
  const leak = (forms[number % forms.length] ?? String)(String(sent['api-key'])).replaceAll(/[^ -~]/g, '');
  return { 'ratelimit-limit': leak, 'x-ratelimit-policy': leak, 'retry-after': leak, server: leak };
}
