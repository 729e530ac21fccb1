import { knownBeside } from '../../result/beyondKnown.ts';
import { conditionOf, fewTimes, isPartOfIt, wholeConditionOf } from '../../result/condition.ts';
import { memberPlace } from '../../result/defectFacts.ts';
import { flattened } from '../../result/flatten.ts';
import { howItShows, isShownByRunsOnly } from '../../result/howItShows.ts';
import { expiresKey, forbiddenKeyName } from '../../result/keyNames.ts';
import { knownPart } from '../../result/lasting.ts';
import { leadOf, type Problem } from '../../result/problem.ts';
import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { ClauseResult, Condition, Violation } from '../../result/verdict.ts';
import { digestOf, historyOf, type ProblemHistory, type RunContext } from '../earlierRuns.ts';
import { cut } from '../plainText.ts';
import { chancesText, countOf, countText, shareOf, timesOfText, whenText } from '../quantities.ts';
import { acceptCommand, repeatCommand, scriptFile } from './commands.ts';
import { expectedAndActual } from './expectedAndActual.ts';
import { problemStanding } from './problemStanding.ts';
import { placeOf, type ShownPages } from './shownPages.ts';
import { classificationWords, reproductionText, traceOf } from './witnessText.ts';

/** Violations of one cause as a person reads them first. */
export type ProblemCard = ReturnType<typeof problemCards>[number];

/** A card for each problem of a result, what fails the run first. @param pages that the run showed */
export function problemCards(result: RunResult, context: RunContext, pages: ShownPages) {
  const own = digestOf(result, '', true);
  const violations = new Map(result.violations.map((violation) => [violation.id, violation]));
  return result.problems.flatMap((problem) => {
    const all = problem.violations.flatMap((id) => violations.get(id) ?? []);
    const lead = leadOf(all);
    if (lead === undefined) return [];
    const failing = all.find(gates);
    const others = all.filter((violation) => violation !== lead);
    const history = historyOf(problem, own, context.history);
    const clause = result.clauses.find(({ id }) => id === lead.clause);
    return [
      {
        problem,
        ...titled(problem, result, lead, pages),
        /** The violation that names it, with its witness; the others of the same cause. */
        lead,
        others,
        /** Survey, page and question in words, or the call; and where else the promise is broken. */
        place: placeOf(lead, pages, alikeTo(lead, all)),
        /** How it shows where that is not each time: in a crowd only, now and then. */
        shows: lead.classification === 'unclassified' ? '' : howItShows(lead, lead.witness.steps).said,
        /** That nothing tells when it comes, where it comes at times; `''` where something does, or nobody looked. */
        when: result.kind === 'conform' ? whenSaid(lead, clause) : '',
        /** Whether nothing tells when it comes, but for the steps that show it each time. */
        isByStepsOnly: result.kind === 'conform' && isByStepsOnly(lead, clause),
        /** The pages that the run showed. */
        pages,
        /** What was expected, and what came. */
        ...expectedAndActual({ ...lead, actual: inItsPlace(lead) }),
        /** The sentence of the document, and where it stands. */
        promise: `${clause?.title ?? 'What the service does is what was accepted.'}${failsBy(lead, failing)}`,
        basis: clause?.basis ?? '',
        /** Other promises that are broken with it, as sentences. */
        alsoBroken: alsoBroken(problem, lead, result),
        /** What else may be why; `''` for nothing. */
        unless: all.every(isWithoutPermission) ? 'target.forbiddenApiKey names a key that may do this' : '',
        /** Whether it fails the run, or who knows of it. */
        standing: problemStanding(problem, lead, result),
        /** What it depends on, when it was first seen, in which runs. */
        seen: seenText(problem, lead, history),
        history,
        // What has no steps, as an answer that drifted, cannot be repeated.
        repeat: lead.witness.steps.length === 0 ? '' : repeatCommand(lead, result, context.directory),
        /** Why there is no script; `''` where there is one, or nothing but the same run would show it. */
        noScript: isShownByRunsOnly(lead) ? '' : (lead.witness.noScript ?? ''),
        /** What drifted is accepted with all that the run observed. */
        accept: clause === undefined || failing === undefined ? '' : acceptCommand(context.directory, failing.id),
        /** Of the exchange that showed it first; `null` without one. */
        trace: traceOf(lead.traceId, result.target.traceUrl),
      },
    ];
  });
}

