import type { EntityId } from '../../contract/entityId.ts';
import { isRecord, type Json } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import { entryOf } from '../memoised.ts';
import { itemsIn, pagingIn } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { bodyOf } from '../reading/reading.ts';
import { pageName, type ShownPage } from '../reading/shownPage.ts';
import type { Habit, Habits } from './habits.ts';
import type { Where } from './where.ts';

/** Of several pages, or questions: a single one may have a member of its own. */
const pages: Habit = { id: 'ODD-PAGES', what: 'Pages', things: 2 };
const lists = byName((list) => ({ id: 'ODD-LISTS', what: `Answers of ${list}`, things: 2 }));
/** By their numbers, too: what is wrong on the second page is so on some that are in the middle, and some that are last. */
const numbered = byName((list) => ({ id: 'ODD-LISTS', what: `Pages of ${list}, by number`, things: 2 }));
const errors = byName((status) => ({ id: 'ODD-ERRORS', what: `Errors with HTTP ${status}`, things: 1 }));

function byName(make: (name: string) => Habit): (name: string) => Habit {
  const made = new Map<string, Habit>();
  return (name) => entryOf(made, name, () => make(name));
}

/** A survey may ask again: that each page leads on is what most do. */
const ways: Habit = { id: 'ODD-WAY', what: 'What is accepted', usual: 'leads on', things: 1 };

export const formHabitIds: readonly string[] = [pages.id, lists('').id, errors('').id, ways.id];

/** Notes where the answers to a page led a respondent who never went back. @param isBefore to an earlier page */
export function noteWay(
  habits: Habits,
  surveyId: EntityId,
  page: ShownPage,
  isBefore: boolean,
  witness: () => Witness,
): void {
  const feature = isBefore ? 'leads to a page of before' : 'leads on';
  habits.saw(ways, `survey ${surveyId}: ${pageName(page)}`, [feature], 0, witness);
}

/** Notes of which form an answer is where it came: its headers, its members, and which of them are empty. */
export function noteForm(habits: Habits, answer: Answer, { places }: Where, witness: () => Witness): void {
  const { exchange, page, reading } = answer;
  const { endpoint, httpStatus } = exchange;
  const head = headersOf(exchange);
  const note = (habit: Habit, pattern: RegExp, features: readonly string[], thing: unknown): void => {
    for (const place of places) if (pattern.test(place)) habits.saw(habit, place, features, thing, witness);
  };
  if (page !== null) note(pages, / page, /, [...head, ...pageFeatures(exchange, page)], page.identity);
  else if (reading.kind === 'standard-error') {
    note(errors(String(httpStatus)), / refused$/, [...head, ...membersOf(bodyOf(exchange))], 0);
  } else if (reading.kind === 'administration') {
    const names = new Set(itemsIn(answer).flatMap((item) => Object.keys(item)));
    const members = [...names].map((name) => `member response[].${name}`);
    if (members.length === 0) return;
    note(lists(endpoint), /-[a-z]+, [a-z]+ page$/, [...head, ...members], exchange.path);
    const page = pagingIn(answer)?.currentPage;
    if (page !== undefined) habits.saw(numbered(endpoint), `page ${page}`, members, exchange.path, witness);
  }
}

/** What hangs on size, time, session, cache, connection, or what was created. */
const ownHeaders =
  /^(?:date|age|vary|etag|via|expires|trailer|connection|keep-alive|set-cookie|last-modified|content-(?:length|encoding)|transfer-encoding|location|x-survey-token)$|trace|request|correlation|limit|retry/;

function headersOf({ headers }: Exchange): string[] {
  const names = headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
  const type = headers[names.indexOf('content-type') * 2 + 1];
  return [
    ...names.filter((name) => !ownHeaders.test(name)).map((name) => `header ${name}`),
    ...(type === undefined ? [] : [`content-type: ${type}`]),
  ];
}

/** What the document lets differ from page to page. */
const ownMembers = /^(?:response\.(?:validationErrors|redirectUrl|questions|navigation\.previousPageUrl)|requestID)/;

const pagesKnown = new WeakMap<ShownPage, readonly string[]>();

/** One body that comes again is one page; all that it varies in is its `requestID`. */
function pageFeatures(exchange: Exchange, page: ShownPage): readonly string[] {
  const known = pagesKnown.get(page) ?? featuresOfPage(exchange, page);
  pagesKnown.set(page, known);
  return known;
}

function featuresOfPage(exchange: Exchange, page: ShownPage): readonly string[] {
  const questions = page.elements.flatMap(({ parsed, html }) => [
    ...(html === '' ? ['empty html'] : []),
    ...(isRecord(parsed) ? membersOf(parsed, 'question', 0) : []),
  ]);
  return [...membersOf(bodyOf(exchange)), ...questions].filter(
    (feature) => !ownMembers.test(feature.split(' ').at(-1) ?? ''),
  );
}

const deepest = 3;

/** The members of an object, and which of them are empty or null. */
function membersOf(value: Json, path = '', depth = deepest): string[] {
  return Object.entries(value).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const isEmpty = member === '' || (Array.isArray(member) && member.length === 0);
    const own = [`member ${at}`, ...(isEmpty ? [`empty ${at}`] : []), ...(member === null ? [`null ${at}`] : [])];
    return isRecord(member) && depth > 0 ? [...own, ...membersOf(member, at, depth - 1)] : own;
  });
}
