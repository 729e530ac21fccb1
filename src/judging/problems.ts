import { createHash } from 'node:crypto';
import type { SectionId } from '../contract/clause.ts';
import { type EndpointId, sessionEndpoints } from '../contract/endpoints.ts';
import { asText, isRecord, parseJson } from '../contract/jsonShape.ts';
import { isQuestionId, questions } from '../contract/questions/openQuestions.ts';
import { standardErrors } from '../contract/serviceErrors.ts';
import { isStatus } from '../contract/statuses.ts';
import { knownBeside } from '../result/beyondKnown.ts';
import { conditionOf, detourOf, isPartOfIt } from '../result/condition.ts';
import { refusesAnswers } from '../result/defectFacts.ts';
import type { Problem } from '../result/problem.ts';
import type { Symptom } from '../result/symptom.ts';
import { gates } from '../result/tally/violationTally.ts';
import type { Violation, WitnessStep } from '../result/verdict.ts';
import { startOf } from '../result/violationId.ts';
import { clauseIds, clauseOf, isClauseId } from './allClauses.ts';
import { generalText } from './identity.ts';
import { findsNone } from './rules/filter.ts';
import { unknownSession } from './rules/submitPage.ts';
import { textChangeWords } from './textChange.ts';
import { foreignToken, tokensIn } from './tokens.ts';

/**
 * Violations of one cause, as one problem each. Two violations have one cause when they are about the same topic (one
 * clause follows from the other), when they say the same of the same place in a body, when the same error answered both,
 * or when both show a text of another respondent.
 *
 * @returns what fails the run first, then what does most harm, then the most frequent first.
 */
export function problemsOf(violations: readonly Violation[]): Problem[] {
  const seen = violations.filter(({ baseline }) => baseline.kind !== 'GONE');
  return grouped(seen)
    .map((group) => problemOf(group, seen))
    .sort(
      (a, b) =>
        Number(b.gating) - Number(a.gating) ||
        harmOf(a) - harmOf(b) ||
        b.count - a.count ||
        (a.signature < b.signature ? -1 : 1),
    );
}

/** What clauses are about, the worst first: then doors that stand open, and walks led astray; what is left is the form of answers. */
const harms: readonly (readonly SectionId[])[] = [
  ['authentication', 'regenerate-key'],
  ['states', 'sanity', 'submit-page'],
];

/** Place among the harms, 0 for answers that are lost, changed or somebody else's. */
function harmOf({ clauses: [lead = ''] }: Problem): number {
  if (!isClauseId(lead)) return harms.length + 1;
  const { harm, section } = clauseOf(lead);
  if (harm === 'answers') return 0;
  const at = harms.findIndex((sections) => sections.includes(section));
  return 1 + (at < 0 ? harms.length : at);
}

function grouped(violations: readonly Violation[]): Violation[][] {
  const groupOf = new Map<string, Violation[]>();
  const groups = new Set<Violation[]>();
  for (const violation of violations) {
    const keys = causesOf(violation);
    const met = [...new Set(keys.flatMap((key) => groupOf.get(key) ?? []).map(({ id }) => id))];
    const joined = [...groups].filter((group) => group.some(({ id }) => met.includes(id)));
    const merged = [...joined.flat(), violation];
    for (const group of joined) groups.delete(group);
    groups.add(merged);
    for (const each of merged) for (const key of causesOf(each)) groupOf.set(key, merged);
  }
  return withConsequences([...groups]);
}

/** Groups that follow whole from what another one broke go with that one. */
function withConsequences(groups: readonly Violation[][]): Violation[][] {
  const kept = new Map(groups.map((group) => [group, [...group]]));
  for (const group of groups) {
    const cause = [...kept.keys()].find(
      (other) => other !== group && group.some(isKnown) === other.some(isKnown) && areConsequences(group, other),
    );
    if (cause === undefined) continue;
    kept.get(cause)?.push(...(kept.get(group) ?? []));
    kept.delete(group);
  }
  return [...kept.values()];
}