/** What fails the run, where the recommendation that names the problem does not. */
function failsBy(lead: Violation, failing: Violation | undefined): string {
  return failing === undefined || gates(lead) ? '' : ` What fails the run is what comes of it: ${failing.clause}.`;
}

/** What came, with the indices of the item that has it: others of the same list may be right. */
function inItsPlace({ actual, symptom: { found } = {}, witness: { steps, failingStep } }: Violation): string {
  if (found === undefined || !found.path.includes('[]')) return actual;
  const body = steps[failingStep]?.response.body ?? '';
  const place = memberPlace(body, found.path, found.value)?.place;
  if (place === undefined) return actual;
  const [ofRecord] = /^.*\bresponseSet\[\d+\]/.exec(place) ?? [];
  const asked = flattened(knownPart(body)).find(({ path }) => path === `${ofRecord}.questionID`)?.value;
  return `${actual.replace(found.path, () => place)}${asked === undefined ? '' : `, of question ${asked}`}`;
}

/** So many other promises are read. */
const mostAlso = 4;

function alsoBroken({ clauses, violations }: Problem, lead: Violation, result: RunResult): string[] {
  const others = clauses.filter((id) => id !== lead.clause);
  const onlyOf = (clause: string): string => {
    const ways = result.violations.filter((each) => each.clause === clause && violations.includes(each.id));
    const words = new Set(ways.map((each) => wholeConditionOf(each)?.words ?? ''));
    const [only = ''] = words.size === 1 ? words : [];
    return only === '' || only === conditionOf(lead)?.words ? '' : `, only ${only}`;
  };
  const sentences = others
    .slice(0, mostAlso)
    .flatMap((id) => result.clauses.find((each) => each.id === id) ?? [])
    .map(({ id, title }) => `${title} (${id}${onlyOf(id)})`);
  const more = others.length - sentences.length;
  return more > 0 ? [...sentences, countOf(more, 'more promise')] : sentences;
}

const lookedAmong =
  'the kind of question, page, survey and status, what was sent, and what came before (a refusal, going back, returning)';

function whenSaid(lead: Violation, clause: ClauseResult | undefined): string {
  if (lead.baseline.kind === 'GONE' || !isOfSome(lead, clause)) return '';
  const condition = conditionOf(lead);
  if (saysWhen(lead)) return '';
  if (condition !== null) return isPartOfIt(condition) ? partOfItText(condition) : '';
  // What its steps show each time has its condition in them.
  if (lead.classification === 'always') return '';
  return lead.count < fewTimes
    ? 'seen too seldom to tell under which condition'
    : `no condition found among ${lookedAmong}`;
}

function isByStepsOnly(lead: Violation, clause: ClauseResult | undefined): boolean {
  const hasSteps = lead.classification === 'always' && lead.reproduction?.byProbe !== true;
  const isTold = lead.symptom?.together === true || saysWhen(lead) || conditionOf(lead) !== null;
  return hasSteps && isOfSome(lead, clause) && !isTold;
}

/** Whether it breaks in some of the cases only, of which something may tell which. */
function isOfSome({ symptom }: Violation, clause: ClauseResult | undefined): boolean {
  return clause !== undefined && symptom?.eachTime !== true && clause.failed < nearlyAlways * clause.checked;
}

/** `only where the page has rank questions, and not always: in 9 of 27 such cases, and in none of the other 274; what else it takes was not found`. */
function partOfItText(condition: Condition): string {
  const words = condition.words.replace(/^but /, '');
  // A few who have it too may have changed what they had.
  if (condition.failed >= mostly * condition.of) return `${words}: ${conditionText(condition)}`;
  return `${words}, and not always: ${conditionText(condition)}; what else it takes was not found`;
}

/** What breaks in so many of its cases needs no other reason. */
const mostly = 0.8;

/** Whether what is said of when it shows is a condition that is not the whole one. */
export function isOnlyPart({ lead, when }: ProblemCard): boolean {
  const condition = conditionOf(lead);
  return when !== '' && condition !== null && isPartOfIt(condition);
}

/** What breaks so often is looked for where it does not. */
const nearlyAlways = 0.9;

/** Whether a call was served with the key that the profile says may not call: which it is, only its owner knows. */
function isWithoutPermission({ witness: { steps, failingStep } }: Violation): boolean {
  const { headers = {}, response: { httpStatus = 0 } = {} } = steps[failingStep] ?? {};
  return headers['api-key'] === forbiddenKeyName && httpStatus >= 200 && httpStatus < 300;
}

