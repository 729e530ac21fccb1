import { Department } from '../../contract/administrationSchemas.ts';
import { type Clause, must, should } from '../../contract/clause.ts';
import { limits } from '../../contract/endpoints.ts';
import { type EntityId, isEntityId } from '../../contract/entityId.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { type Actual, cameTo, type Findings, seen, shown } from '../findings.ts';
import { idsIn, itemsIn, type Json, objectIn, pagingIn, queryOf } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { bodyOf, type Granted } from '../reading/reading.ts';
import { isPlain } from '../reading/sentValues.ts';
import { judgeShape, missingMembers, shapeOf, whereShown } from '../schemaJudge.ts';
import { judgePagination, sorted } from './pagination.ts';

const inProbe = { probes: ['departments'] };
const inList = { probes: ['department-list'] };

export const departmentsClauses = {
  'DEPARTMENT-ORGANIZATION-02': must(
    'department#department-organization-owner',
    'A new department belongs to the organization in whose path it was created.',
    { broken: 'A new department belongs to another organization' },
  ),
  'DEPARTMENT-ORGANIZATION-03': must(
    'department#department-organization-owner',
    '`organizationID` of a listed department is the organization of the path.',
    { broken: 'Departments of other organizations are listed', follows: ['department'] },
  ),
  'DEPARTMENT-CREATE-01': must(
    'create-department#create-department-body',
    'A department is created from `name` and `primaryAccountID`.',
    {
      ...inProbe,
      why: 'With an account that the service showed; a refusal is no violation.',
      broken: 'A department cannot be created',
      topic: 'created-department',
    },
  ),
  'DEPARTMENT-CREATE-02': must(
    'create-department#create-department-result',
    'All four fields of the new department are returned.',
    { ...inProbe, broken: 'A new department comes back without all its fields' },
  ),
  'DEPARTMENT-CREATE-NAME-01': must(
    'create-department#create-department-name',
    'The `name` that was sent is returned unaltered.',
    { ...inProbe, broken: 'A new department has another name than was sent' },
  ),
  'DEPARTMENT-CREATE-NAME-02': should(
    'create-department#create-department-name',
    'A `name` with spaces at its ends or control characters is returned unaltered.',
    { ...inProbe, why: 'A service may trim names and clean them of control characters.' },
  ),
  'DEPARTMENT-CREATE-PRIMARY-01': must(
    'create-department#create-department-primary',
    'The `primaryAccountID` that was sent is returned.',
    {
      ...inProbe,
      why: 'But for 0, which says that there is none: a service may choose one.',
      broken: 'A new department has another primary account than was sent',
    },
  ),
  'DEPARTMENT-UNIQUE-01': must(
    'department#department-id-assigned',
    'The service assigns each department an id of its own.',
    { ...inProbe, broken: 'Two departments get the same id', ofSeveralAnswers: true, follows: ['created-department'] },
  ),
  'DEPARTMENT-LIST-01': must(
    'list-departments#list-departments-shape',
    'The list is an array of departments with `pagination`.',
    { ...inList, broken: 'The list of departments has another form', topic: 'list-form' },
  ),
  'DEPARTMENT-LIST-02': must(
    'list-departments#list-departments-created',
    'A department that was created is listed, as it was created.',
    {
      ...inProbe,
      why: 'Looked for again for some seconds, on all pages, in any order.',
      broken: 'A new department is missing from the list',
      follows: ['list-form', 'created-department', 'department'],
      topic: 'listed',
    },
  ),
  'DEPARTMENT-PAGE-DEFAULT-01': must('limits#limits-page-default', 'Without `page` the department list gives page 1.', {
    ...inList,
    broken: 'The list of departments does not begin with page 1',
    follows: ['page-number', 'page-asked'],
    topic: 'list-defaults',
  }),
  'DEPARTMENT-PER-PAGE-DEFAULT-01': must(
    'limits#limits-per-page-default',
    'Without `perPage` the department list gives 100 a page.',
    { ...inList, broken: 'The list of departments does not give 100 a page', topic: 'list-defaults' },
  ),
} as const satisfies Record<string, Clause>;

const whole = shapeOf(Department);
const shape = whereShown(whole);

/** 4. POST departments: the answer alone. */
export function judgeDepartment(findings: Findings, answer: Answer, { response }: Granted): void {
  judgeShape(findings, answer.exchange.path, shape, response, 'response');
  findings.observe('Q-HTTP-CREATE-DEPARTMENT', String(answer.exchange.httpStatus));
  if (!findings.expect('DEPARTMENT-CREATE-01', isRecord(response), 'the new department', () => shown(response))) return;
  const missing = missingMembers(whole, response);
  findings.expect('DEPARTMENT-CREATE-02', missing.length === 0, 'all four members', () => `no ${missing.join(', ')}`);
  const owner = organizationOf(answer);
  const { organizationID } = objectIn(answer);
  if (typeof organizationID !== 'number' && typeof organizationID !== 'string') return;
  const actual = (): string => shown(organizationID);
  const holds = String(organizationID) === owner;
  const path = 'response.organizationID';
  findings.expect('DEPARTMENT-ORGANIZATION-02', holds, `organizationID ${owner}, as in the path`, actual, path);
}

