import { isRecord } from '../../contract/jsonShape.ts';
import { type AnswerType, answerTypes } from '../../contract/keyForms.ts';
import { isPlace, type Place, recordTraits, type Showing, showings } from '../../contract/places.ts';
import { entryOf } from '../memoised.ts';
import { itemsIn, type Json, objectIn, pagingIn, queryOf } from '../reading/administrationAnswer.ts';
import { type Answer, isServed } from '../reading/answer.ts';
import type { QuestionReading } from '../reading/questionView.ts';
import { isErrorBody } from '../reading/reading.ts';
import { isSamePage, type ShownPage } from '../reading/shownPage.ts';

/** The places of one answer, or of one question of it: the same object for the same places. */
export class Where {
  readonly places: readonly Place[];
  readonly showing: Showing | null;
  /** Of its questions, by their kind. */
  readonly #questions: (Where | undefined)[] = [];
  readonly #plain: readonly string[];

  /** @param plain its places without those of questions */
  constructor(plain: readonly string[], questions: readonly string[], showing: Showing | null) {
    this.places = [...plain, ...questions].filter(isPlace);
    this.showing = showing;
    this.#plain = plain;
  }

  /** Where one question of the answer is. */
  ofQuestion({ question }: QuestionReading): Where {
    if (question === null || this.showing === null) return this;
    const type = typeNumbers[question.answerType];
    const known = this.#questions[type];
    if (known !== undefined) return known;
    const fresh = new Where(this.#plain, [questionPlace(type, this.showing)], this.showing);
    this.#questions[type] = fresh;
    return fresh;
  }
}

/** What belongs to no answer, or is of no interest. */
export const nowhere = new Where([], [], null);

/** Pages that mix kinds of questions in more ways are made up. */
const mostKept = 5000;
const byNumber = new Map<number, Where>();
const byName = new Map<string, Where>();

/**
 * The places of an answer, found once for all rules.
 *
 * @param firstPage of its session; `null` where that begins
 * @param before where the answer before was
 */
export function whereOf(answer: Answer, firstPage: ShownPage | null = null, before = nowhere): Where {
  const { page } = answer;
  if (page === null) return ofNames(namesOf(answer));
  const { endpoint } = answer.exchange;
  const isBegun = endpoint === 'take' && firstPage === null;
  const showing = showingOf(page, endpoint, isBegun);
  const isFirst = isBegun || (showing !== 1 && isSamePage(page, firstPage));
  const kind = (isFirst ? 0 : 1) + (page.isFinal === true ? 2 : 0);
  const earlier = before.showing === null ? 0 : showings.indexOf(before.showing) + 1;
  let types = 0;
  for (const { id, answerType } of page.questions) {
    // What is refused is looked at where it was refused.
    const isMeant = showing !== 2 || page.rejections.some(({ questionId }) => questionId === id);
    if (isMeant) types |= 1 << typeNumbers[answerType];
  }
  const key = showing | (kind << 3) | (earlier << 5) | (flowEndpoints[endpoint as FlowEndpoint] << 8) | (types << 10);
  const known = byNumber.get(key);
  if (known !== undefined) return known;
  if (byNumber.size === mostKept) return nowhere;
  const [how = 'next', kindName = 'middle'] = [showings[showing], kinds[kind]];
  const plain = [`${kindName} page, ${how}`, `after a page ${before.showing}`, `${endpoint} granted`];
  const questions = answerTypes.flatMap((_, type) => ((types & (1 << type)) === 0 ? [] : [questionPlace(type, how)]));
  const fresh = new Where(plain, questions, how);
  byNumber.set(key, fresh);
  return fresh;
}

type FlowEndpoint = keyof typeof flowEndpoints;
const flowEndpoints = { take: 0, 'submit-page': 1, 'previous-page': 2 } as const;
const kinds = ['first', 'middle', 'only', 'final'] as const;
const typeNumbers = Object.fromEntries(answerTypes.map((type, at) => [type, at])) as Readonly<
  Record<AnswerType, number>
>;

/** In the order of `showings`. */
function showingOf({ status }: ShownPage, endpoint: string, isBegun: boolean): number {
  if (isBegun) return 0;
  if (status === 'validation_errors') return 2;
  return endpoint === 'submit-page' ? 1 : endpoint === 'take' ? 3 : 4;
}

function questionPlace(type: number, how: Showing): string {
  return `${answerTypes[type]} question, ${how === 'begun' || how === 'next' ? 'shown' : how}`;
}

function ofNames(names: readonly string[]): Where {
  return entryOf(byName, names.join('\n'), () => new Where(names, [], null));
}

/** The places of an answer that shows no page. */
function namesOf(answer: Answer): string[] {
  const { exchange, reading } = answer;
  const { endpoint, httpStatus } = exchange;
  if (isErrorBody(reading)) return [`${endpoint} refused`, `HTTP ${httpStatus}`];
  if (!isServed(answer)) return [];
  const granted = `${endpoint} granted`;
  const items = itemsIn(answer);
  switch (endpoint) {
    case 'create-department':
      return [granted, ...accountsIn(endpoint, [objectIn(answer)])];
    case 'create-response':
    case 'fetch-response':
      return [granted, ...traitsIn(endpoint, [objectIn(answer)])];
    case 'list-departments':
      return [granted, ...listPlaces(answer), ...accountsIn(endpoint, items)];
    case 'list-responses':
    case 'filter-responses':
      return [granted, ...listPlaces(answer), ...traitsIn(endpoint, items)];
    default:
      return [granted];
  }
}

function listPlaces(answer: Answer): string[] {
  const { endpoint } = answer.exchange;
  const { currentPage = 0, totalPages = 0, totalItems = 0, perPage = 1 } = pagingIn(answer) ?? {};
  const [isFirst, isLast] = [currentPage === 1, currentPage === totalPages];
  const isPage = currentPage >= 1 && currentPage <= totalPages;
  const page = isFirst ? (isLast ? 'only' : 'first') : isLast ? 'last' : 'middle';
  // Whoever divides and rounds is wrong where nothing is left over.
  const isFull = page === 'last' && totalItems % perPage === 0;
  const pages = [page, ...(isFull ? ['full last'] : [])].map((each) => `${endpoint}, ${each} page`);
  return [...(isPage ? pages : []), `${endpoint} by ${askedBy(answer)}`];
}

/** Which parameters a list was asked for by: each alone, and those that go together. */
function askedBy(answer: Answer): string {
  const query = queryOf(answer);
  // The first page is given to who asks for none, too.
  const isNamed = { page: !['1', null].includes(query.get('page')), perPage: query.has('perPage') };
  const paging = (['page', 'perPage'] as const).filter((name) => isNamed[name]);
  const filters = [...query.keys()].filter((name) => name !== 'page' && name !== 'perPage');
  const [filter] = filters;
  if (filters.length > 1) return 'two filters';
  if (filter === undefined) return paging.join(' and ') || 'nothing';
  return paging.length === 0 ? filter : `a filter, ${paging.join(' and ')}`;
}

function accountsIn(endpoint: string, departments: readonly Json[]): string[] {
  const isWithout = ({ primaryAccountID }: Json): boolean => primaryAccountID === 0;
  return [
    ...(departments.some((each) => !isWithout(each)) ? [`${endpoint}, with an account`] : []),
    ...(departments.some(isWithout) ? [`${endpoint}, without an account`] : []),
  ];
}

/** Whether a record has a trait. */
export const hasTrait: Readonly<Record<(typeof recordTraits)[number], (record: Json) => boolean>> = {
  'a null': (record) => holds(record, null),
  'a 0': (record) => holds(record, 0),
  'an empty text': (record) => holds(record, ''),
  'no answer': ({ responseSet }) => Array.isArray(responseSet) && responseSet.length === 0,
  'several answers': ({ responseSet }) => Array.isArray(responseSet) && responseSet.length > 1,
};

function traitsIn(endpoint: string, records: readonly Json[]): string[] {
  return recordTraits
    .filter((trait) => records.some(hasTrait[trait]))
    .map((trait) => `${endpoint}, a record with ${trait}`);
}

/** Whether a member of a record, or of an object in it, has this value. */
function holds(record: Json, value: unknown): boolean {
  return Object.values(record).some((member) => member === value || (isRecord(member) && holds(member, value)));
}
