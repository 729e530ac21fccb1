import { convert, cutTo, drop, type Edit, plus, rewrite, said, set, trim } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { insteadOfSuccess, keepOf, pageByLinkOnly } from '../mutateAnswer.ts';

const list = ['list-departments'] as const;
const asked = 'query of list-departments';

/** Reads a list with another parameter where the call does not have it, but may have to have another. */
function assume(missing: string, value: string, beside = missing): Edit {
  return said(
    (query) => {
      if (!(missing in query) && (beside === missing || beside in query)) query[missing] = value;
    },
    `${missing} is ${value} where ${beside === missing ? 'it is missing' : `${beside} stands alone`}`,
  );
}

const escaped = said(
  (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`),
  'is escaped as HTML',
);

/** Department; Endpoints 4 and 5; Limits. */
export const departmentFaults = [
  ...inSection('department', [
    ['department-organization-other', 'DEPARTMENT-ORGANIZATION-02', 'departments', convert('organizationID', plus(1))],
    [
      'department-list-organization-other',
      'DEPARTMENT-ORGANIZATION-03 DEPARTMENT-LIST-02',
      'list-departments',
      convert('organizationID', plus(1)),
    ],
    [
      'department-ids-reused',
      'DEPARTMENT-UNIQUE-01',
      'create-department',
      convert('departmentID', plus(-1)),
      { everyNth: 2 },
    ],
  ]),
  ...inSection('create-department', [
    ['department-name-cut', 'DEPARTMENT-CREATE-NAME-01', 'departments', rewrite('name', cutTo(12))],
    ['department-name-trimmed', 'DEPARTMENT-CREATE-NAME-02', 'departments', rewrite('name', trim)],
    ['department-primary-dropped', 'DEPARTMENT-CREATE-PRIMARY-01', 'departments', set('primaryAccountID', 0)],
  ]),
  ...inSection('list-departments', [
    fault('department-not-listed', 'DEPARTMENT-LIST-02', 'Every third department is missing from the list.', {
      how: keepOf(list, ({ departmentID }) => Number(departmentID) % 3 !== 0),
    }),
    ['departments-page-ignored', 'PAGING-LAW-03', asked, set('page', '1')],
    fault('departments-page-by-link-only', 'DEPARTMENT-PAGE-01', 'Only links lead to later pages of departments.', {
      how: pageByLinkOnly(list),
    }),
    ['departments-per-page-ignored', 'DEPARTMENT-PER-PAGE-01', asked, set('perPage', '100')],
    fault('departments-need-page', 'DEPARTMENT-PAGE-DEFAULT-01', 'The department list takes perPage with page only.', {
      how: insteadOfSuccess(list, 400, ({ query }) => query.has('perPage') && !query.has('page')),
    }),
    ['departments-without-pagination', 'DEPARTMENT-LIST-01', 'answer of list-departments', drop('pagination')],
    ['department-list-name-html', 'DEPARTMENT-LIST-02', 'list-departments', rewrite('name', escaped)],
    ['department-primary-lost-in-list', 'DEPARTMENT-LIST-02', 'list-departments', set('primaryAccountID', 0)],
  ]),
  ...inSection('limits', [
    ['departments-default-per-page', 'DEPARTMENT-PER-PAGE-DEFAULT-01', asked, assume('perPage', '50')],
    ['departments-few-by-page', 'DEPARTMENT-PER-PAGE-DEFAULT-01', asked, assume('perPage', '10', 'page')],
    ['departments-second-by-size', 'DEPARTMENT-PAGE-DEFAULT-01', asked, assume('page', '2', 'perPage')],
    ['departments-default-page', 'DEPARTMENT-PAGE-DEFAULT-01', asked, assume('page', '2')],
  ]),
];
