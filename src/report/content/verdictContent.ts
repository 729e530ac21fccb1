import { dirname, join } from 'node:path';
import { isShownByRunsOnly } from '../../result/howItShows.ts';
import { listed } from '../../result/reasonWords.ts';
import type { RunResult } from '../../result/runResult.ts';
import { shellWord } from '../../result/shellWord.ts';
import { missedThresholds } from '../../result/thresholdStanding.ts';
import { capital } from '../plainText.ts';
import { countOf, countText, durationText, latencyText } from '../quantities.ts';
import type { ReportedRun } from '../reportedRun.ts';
import { capacityNext } from './capacityContent.ts';
import { conformCommand } from './commands.ts';
import type { NextStep } from './content.ts';
import { isStoredOtherwise } from './expectedAndActual.ts';
import { isOfViolations } from './headline.ts';
import { whereOdd } from './odd.ts';
import type { ProblemCard } from './problemCard.ts';
import { validityAdvice } from './validityAdvice.ts';

/** Why a run has its verdict, in sentences (design, How a run is judged), but for what its headline says. */
export function whyOf({ result, measures, silences }: ReportedRun, headline: string): string[] {
  // What the headline says is not said again.
  if (result.reasons.length > 0)
    return result.reasons.filter((reason, at) => !headline.includes(reason) && !isSaidByProblems(result, at));
  const { latency, p99, checks } = measures;
  // Checks look at every request, those of the warm-up as well.
  const requests = result.judgements?.target.requests ?? measures.requests;
  return [
    ...(checks > 0 ? [`${countText(checks)} checks passed in ${countText(requests)} requests.`] : []),
    ...(result.thresholds.length > 0
      ? [`${countOf(result.thresholds.length, 'threshold was', 'thresholds were')} met.`]
      : result.kind === 'load'
        ? ['No threshold was set.']
        : []),
    ...(latency === null || result.kind === 'conform'
      ? []
      : [
          `Half of the requests took less than ${latencyText(latency.p50)}${p99 === null ? '' : `, 99 of 100 less than ${latencyText(p99)}`}.`,
        ]),
    // A PASS says of itself that everybody waited for a while.
    ...silences.told.map(({ text }) => text),
    ...(result.run.interrupted ? [`The run was interrupted after ${durationText(result.run.durationSeconds)}.`] : []),
  ];
}

/** That there are violations is not said again as a threshold on them. */
function isSaidByProblems({ problems, reasonCodes = [] }: RunResult, at: number): boolean {
  const reason = reasonCodes[at];
  return (
    problems.some(({ gating }) => gating) && reason?.code === 'threshold-missed' && isOfViolations(reason.expression)
  );
}

/** What to do next, the first thing first. */
export function nextOf(run: ReportedRun): NextStep[] {
  const { result, problems, context, measures, odd } = run;
  const next: NextStep[] = [];
  const failing = problems.filter(({ standing }) => standing.fails);
  const [worst] = failing;
  const first = worst?.lead;
  const which = failing.length > 1 ? 'worst problem' : 'problem';
  if (first !== undefined && worst !== undefined && worst.repeat !== '') {
    const why =
      first.classification === 'load-only'
        ? 'shows in a crowd only'
        : first.classification === 'not-reproduced'
          ? 'did not show when it was repeated'
          : 'was seen among many';
    const where = isStoredOtherwise(first)
      ? ', and look at the record that it leaves'
      : first.path === '' || first.path === 'response.status' || first.path.startsWith('?')
        ? first.endpoint === ''
          ? ''
          : `, and look at the answer of ${first.endpoint}`
        : `, and look at “${first.path}” from ${first.endpoint}`;
    const how = isShownByRunsOnly(first) ? `The ${which} ${why}. Run the same again` : `Repeat the ${which}${where}`;
    next.push({ text: `${how}:`, command: worst.repeat });
  } else if (first !== undefined) {
    next.push(`${first.clause} was answered otherwise than was accepted: if the new answer is meant, --accept it.`);
  }
  const isMeasured = capacityMeasured(result);
  const silent = silenceNext(run);
  next.push(...(isMeasured ? [] : validityAdvice(run)), ...silent);
  // A target that never let anybody in missed its thresholds for that reason, and one that stood still those of time.
  const missed = everythingFailed(result)
    ? []
    : missedThresholds(result.thresholds)
        .filter(({ dimension }) => silent.length === 0 || dimension !== 'time')
        .filter(({ dimension }) => !run.isFailedByErrors || dimension !== 'share')
        .slice(0, 2);
  for (const { expression, value } of result.thresholds)
    if (value === null) next.push(`“${expression}” could not be measured: did the run reach what it names?`);
  for (const { expression, dimension, missedSinceSecond } of missed) {
    if (typeof missedSinceSecond === 'number' && dimension === 'time')
      next.push(
        `Look at what the service did around second ${missedSinceSecond}, when “${expression}” was first missed.`,
      );
    else if (dimension === 'share' && measures.errors > 0)
      next.push(
        `See by endpoint what was answered when “${expression}” was missed, and in the log of the service why.`,
      );
    else if (typeof missedSinceSecond !== 'number' && (dimension === 'time' || dimension === 'share'))
      next.push(`See under Over time when “${expression}” was missed: from the start, or from one moment on?`);
  }
  if (isMeasured) return [...next, ...capacityNext(result, context.directory)];
  if (result.verdict === 'PASS') next.push(...unexercisedNext(result));
  const open = result.observations.filter((o) => o.verdict === 'DRIFTED');
  if (open.length > 0)
    next.push(
      `${countOf(open.length, 'open question was', 'open questions were')} answered differently than before: ask the service’s owner about ${listed(
        open.map(({ id }) => id),
        namesShown,
      )}.`,
    );
  const unseen = run.unseenAnswers.map(({ id }) => id);
  if (unseen.length > 0)
    next.push(
      `Look why nothing led to ${unseen.length === 1 ? 'an answer that was accepted' : 'answers that were accepted'}: ${listed(unseen, namesShown)}.`,
    );
  // Beside what is broken these lead away from that.
  if (result.verdict !== 'FAIL') next.push(...recommendationNext(problems));
  const [oddest] = odd;
  if (oddest !== undefined && result.verdict !== 'FAIL') {
    const rest = odd.length > 1 ? `; ${countText(odd.length - 1)} more under Odd` : '';
    next.push(`Ask the service’s owner about what is odd: “${oddest.what}” (${whereOdd(oddest)})${rest}.`);
  }
  if (next.length === 0) next.push(comparison(run));
  return next.map((step) => (typeof step === 'string' ? capital(step) : step));
}