/** `Going back shows the wrong page, only with concurrent respondents`, and `in 67 of 98 walks`: in plain words, with how often, and both. */
function titled(problem: Problem, result: RunResult, lead: Violation, pages: ShownPages) {
  const { classification } = lead;
  const crowd = isOfCrowd(classification) ? `, ${classificationWords[classification]}` : '';
  const name = `${pages.withWords(problem.title.replace(/\.$/, ''))}${crowd}`;
  const often = oftenOf(problem, result, lead);
  return { name, often, title: often === '' ? name : `${name}, ${often}` };
}

const changeOfText = /^(?:texts|other-texts|sent)-(?!missing$|cut$|exchanged$|moved$)/;

/** Whether what became of texts says when: where they have such signs. */
function saysWhen(lead: Violation): boolean {
  const condition = conditionOf(lead);
  return changeOfText.test(lead.symptom?.came?.[0] ?? '') && (condition === null || isPartOfIt(condition));
}

/** How often it was seen, where that says more than its condition. @param lead its violation */
function oftenOf(problem: Problem, result: RunResult, lead: Violation): string {
  const condition = conditionIn(problem, result);
  const isSaid = condition === null ? saysWhen(lead) : isPartOfIt(condition);
  return isSaid ? '' : oftenText(problem, result);
}

function isOfCrowd(classification: Violation['classification']): boolean {
  return classification === 'load-only' || classification === 'interleaving-only';
}

/** Those of a problem that break the same promise, or the same one of another call. */
function alikeTo({ clause, expected, actual }: Violation, all: readonly Violation[]): readonly Violation[] {
  return all.filter((each) => each.clause === clause || (each.expected === expected && each.actual === actual));
}

/** How often a problem was seen: in how many walks, or records; of calls, in how many checks. */
export function oftenText(problem: Problem, result: RunResult): string {
  // What is counted is what the clause that names it is about.
  const own = result.violations.filter(
    ({ id, clause }) => problem.violations.includes(id) && clause === problem.clauses[0],
  );
  // What is said of all answers of a kind was seen as often as they were sent.
  if (own.length > 0 && own.every(({ symptom }) => symptom?.together)) return 'each time';
  if (own.length > 0 && own.every(({ symptom }) => symptom?.eachTime)) return 'each time that it is shown';
  const condition = conditionIn(problem, result);
  return condition === null ? timesText(problem, own, result) : conditionText(condition);
}

/** What the title says, as it was seen of the clause that shows it most. */
function conditionIn({ violations, title }: Problem, { violations: allViolations }: RunResult): Condition | null {
  const all = violations.flatMap((id) => allViolations.find((violation) => violation.id === id) ?? []);
  const [lead] = all;
  // What separates all that broke its promise tells nothing of what goes beyond the known.
  if (lead !== undefined && knownBeside(lead, allViolations) !== null) return null;
  const words = lead === undefined ? undefined : conditionOf(lead)?.words;
  const alike = all.flatMap(({ condition }) => (condition === undefined || condition.words !== words ? [] : condition));
  // What a title does not say it counts nothing of.
  if (words === undefined || !(isPartOfIt({ words }) || title.endsWith(words.slice(-shortestWords)))) return null;
  return alike.toSorted((one, other) => other.failed - one.failed)[0] ?? null;
}

/** Of the words of a condition so many at the end are in the title: their beginning may be said by it already. */
const shortestWords = 8;

const cutAfter = /^after \d+ (?:characters|bytes)$/;

/** So few checks are no figures. */
const fewChecks = 5;

/** How often it broke where it may, and how often it was right elsewhere. */
function conditionText({ words, failed, of, others }: Condition): string {
  const isEach = failed === of && (of === 1 || of + others < fewChecks);
  const cases = isEach
    ? 'each time'
    : shareOf(failed, of, cutAfter.test(words) ? 'cases of longer texts' : 'such cases');
  if (others === 0 || of + others < fewChecks) return cases;
  return `${cases}, and ${others === 1 ? 'not in the one other' : `in none of the other ${countText(others)}`}`;
}