/** Whether all of them come of others, one of the other at last. */
function areConsequences(group: readonly Violation[], others: readonly Violation[]): boolean {
  const left = group.filter((each) => !followsFrom(each, others));
  if (left.length === 0 || left.length === group.length) return left.length === 0;
  const among = group.filter((each) => !left.includes(each));
  return areConsequences(left, among);
}

/** Whether a violation is what must come of others: its clause says so, or a member that it is about is of another kind. */
export function followsFrom(violation: Violation, others: readonly Violation[]): boolean {
  const { clause, path, endpoint } = violation;
  const causes = isClauseId(clause) ? clauseOf(clause).follows : [];
  return others.some((other) => {
    const cause = isClauseId(other.clause) ? clauseOf(other.clause) : null;
    if (unknownSession.has(other.clause) && (isAfterStranger(violation) || isOfCrowd(violation))) return true;
    if (other.endpoint === endpoint && isOfOtherKind(other) && isAbout(path, other.path)) return true;
    const isNamed = cause !== null && causes.some((named) => named === cause.topic || named === cause.section);
    return isNamed && reaches(other.endpoint, endpoint);
  });
}

/** Whether it shows once a submission was served that came without its session: whose session goes on then, nobody knows. */
function isAfterStranger({ clause, witness: { steps, failingStep } }: Violation): boolean {
  const isServed = ({ endpoint, sessionTransport, response }: WitnessStep): boolean =>
    endpoint === 'submit-page' && strangers.has(sessionTransport) && response.httpStatus < 400;
  return !unknownSession.has(clause) && steps.slice(0, failingStep + 1).some(isServed);
}

/** Whether it takes others who are served meanwhile: among them was one without a session. */
function isOfCrowd({ clause, classification, endpoint }: Violation): boolean {
  const isOfMany =
    classification === 'load-only' || classification === 'interleaving-only' || classification === 'not-reproduced';
  return isOfMany && sessionEndpoints.has(endpoint) && !unknownSession.has(clause);
}

const strangers: ReadonlySet<WitnessStep['sessionTransport']> = new Set(['drop', 'forge']);

/** Whether what is wrong at one endpoint shows at another: respondents go through all of theirs, what is made or listed is looked up, and so is what was submitted. */
function reaches(cause: string, endpoint: string): boolean {
  return (
    cause === endpoint ||
    makers.has(cause) ||
    (sessionEndpoints.has(cause) && sessionEndpoints.has(endpoint)) ||
    (lists.has(cause) && (endpoint === 'fetch-response' || endpoint === 'submit-page'))
  );
}

const makers: ReadonlySet<string> = new Set<EndpointId>(['create-department', 'create-response', 'regenerate-key']);
const lists: ReadonlySet<string> = new Set<EndpointId>(['list-responses', 'filter-responses']);

function isOfOtherKind({ symptom }: Violation): boolean {
  return symptom?.due !== undefined && 'kind' in symptom.due;
}

