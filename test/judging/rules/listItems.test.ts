import { expect, test } from 'vitest';
import { judgeItemsAlike } from '../../../src/judging/rules/listItems.ts';
import { absent, answerOf, changed, failing } from '../../support/judging.ts';
import { pagination } from './sampleRecords.ts';

const department = { departmentID: 1, organizationID: 2, name: 'Sales', primaryAccountID: 7 };
const path = '/organizations/2/departments';

function pageOf(...response: readonly object[]) {
  return answerOf('list-departments', path, { response, pagination: pagination(), requestID: 'r' });
}

test.each([
  ['as it is', department, department],
  ['without a member of its own', changed(department, 'name', absent), department, 'PAGING-ITEM-01'],
  ['without what the other page lacks too', changed(department, 'name', absent), changed(department, 'name', absent)],
  ['without what is null there', changed(department, 'name', absent), changed(department, 'name', null)],
  ['with a member more', department, changed(department, 'name', absent)],
  ['changed meanwhile', changed(changed(department, 'name', absent), 'primaryAccountID', 0), department],
  ['as another one', changed(changed(department, 'name', absent), 'departmentID', 5), department],
] as const)('an item %s', (_, item, elsewhere, ...clauses) => {
  const judged = failing((findings) =>
    judgeItemsAlike(findings, 'list-departments', pageOf(item), pageOf({ ...department, departmentID: 9 }, elsewhere)),
  );
  expect(judged).toEqual(clauses);
});
