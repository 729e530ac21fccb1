import type { WitnessStep } from './verdict.ts';

const preamble = `#!/bin/sh
# Repeats the steps of a witness. Set BASE_URL, and CANVASS_API_KEY to a valid key. What else the way to the service
# takes (headers, a client certificate, another address) goes into a file of curl's options, named by CURL_CONFIG.
: "\${BASE_URL:?set BASE_URL to the base URL of the service}" "\${CANVASS_API_KEY:?set CANVASS_API_KEY to a valid key}"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
send() { # send SESSION METHOD PATH [curl options]: keeps every cookie, and the session token where there is one
  jar=$dir/$1 method=$2 path=$3; shift 3; touch "$jar" "$jar.token"
  token=$(cat "$jar.token"); [ -z "$token" ] || set -- -H "x-survey-token: $token" "$@"
  printf '\\n--- %s %s\\n' "$method" "$path"
  curl \${CURL_CONFIG:+-K "$CURL_CONFIG"} -sS -i --globoff -X "$method" -b "$jar" -c "$jar" -D "$jar.head" -H 'accept: application/json' "$@" "$BASE_URL$path"
  sed -n 's/^[Xx]-[Ss]urvey-[Tt]oken: *//p' "$jar.head" | tr -d '\\r' | tail -n 1 >"$jar.new"
  [ ! -s "$jar.new" ] || mv "$jar.new" "$jar.token"; echo
}
drop() { mv "$dir/$1" "$dir/$1.earlier"; mv "$dir/$1.token" "$dir/$1.token.earlier"; }
forge() { # other digits and letters in the session's place
  for file in "$dir/$1" "$dir/$1.token"; do cp "$file" "$file.earlier"; done
  awk -F '\\t' -v OFS='\\t' '$6 == "JSESSIONID" { gsub(/[0-9]/, "7", $7); gsub(/[a-f]/, "b", $7) } 1' "$dir/$1.earlier" >"$dir/$1"
  tr '0-9a-y' '1-90b-z' <"$dir/$1.token.earlier" >"$dir/$1.token"
}
earlier() { for file in "$dir/$1" "$dir/$1.token"; do mv "$file" "$file.now"; mv "$file.earlier" "$file"; mv "$file.now" "$file.earlier"; done; }`;

const sessionLine: Readonly<Record<WitnessStep['sessionTransport'], (session: number) => string | null>> = {
  keep: () => null,
  drop: (session) => `drop ${session} # send the next request without a session`,
  forge: (session) => `forge ${session} # put a made-up session in its place`,
  stale: (session) => `earlier ${session} # back to the session state of before`,
  idle: () => '# wait here until the session has timed out',
  swap: (session) => `earlier ${session} # with the session of another respondent`,
};

/**
 * A witness as a shell script with a cookie jar for each session: prints every response with its headers. The script
 * carries no secret: the API key comes from the environment.
 */
export function curlScript(steps: readonly WitnessStep[]): string {
  const lines = steps.flatMap((step) => {
    const change = sessionLine[step.sessionTransport](step.session);
    const request = requestLine(step);
    return change === null ? [request] : [change, request];
  });
  return `${preamble}\n\n${lines.join('\n')}${steps.some(({ concurrent }) => concurrent > 0) ? '\nwait' : ''}\n`;
}

function requestLine({ session, method, path, headers, body, concurrent }: WitnessStep): string {
  const own = Object.entries(headers);
  const words = ['send', String(session), method, quoted(path)];
  if (!own.some(([name]) => name.toLowerCase() === 'api-key')) words.push('-H "api-key: $CANVASS_API_KEY"');
  for (const [name, value] of own) words.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`));
  if (body !== null) {
    if (!own.some(([name]) => name.toLowerCase() === 'content-type')) words.push("-H 'content-type: application/json'");
    words.push('--data-binary', quoted(body));
  }
  return `${words.join(' ')}${concurrent > 0 ? ' &' : ''}`;
}

/** One word of a POSIX shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}
