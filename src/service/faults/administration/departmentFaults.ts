import type { AdministrationEndpoint } from '../../administration/call.ts';
import type { Fault } from '../fault.ts';
import { isMembers } from '../replyDraft.ts';
import { around, replaced, spoilAnswer, spoilResources, without, withQuery } from './answerFaults.ts';

const create: readonly AdministrationEndpoint[] = ['create-department'];
const list: readonly AdministrationEndpoint[] = ['list-departments'];
const both: readonly AdministrationEndpoint[] = ['create-department', 'list-departments'];

/** Broken promises about departments (document, Department; Endpoints 4 and 5; Limits). */
export const departmentFaults: readonly Fault[] = [
  replaced(
    { id: 'department-id-string', section: 'department', description: 'departmentID is a string.' },
    both,
    'departmentID',
    String,
  ),
  without(
    { id: 'department-id-missing', section: 'create-department', description: 'A new department has no id.' },
    create,
    'departmentID',
  ),
  replaced(
    { id: 'department-organization-string', section: 'department', description: 'organizationID is a string.' },
    both,
    'organizationID',
    String,
  ),
  replaced(
    {
      id: 'department-organization-other',
      section: 'department',
      description: 'A department says that another organization owns it.',
    },
    both,
    'organizationID',
    (id) => Number(id) + 1,
  ),
  without(
    {
      id: 'department-organization-missing',
      section: 'create-department',
      description: 'A new department has no organizationID.',
    },
    create,
    'organizationID',
  ),
  without(
    {
      id: 'department-name-missing',
      section: 'create-department',
      description: 'A new department comes without name.',
    },
    create,
    'name',
  ),
  replaced(
    {
      id: 'department-name-cut',
      section: 'create-department',
      description: 'Names of departments are cut to 12 characters.',
    },
    both,
    'name',
    (name) => String(name).slice(0, 12),
  ),
  without(
    {
      id: 'department-primary-missing',
      section: 'create-department',
      description: 'A new department comes without primaryAccountID.',
    },
    create,
    'primaryAccountID',
  ),
  replaced(
    { id: 'department-primary-null', section: 'department', description: 'primaryAccountID is null.' },
    both,
    'primaryAccountID',
    () => null,
  ),
  replaced(
    {
      id: 'department-primary-dropped',
      section: 'create-department',
      description: 'primaryAccountID is 0 whatever was sent.',
    },
    both,
    'primaryAccountID',
    () => 0,
  ),
  spoilAnswer(
    {
      id: 'department-ids-reused',
      section: 'department',
      description: 'Every second department gets the id of the one before.',
      everyNth: 2,
    },
    create,
    ({ response }) => {
      if (isMembers(response)) response.departmentID = Number(response.departmentID) - 1;
      return true;
    },
  ),
  around(
    {
      id: 'department-not-listed',
      section: 'list-departments',
      description: 'The newest department is missing from the list.',
    },
    list,
    (call, clean, occurs) => {
      const answer = clean(call);
      if (answer.kind !== 'success' || !Array.isArray(answer.body.response) || !occurs()) return answer;
      const newest = answer.body.response.length - 1;
      const shown = answer.body.response.filter((_, index) => index !== newest);
      return { ...answer, body: { ...answer.body, response: shown } };
    },
  ),
  around(
    {
      id: 'departments-default-per-page',
      section: 'limits',
      description: 'Without perPage the department list gives 50 a page.',
    },
    list,
    (call, clean) => clean(call.query.has('perPage') ? call : withQuery(call, { perPage: '50' })),
  ),
  around(
    {
      id: 'departments-default-page',
      section: 'limits',
      description: 'Without page the department list gives page 2.',
    },
    list,
    (call, clean) => clean(call.query.has('page') ? call : withQuery(call, { page: '2' })),
  ),
  around(
    { id: 'departments-page-ignored', section: 'list-departments', description: 'The department list ignores page.' },
    list,
    (call, clean) => clean(withQuery(call, { page: '1' })),
  ),
  around(
    {
      id: 'departments-per-page-ignored',
      section: 'list-departments',
      description: 'The department list ignores perPage.',
    },
    list,
    (call, clean) => clean(withQuery(call, { perPage: '100' })),
  ),
  spoilAnswer(
    {
      id: 'departments-without-pagination',
      section: 'list-departments',
      description: 'The department list has no pagination.',
    },
    list,
    (body) => delete body.pagination,
  ),
  spoilAnswer(
    {
      id: 'departments-wrapped',
      section: 'list-departments',
      description: 'The department list is an object that holds the array.',
    },
    list,
    (body) => {
      body.response = { departments: body.response };
      return true;
    },
  ),
  spoilResources(
    {
      id: 'department-list-name-html',
      section: 'list-departments',
      description: 'The department list escapes names as HTML.',
    },
    list,
    (department) => {
      department.name = String(department.name).replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
    },
  ),
];
