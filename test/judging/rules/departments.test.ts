import { describe, expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/allRules.ts';
import {
  judgeDepartmentIds,
  judgeListDefaults,
  judgeListedDepartment,
  judgeMadeDepartment,
} from '../../../src/judging/rules/departments.ts';
import { absent, answerOf, changed, failing } from '../../support/judging.ts';

const department = { departmentID: 3, organizationID: 1, name: 'Sales', primaryAccountID: 7 };
const path = '/organizations/1/departments';

describe('a new department', () => {
  const clausesOf = (response: unknown) =>
    failing((findings) => judgeAdministration(findings, answerOf('create-department', path, { response })));
  test.each([
    ['departmentID', '3', 'DEPARTMENT-ID-01'],
    ['departmentID', 9007199254740993n.toString(), 'DEPARTMENT-ID-01'],
    ['organizationID', 2, 'DEPARTMENT-ORGANIZATION-02'],
    ['name', null, 'DEPARTMENT-NAME-01'],
    ['primaryAccountID', absent, 'DEPARTMENT-CREATE-02'],
    ['extra', 1],
  ])('%s %j', (member, wrong, ...clauses) => {
    expect(clausesOf(changed(department, member, wrong))).toEqual(clauses);
  });
  test('that is none', () => expect(clausesOf([])).toEqual(['DEPARTMENT-CREATE-01']));

  const made = (name: string, created: object, primaryAccountID = 7) =>
    failing((findings) =>
      judgeMadeDepartment(findings, { id: '3', sent: { name, primaryAccountID }, created: { ...created } }),
    );
  test('holds what was sent', () => {
    expect(made('Sales', department)).toEqual([]);
    expect(made('SALES', department)).toEqual(['DEPARTMENT-CREATE-NAME-01']);
    expect(made(' Sales ', department)).toEqual(['DEPARTMENT-CREATE-NAME-02']);
    expect(made('Sales', { ...department, primaryAccountID: 0 })).toEqual(['DEPARTMENT-CREATE-PRIMARY-01']);
    expect(made('Sales', department, 0)).toEqual([]);
  });
  test('has an id of its own', () => {
    expect(failing((findings) => judgeDepartmentIds(findings, ['3', '3']))).toEqual(['DEPARTMENT-UNIQUE-01']);
  });
  test('is listed as it was created', () => {
    const sent = { name: 'Sales', primaryAccountID: 7 };
    const listed = (found: typeof department | undefined) =>
      failing((findings) => judgeListedDepartment(findings, { id: '3', sent, created: department }, found));
    expect(listed(department)).toEqual([]);
    expect(listed(undefined)).toEqual(['DEPARTMENT-LIST-02']);
    expect(listed({ ...department, organizationID: 9 })).toEqual(['DEPARTMENT-LIST-02']);
  });
});

describe('the list', () => {
  const links = { self: '?page=1', first: '?page=1', last: '?page=1', prev: null, next: null };
  const paging = { perPage: 100, totalItems: 1, currentPage: 1, totalPages: 1, links };
  const body = { response: [department], pagination: paging, requestID: 'r' };
  const clausesOf = (wrong: unknown) =>
    failing((findings) => judgeAdministration(findings, answerOf('list-departments', path, wrong)));
  test.each([
    ['requestID', 'r'],
    ['pagination', null, 'DEPARTMENT-LIST-01'],
    ['response', 'none', 'DEPARTMENT-LIST-01'],
    ['response.0.name', 7, 'DEPARTMENT-NAME-01'],
    ['response.0.organizationID', 2, 'DEPARTMENT-ORGANIZATION-03'],
    ['response.0.name', absent],
  ])('%s %j', (member, wrong, ...clauses) => {
    expect(clausesOf(changed(body, member, wrong))).toEqual(clauses);
  });

  const defaults = (wrong: unknown, first: unknown = body, query = '') =>
    failing((findings) =>
      judgeListDefaults(
        findings,
        answerOf('list-departments', path + query, wrong),
        answerOf('list-departments', path, first),
        true,
      ),
    );
  test('has defaults', () => {
    expect(defaults(body)).toEqual([]);
    const few = changed(body, 'pagination.perPage', 25);
    expect(defaults(few)).toEqual(['DEPARTMENT-PER-PAGE-DEFAULT-01']);
    // Who asks for 100 gets no more either.
    expect(defaults(few, few)).toEqual([]);
    expect(defaults(changed(body, 'response.0.departmentID', 4), body, '?perPage=9')).toEqual([
      'DEPARTMENT-PAGE-DEFAULT-01',
    ]);
  });
  test('has defaults beside the other parameter', () => {
    const second = changed(body, 'pagination.currentPage', 2);
    expect(defaults(second, body, '?perPage=100')).toEqual(['DEPARTMENT-PAGE-DEFAULT-01']);
    const few = changed(body, 'pagination.perPage', 10);
    expect(defaults(few, body, '?page=1')).toEqual(['DEPARTMENT-PER-PAGE-DEFAULT-01']);
    expect(defaults(few, few, '?perPage=10')).toEqual([]);
  });
});
