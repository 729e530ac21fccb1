import { filterNames, limits } from '../../contract/endpoints.ts';
import type { FilterCondition, ResponseFilter, Slice, StoredResponse, Window } from '../store/store.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { responseBody } from './bodies.ts';
import { error, success } from './call.ts';
import { type Answerer, type Item, pagedAnswer } from './pages.ts';
import { responseRecord } from './responseRecord.ts';

/** POST responses (service.md#create-response). */
export const createResponse: Answerer<Survey> = (call, survey, { store, variants, now }) => {
  const body = responseBody(call.body, variants);
  if (body === undefined) return error(400);
  if (body.responseSet.length === 0 && variants.emptyResponseSet === '400') return error(400);
  const record = responseRecord(store.addCreated(survey.id, body, now()), survey, variants);
  const { utctimestamp, ...withoutUtc } = record;
  const shown = variants.utcOnCreate === 'present' ? { ...withoutUtc, utctimestamp } : withoutUtc;
  return success(Number(variants.createResponseHttp), shown);
};

/** GET responses (service.md#list-responses). */
export const listResponses: Answerer<Survey> = (call, survey, { store, variants }) => {
  const read = (window: Window) => store.responses(survey.id, window);
  return pagedAnswer(call, perPageOfResponses(variants), variants, read, (stored) =>
    responseRecord(stored, survey, variants),
  );
};

/** GET responses/filter (service.md#filter-responses). */
export const filterResponses: Answerer<Survey> = (call, survey, { store, variants }) => {
  const names = [...call.query.keys()];
  const tooMany = names.some(
    (name) => /^custom\d+$/.test(name) && !limits.filterCustomVariables.includes(name as never),
  );
  if (tooMany && variants.filterCustom6 === '400') return error(400);
  const conditions = filterNames.flatMap((field): FilterCondition[] => {
    const value = call.query.get(field);
    return value === null ? [] : [{ field, value }];
  });
  if (conditions.length === 0 && variants.filterWithout === '400') return error(400);
  const filter = filterOf(conditions, variants);
  const read = (window: Window): Slice<StoredResponse> => {
    if (conditions.length === 0 && variants.filterWithout === 'none') return { items: [], totalItems: 0 };
    return store.matching(survey.id, filter, window);
  };
  const present = (stored: StoredResponse) => responseRecord(stored, survey, variants);
  const repeated = conditions.map(({ field, value }) => [field, value] as const);
  return pagedAnswer(call, perPageOfResponses(variants), variants, read, present, repeated);
};

/** GET responses/<response_id> (service.md#fetch-response). */
export const fetchResponse: Answerer<Item> = (_call, { survey, id }, { store, variants }) => {
  const stored = store.response(survey.id, id);
  return stored === undefined ? error(404) : success(200, responseRecord(stored, survey, variants));
};

/** The default is written as page and perPage. */
function perPageOfResponses(variants: Variants): number {
  return Number(variants.perPageOfResponses.split('/')[1]);
}

function filterOf(conditions: readonly FilterCondition[], variants: Variants): ResponseFilter {
  return {
    conditions: variants.filterCombine === 'one' ? conditions.slice(0, 1) : conditions,
    combine: variants.filterCombine === 'or' ? 'or' : 'and',
    match: variants.filterMatch,
    caseSensitive: variants.filterCase === 'sensitive',
  };
}
