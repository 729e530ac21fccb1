import { ordinalText } from '../../result/chances.ts';
import { obstacleWords } from '../../result/obstacle.ts';
import { problemsBreak, reasonBriefly } from '../../result/reasonWords.ts';
import type { RunResult, ThresholdResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import { missedThresholds, thresholdStanding } from '../../result/thresholdStanding.ts';
import { capital } from '../plainText.ts';
import { countOf, countText, thresholdValueText } from '../quantities.ts';
import type { ReportedRun } from '../reportedRun.ts';
import { capacityHeadline } from './capacityWords.ts';

/** The verdict in a sentence: what broke, or what was found in order, or why nothing can be said. */
export function headlineOf(run: ReportedRun): string {
  const { result } = run;
  if (result.kind === 'capacity') return `${capacityHeadline(result.capacity)}${promisesBroken(result)}`;
  switch (result.verdict) {
    case 'PASS':
      return `${promisesKept(run)}${boundsMet(result)}${silenceMet(run)}`;
    case 'FAIL':
      return whatBroke(run);
    case 'INVALID':
      return whyInvalid(run);
  }
}

/** `No broken promises; 108 of 357 clauses were tested.`, or `No new broken promises, 3 known violations tolerated; …` */
function promisesKept({ result, measures }: ReportedRun): string {
  if (result.coverage.clauses.total === 0) return 'The open questions were asked; no clause was.';
  const tested = countText(measures.checkedClauses.length);
  const known = result.reasonCodes?.find(({ code }) => code === 'tolerated');
  const broken =
    known?.code === 'tolerated'
      ? `No new broken promises, ${countOf(known.violations, 'known violation')} tolerated`
      : 'No broken promises';
  return `${broken}${departures(result)}; ${tested} of ${countText(result.coverage.clauses.total)} clauses were tested.`;
}

/** Recommendations that were not kept fail nothing, and are said. */
function departures({ problems, violations }: RunResult): string {
  const recommended = new Set(violations.filter(({ gating }) => !gating).map(({ id }) => id));
  const left = problems.filter((problem) => problem.violations.every((id) => recommended.has(id))).length;
  return left === 0 ? '' : `, ${countOf(left, 'recommendation')} not kept`;
}

function promisesBroken({ problems, violations }: RunResult): string {
  const fresh = problems.filter(({ gating }) => gating).length;
  const promises = new Set(violations.filter(gates).map(({ clause }) => clause)).size;
  const known = violations.filter(({ baseline }) => baseline.kind === 'KNOWN').length;
  const met = [
    ...(fresh > 0 ? [problemsBreak(fresh, promises).replace(/^One/, 'one')] : []),
    ...(known > 0 ? [`${countOf(known, 'known violation')}, tolerated`] : []),
  ];
  return met.length === 0 ? '' : ` On the way: ${met.join('; ')}.`;
}

/** A PASS of a generator that was late or busy says what its latencies are. */
function boundsMet({ judgements, kind }: RunResult): string {
  return judgements?.measurement.judgement === 'bounds' && kind !== 'conform' ? ' Latencies are upper bounds.' : '';
}

/** A PASS over which everybody waited says so. */
function silenceMet({ silences: { longest: silent } }: ReportedRun): string {
  return silent === null ? '' : ` But for ${silent.lasted} the service stood still, and no threshold forbids it.`;
}

function whatBroke(run: ReportedRun): string {
  const { result, problems } = run;
  const [first, ...others] = problems.filter(({ problem }) => problem.gating);
  if (first === undefined) return missedOrOther(run, missedThresholds(result.thresholds));
  const more = [...(others.length > 0 ? [countOf(others.length, 'more problem')] : []), ...unmetCounts(result)].join(
    ' and ',
  );
  const rest = more === '' ? '' : ` ${capital(more)}.`;
  return `${first.title}.${rest}`;
}

/** Whether a threshold says what the problems of a run say already. */
export function isOfViolations(expression: string): boolean {
  return /^violations\b/.test(expression);
}

function unmetCounts({ thresholds }: RunResult): string[] {
  const missed = missedThresholds(thresholds).filter(({ expression }) => !isOfViolations(expression)).length;
  const untold = thresholds.filter((each) => thresholdStanding(each) === 'cannot be told').length;
  return [
    ...(missed > 0 ? [countOf(missed, 'missed threshold')] : []),
    ...(untold > 0 ? [countOf(untold, 'threshold that cannot be told', 'thresholds that cannot be told')] : []),
  ];
}

function missedOrOther(
  { result, silences: { longest: silent } }: ReportedRun,
  [first, ...others]: readonly ThresholdResult[],
): string {
  if (first === undefined) return result.reasons[0] ?? 'The service failed.';
  const more = others.length > 0 ? ` ${capital(countOf(others.length, 'more missed threshold'))}.` : '';
  return `${missedWords(first)}.${silent === null ? '' : ` For ${silent.lasted} the service stood still.`}${more}`;
}

const subjects: readonly (readonly [RegExp, (name: string, endpoint: string) => string])[] = [
  [/^(?:endpoint\(([\w-]+)\)\.)?latency\.p([\d.]+)$/, (p, of) => `The ${ordinalText(p)} percentile of ${of} was`],
  [/^(?:endpoint\(([\w-]+)\)\.)?latency\.(max)$/, (_, of) => `The slowest request of ${of} took`],
  [/^(?:endpoint\(([\w-]+)\)\.)?errors\.(rate)$/, (_, of) => `The error rate of ${of} was`],
];

/** In everyday words where the expression allows it: `The 99th percentile of submit-page was 2.04 s, the limit is 1000ms`. */
function missedWords(threshold: ThresholdResult): string {
  const { expression } = threshold;
  const measured = thresholdValueText(threshold);
  const [, metric = '', limit] = /^(\S+) *<=? *(\S+)$/.exec(expression) ?? [];
  for (const [form, words] of subjects) {
    const [found, endpoint = 'all endpoints', name = ''] = form.exec(metric) ?? [];
    if (found !== undefined && threshold.value !== null)
      return `${words(name, endpoint)} ${measured}; the limit is ${limit?.replace(/(?<=\d)(?=[a-z%])/, ' ')}`;
  }
  return `Threshold missed: ${expression} (measured ${measured})`;
}

/** The cause, in words; the service's promises first where they can be trusted all the same. */
function whyInvalid(run: ReportedRun): string {
  const { result, neverAnswered } = run;
  const isKept = result.validity?.conformance.valid === true && !result.run.interrupted;
  const [first] = result.reasonCodes ?? [];
  const said = first === undefined ? result.reasons[0] : reasonBriefly(first);
  const cause = neverAnswered?.met ?? failedWalks(result) ?? said;
  if (cause === undefined) return 'Nothing was measured.';
  const isBounded = result.judgements?.measurement.judgement === 'bounds';
  const untold = isBounded ? 'Whether the thresholds were met cannot be told.' : 'Latency and rates cannot be trusted.';
  if (isKept) return `${untold} ${promisesKept(run)}`;
  return /[.!?]$/.test(cause) ? cause : `${cause}.`;
}

/** What stood in the way of most walks: `No answer came within target.timeoutMs: 319 of 409 walks got nowhere`. */
function failedWalks({ reasonCodes: [first] = [] }: RunResult): string | null {
  if (first?.code !== 'walks-failed') return null;
  const met = obstacleWords[first.obstacle].met;
  return `${capital(met)}: ${countText(first.failed)} of ${countText(first.walks)} walks got nowhere`;
}
