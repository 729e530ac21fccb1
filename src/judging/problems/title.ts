import { isQuestionId, questions } from '../../contract/questions/openQuestions.ts';
import { detourOf, wholeConditionOf } from '../../result/condition.ts';
import { refusesAnswers } from '../../result/defectFacts.ts';
import type { Symptom } from '../../result/symptom.ts';
import type { Violation } from '../../result/verdict.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { findsNone } from '../rules/filter.ts';
import { isLetIn, isOfOtherRespondents, isSessionLost, responseOf, topicOf } from './violationFacts.ts';
import { customStored, customVariable, insteadIn, otherDefects, withWhatCame } from './whatCame.ts';

/** The longest value that a title quotes. */
const longestQuote = 50;

/** @param alike what is known of the other times: where another value came, the kind of both is said, where there is one */
function wrongMember(
  { path, value }: NonNullable<Symptom['found']>,
  wanted: string,
  alike: readonly Pick<Symptom, 'found' | 'came'>[],
): string {
  // An `id` may be that of anything, and so may a link.
  const member = path
    .split('.')
    .slice(/\b(?:error|urls|links|location)\.\w+$/.test(path) ? -2 : -1)
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

/** What the respondent did just before, where that is not what everybody does. */
function lostWhen({ witness: { steps, failingStep } }: Violation): string {
  const own = steps.slice(0, failingStep).filter(({ session }) => session === steps[failingStep]?.session);
  const before = own.at(-1);
  const detour =
    before === undefined ? null : detourOf(before.endpoint, own.length > 1, refusesAnswers(before.response.body));
  const isTwice = detour === 'going back' && own.at(-2)?.endpoint === before?.endpoint;
  return detour === null ? '' : ` after ${detour}${isTwice ? ' twice in a row' : ''}`;
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
    return broken
      .replace(/^Other endpoints than \S+ mark (.*)$/, `${endpoint} marks $1`)
      .replace(/^A call (?=with)/, `A call of ${endpoint} `);
  if (name === undefined) return broken;
  return broken.replace(/\ba list\b/, name).replace(/^A list\b/, `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`);
}

/** @param all violations of the problem: texts that are cut are cut at one length, whichever shows it */
export function withCondition(title: string, lead: Violation, all: readonly Violation[]): string {
  if (hasSeveralFlaws(lead, all)) return title;
  // What holds of a part of the cases only is no headline: it says under which it does not come.
  const wordsOf = (each: Violation): string => wholeConditionOf(each)?.words ?? '';
  const isCut = lead.symptom?.came?.[0]?.endsWith('-cut') === true;
  const length = isCut ? all.map(wordsOf).find((each) => /^after \d+ /.test(each)) : undefined;
  const words = (length ?? wordsOf(lead))
    // What the title names already.
    .replace(/^at (“[^”]+”)(?: and |$)/, (place, name: string) => (title.includes(name) ? '' : place))
    .replace(/^((?:in|at) “[^”]+”) and (?=when |where )/, '$1 ')
    .replace(/^on going back, /, (place) => (/\bgoing back\b/i.test(title) ? '' : place));
  const [list, inIt] = [listNames[lead.endpoint], `in ${lead.endpoint}, `];
  const isNamed = title.startsWith(lead.endpoint) || (list !== undefined && title.toLowerCase().includes(list));
  if (words === '' || (isNamed && words.endsWith(`in ${lead.endpoint}`))) return title;
  if (isNamed && words.startsWith(inIt)) return `${title} ${words.slice(inIt.length)}`;
  // What is so of one call is not so of what the title ends with.
  return title.includes(', ') || /^from the /.test(words) || words === `in ${lead.endpoint}`
    ? `${title}, ${words}`
    : `${title} ${words}`;
}

/** Whether keys of several flaws are let in: then none alone is the title, nor what it comes under. */
function hasSeveralFlaws(lead: Violation, violations: readonly Violation[]): boolean {
  return isLetIn(lead) && new Set(violations.filter(isLetIn).map(({ clause }) => topicOf(clause))).size > 1;
}

export function titleOfAll(lead: Violation, violations: readonly Violation[]): string {
  if (!hasSeveralFlaws(lead, violations)) return titleOf(lead, violations);
  const endpoints = new Set(violations.filter(isLetIn).map(({ endpoint }) => endpoint));
  return `${endpoints.size === 1 ? `A call of ${lead.endpoint}` : 'A call'} without a valid API key is let in`;
}

/** Of a long list of what came, the first of it. */
function withActual(broken: string, actual: string): string {
  const [first = '', ...others] = actual.split(', ');
  if (actual.length <= longestQuote) return `${broken}: ${actual}`;
  return others.length === 0 || first.length > longestQuote ? broken : `${broken}: ${first} and ${others.length} more`;
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
  if (brokenBySuccess !== '' && httpStatus >= 200 && httpStatus < 300) return ofList(brokenBySuccess, all);
  if (isOfOtherRespondents(violation)) return 'Completed responses hold answers of other respondents';
  if (isSessionLost(violation)) return `A session is lost${lostWhen(violation)}`;
  const { [`${clause} ${symptom.came?.[0] ?? ''}`]: other } = otherDefects;
  if (other !== undefined) return other;
  if (path.startsWith('?') && all.some((each) => each.clause === findsNone && each.path === path))
    return `Filtering by ${path.slice(1)} is ignored: a value that no record has finds some, too`;
  if (namesActual) return withActual(broken, actual);
  if (path === 'pagination.totalPages' && broken !== '') return ofList('The number of pages of a list is wrong', all);
  if (broken !== '' && path.startsWith(customVariable))
    return customStored(all.filter((each) => each.clause === clause));
  if (broken !== '')
    return `${withWhatCame(ofList(broken, all), symptom.came?.[0] ?? '', all)}${insteadIn(violation, all)}`;
  const { due, found } = symptom;
  const alike = all.filter((each) => each.clause === clause).map((each) => each.symptom ?? {});
  if (violation.endpoint === 'fetch-response' && found?.path === 'response.surveyID' && /^\d+$/.test(found.value ?? ''))
    return `A response of survey ${found.value} is fetched from another survey`;
  if (found !== undefined && found.path !== path) return wrongMember(found, 'an object', alike);
  if (found !== undefined && due !== undefined && 'kind' in due) return wrongMember(found, due.kind, alike);
  const [value, ...others] = new Set(alike.map(valueDue));
  // Of texts the promise says more.
  if (found !== undefined && typeof value === 'string' && others.length === 0 && !value.startsWith('"'))
    return wrongMember(found, value, alike);
  return `Not kept: “${title.replaceAll('`', '').replace(/\.$/, '')}”`;
}
