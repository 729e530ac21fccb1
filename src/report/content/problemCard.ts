import type { Problem } from '../../result/problem.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { BaselineStanding, Violation } from '../../result/verdict.ts';
import { digestOf, historyOf, type ProblemHistory, type RunContext } from '../earlierRuns.ts';
import { countOf, countText, timesOfText, whenText } from '../quantities.ts';
import { replayCommand } from './commands.ts';
import { reproductionText, traceOf } from './witnessText.ts';

/** Violations of one cause as a person reads them first. */
export type ProblemCard = ReturnType<typeof problemCards>[number];

/** A card for each problem of a result, what fails the run first. */
export function problemCards(result: RunResult, context: RunContext) {
  const own = digestOf(result, '', true);
  const violations = new Map(result.violations.map((violation) => [violation.id, violation]));
  return result.problems.flatMap((problem) => {
    const [lead, ...others] = problem.violations.flatMap((id) => violations.get(id) ?? []);
    if (lead === undefined) return [];
    const history = historyOf(problem, own, context.history);
    const clause = result.clauses.find(({ id }) => id === lead.clause);
    return [
      {
        problem,
        /** In plain words with how often: `Going back shows the wrong page, 67 of 98 times`. */
        title: titleOf(problem, result),
        /** The violation that names it, with its witness; the others of the same cause. */
        lead,
        others,
        /** The sentence of the document, and where it stands. */
        promise: clause?.title ?? 'What the service does is what was accepted.',
        basis: clause?.basis ?? '',
        /** Whether it fails the run, or who knows of it. */
        standing: standingOf(lead.baseline, problem.gating),
        /** What it depends on, when it was first seen, in which runs. */
        seen: seenText(problem, lead, history),
        history,
        // What has no steps, as an answer that drifted, cannot be repeated.
        replay: lead.witness.steps.length === 0 ? '' : replayCommand(context.directory, lead.id),
        /** Of the exchange that showed it first; `null` without one. */
        trace: traceOf(lead.traceId, result.target.traceUrl),
      },
    ];
  });
}

/** The title of a problem with how often it was seen, of how many checks. */
export function titleOf({ title, clauses, count }: Problem, result: RunResult): string {
  const lead = result.clauses.find(({ id }) => id === clauses[0]);
  const times =
    lead === undefined || lead.failed === 0 || lead.checked < lead.failed
      ? countOf(count, 'time')
      : timesOfText(lead.failed, lead.checked);
  return `${title.replace(/\.$/, '')}, ${times}`;
}

function seenText({ firstSecond }: Problem, lead: Violation, history: ProblemHistory): string {
  const facts = [
    lead.classification === 'unclassified' ? '' : reproductionText(lead),
    firstSecond === null ? '' : `first seen at second ${countText(firstSecond)}`,
    sinceText(history),
  ];
  return facts.filter((fact) => fact !== '').join('; ');
}

function standingOf(
  baseline: BaselineStanding,
  gating: boolean,
): { readonly text: string; readonly tone: 'bad' | 'quiet' | 'good' } {
  switch (baseline.kind) {
    case 'KNOWN':
      return { text: `known: ${baseline.issue}, until ${baseline.expires}`, tone: 'quiet' };
    case 'GONE':
      return { text: 'known, and gone', tone: 'good' };
    default:
      return gating
        ? { text: 'fails the run', tone: 'bad' }
        : { text: 'a recommendation: does not fail the run', tone: 'quiet' };
  }
}

function sinceText({ runs, firstSeen, lastWithout }: ProblemHistory): string {
  const own = runs.at(-1)?.run;
  const earlier = runs.slice(0, -1).filter(({ seen }) => seen !== 'untested').length;
  if (earlier === 0) return '';
  if (firstSeen === own) return `new in this run: the ${countOf(earlier, 'run', 'runs')} before did not show it`;
  const since = `in runs since ${whenText(firstSeen.startedAt)}`;
  if (lastWithout === null) return since;
  return lastWithout.startedAt > firstSeen.startedAt
    ? `${since}, but not in that of ${whenText(lastWithout.startedAt)}`
    : since;
}

/** What is said of a problem under its title, in the order in which it is read: a label and a text each. */
export function problemSaid({
  lead,
  promise,
  seen,
  replay,
  trace,
}: ProblemCard): (readonly [label: string, text: string])[] {
  const { due } = lead.symptom ?? {};
  const said = [
    ['promise', `${promise} (${lead.clause})`],
    ['expected', lead.expected],
    ['actual', lead.actual],
    // What is expected of a kind names the member.
    ['at', due !== undefined && 'kind' in due ? '' : lead.path],
    ['answers', answersSaid(lead)],
    ['seen', seen],
    ['trace', trace?.href ?? trace?.id ?? ''],
    ['repeat', replay],
  ] as const;
  return said.filter(([, text]) => text !== '');
}

function answersSaid(violation: Violation): string {
  const first = firstDifference(violation);
  return first === null ? '' : `${first.question}: given ${first.given}; stored ${first.stored}`;
}

/** The first answer that is stored otherwise than it was given, in words; `null` where none is known. */
export function firstDifference({ answers }: Violation): Record<'question' | 'given' | 'stored', string> | null {
  const first = answers?.questions.find(({ differs }) => differs);
  if (first === undefined) return null;
  const { questionId, given, stored } = first;
  return { question: `question ${questionId}`, given: given || 'nothing', stored: stored || 'nothing' };
}