/** Whether what is said of a member is said of another one too: the same, one within it, or the object or list that it stands in. */
function isAbout(path: string, member: string): boolean {
  const isWithin = path.startsWith(member) && /^(?:$|[.[])/.test(path.slice(member.length));
  const holder = member.slice(0, member.lastIndexOf('.'));
  return isWithin || (path.includes('.') && [holder, holder.replace(/\[\]$/, '')].includes(path));
}

/** Listed in the baseline, and its day not over. */
function isKnown({ baseline }: Violation): boolean {
  return baseline.kind === 'KNOWN';
}

/** What a violation may have in common with others of its cause: what is known stays a problem of its own, so that it is seen what is tolerated. */
function causesOf(violation: Violation): string[] {
  const causes = allCausesOf(violation);
  return isKnown(violation) ? causes.map((cause) => `known ${cause}`) : causes;
}

function allCausesOf(violation: Violation): string[] {
  const { clause, path, expected, actual, symptom } = violation;
  const came = brokenAnswer(violation);
  // Whatever was due where the server failed: its topic is that of answers, which may have another cause.
  if (came !== null && (responseOf(violation)?.httpStatus ?? 0) >= 500 && !isOfErrors(clause)) return [came];
  // At another place in a body, clauses of one topic may have another cause.
  const causes = [`clause ${clause}`, `topic ${topicOf(clause)} ${path}`];
  const found = symptom?.found ?? { path, value: actual };
  if (found.path !== '') causes.push(`place ${found.path} ${generalText(found.value ?? 'absent')}`);
  if (came !== null) causes.push(came);
  // Whatever is wrong with a key, one gate lets it in.
  if (isLetIn(violation)) causes.push(`gate ${violation.endpoint}`);
  if (isOfChange(violation)) causes.push('answers given again');
  if (isOfFinalFlag(violation)) causes.push('final flag');
  const [own] = tokensIn(expected);
  if (own !== undefined && foreignToken(actual, own) !== null) causes.push(`topic ${textsOfOthers} `);
  return causes;
}

/** Whether a clause is about errors whatever else was due. */
function isOfErrors(clause: string): boolean {
  if (!isClauseId(clause)) return false;
  const { harm, section } = clauseOf(clause);
  return harm === 'outage' || section === 'errors' || section === 'overview';
}

function responseOf({ witness: { steps, failingStep } }: Violation) {
  return steps[failingStep]?.response;
}

/** What came in place of any answer of the document, or which error; `null` where something of an answer is wrong. */
function brokenAnswer(violation: Violation): string | null {
  const { path, endpoint } = violation;
  const response = responseOf(violation);
  if (response === undefined) return null;
  const { httpStatus, failure, body } = response;
  const kind = httpStatus < 400 ? 'answer' : 'error';
  if (failure === 'not-json') return `${kind} that is no JSON`;
  const members = parseJson(body);
  // A body that was cut is that of an answer.
  if (!isRecord(members)) return null;
  if (!('response' in members) && !isRecord(members.error)) return `${kind} without response`;
  if (path !== '' && !path.startsWith('response.error')) return null;
  if (httpStatus >= 500) return `http ${httpStatus}`;
  if (isRecord(members.error)) return `session error ${asText(members.error.code)} ${asText(members.error.message)}`;
  const { error } = isRecord(members.response) ? members.response : {};
  if (error === undefined) return null;
  if (!isRecord(error)) return 'error that is no object';
  const id = asText(error.id);
  const isOfTable = Object.entries(standardErrors).some(([status, row]) => status === `${httpStatus}` && row.id === id);
  // What the table has is said for many reasons; what it does not have, for one.
  if (!isOfTable) return `error ${httpStatus} ${id}`;
  // A wrong member of the error that is due is no reason why it came.
  return path === '' ? `error ${httpStatus} of ${endpoint}` : null;
}

/** Whether answers are lost, or shown otherwise, once a respondent went back to change them. */
function isOfChange(violation: Violation): boolean {
  if (!isClauseId(violation.clause)) return false;
  const { harm, section } = clauseOf(violation.clause);
  const isOfAnswers = harm === 'answers' || section === 'previous-page';
  return isOfAnswers && /after (?:going back|changing an answer)/.test(conditionOf(violation)?.words ?? '');
}

/** Whether a page says of itself that it is the last, and is not, or at times only. */
function isOfFinalFlag({ clause, path, symptom }: Violation): boolean {
  return path === 'meta.isFinalPage' || otherDefects[`${clause} ${symptom?.came?.[0] ?? ''}`] === earlyFlag;
}

/** Whether a call was served whose key should have been refused. */
function isLetIn(violation: Violation): boolean {
  const { httpStatus = 0 } = responseOf(violation) ?? {};
  return topicOf(violation.clause).startsWith('key ') && httpStatus >= 200 && httpStatus < 300;
}

/** The topic of clauses that show a text of another respondent. */
const textsOfOthers = 'texts-of-others';

function topicOf(clause: string): string {
  return (isClauseId(clause) ? clauseOf(clause).topic : '') || clause;
}

/** Whether a clause names a problem before the form of the same answers: the worst, and that there was no answer but a server error. */
function leads(clause: string): boolean {
  return isClauseId(clause) && clauseOf(clause).harm !== 'form';
}

const order = new Map(clauseIds.map((id, at) => [id, at]));

/** @param all violations of the run, known ones too */
function problemOf(violations: readonly Violation[], all: readonly Violation[]): Problem {
  const isConsequence = (each: Violation): boolean =>
    followsFrom(
      each,
      violations.filter((other) => other !== each),
    );
  const byRank = (a: Violation, b: Violation): number =>
    Number(isConsequence(a)) - Number(isConsequence(b)) ||
    Number(b.gating) - Number(a.gating) ||
    Number(isSessionLost(b)) - Number(isSessionLost(a)) ||
    Number(leads(b.clause)) - Number(leads(a.clause));
  const byOrder = (a: Violation, b: Violation): number =>
    (order.get(a.clause) ?? 0) - (order.get(b.clause) ?? 0) || (a.path < b.path ? -1 : 1);
  const [first = missing()] = violations.toSorted((a, b) => byRank(a, b) || byOrder(a, b));
  // What shows more than now and then, and under which condition, is what the problem is.
  const most = Math.max(...violations.map(({ count }) => count));
  const tells = (each: Violation): number => 2 * Number(farMore * each.count >= most) + Number(saysWhen(each));
  const [lead = missing()] = violations.toSorted((a, b) => byRank(a, b) || tells(b) - tells(a) || byOrder(a, b));
  const classifications = new Set(violations.map(({ classification }) => classification));
  const [classification = 'unclassified'] = classifications;
  const seconds = violations.flatMap(({ firstSecond }) => firstSecond ?? []);
  return {
    // As it was called in other runs, which may have found no condition.
    signature: signatureOf(first, all),
    title:
      knownBeside(lead, all) === null
        ? withCondition(titleOfAll(lead, violations), lead, violations)
        : `${titleOfAll(lead, violations)}, beyond what the baseline lists`,
    // The one that names the problem comes first.
    clauses: [...new Set([lead, ...violations].map(({ clause }) => clause))],
    violations: [...new Set([lead, ...violations].map(({ id }) => id))],
    count: Math.max(...violations.map(({ count }) => count)),
    firstSecond: seconds.length === 0 ? null : Math.min(...seconds),
    endpoints: [...new Set(violations.map(({ endpoint }) => endpoint))].filter((endpoint) => endpoint !== ''),
    classification: classifications.size === 1 ? classification : 'unclassified',
    gating: violations.some(gates),
  };
}

/** So many times as often as another one, a violation is hardly a part of it. */
const farMore = 10;

function saysWhen(violation: Violation): boolean {
  const condition = conditionOf(violation);
  return condition !== null && !isPartOfIt(condition);
}

function missing(): never {
  throw new RangeError('a problem has at least one violation');
}

/** The same for the same problem in every command and every run; of what is new beside a known one of its topic, one of its own. */
function signatureOf(lead: Violation, all: readonly Violation[]): string {
  const topic = ({ clause, path }: Violation): string => `${topicOf(clause)}\n${path}`;
  const isBesideKnown = !isKnown(lead) && all.some((each) => isKnown(each) && topic(each) === topic(lead));
  return createHash('sha256')
    .update(isBesideKnown ? `${topic(lead)}\n${startOf(lead.id)}` : topic(lead))
    .digest('hex')
    .slice(0, 10);
}

/** The longest value that a title quotes. */
const longestQuote = 50;

/** @param alike what is known of the other times: where another value came, the kind of both is said, where there is one */
function wrongMember(
  { path, value }: NonNullable<Symptom['found']>,
  wanted: string,
  alike: readonly Pick<Symptom, 'found' | 'came'>[],
): string {
  // An `id` may be that of anything.
  const member = path
    .split('.')
    .slice(path.includes('error.') ? -2 : -1)
    .join('.');
  if (alike.some(({ found }) => found !== undefined && found.value !== value)) {
    const [kind, ...others] = new Set(alike.map(({ came }) => came?.[0]));
    const named = others.length > 0 ? undefined : kinds[kind ?? ''];
    // A string that has not the form of one is wrong by its form.
    const isOfKind = named !== undefined && /^an? /.test(wanted) && !wanted.includes(named);
    return `“${member}” is ${isOfKind ? `${named}, ` : ''}not ${wanted}`;
  }
  if (value === null) return `“${member}” is missing`;
  return value.length > longestQuote ? `“${member}” is not ${wanted}` : `“${member}” is ${value}, not ${wanted}`;
}

function valueDue({ due, found }: Pick<Symptom, 'due' | 'found'>): string | null {
  return found !== undefined && due !== undefined && 'value' in due ? due.value : null;
}

/** The kinds of `classifyKind`, in words. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  null: 'null',
  absent: 'missing',
};

/** Whether a session that was sent is not known any more: where returning to it shows its first page, that is why. */
function isSessionLost(violation: Violation): boolean {
  return topicOf(violation.clause) === 'position' && brokenAnswer(violation)?.startsWith('session error') === true;
}

/** What the respondent did just before, where that is not what everybody does. */
function lostWhen({ witness: { steps, failingStep } }: Violation): string {
  const own = steps.slice(0, failingStep).filter(({ session }) => session === steps[failingStep]?.session);
  const before = own.at(-1);
  const detour =
    before === undefined ? null : detourOf(before.endpoint, own.length > 1, refusesAnswers(before.response.body));
  return detour === null ? '' : ` after ${detour}`;
}

/** What came in place of a page, by the words of `classifyAnswer`. */
const wrongPages: Readonly<Record<string, string>> = {
  'first-page': 'the first page',
  'same-page': 'the same page again',
  'page-before': 'the page before the right one',
  'page-after': 'the page after the right one',
  'page-of-another-survey': 'a page of another survey',
  'page-of-another-respondent': 'a page of another respondent',
  'page-without-questions': 'a page without questions',
  'page-off-the-way': 'a page that was not on the way',
};

const earlyFlag = 'A page before the last says that it is the last (isFinalPage)';

/** A clause whose breach is another defect where this came. */
const otherDefects: Readonly<Record<string, string>> = {
  'MOVE-COMPLETE-01 later-page': earlyFlag,
  'MOVE-COMPLETE-01 page-after': earlyFlag,
  'MOVE-BACK-01 page-before': 'Going back leads two pages back',
  'MOVE-BACK-01 page-after': 'Going back stays on the page',
  // Nobody can tell which of the two: it may be the page before, which did not come when it was due.
  'MOVE-BACK-01 page-off-the-way':
    'Going back shows a page that was not on the way: it was passed over, or going back is wrong',
  'MOVE-BACK-REFUSED-01 page-before': 'Going back in a survey without a way back shows the page before',
  'SUBMIT-EXPIRED-01 page': 'A submission with an unknown session is answered with a page, not refused',
  'SUBMIT-EXPIRED-02 page': 'A submission without a session is answered with a page, not refused',
  'PREVIOUS-TYPED-03 texts': 'Going back loses the texts that were given',
  'PREVIOUS-TYPED-03 numbers': 'Going back loses the ranks and allocations that were given',
  'PREVIOUS-TYPED-03 dates': 'Going back loses the dates that were given',
};

/** Kinds of answers, and what became of them, by the words of `classifyChanges`. */
const storedKinds: Readonly<Record<string, string>> = {
  answers: 'Answers',
  choices: 'Choices',
  texts: 'Texts',
  'other-texts': 'Texts of “Other” options',
  numbers: 'Ranks and allocations',
  dates: 'Dates',
  sent: 'Texts',
};
const storedWays: Readonly<Record<string, string>> = {
  ...textChangeWords,
  shifted: 'each by as much too high or too low',
  moved: 'for other items than they were given for',
  'day-month': 'with day and month exchanged',
};

/** What became of the answers of completed responses, where it is the same each time. */
function storedOtherwise(came: string): string | null {
  const [, name = '', way = ''] = /^(answers|choices|texts|other-texts|numbers|dates|sent)(?:-(.*))?$/.exec(came) ?? [];
  const { [name]: kind } = storedKinds;
  if (kind === undefined) return null;
  const of = `${kind} of ${name === 'sent' ? 'created' : 'completed'} responses`;
  if (way === 'missing') return `${of} are not stored`;
  return `${of} are stored ${storedWays[way] ?? 'otherwise than they were given'}`;
}

const customVariable = 'response.customVariables.';

/** Which custom variables of a response are stored otherwise, and under which names. @param all violations of a problem */
function customStored(all: readonly Violation[]): string | null {
  const own = all.filter(({ path }) => path.startsWith(customVariable));
  const names = [...new Set(own.map(({ path }) => `“${path.slice(customVariable.length)}”`))].sort();
  const [now, ...others] = new Set(own.map(({ symptom }) => /^as-(\w+)$/.exec(symptom?.came?.[0] ?? '')?.[1]));
  if (names.length === 1 && now !== undefined && others.length === 0)
    return `${names[0]} of a response is stored as “${now}”`;
  if (names.length === 1) return `${names[0]} of a response is stored otherwise than it was sent`;
  const said = names.join(' and ');
  const areMoved = own.every(({ symptom }) => symptom?.came?.at(-1) === 'moved');
  return `${said} of a response are stored ${areMoved ? 'under each other’s names' : 'otherwise than they were sent'}`;
}

/** What of an answer is no page, by the words of `classifyAnswer`. */
const isOfError = /^(?:session-error$|error-|http-)/;

/** What is broken, with what came each time in place of the page that was due. */
function withWhatCame(broken: string, came: string): string {
  const { [came]: page } = wrongPages;
  const stored = storedOtherwise(came);
  if (stored !== null) return stored;
  if (isOfError.test(came)) return broken.replace(/(?:shows|leads to) the wrong page/, 'is answered with an error');
  return page === undefined ? broken : broken.replace('the wrong page', page);
}

/** A part of an error that says what it is; a success is told in other words. */
const code = /^(?:HTTP [345]\d\d|(?:id|code) \d+|name [A-Z_]+)$/;

/** `: id 1004, not 1040`: the code that came in place of the one that was due, where it is the same each time. */
function insteadIn(lead: Violation, all: readonly Violation[]): string {
  const said = all.filter(({ clause }) => topicOf(clause) === topicOf(lead.clause)).map(instead);
  return new Set(said).size === 1 ? (said[0] ?? '') : '';
}

function instead({ expected, actual }: Violation): string {
  const partsOf = (words: string): string[] =>
    words
      .replaceAll('"', '')
      .replace(/^status /, '')
      .split(', ');
  const [due, came] = [partsOf(expected), partsOf(actual)];
  const [missing, strange] = [due.filter((part) => !came.includes(part)), came.filter((part) => !due.includes(part))];
  if (
    missing.length === 0 ||
    strange.length === 0 ||
    ![...missing, ...strange].every((part) => code.test(part) || isStatus(part))
  )
    return '';
  const [kind = ''] = strange.length > 1 ? [] : (/^\S+ /.exec(strange[0] ?? '') ?? []);
  const wanted = missing.join(', ');
  return `: ${strange.join(', ')}, not ${kind !== '' && wanted.startsWith(kind) ? wanted.slice(kind.length) : wanted}`;
}

/** What each list is called. */
const listNames: Readonly<Record<string, string>> = {
  'list-departments': 'the list of departments',
  'list-responses': 'the list of responses',
  'filter-responses': 'a filtered list',
};

/** What is broken of a list, of calls that are others than one, with the name where all is of one. */
function ofList(broken: string, all: readonly Violation[]): string {
  const [endpoint = '', ...others] = new Set(all.map((each) => each.endpoint));
  const name = others.length > 0 ? undefined : listNames[endpoint];
  if (name === undefined && others.length === 0)
    return broken.replace(/^Other endpoints than \S+ mark (.*)$/, `${endpoint} marks $1`);
  if (name === undefined) return broken;
  return broken.replace(/\ba list\b/, name).replace(/^A list\b/, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
}

/** @param all violations of the problem: texts that are cut are cut at one length, whichever shows it */
function withCondition(title: string, lead: Violation, all: readonly Violation[]): string {
  const wordsOf = (each: Violation): string => conditionOf(each)?.words ?? '';
  const length = title.endsWith(' cut') ? all.map(wordsOf).find((each) => /^after \d+ /.test(each)) : undefined;
  const own = wordsOf(lead);
  // What holds of a part of the cases only is no headline: it says under which it does not come.
  const words = (length ?? (isPartOfIt({ words: own }) ? '' : own))
    // What the title names already.
    .replace(/^at (“[^”]+”) and /, (place, name: string) => (title.includes(name) ? '' : place));
  const list = listNames[lead.endpoint];
  const isNamed = list !== undefined && title.toLowerCase().includes(list) && words.endsWith(`in ${lead.endpoint}`);
  if (words === '' || isNamed) return title;
  return title.includes(', ') ? `${title}, ${words}` : `${title} ${words}`;
}

/** Of several flaws of keys none alone is the title. */
function titleOfAll(lead: Violation, violations: readonly Violation[]): string {
  const flaws = new Set(violations.filter(isLetIn).map(({ clause }) => topicOf(clause)));
  if (!isLetIn(lead) || flaws.size < 2) return titleOf(lead, violations);
  const endpoints = new Set(violations.filter(isLetIn).map(({ endpoint }) => endpoint));
  return `${endpoints.size === 1 ? `A call of ${lead.endpoint}` : 'A call'} without a valid API key is let in`;
}

/** In plain words: what is wrong, where. @param all violations of its problem */
function titleOf(violation: Violation, all: readonly Violation[]): string {
  const { clause, path, actual, symptom = {} } = violation;
  if (isQuestionId(clause))
    return `Answered otherwise than was accepted: “${questions[clause].question.replaceAll('`', '')}”`;
  if (!isClauseId(clause)) return 'An answer is no longer the accepted one';
  const { broken, brokenBySuccess, namesActual, title } = clauseOf(clause);
  if (symptom.came?.[0] === 'effect') return 'A call that was refused takes effect all the same';
  const { httpStatus = 0 } = responseOf(violation) ?? {};
  if (brokenBySuccess !== '' && httpStatus >= 200 && httpStatus < 300) return brokenBySuccess;
  if (isSessionLost(violation)) return `A session is lost${lostWhen(violation)}`;
  const { [`${clause} ${symptom.came?.[0] ?? ''}`]: other } = otherDefects;
  if (other !== undefined) return other;
  if (path.startsWith('?') && all.some((each) => each.clause === findsNone && each.path === path))
    return `Filtering by ${path.slice(1)} is ignored: a value that no record has finds some, too`;
  const ofCustom = customStored(all);
  if (path.startsWith(customVariable) && ofCustom !== null) return ofCustom;
  if (namesActual) return actual.length > longestQuote ? broken : `${broken}: ${actual}`;
  if (broken !== '') return `${withWhatCame(ofList(broken, all), symptom.came?.[0] ?? '')}${insteadIn(violation, all)}`;
  const { due, found } = symptom;
  const alike = all.filter((each) => each.clause === clause).map((each) => each.symptom ?? {});
  if (found !== undefined && found.path !== path) return wrongMember(found, 'an object', alike);
  if (found !== undefined && due !== undefined && 'kind' in due) return wrongMember(found, due.kind, alike);
  const [value, ...others] = new Set(alike.map(valueDue));
  // Of texts the promise says more.
  if (found !== undefined && typeof value === 'string' && others.length === 0 && !value.startsWith('"'))
    return wrongMember(found, value, alike);
  return `Not kept: “${title.replaceAll('`', '').replace(/\.$/, '')}”`;
}
