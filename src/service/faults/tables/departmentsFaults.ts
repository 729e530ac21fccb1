import { convert, convertText, cutTo, drop, plus, set, trim } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import {
  insteadOfSuccess,
  keepOf,
  misreadCalls,
  mutateAnswer,
  mutateResources,
  pageByLinkOnly,
  withQuery,
} from '../mutateAnswer.ts';

/** Reads a list with another parameter where the call does not have it, but may have to have another. */
function readWith(missing: string, value: string, beside = missing): Injection {
  return misreadCalls(list, (call) =>
    call.query.has(missing) || (beside !== missing && !call.query.has(beside))
      ? call
      : withQuery(call, { [missing]: value }),
  );
}

const create = ['create-department'] as const;
const list = ['list-departments'] as const;
const both = ['create-department', 'list-departments'] as const;

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Department; Endpoints 4 and 5; Limits. */
export const departmentFaults = [
  ...inSection('department', [
    fault('department-organization-other', ['DEPARTMENT-ORGANIZATION-02'], 'Departments name another organization.', {
      how: mutateResources(both, convert('organizationID', plus(1))),
    }),
    fault(
      'department-list-organization-other',
      ['DEPARTMENT-ORGANIZATION-03', 'DEPARTMENT-LIST-02'],
      'Listed departments name another organization than new ones.',
      {
        how: mutateResources(list, convert('organizationID', plus(1))),
      },
    ),
    fault('department-ids-reused', ['DEPARTMENT-UNIQUE-01'], 'Every second department gets the id of the one before.', {
      how: mutateResources(create, convert('departmentID', plus(-1))),
      everyNth: 2,
    }),
  ]),
  ...inSection('create-department', [
    fault('department-name-cut', ['DEPARTMENT-CREATE-NAME-01'], 'Names of departments are cut to 12 characters.', {
      how: mutateResources(both, convertText('name', cutTo(12))),
    }),
    fault('department-name-trimmed', ['DEPARTMENT-CREATE-NAME-02'], 'Names of departments lose spaces at their ends.', {
      how: mutateResources(both, convertText('name', trim)),
    }),
    fault('department-primary-dropped', ['DEPARTMENT-CREATE-PRIMARY-01'], 'primaryAccountID is 0 whatever was sent.', {
      how: mutateResources(both, set('primaryAccountID', 0)),
    }),
  ]),
  ...inSection('list-departments', [
    fault('department-not-listed', ['DEPARTMENT-LIST-02'], 'Every third department is missing from the list.', {
      how: keepOf(list, ({ departmentID }) => Number(departmentID) % 3 !== 0),
    }),
    fault('departments-page-ignored', ['PAGING-LAW-03'], 'The department list ignores page.', {
      how: misreadCalls(list, (call) => withQuery(call, { page: '1' })),
    }),
    fault('departments-page-by-link-only', ['DEPARTMENT-PAGE-01'], 'Only links lead to later pages of departments.', {
      how: pageByLinkOnly(list),
    }),
    fault('departments-per-page-ignored', ['DEPARTMENT-PER-PAGE-01'], 'The department list ignores perPage.', {
      how: misreadCalls(list, (call) => withQuery(call, { perPage: '100' })),
    }),
    fault(
      'departments-need-page',
      ['DEPARTMENT-PAGE-DEFAULT-01'],
      'The department list takes perPage with page only.',
      {
        how: insteadOfSuccess(list, 400, ({ query }) => query.has('perPage') && !query.has('page')),
      },
    ),
    fault('departments-without-pagination', ['DEPARTMENT-LIST-01'], 'The department list has no pagination.', {
      how: mutateAnswer(list, drop('pagination')),
    }),
    fault('department-list-name-html', ['DEPARTMENT-LIST-02'], 'The department list escapes names as HTML.', {
      how: mutateResources(list, convertText('name', escaped)),
    }),
    fault('department-primary-lost-in-list', ['DEPARTMENT-LIST-02'], 'Listed departments have primaryAccountID 0.', {
      how: mutateResources(list, set('primaryAccountID', 0)),
    }),
  ]),
  ...inSection('limits', [
    fault('departments-default-per-page', ['DEPARTMENT-PER-PAGE-DEFAULT-01'], 'Without perPage, a page has 50 items.', {
      how: readWith('perPage', '50'),
    }),
    fault('departments-few-by-page', ['DEPARTMENT-PER-PAGE-DEFAULT-01'], 'With page alone, a page has 10 items.', {
      how: readWith('perPage', '10', 'page'),
    }),
    fault('departments-second-by-size', ['DEPARTMENT-PAGE-DEFAULT-01'], 'With perPage alone, page 2 comes.', {
      how: readWith('page', '2', 'perPage'),
    }),
    fault('departments-default-page', ['DEPARTMENT-PAGE-DEFAULT-01'], 'Without page, departments start at page 2.', {
      how: readWith('page', '2'),
    }),
  ]),
];
