import { Department, ResponseRecord } from '../../contract/administrationSchemas.ts';
import { ClauseTable } from '../../contract/clause.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { idsIn, itemsIn, type Json } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { isAbsent } from '../reading/sentValues.ts';
import { missingMembers, shapeOf } from '../schemaJudge.ts';
import type { ListEndpoint } from './pagination.ts';

export const listItemsClauses = new ClauseTable()
  .group('pagination', { ofSeveralAnswers: true })
  .must('PAGING-ITEM-01', 'pagination-items', { probes: ['filters', 'record-paging'] })
  .says('An item of a list has the same documented members, whichever page of the list shows it.')
  .broken('Items of a list lack members on some of its pages')
  .why('What all pages leave out is left out; an item that has changed meanwhile is another one.')
  .follows('page-asked', 'list-form', 'utc');

const shapes = {
  'list-departments': shapeOf(Department),
  'list-responses': shapeOf(ResponseRecord),
  'filter-responses': shapeOf(ResponseRecord),
} as const;

/** The items of one page of a list against the same ones on a page of another size. */
export function judgeItemsAlike(findings: Findings, endpoint: ListEndpoint, page: Answer, other: Answer): void {
  const ids = idsIn(other);
  const others = new Map(itemsIn(other).map((item, at) => [ids[at], item]));
  const own = idsIn(page);
  for (const [at, item] of itemsIn(page).entries()) {
    const shown = others.get(own[at]);
    if (shown === undefined || !isUnchanged(item, shown)) continue;
    const shape = shapes[endpoint];
    const leftOut = new Set(missingMembers(shape, given(shown)));
    const missing = missingMembers(shape, item).filter((path) => !leftOut.has(path));
    const expected = `item ${own[at]} as on a page of ${ids.length}`;
    findings.expect('PAGING-ITEM-01', missing.length === 0, expected, () => `no ${missing.join(', ')}`, 'response[]');
  }
}

/** Whether what both have is the same. */
function isUnchanged(item: Json, other: Json): boolean {
  return Object.keys(item).every(
    (name) => other[name] === undefined || JSON.stringify(item[name]) === JSON.stringify(other[name]),
  );
}

/** Without what says that there is nothing. */
function given(item: Json): Json {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => {
      if (isAbsent(value)) return [];
      return [[name, isRecord(value) ? given(value) : value]];
    }),
  );
}
