import { sessionEndpoints } from '../contract/endpoints.ts';
import { type Defect, defectCheck } from './defectCheck.ts';
import { emptyKeyName, expiresKey, isKeyName, variablesOfKeys } from './keyNames.ts';
import { createdFor, ownMarks, withOwn } from './listFacts.ts';
import { quoted } from './shellWord.ts';
import type { Witness, WitnessStep } from './verdict.ts';

/**
 * What every script needs of its environment, where its files lie, and how it keeps a session. What the shell can do itself
 * no process is started for: that takes longer than most services take to answer.
 */
export const scriptEnvironment = `# What else the way to the service takes (headers, a client certificate, another address) goes into a file of curl's
# options, named by CURL_CONFIG.
: "\${BASE_URL:?set BASE_URL to the base URL of the service}" "\${CANVASS_API_KEY:?set CANVASS_API_KEY to a valid key}"
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
cr=$(printf '\\r')
keep_token() { # keep_token HEAD FILE: the session token, where a head has one
  [ ! -e "$1" ] || while IFS=': ' read -r name value; do
    case $name in [Xx]-[Ss]urvey-[Tt]oken) printf '%s\\n' "\${value%"$cr"}" >"$2";; esac
  done <"$1"
}`;

const preamble = `${scriptEnvironment}
send() { # send STEP SESSION METHOD PATH [curl options]: keeps every cookie, and the session token where there is one
  answer=$dir/answer$1 jar=$dir/$2 method=$3 path=$4; shift 4; : >>"$jar" >>"$jar.token"
  read -r token <"$jar.token"; [ -z "$token" ] || set -- -H "x-survey-token: $token" "$@"
  curl \${CURL_CONFIG:+-K "$CURL_CONFIG"} -sS --globoff -X "$method" -b "$jar" -c "$jar" -D "$answer.head" -o "$answer" -w '%{http_code}' -H 'accept: application/json' -H 'accept-encoding: identity' "$@" "$BASE_URL$path" >"$answer.code" || echo failed >>"$answer.code"
  printf '\\n--- %s %s\\n' "$method" "$path"; cat "$answer.head" "$answer" 2>/dev/null; echo
  keep_token "$answer.head" "$jar.token"
}
drop() { mv "$dir/$1" "$dir/$1.earlier"; mv "$dir/$1.token" "$dir/$1.token.earlier"; }
forge() { # other digits and letters in the session's place
  for file in "$dir/$1" "$dir/$1.token"; do cp "$file" "$file.earlier"; done
  awk -F '\\t' -v OFS='\\t' '$6 == "JSESSIONID" { gsub(/[0-9]/, "7", $7); gsub(/[a-f]/, "b", $7) } 1' "$dir/$1.earlier" >"$dir/$1"
  tr '0-9a-y' '1-90b-z' <"$dir/$1.token.earlier" >"$dir/$1.token"
}
earlier() { for file in "$dir/$1" "$dir/$1.token"; do mv "$file" "$file.now"; mv "$file.earlier" "$file"; mv "$file.now" "$file.earlier"; done; }
made() { sed -n 's/.*"responseID" *: *\\([0-9][0-9]*\\).*/\\1/p' "$dir/answer$1" | head -n 1; } # the id of what a step created
borrow() { cp "$dir/$2" "$dir/$1"; cp "$dir/$2.token" "$dir/$1.token"; }`;

const sessionLine: Readonly<
  Record<WitnessStep['sessionTransport'], (session: number, earlier: readonly WitnessStep[]) => string | null>
> = {
  keep: () => null,
  drop: (session) => `drop ${session} # send the next request without a session`,
  forge: (session) => `forge ${session} # put a made-up session in its place`,
  stale: (session) => `earlier ${session} # back to the session state of before`,
  idle: () => '# wait here until the session has timed out',
  swap: (session, earlier) => {
    const other = lastOther(session, earlier);
    return other === null ? null : `borrow ${session} ${other} # with the session of another respondent`;
  },
};

/** The other respondent whose session a replay takes too: the one who came last. */
function lastOther(session: number, earlier: readonly WitnessStep[]): number | null {
  const others = earlier.filter((step) => step.session !== session && sessionEndpoints.has(step.endpoint));
  return [...new Set(others.map((step) => step.session))].at(-1) ?? null;
}

/**
 * A witness as a shell script with a cookie jar for each session: prints every response with its headers.
 * The script carries no secret: API keys come from the environment.
 */
export function curlScript(steps: readonly WitnessStep[]): string {
  return `#!/bin/sh\n${nothingToLookFor}\n${preamble}\n${keysNeeded(steps)}\n${requestLines(steps).join('\n')}\n`;
}