/** 5. GET departments: the answer alone. */
export function judgeDepartments(findings: Findings, answer: Answer, { response }: Granted): void {
  const body = bodyOf(answer.exchange);
  const isList = Array.isArray(response) && response.every(isRecord) && isRecord(body.pagination);
  findings.expect('DEPARTMENT-LIST-01', isList, 'an array of departments, with pagination', () => shown(body));
  findings.observe('Q-HTTP-LIST', String(answer.exchange.httpStatus), 'list-departments');
  const owner = organizationOf(answer);
  for (const department of Array.isArray(response) ? response : []) {
    judgeShape(findings, answer.exchange.path, shape, department, 'response[]');
  }
  for (const { organizationID: organization } of itemsIn(answer)) {
    if (!isEntityId(organization)) continue;
    const holds = String(organization) === owner;
    const path = 'response[].organizationID';
    findings.expect('DEPARTMENT-ORGANIZATION-03', holds, `organizationID ${owner}`, () => seen(organization), path);
  }
  judgePagination(findings, answer);
}

function organizationOf({ exchange }: Answer): string {
  return /\/organizations\/(\d+)/.exec(exchange.path)?.[1] ?? '';
}

/** What a department was created from, and what came of it. */
export interface MadeDepartment {
  readonly id: string;
  readonly sent: { readonly name: string; readonly primaryAccountID: EntityId };
  /** The department as creation showed it. */
  readonly created: Json;
}

/** A department that was granted, against what was sent. */
export function judgeMadeDepartment(findings: Findings, { sent, created }: MadeDepartment): void {
  const { name, primaryAccountID } = created;
  if (typeof name === 'string') {
    const clause = isPlain(sent.name) ? 'DEPARTMENT-CREATE-NAME-01' : 'DEPARTMENT-CREATE-NAME-02';
    findings.expect(clause, name === sent.name, shown(sent.name), () => seen(name), 'response.name');
  }
  if (!isEntityId(primaryAccountID) || sent.primaryAccountID === 0) return;
  const same = primaryAccountID === sent.primaryAccountID;
  const expected = `primaryAccountID ${sent.primaryAccountID}`;
  const path = 'response.primaryAccountID';
  findings.expect('DEPARTMENT-CREATE-PRIMARY-01', same, expected, () => asText(primaryAccountID), path);
}

/** Ids of departments that were created in one run. */
export function judgeDepartmentIds(findings: Findings, ids: readonly string[]): void {
  findings.expect('DEPARTMENT-UNIQUE-01', new Set(ids).size === ids.length, 'ids that differ', () => ids.join(', '));
}

/** A department that was created, as the list has it after looking again; `undefined` where it has not. */
export function judgeListedDepartment(
  findings: Findings,
  { id, created }: MadeDepartment,
  listed: Json | undefined,
): void {
  const members = ['organizationID', 'name', 'primaryAccountID'] as const;
  const differing = members.filter((member) => created[member] !== undefined && listed?.[member] !== created[member]);
  const isThere = listed !== undefined && differing.length === 0;
  findings.expect('DEPARTMENT-LIST-02', isThere, `department ${id} as creation showed it`, () =>
    listed === undefined ? 'not listed' : `${differing.join(', ')} differ: ${shown(listed)}`,
  );
}

/**
 * The list without `page`, without `perPage`, or without both: what is left out has its default.
 *
 * @param asked the same by its numbers. @param isStill whether the list stayed as it was meanwhile.
 */
export function judgeListDefaults(findings: Findings, usual: Answer, asked: Answer, isStill: boolean): void {
  const paging = pagingIn(usual);
  if (paging === null && usual.reading.kind === 'administration') return;
  const query = queryOf(usual);
  const actual = (): Actual => (paging === null ? cameTo(usual) : shown(paging));
  // The largest page is not shown: a service may give fewer than 100 to whoever asks for 100, and by default no more.
  const given = pagingIn(asked)?.perPage ?? limits.defaultPerPage;
  const isComparable = isStill && given === paging?.perPage;
  const same = !isComparable || sorted(usual) === sorted(asked);
  if (!query.has('page')) {
    const isFirst = paging?.currentPage === limits.defaultPage;
    findings.expect('DEPARTMENT-PAGE-DEFAULT-01', isFirst && same, 'page 1', actual);
  }
  if (query.has('perPage')) return;
  const sizes = [Math.min(given, limits.defaultPerPage), limits.defaultPerPage];
  const isHundred = paging !== null && sizes.includes(paging.perPage) && idsIn(usual).length <= paging.perPage;
  findings.expect('DEPARTMENT-PER-PAGE-DEFAULT-01', isHundred && same, 'perPage 100', actual);
}
