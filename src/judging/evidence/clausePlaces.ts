import type { ClauseId } from '../../contract/clause.ts';
import { type Dimension, dimensions, type Place } from '../../contract/places.ts';
import { entryOf } from '../memoised.ts';
import type { Where } from './where.ts';

/** The places of a dimension, or those whose names fit. */
function of(dimension: Dimension, names = /./): readonly Place[] {
  return dimensions[dimension].filter((place) => names.test(place));
}

const again = /refused|resumed|gone back/;
const choice = '(?:single|multiple)[a-z-]* question';
const typed = '(?:rank|allocation|date|date-time|calendar) question';
const ofList = (list: string): readonly Place[] => of('list', new RegExp(`^${list}`));
/** Pages that are known by another way. */
const numbered = (list: string): readonly Place[] => of('list', new RegExp(`^${list}, (?:middle|last)`));
const records = [...ofList('list-responses'), ...ofList('filter-responses')];
const recordWithAnswers = of('record', /^(?!.*no answer)/);
const pageAndHistory = [...of('page'), ...of('history')];

/**
 * Where each clause can be looked at: by the start of its id, the first row that fits. A clause without a row speaks of
 * one place alone, that which its probe provokes.
 */
export const placesByClause: readonly (readonly [clauses: RegExp, places: readonly Place[]])[] = [
  [/^ENVELOPE-ERROR/, [...of('refused'), ...of('error')]],
  [
    /^(?:ENVELOPE-(?:JSON|CONTENT)|SANITY-(?:5XX-01|HTML|TRUNCATED|CONNECTION|SECRET))/,
    [...of('granted'), ...of('refused')],
  ],
  [/^(?:ENVELOPE|SANITY-REQUEST-ID)/, of('granted')],
  [/^SANITY-STACK-TRACE/, [...of('refused'), ...of('error')]],
  // The errors of a submission are those of its session.
  [/^ERROR-(?:DOCS|NAME|HTTP|ID|MESSAGE|RESOURCE|SHAPE)/, [...of('refused', /^(?!submit)/), ...of('error')]],
  [/^ERROR-401/, of('refused', /^(?!submit)/)],
  [/^ERROR-403/, of('refused', /^(?!submit|regenerate)/)],
  [/^SESSION-ERROR/, of('refused', /^(?:submit|previous)-page/)],
  [/^SANITY-(?:5XX-03|ISOLATION-01)/, pageAndHistory],
  [/^VERSION-PATH/, [...of('page'), ...of('list')]],

  [/^DEPARTMENT-(?:ID|ORGANIZATION-01|NAME|PRIMARY)/, [...of('department'), ...ofList('list-departments')]],
  [/^(?:DEPARTMENT-(?:CREATE-0|ORGANIZATION-02)|ROUTE-CREATE-DEP)/, of('department', /^create/)],
  [/^DEPARTMENT-PER-PAGE-DEFAULT/, of('asked', /^list-departments by (?:nothing|page)$/)],
  [/^DEPARTMENT-PAGE-DEFAULT/, of('asked', /^list-departments by (?:nothing|perPage)$/)],
  [/^DEPARTMENT-PER-PAGE/, [...ofList('list-departments'), ...of('asked', /^list-departments.*perPage/)]],
  [/^DEPARTMENT-PAGE/, [...numbered('list-departments'), ...of('asked', /^list-departments by page/)]],
  [
    /^(?:DEPARTMENT-(?:LIST-01|ORGANIZATION-03)|ROUTE-LIST-DEP)/,
    [...of('department', /^list/), ...ofList('list-departments'), ...of('asked', /^list-departments/)],
  ],

  [/^RECORD-(?:QUESTION|ANSWER|VALUE)/, [...recordWithAnswers, ...records]],
  [/^RECORD-UTC-01/, [...of('record', /^(?!create)/), ...records]],
  [/^RECORD-(?!UTC-02|FREE-TEXT)/, [...of('record'), ...records]],
  [/^RESPONSE-LIST-UTC/, [...of('record', /^list-responses/), ...ofList('list-responses')]],
  [/^RESPONSE-FILTER-UTC/, [...of('record', /^filter/), ...ofList('filter')]],
  [/^(?:RESPONSE-LIST-01|ROUTE-LIST-RESPONSES)/, [...ofList('list-responses'), ...of('asked', /^list-responses/)]],
  [/^RESPONSE-LIST-PER-PAGE/, [...ofList('list-responses'), ...of('asked', /^list-responses.*perPage/)]],
  [/^RESPONSE-LIST-PAGE/, [...numbered('list-responses'), ...of('asked', /^list-responses by page/)]],
  [/^(?:RESPONSE-FILTER-(?:01|LINKS)|ROUTE-FILTER)/, [...ofList('filter'), ...of('asked', /^filter/)]],
  [/^RESPONSE-FILTER-PAGE/, [...numbered('filter'), ...of('asked', /^filter.*a filter, /)]],
  [/^RESPONSE-FILTER-(?:LOOSE|NONE|SHORT|SPECIAL)/, of('asked', /^filter.*by (?:custom.|extRef)$/)],
  [/^RESPONSE-CREATE-(?:ID|NAME|QUALITY|SHAPE)/, of('record', /^create/)],
  [/^(?:RESPONSE-FETCH-(?:UTC|02)|ROUTE-FETCH)/, of('record', /^fetch/)],
  [/^RESPONSE-ECHO/, of('granted', /^(?:create|fetch)-response /)],

  [/^PAGING-LAW-01/, of('granted', /^(?:list|filter)-/)],
  [/^PAGING-LAW-03/, of('list')],
  [/^PAGING-CURRENT-02/, [...of('list'), ...of('asked', /by (?:a filter, )?page/)]],
  [/^PAGING-ECHO/, [...of('list'), ...of('asked', /perPage/)]],
  [/^PAGING/, [...of('list'), ...of('asked')]],

  [/^PAGE-PREVIOUS-NULL/, of('page', /^(?:first|only).*(?:begun|refused|resumed)/)],
  [/^PAGE-PREVIOUS-URL/, of('page', /^(?:middle|final)/)],
  [/^PAGE-VALIDATION-02/, of('page', /^(?!.*refused)/)],
  [
    /^(?:PAGE-VALIDATION|MOVE-REJECT-02|SUBMIT-VALIDATION-0[379])/,
    [...of('page', /refused/), ...of('question', /refused/)],
  ],
  [/^(?:MOVE-REJECT|SUBMIT-VALIDATION-0[12458])/, [...of('page', /refused/), ...of('question', /refused/)]],
  [/^PAGE-AGAIN/, [...of('page', again), ...of('question', again)]],
  [/^PAGE-QUESTION/, [...of('page'), ...of('question')]],
  [/^PAGE-(?!REDIRECT-0[13]|NO-PAGE)/, pageAndHistory],

  [/^QUESTION-ANSWER-TEXT-01/, of('question', /^(?!text)/)],
  [/^(?:QUESTION-ANSWER-TEXT|KEYS-PREFIX-03)/, of('question', /^text/)],
  [/^QUESTION-TYPE-02/, of('question', new RegExp(`^(?:text|${choice})`))],
  [/^KEYS-PREFIX-01/, of('question', /^single/)],
  [/^KEYS-PREFIX-02/, of('question', /^multiple/)],
  [/^KEYS-HTML-02/, of('page')],
  [/^(?:QUESTION|KEYS-HTML)/, [...of('page'), ...of('question')]],

  [/^STATUS-SUCCESS/, of('page', /^(?!.*refused)/)],
  [/^STATUS-KNOWN/, pageAndHistory],
  [/^(?:MOVE-BEGIN|TAKE-(?:COOKIE-0[145]|NEW))/, of('page', /begun/)],
  [/^MOVE-ADVANCE-0[12]/, [...of('page', /next/), ...of('history')]],
  [/^MOVE-RESUME-01/, [...of('page', /resumed/), ...of('history')]],
  [/^MOVE-RESUME-02/, of('page', /resumed/)],
  [/^MOVE-BACK-01|PREVIOUS-(?:HTTP|SHAPE)|ROUTE-PREVIOUS/, [...of('page', /gone back/), ...of('history')]],
  [/^(?:TAKE-(?:HTTP|SHAPE)|ROUTE-TAKE)/, [...of('page', /begun|resumed/), ...of('history')]],
  [/^TAKE-COOKIE-02/, of('page', /^(?!.*begun)/)],
  [/^TAKE-COOKIE-03/, of('page', /resumed/)],
  [/^(?:SUBMIT-(?:SHAPE|URL)|ROUTE-SUBMIT)/, [...of('page', /next|refused/), ...of('history')]],
  [/^SUBMIT-VALIDATION-06/, of('page', /next/)],
  [/^PREVIOUS-SELECTED-0[12]/, [...of('page', /gone back/), ...of('question', new RegExp(`${choice}, gone back`))]],
  [/^PREVIOUS-TYPED/, of('question', new RegExp(`${typed}, gone back`))],
];

const known = new Map<ClauseId, ReadonlySet<Place>>();

/** The places that a clause speaks of, in the order in which people read them; none where it speaks of one alone. */
export function placesOf(clause: ClauseId): ReadonlySet<Place> {
  return entryOf(known, clause, () => new Set(placesByClause.find(([clauses]) => clauses.test(clause))?.[1]));
}

/** The places of an answer that a clause speaks of. */
export function placesAt({ places }: Where, clause: ClauseId): readonly Place[] {
  const own = placesOf(clause);
  return own.size === 0 ? [] : places.filter((place) => own.has(place));
}
