import { type Clause, must } from '../../contract/clause.ts';

export const departmentsClauses = {
  'DEPARTMENT-ORGANIZATION-02': must(
    'department',
    'department-organization-owner',
    '`organizationID` is the organization of the request.',
  ),
  'DEPARTMENT-CREATE-01': must(
    'create-department',
    'create-department-body',
    'A department is created from `name` and `primaryAccountID`.',
    { probes: ['departments'] },
  ),
  'DEPARTMENT-CREATE-02': must(
    'create-department',
    'create-department-result',
    'All four fields of the new department are returned.',
    { probes: ['departments'] },
  ),
  'DEPARTMENT-CREATE-NAME-01': must(
    'create-department',
    'create-department-name',
    'The `name` that was sent is returned unaltered.',
    { probes: ['departments'] },
  ),
  'DEPARTMENT-CREATE-PRIMARY-01': must(
    'create-department',
    'create-department-primary',
    'The `primaryAccountID` that was sent is returned.',
    { probes: ['departments'] },
  ),
  'DEPARTMENT-UNIQUE-01': must(
    'department',
    'department-id-assigned',
    'The service assigns each department an id of its own.',
    { probes: ['departments'] },
  ),
  'DEPARTMENT-LIST-01': must(
    'list-departments',
    'list-departments-shape',
    'The list is an array of departments with `pagination`.',
    { probes: ['department-list'] },
  ),
  'DEPARTMENT-LIST-02': must(
    'list-departments',
    'list-departments-created',
    'A department that was created is listed, as it was created.',
    { probes: ['departments'] },
  ),
  'DEPARTMENT-PAGE-DEFAULT-01': must(
    'limits',
    'limits-page-default',
    'Without `page` the department list gives page 1.',
    { probes: ['department-list'] },
  ),
  'DEPARTMENT-PER-PAGE-DEFAULT-01': must(
    'limits',
    'limits-per-page-default',
    'Without `perPage` the department list gives 100 a page.',
    { probes: ['department-list'] },
  ),
  'DEPARTMENT-PER-PAGE-01': must(
    'list-departments',
    'list-departments-per-page',
    '`perPage` bounds the number of departments returned.',
    { probes: ['department-list'] },
  ),
  'DEPARTMENT-PAGE-01': must(
    'list-departments',
    'list-departments-page',
    '`page` selects the page of the department list.',
    { probes: ['departments'] },
  ),
} as const satisfies Record<string, Clause>;
