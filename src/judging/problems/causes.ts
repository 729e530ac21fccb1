import { type EndpointId, sessionEndpoints } from '../../contract/endpoints.ts';
import { likelyCondition } from '../../result/condition.ts';
import type { Violation, WitnessStep } from '../../result/verdict.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { generalText } from '../identity.ts';
import { unknownSession } from '../rules/submitPage.ts';
import { foreignToken, tokensIn } from '../tokens.ts';
import { brokenAnswer, isLetIn, isOfOtherRespondents, responseOf, topicOf } from './violationFacts.ts';
import { earlyFlag, otherDefects } from './whatCame.ts';

/** Whether all of them come of others, one of the other at last. */
export function areConsequences(group: readonly Violation[], others: readonly Violation[]): boolean {
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
    // A text of theirs that stands in the record of another one too is found twice.
    if (isOfOtherRespondents(other) && isOfTwice(clause)) return true;
    // What is answered on a page that going back should not have shown is stored.
    if (cause?.topic === 'back' && isAnsweredAfterBack(violation)) return true;
    if (unknownSession.has(other.clause) && (isAfterStranger(violation) || isOfCrowd(violation))) return true;
    if (other.endpoint === endpoint && isOfOtherKind(other) && isAbout(path, other.path)) return true;
    const isNamed = cause !== null && causes.some((named) => named === cause.topic || named === cause.section);
    return isNamed && reaches(other.endpoint, endpoint);
  });
}

function isOfTwice(clause: string): boolean {
  return isClauseId(clause) && [clauseOf(clause).topic, ...clauseOf(clause).follows].includes('stored-twice');
}

/** Whether answers of a completion are wrong that went back. */
function isAnsweredAfterBack({ clause, witness: { steps } }: Violation): boolean {
  const isOfAnswers = isClauseId(clause) && clauseOf(clause).variesByAnswers;
  return isOfAnswers && steps.some(({ endpoint }) => endpoint === 'previous-page');
}

/** Whether it shows once a submission was served that came without its session: whose session goes on then, nobody knows. */
function isAfterStranger({ clause, witness: { steps, failingStep } }: Violation): boolean {
  const isServed = ({ endpoint, sessionTransport, response }: WitnessStep): boolean =>
    endpoint === 'submit-page' && strangers.has(sessionTransport) && response.httpStatus < 400;
  return !unknownSession.has(clause) && steps.slice(0, failingStep + 1).some(isServed);
}

/** Whether it takes others who are served meanwhile: among them was one without a session. */
export function isOfCrowd({ clause, classification, endpoint }: Violation): boolean {
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
export function isKnown({ baseline }: Violation): boolean {
  return baseline.kind === 'KNOWN';
}

/** What a violation may have in common with others of its cause: what is known stays a problem of its own, so that it is seen what is tolerated. */
export function causesOf(violation: Violation): string[] {
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
  if (isOfAlteredTexts(violation)) causes.push('texts altered');
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

/** Whether answers are lost, or shown otherwise, once a respondent went back to change them. */
function isOfChange(violation: Violation): boolean {
  if (!isClauseId(violation.clause)) return false;
  const { harm, section } = clauseOf(violation.clause);
  const isOfAnswers = harm === 'answers' || section === 'previous-page';
  return isOfAnswers && /after (?:going back|changing an answer)/.test(likelyCondition(violation)?.words ?? '');
}

/** Whether texts are others than were given, where they are stored or when one goes back. */
function isOfAlteredTexts({ clause, symptom }: Violation): boolean {
  return topicOf(clause) === 'altered-texts' || /^(?:other-)?texts-/.test(symptom?.came?.[0] ?? '');
}

/** Whether a page says of itself that it is the last, and is not, or at times only. */
function isOfFinalFlag({ clause, path, symptom }: Violation): boolean {
  return path === 'meta.isFinalPage' || otherDefects[`${clause} ${symptom?.came?.[0] ?? ''}`] === earlyFlag;
}

/** The topic of clauses that show a text of another respondent. */
const textsOfOthers = 'texts-of-others';