/** A recommendation that is not kept: no run fails by it, and yet it may be a defect. */
function recommendationNext(problems: readonly ProblemCard[]): string[] {
  const left = problems.filter(
    ({ problem, lead }) => !problem.gating && !lead.gating && lead.baseline.kind !== 'KNOWN',
  );
  const [first] = left;
  if (first === undefined) return [];
  const rest = left.length > 1 ? `; ${countText(left.length - 1)} more under Problems` : '';
  const where = first.place === '' ? '' : ` (${first.place})`;
  return [`Ask the service’s owner: ${first.problem.title}${where}, a recommendation${rest}.`];
}

/** Whether a search has found something: what is to be done then depends on what it found, also where that settles nothing. */
function capacityMeasured({ kind, capacity, judgements, verdict }: RunResult): boolean {
  if (kind !== 'capacity' || judgements?.measurement.judgement === 'void') return false;
  return verdict !== 'INVALID' || capacity.some(({ sustainablePerSecond }) => sustainablePerSecond.best > 0);
}

function silenceNext({ result, silences: { longest: silent } }: ReportedRun): string[] {
  return silent === null
    ? []
    : [
        `Look at what the service did around second ${silent.fromSecond}, when it stood still.${
          result.verdict === 'PASS' ? ' A threshold such as latency.max < 1s would fail the run.' : ''
        }`,
      ];
}

/** What it would take to exercise more clauses: of a conformance run by what was in the way, the most first. */
function unexercisedNext({ clauses, kind, run }: RunResult): NextStep[] {
  const unexercised = clauses.filter(({ verdict }) => verdict === 'NOT-EXERCISED');
  if (unexercised.length === 0) return [];
  if (kind === 'load') {
    const text = `Respondents alone cannot test the other ${countOf(unexercised.length, 'clause')}; conform can:`;
    return [{ text, command: conformCommand(run) }];
  }
  const all = [...Map.groupBy(unexercised, ({ reason = '' }) => reason)].sort(([, a], [, b]) => b.length - a.length);
  const byReason = all.slice(0, namesShown).map(([reason, { length }]) => {
    const many = unexercised.length === 1 ? '' : `${countText(length)} `;
    return `${many}because ${reason || 'nothing asked'}`;
  });
  const others = all.slice(namesShown).reduce((sum, [, { length }]) => sum + length, 0);
  if (others > 0) byReason.push(`${countText(others)} for other reasons`);
  const were = countOf(unexercised.length, 'clause was', 'clauses were');
  return [`${were} not exercised, ${byReason.join('; ')}. The report has all under Clauses.`];
}

/** A comparison with the run before, by a command that can be copied. */
function comparison({ result: { coverage, kind, run, target }, context }: ReportedRun): NextStep {
  const { directory, history } = context;
  const before = history.findLast(
    (other) =>
      other.kind === kind &&
      other.profile === run.profile &&
      other.baseUrl === target.baseUrl &&
      other.clausesTotal === coverage.clauses.total &&
      other.startedAt < run.startedAt,
  );
  if (directory === null || before === undefined)
    return 'Run it again later, and let canvass compare say what has changed.';
  const words = [join(dirname(directory), before.folder), directory].map(shellWord);
  return { text: 'Compare it with the run before:', command: `canvass compare ${words.join(' ')}` };
}

const namesShown = 3;

/** Whether no request of an INVALID run was answered as it should. */
function everythingFailed({ verdict, endpoints }: RunResult): boolean {
  return verdict === 'INVALID' && endpoints.every(({ outcomes: o }) => o.ok + o.expectedRejection === 0);
}
