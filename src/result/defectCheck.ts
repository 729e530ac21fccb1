import { factsOf } from './defectFacts.ts';
import { quoted } from './shellWord.ts';
import type { Symptom } from './symptom.ts';
import type { Violation, WitnessStep } from './verdict.ts';

/** What a witness shows to be wrong, and at which of its steps. */
export interface Defect extends Pick<Violation, 'expected' | 'actual' | 'path'> {
  readonly symptom: Symptom;
  readonly failingStep: number;
  /** Whether the answer to that step shows it; else several answers do together, and a script cannot tell. */
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
 * What stands above and below the steps of a script that repeats a defect: in words what to look for; then the check of
 * the failing step's answer, which says what was seen and ends with exit code 1 where the defect is there again.
 */
export function defectCheck(steps: readonly WitnessStep[], defect: Defect): { above: string; below: string } {
  const { failingStep, expected, actual, isInOneAnswer } = defect;
  const step = steps[failingStep];
  const number = failingStep + 1;
  const facts = step === undefined || !isInOneAnswer ? [] : factsOf(step, defect, steps);
  const above = [
    '# Repeats the steps of a witness. Set BASE_URL, and CANVASS_API_KEY to a valid key.',
    `# What to look for in the answer to step ${number}${step === undefined ? '' : ` (${inLine(`${step.method} ${step.path}`)})`}:`,
    `#   expected  ${inLine(expected)}`,
    `#   actual    ${inLine(actual)}`,
    isInOneAnswer
      ? '# Exit code: 1 the defect is there, 0 it was not seen, 2 the service could not be reached, or refuses the key.'
      : '# No single answer shows it: compare them, or let canvass replay judge. Exit code: 3.',
  ];
  if (!isInOneAnswer) return { above: above.join('\n'), below: lookYourself };
  const below = [
    `answer=$dir/answer${number}`,
    ...(facts.some(({ needs }) => needs === 'answer') ? [unreachable] : []),
    ...(steps[0]?.response?.httpStatus === 200 ? [refused] : []),
    ...(facts.some(({ test }) => test.includes('flatten')) ? [flatten] : []),
    '',
    `if ${facts.map(({ test }) => test).join(' &&\n   ') || 'false'}; then`,
    `  printf '\\n=== The defect is there: %s\\n    expected: %s\\n' ${quoted(inLine(actual))} ${quoted(inLine(expected))}; exit 1`,
    'fi',
    `printf '\\n=== The defect was not seen: the answer to step ${number} is another one than was recorded.\\n'`,
    '',
  ];
  return { above: above.join('\n'), below: below.join('\n') };
}

const lookYourself = `printf '\\n=== Compare the answers above with what is expected, or let canvass replay judge them.\\n'; exit 3\n`;

const unreachable = `case $(cat "$answer.code" 2>/dev/null) in 000*|'') printf '\\n=== No answer came from %s\\n' "$BASE_URL"; exit 2;; esac`;

/** Where the first step was granted when it was recorded: with another key nothing is shown. */
const refused = `case $(cat "$dir/answer1.code" 2>/dev/null) in 401*|403*) printf '\\n=== The first request was refused: is CANVASS_API_KEY a key of %s?\\n' "$BASE_URL"; exit 2;; esac`;

const longest = 300;

/** Text of the service as part of one line. */
export function inLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, longest);
}
