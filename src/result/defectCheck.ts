import { endpoints, isEndpointId } from '../contract/endpoints.ts';
import { answered, factsOf, isOfWalk } from './defectFacts.ts';
import { isSuccess } from './exchange.ts';
import { flatten } from './flatten.ts';
import { cookies } from './headFacts.ts';
import { howItShows } from './howItShows.ts';
import { expiresKey, hasUsualKey } from './keyNames.ts';
import { lastingCommand } from './lasting.ts';
import { created, createdFor, itemTwice, listed } from './listFacts.ts';
import { accepted, marked, members, page, refused, seen, stepsOfWay } from './pageFacts.ts';
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
  /** What shows it: the answer to that step, pages of a list that have an item in common, or else several answers together. */
  readonly shownBy: 'answer' | 'pages' | 'answers';
}

/**
 * What stands above and below the steps of a script that repeats a defect: in words how it shows and what to look for;
 * then the steps, as often as it takes, and the check of the failing step's answer.
 *
 * @returns a text where a script could not tell a service with the defect from one without: why, to go on `for …`.
 */
export function defectCheck(
  steps: readonly WitnessStep[],
  defect: Defect,
): { readonly above: string; readonly below: string } | string {
  const { failingStep, expected, actual, shownBy, reproduction } = defect;
  const step = steps[failingStep];
  const number = failingStep + 1;
  const { said, tries: triesToSee, leavesOpen } = howItShows(defect, steps);
  if (step === undefined) return 'no request shows it';
  if (leavesOpen) return 'a try that does not show it proves nothing';
  const tries = Math.max(triesToSee, isChange(step) ? triesOfChange : 1);
  if (shownBy === 'answers') return 'only several answers together show it';
  if (steps.some(({ concurrent }) => concurrent > 0)) return 'it takes requests at the same time';
  const facts = shownBy === 'pages' ? [answered(itemTwice(failingStep, steps))] : factsOf(failingStep, defect, steps);
  if (typeof facts === 'string') return facts;
  if (reproduction?.byProbe === true) return 'the probe of its clause shows it, and its steps alone do not';
  const above = [
    ...(said === '' ? [] : [`# ${said}`]),
    '# Repeats the steps of a witness. Set BASE_URL, and CANVASS_API_KEY to a valid key.',
    ...(steps.some(expiresKey) ? [keyExpires] : []),
    `# What to look for in the answer to step ${number} (${inLine(`${step.method} ${step.path}`)}):`,
    `#   expected  ${inLine(expected)}`,
    `#   actual    ${inLine(actual)}`,
    '# Exit code: 1 the defect is there, 0 it was not seen, 2 nothing could be tried: no answer, no key, or other pages.',
  ].join('\n');
  const way = isOfWalk(step) ? stepsOfWay(failingStep, steps) : [];
  const filtered = createdFor(failingStep, steps);
  const trial = [
    `answer=$dir/answer${number}`,
    `tries=\${TRIES:-${tries}} try=1`,
    'while [ "$try" -le "$tries" ]; do',
    `  rm -rf "$dir"/*; ${tries > 1 ? outOfStep(steps) : ''}steps; try=$((try + 1))`,
    ...(facts.every(({ needs }) => needs === 'answer') ? [`  ${unreachable}`] : []),
    ...(steps[0] !== undefined && isSuccess(steps[0].response.httpStatus) && hasUsualKey(steps[0]) && !isRefusal(step)
      ? [`  ${keyRefused}`]
      : []),
    ...(filtered.length > 0
      ? [`  for step in ${filtered.join(' ')}; do [ -n "$(made $step)" ] || ${notCreated}; done`]
      : []),
    ...(step.endpoint === 'fetch-response' && isSuccess(step.response.httpStatus) ? [`  ${notStored}`] : []),
    ...(defect.path.startsWith('response[]') || shownBy === 'pages' ? [`  ${nothingThere}`] : []),
    ...(way.length > 0
      ? [
          `  for step in ${way.join(' ')}; do accepted "$dir/answer$step" || { strayed=$step; continue 2; }; done; led=yes`,
        ]
      : []),
    `  if ${facts.map(({ test }) => test).join(' &&\n     ')}; then`,
    found(defect),
    '  fi',
    'done',
    ...(way.length > 0 ? [refusedStrangers(way, steps), nobodyLed] : []),
    `printf '\\n=== The defect was not seen, times tried: %s. The answer to step ${number} is another one than was recorded.\\n' "$tries"`,
    '',
  ].join('\n');
  return { above, below: withHelpers(trial, lastingCommand(steps)) };
}