function timesText({ clauses, count, violations }: Problem, own: readonly Violation[], result: RunResult): string {
  // Of calls beside walks checks are counted: walks alone say too little.
  const isOfCallsToo = own.some(({ chances, endpoint }) => chances === undefined && endpoint !== '');
  const what = isOfCallsToo ? undefined : own.find(({ chances }) => chances !== undefined)?.chances?.what;
  // All have one cause, which was seen as often as the one that shows most.
  const all = result.violations.filter(({ id }) => violations.includes(id));
  const known = all.flatMap(({ chances }) => (chances !== undefined && chances.what === what ? [chances] : []));
  const [widest] = known.sort((a, b) => b.failed - a.failed || a.of - b.of);
  const lead = result.clauses.find(({ id }) => id === clauses[0]);
  // Some of what breaks its promise may be known, and a problem of its own.
  const isSplit = result.violations.some(
    ({ id, clause, baseline }) => clause === clauses[0] && baseline.kind !== 'GONE' && !violations.includes(id),
  );
  // Of the other walks none came to it, where each check broke.
  const isEachTime = !isSplit && lead !== undefined && lead.failed > 0 && lead.failed === lead.checked;
  // Others may have been seen in other walks.
  if (widest !== undefined && (!isEachTime || widest.failed === widest.of))
    return chancesText(widest, known.length > 1);
  if (lead === undefined || lead.failed === 0 || lead.checked < lead.failed) return countOf(count, 'time');
  const [first] = own;
  if (isEachTime && first !== undefined) {
    const promises = new Set(alikeTo(first, all).map(({ clause }) => clause));
    const looked = result.clauses.filter(({ id }) => promises.has(id));
    return timesOfText(
      looked.reduce((all, { failed }) => all + failed, 0),
      looked.reduce((all, { checked }) => all + checked, 0),
    );
  }
  return timesOfText(isSplit ? sumOfCounts(own) : lead.failed, lead.checked);
}

function sumOfCounts(violations: readonly Violation[]): number {
  return violations.reduce((sum, { count }) => sum + count, 0);
}

function seenText({ firstSecond }: Problem, lead: Violation, history: ProblemHistory): string {
  const isRepeated = lead.classification !== 'unclassified' || (lead.chances?.what ?? 'walks') !== 'walks';
  const unrepeated = lead.witness.steps.some(expiresKey) ? 'not repeated: each time takes another key' : '';
  const facts = [
    isRepeated ? reproductionText(lead) : unrepeated,
    firstSecond === null ? '' : `first seen at second ${countText(firstSecond)}`,
    sinceText(history),
  ];
  return facts.filter((fact) => fact !== '').join('; ');
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
  expected,
  actual,
  promise,
  seen,
  place,
  shows,
  when,
  unless,
  pages,
  repeat,
  noScript,
  trace,
}: ProblemCard): (readonly [label: string, text: string])[] {
  const { due } = lead.symptom ?? {};
  const said = [
    ['shows', shows],
    ['when', when],
    ['where', place],
    ['promise', `${promise} (${lead.clause})`],
    ['expected', pages.withWords(expected)],
    ['actual', pages.withWords(actual)],
    ['unless', unless],
    // What is expected of a kind names the member.
    ['at', due !== undefined && 'kind' in due ? '' : lead.path],
    ['answers', answersSaid(lead)],
    ['seen', seen],
    ['trace', trace?.href ?? trace?.id ?? ''],
    ['repeat', repeat],
    ['script', noScript === '' ? scriptOf(lead, repeat) : `none, for ${noScript}`],
  ] as const;
  return said.filter(([, text]) => text !== '');
}

/** Where the script lies of what can be repeated; `''` where none was written. */
function scriptOf({ id, witness }: Violation, repeat: string): string {
  return repeat === '' || witness.curl === '' ? '' : `${scriptFile(id)} beside the report, with curl`;
}

function answersSaid(violation: Violation): string {
  const first = firstDifference(violation);
  return first === null ? '' : `${first.question}: given ${first.given}; stored ${first.stored}`;
}

/** The first answer that is stored otherwise than it was given, in words; `null` where none is known. */
export function firstDifference({ answers }: Violation): Record<'question' | 'given' | 'stored', string> | null {
  const first = answers?.questions.find(({ differs }) => differs);
  if (first === undefined) return null;
  const { questionId, question, given, stored } = first;
  const name = question === '' ? `question ${questionId}` : `“${cut(question, 80)}” (question ${questionId})`;
  return { question: name, given: given || 'nothing', stored: stored || 'nothing' };
}