/**
 * As {@link curlScript}; it also says what to look for, and its exit code whether that was seen. What comes at times it
 * tries that often.
 *
 * @returns no script where none can tell whether the defect is there, but why.
 */
export function repeatScript(steps: readonly WitnessStep[], defect: Defect): Pick<Witness, 'curl' | 'noScript'> {
  const check = defectCheck(steps, defect);
  if (typeof check === 'string') return { curl: '', noScript: check };
  const { above, below } = check;
  const commands = `steps() {\n${requestLines(steps).join('\n')}\n}`;
  return { curl: `#!/bin/sh\n${above}\n${preamble}\n${keysNeeded(steps)}\n${commands}\n${below}` };
}

/** What a script needs beside the usual key. */
function keysNeeded(steps: readonly WitnessStep[]): string {
  return variablesOfKeys(steps)
    .map((name) => `: "\${${name}:?set ${name} too}"\n`)
    .join('');
}

function requestLines(steps: readonly WitnessStep[]): string[] {
  const lines = steps.flatMap((step, at) => {
    const change = sessionLine[step.sessionTransport](step.session, steps.slice(0, at));
    const recorded = step.traceId === undefined ? [] : [`# recorded as trace ${step.traceId}`];
    const settling = expiresKey(step) && at < steps.length - 1 ? [cachesLag] : [];
    return [
      ...(change === null ? [] : [change]),
      ...(createdFor(at, steps).length > 0 ? [storesLag] : []),
      ...recorded,
      requestLine(step, at + 1, steps),
      ...settling,
    ];
  });
  const own = ownMarks(steps).length > 0 ? [ownValues] : [];
  return [...own, ...lines, ...(steps.some(({ concurrent }) => concurrent > 0) ? ['wait'] : [])];
}

const ownValues = `own=$$0\${try:-1} # what is created and filtered by it is of this time alone`;

const storesLag = `sleep "\${SETTLE_SECONDS:-2}" # a store may lag`;

const cachesLag = `sleep "\${SETTLE_SECONDS:-30}" # a cache of keys may lag`;

const nothingToLookFor = '# Repeats the steps of a witness. Set BASE_URL, and CANVASS_API_KEY to a valid key.';

function requestLine(
  { session, endpoint, method, path, headers, body, concurrent }: WitnessStep,
  step: number,
  steps: readonly WitnessStep[],
): string {
  const own = Object.entries(headers);
  const created = endpoint === 'fetch-response' ? creationOf(path, steps.slice(0, step - 1)) : 0;
  const where = created === 0 ? withOwn(path, steps) : `${quoted(path.slice(0, idAt(path)))}"$(made ${created})"`;
  const words = ['send', String(step), String(session), method, where];
  if (!own.some(([name]) => name.toLowerCase() === 'api-key')) words.push('-H "api-key: $CANVASS_API_KEY"');
  for (const [name, value] of own) if (!isNoKey(name, value)) words.push('-H', headerWord(name, value));
  if (body !== null) {
    if (!own.some(([name]) => name.toLowerCase() === 'content-type')) words.push("-H 'content-type: application/json'");
    words.push('--data-binary', withOwn(body, steps));
  }
  return `${words.join(' ')}${concurrent > 0 ? ' &' : ''}`;
}

/** The number of the step that created what a path names, from 1 on; 0 where none did. */
function creationOf(path: string, earlier: readonly WitnessStep[]): number {
  const id = path.slice(idAt(path));
  if (!/^\d+$/.test(id)) return 0;
  const isIt = new RegExp(`"responseID"\\s*:\\s*${id}\\b`);
  return earlier.findIndex(({ endpoint, response }) => endpoint === 'create-response' && isIt.test(response.body)) + 1;
}

/** Whether a witness ends with the fetch of a record that its steps do not create. */
export function fetchesStored({ steps, failingStep }: Pick<Witness, 'steps' | 'failingStep'>): boolean {
  const { endpoint = '', path = '', response } = steps[failingStep] ?? {};
  const isFound = response !== undefined && response.httpStatus < 400;
  return endpoint === 'fetch-response' && isFound && creationOf(path, steps.slice(0, failingStep)) === 0;
}

/** Where the last part of a path begins. */
function idAt(path: string): number {
  return path.lastIndexOf('/') + 1;
}

/** Whether a header says that none was sent. */
function isNoKey(name: string, value: string): boolean {
  return name.toLowerCase() === 'api-key' && value === '';
}

/** The name of a key is read by the shell; of all else nothing is. */
function headerWord(name: string, value: string): string {
  if (value === '' || value === emptyKeyName) return quoted(`${name};`);
  return isKeyName(value) ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}
