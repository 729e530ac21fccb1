import { quoted } from './shellWord.ts';
import type { HeadDue } from './symptom.ts';

/** `cookies FILE…`: the session cookies that heads set, a line each. */
export const cookies = `cookies() { cat "$@" | tr -d '\\r' | sed -n 's/^[Ss][Ee][Tt]-[Cc][Oo][Oo][Kk][Ii][Ee]: *\\(JSESSIONID=.*\\)/\\1/p'; }`;

/**
 * What is so of the head of the failing answer while something of it is not as it is due, as a command of the shell that
 * succeeds then.
 *
 * @param actual what came, as the violation has it: of a cookie the line without its value.
 */
export function headFact(due: HeadDue, actual: string): string {
  switch (due) {
    case 'json':
      return `grep -qi '^content-type:' "$answer.head" && ! grep -qiE '^content-type: *(application|text)/([a-z0-9_.+-]+[+])?json' "$answer.head"`;
    case 'session':
      return `! grep -qiE '^(set-cookie: *JSESSIONID=|x-survey-token:) *[^; ]' "$answer.head"`;
    case 'own-session':
      return `{ cookies "$dir"/answer*.head | sed 's/;.*//'; sed -n 's/^[Xx]-[Ss]urvey-[Tt]oken: *//p' "$dir"/answer*.head; } | LC_ALL=C sort | uniq -d | grep -q .`;
    case 'same-cookie':
      return '[ "$(cookies "$dir"/*.head | sed "s/;.*//" | sort -u | wc -l)" -gt 1 ]';
    case 'http-only':
      return `cookies "$answer.head" | grep -qiv '; *httponly'`;
    case 'usable-cookie':
      return `cookies "$answer.head" | sed 's/=[^;]*/=/' | grep -qxF -- ${quoted(actual.replace(/=[^;]*/, '='))}`;
    case 'no-key':
      return 'grep -qF -- "$CANVASS_API_KEY" "$answer.head"';
    case 'body-without-secrets':
      return `{ echo "$CANVASS_API_KEY"; cookies "$dir"/*.head | sed 's/^JSESSIONID=//; s/;.*//'; cat "$dir"/*.token; } | grep . | grep -qFf - "$answer"`;
  }
}
