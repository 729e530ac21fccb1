import { factsOf } from './defectFacts.ts';
import { cookies } from './headFacts.ts';
import { howItShows } from './howItShows.ts';
import { expiresKey } from './keyNames.ts';
import { quoted } from './shellWord.ts';
import type { Symptom } from './symptom.ts';
import type { Violation, WitnessStep } from './verdict.ts';

/** What a witness shows to be wrong, at which of its steps, and under what circumstances. */
export interface Defect
  extends Pick<
    Violation,
    'expected' | 'actual' | 'path' | 'classification' | 'reproduction' | 'chances' | 'condition'
  > {
  readonly symptom: Symptom;
  readonly failingStep: number;
  /** Whether the answer to that step shows it; else several answers do together. */
  readonly isInOneAnswer: boolean;
}

/** `flatten FILE`: a line for each value of a JSON text, its path and itself, as `response.meta.isFinalPage false`. */
const flatten = `flatten() {
  awk 'BEGIN { RS = "\\001" } { s = $0 } END { value(""); take("^$"); if (bad || s !~ /^[ \\t\\r\\n]*$/) print "! not JSON" }
  function take(re,   t) { sub(/^[ \\t\\r\\n]+/, "", s); if (match(s, re) != 1) return ""; t = substr(s, 1, RLENGTH); s = substr(s, RLENGTH + 1); return t }
  function value(p,   i, k) {
    if (take("^[{]") != "") {
      print p " {}"
      while ((k = take("^\\"([^\\"\\\\\\\\]|\\\\\\\\.)*\\"")) != "") { take("^:"); value((p == "" ? "" : p ".") substr(k, 2, length(k) - 2)); if (take("^,") == "") break }
      if (take("^[}]") == "") bad = 1
    } else if (take("^\\\\[") != "") {
      print p " []"; i = 0
      if (take("^\\\\]") != "") return
      while (!bad) { value(p "[" i++ "]"); if (take("^,") == "") break }
      if (take("^\\\\]") == "") bad = 1
    } else if ((k = take("^(\\"([^\\"\\\\\\\\]|\\\\\\\\.)*\\"|-?[0-9][-+.0-9eE]*|true|false|null)")) != "") print p " " k
    else bad = 1
  }' "$1"
}`;

/**
 * What stands above and below the steps of a script that repeats a defect: in words how it shows and what to look for;
 * then the steps, as often as it takes, and the check of the failing step's answer.
 *
 * @returns `null` where a script could not tell a service with the defect from one without.
 */
export function defectCheck(
  steps: readonly WitnessStep[],
  defect: Defect,
): { readonly above: string; readonly below: string } | null {
  const { failingStep, expected, actual, isInOneAnswer, reproduction } = defect;
  const step = steps[failingStep];
  const number = failingStep + 1;
  const { said, tries, leavesOpen } = howItShows(defect, steps);
  const isAtOnce = steps.some(({ concurrent }) => concurrent > 0);
  if (step === undefined || !isInOneAnswer || leavesOpen || isAtOnce || reproduction?.byProbe === true) return null;
  const facts = factsOf(failingStep, defect, steps);
  if (facts.length === 0) return null;
  const above = [
    ...(said === '' ? [] : [`# ${said}`]),
    '# Repeats the steps of a witness. Set BASE_URL, and CANVASS_API_KEY to a valid key.',
    ...(steps.some(expiresKey) ? [keyExpires] : []),
    `# What to look for in the answer to step ${number} (${inLine(`${step.method} ${step.path}`)}):`,
    `#   expected  ${inLine(expected)}`,
    `#   actual    ${inLine(actual)}`,
    '# Exit code: 1 the defect is there, 0 it was not seen, 2 the service could not be reached, or refuses the key.',
  ].join('\n');
  const below = [
    ...(facts.some(({ test }) => test.includes('flatten')) ? [flatten] : []),
    ...(facts.some(({ test }) => test.includes('cookies ')) ? [cookies] : []),
    `answer=$dir/answer${number}`,
    `tries=\${TRIES:-${tries}} try=1`,
    'while [ "$try" -le "$tries" ]; do',
    `  rm -rf "$dir"/*; ${tries > 1 ? outOfStep(steps) : ''}steps; try=$((try + 1))`,
    ...(facts.every(({ needs }) => needs === 'answer') ? [`  ${unreachable}`] : []),
    ...(isGranted(steps[0]) && !isRefusal(step) ? [`  ${refused}`] : []),
    ...(defect.path.startsWith('response[]') ? [`  ${nothingThere}`] : []),
    `  if ${facts.map(({ test }) => test).join(' &&\n     ')}; then`,
    found(defect),
    '  fi',
    'done',
    `printf '\\n=== The defect was not seen, times tried: %s. The answer to step ${number} is another one than was recorded.\\n' "$tries"`,
    '',
  ].join('\n');
  return { above, below };
}

const keyExpires = '# It has the service expire that key, and prints the new one.';

/** A service that fails every tenth time must not meet the same step each time: every other try begins with a request more. */
function outOfStep([first]: readonly WitnessStep[]): string {
  if (first?.endpoint !== 'take') return '';
  return `[ $((try % 2)) = 1 ] || send 0 other GET ${quoted(first.path)} -H "api-key: $CANVASS_API_KEY"; `;
}

function found({ expected, actual }: Defect): string {
  return `    printf '\\n=== The defect is there: %s\\n    expected: %s\\n' ${quoted(inLine(actual))} ${quoted(inLine(expected))}; exit 1`;
}

const unreachable = `case $(cat "$answer.code" 2>/dev/null) in 000*|'') printf '\\n=== No answer came from %s\\n' "$BASE_URL"; exit 2;; esac`;

const nothingThere = `flatten "$answer" | grep -q '^response\\[0\\] ' || { printf '\\n=== The list has no item to look at\\n'; exit 2; }`;

/** That a good key is refused may be the defect. */
function isRefusal({ response }: WitnessStep): boolean {
  return response.httpStatus === 401 || response.httpStatus === 403;
}

function isGranted(step: WitnessStep | undefined): boolean {
  return step !== undefined && step.response.httpStatus >= 200 && step.response.httpStatus < 300;
}

/** Where the first step was granted when it was recorded: with another key nothing is shown. */
const refused = `case $(cat "$dir/answer1.code" 2>/dev/null) in 401*|403*) printf '\\n=== The first request was refused: is CANVASS_API_KEY a key of %s?\\n' "$BASE_URL"; exit 2;; esac`;

const longest = 300;

/** Text of the service as part of one line. */
export function inLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, longest);
}