/** Commands with the functions of the shell that they use, those of which others are made of last. */
function withHelpers(commands: string, lasting: string): string {
  const all = { accepted, seen, page, lasting, listed, created, marked, members, refused, cookies, flatten };
  return Object.entries(all).reduce(
    (text, [name, helper]) => (new RegExp(`\\b${name} (?:"\\$|\\d)`).test(text) ? `${helper}\n${text}` : text),
    commands,
  );
}

const keyExpires = '# It has the service expire that key, and prints the new one.';

/** A service that fails every tenth time must not meet the same step each time: every other try begins with a request more. */
function outOfStep([first]: readonly WitnessStep[]): string {
  if (first?.endpoint !== 'take') return '';
  return `[ $((try % 2)) = 1 ] || send 0 other GET ${quoted(first.path)} -H "api-key: $CANVASS_API_KEY"; `;
}

function found({ expected, actual }: Defect): string {
  return `    printf '\\n=== The defect is there. As it was recorded: %s\\n    expected: %s\\n' ${quoted(inLine(actual))} ${quoted(inLine(expected))}; exit 1`;
}

/** The HTTP status of an answer, for its cases. */
function codeOf(answer: string): string {
  return `code=''; read -r code 2>/dev/null <"$${answer}.code"; case $code`;
}

const unreachable = `${codeOf('answer')} in 000*|'') printf '\\n=== No answer came from %s\\n' "$BASE_URL"; exit 2;; esac`;

/** Answers that were taken when they were recorded, and are not by this service, lead to other pages. */
const nobodyLed = `[ -n "\${led:-}" ] || { printf '\\n=== Step %s led on when this was recorded, and does not here: nothing could be tried.\\n' "$strayed"; exit 2; }`;

/** That a step is refused which led on without a session that the service knew: so it should, and nothing comes of it any more. */
function refusedStrangers(way: readonly number[], steps: readonly WitnessStep[]): string {
  const strangers = way.filter((step) => /^(?:drop|forge)$/.test(steps[step - 1]?.sessionTransport ?? ''));
  if (strangers.length === 0) return '';
  return `case \${led:-}\${strayed:-} in ${strangers.join('|')}) grep -q '^4' "$dir/answer$strayed.code" || flatten "$dir/answer$strayed" | grep -q '^error[.]code ' && { printf '\\n=== The defect is gone: step %s, which led on without a session of its own, is refused.\\n' "$strayed"; exit 0; };; esac`;
}

/** The run may have stored it, or the service may have begun anew since. */
const notStored = `${codeOf('answer')} in 404*) printf '\\n=== What was fetched is not stored here: nothing could be tried.\\n'; exit 2;; esac`;

const notCreated = `{ printf '\\n=== A record was not created: nothing could be tried.\\n'; exit 2; }`;

/** What is changed or created may go wrong from the second time on. */
const triesOfChange = 3;

function isChange({ endpoint }: WitnessStep): boolean {
  const isOfOthers = isEndpointId(endpoint) && endpoints[endpoint].area === 'administration';
  return isOfOthers && endpoints[endpoint].mutates && endpoint !== 'regenerate-key';
}

const nothingThere = `flatten "$answer" | grep -q '^response\\[0\\] ' || { printf '\\n=== The list has no item to look at\\n'; exit 2; }`;

/** That a good key is refused may be the defect. */
function isRefusal({ response }: WitnessStep): boolean {
  return response.httpStatus === 401 || response.httpStatus === 403;
}

/** Where the first step was granted when it was recorded: with another key nothing is shown. */
const keyRefused = `${codeOf('dir/answer1')} in 401*|403*) printf '\\n=== The first request was refused: is CANVASS_API_KEY a key of %s?\\n' "$BASE_URL"; exit 2;; esac`;

const longest = 300;

/** Text of the service as part of one line. */
export function inLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, longest);
}
