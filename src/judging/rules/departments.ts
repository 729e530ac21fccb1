import { Department } from '../../contract/administrationSchemas.ts';
import { ClauseTable } from '../../contract/clause.ts';
import { limits } from '../../contract/endpoints.ts';
import { type EntityId, isEntityId } from '../../contract/entityId.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { lacking, shown } from '../mismatch.ts';
import { idsIn, itemsIn, type Json, objectIn, pagingIn, queryOf } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { bodyOf, type Granted } from '../reading/reading.ts';
import { isPlain } from '../reading/sentValues.ts';
import { judgeShape, missingMembers, shapeOf, whereShown } from '../schemaJudge.ts';
import { judgePagination, sorted } from './pagination.ts';

export const departmentsClauses = new ClauseTable()
  .group('department')
  .must('DEPARTMENT-ORGANIZATION-02', 'department-organization-owner')
  .says('A new department belongs to the organization in whose path it was created.')
  .broken('A new department belongs to another organization')
  .must('DEPARTMENT-ORGANIZATION-03', 'department-organization-owner')
  .says('`organizationID` of a listed department is the organization of the path.')
  .broken('Departments of other organizations are listed')
  .follows('department')
  .group('create-department', { probes: ['departments'] })
  .must('DEPARTMENT-CREATE-01', 'create-department-body', { topic: 'created-department' })
  .says('A department is created from `name` and `primaryAccountID`.')
  .broken('A department cannot be created')
  .why('With an account that the service showed; a refusal is no violation.')
  .must('DEPARTMENT-CREATE-02', 'create-department-result')
  .says('All four fields of the new department are returned.')
  .brokenBy('A new department comes back incomplete')
  .must('DEPARTMENT-CREATE-NAME-01', 'create-department-name')
  .says('The `name` that was sent is returned unaltered.')
  .broken('A new department has another name than was sent')
  .should('DEPARTMENT-CREATE-NAME-02', 'create-department-name')
  .says('A `name` with spaces at its ends or control characters is returned unaltered.')
  .why('A service may trim names and clean them of control characters.')
  .must('DEPARTMENT-CREATE-PRIMARY-01', 'create-department-primary')
  .says('The `primaryAccountID` that was sent is returned.')
  .broken('A new department has another primary account than was sent')
  .why('But for 0, which says that there is none: a service may choose one.')
  .group('department')
  .must('DEPARTMENT-UNIQUE-01', 'department-id-assigned', { probes: ['departments'], ofSeveralAnswers: true })
  .says('The service assigns each department an id of its own.')
  .broken('Two departments get the same id')
  .follows('created-department')
  .group('list-departments')
  .must('DEPARTMENT-LIST-01', 'list-departments-shape', { probes: ['department-list'], topic: 'list-form' })
  .says('The list is an array of departments with `pagination`.')
  .broken('The list of departments has another form')
  .must('DEPARTMENT-LIST-02', 'list-departments-created', { probes: ['departments'], topic: 'listed' })
  .says('A department that was created is listed, as it was created.')
  .brokenBy('A new department is not listed as it was created')
  .why('Looked for again for some seconds, on all pages, in any order.')
  .follows('list-form', 'created-department', 'department')
  .group('limits', { probes: ['department-list'], topic: 'list-defaults' })
  .must('DEPARTMENT-PAGE-DEFAULT-01', 'limits-page-default')
  .says('Without `page` the department list gives page 1.')
  .broken('The list of departments does not begin with page 1')
  .follows('page-number', 'page-asked')
  .must('DEPARTMENT-PER-PAGE-DEFAULT-01', 'limits-per-page-default')
  .says('Without `perPage` the department list gives 100 a page.')
  .brokenBy('The list of departments does not give 100 a page');

const whole = shapeOf(Department);
const shape = whereShown(whole);

/** 4. POST departments: the answer alone. */
export function judgeDepartment(findings: Findings, answer: Answer, { response }: Granted): void {
  judgeShape(findings, answer.exchange.path, shape, response, 'response');
  findings.observe('Q-HTTP-CREATE-DEPARTMENT', String(answer.exchange.httpStatus));
  if (!findings.expect('DEPARTMENT-CREATE-01', isRecord(response), 'the new department', () => shown(response))) return;
  const missing = missingMembers(whole, response);
  findings.expect('DEPARTMENT-CREATE-02', missing.length === 0, 'all four members', lacking(missing));
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
  const departments: readonly unknown[] = Array.isArray(response) ? response : [];
  for (const [at, department] of departments.entries()) {
    findings.ofItem(department, at, departments.length);
    judgeShape(findings, answer.exchange.path, shape, department, 'response[]');
  }
  findings.ofItem(null, 0, 0);
  for (const { organizationID: organization } of itemsIn(answer)) {
    if (!isEntityId(organization)) continue;
    const holds = String(organization) === owner;
    const path = 'response[].organizationID';
    findings.expect('DEPARTMENT-ORGANIZATION-03', holds, `organizationID ${owner}`, { value: organization }, path);
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
    findings.expect(clause, name === sent.name, shown(sent.name), { value: name }, 'response.name');
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
    listed === undefined
      ? 'not listed'
      : differing.map((member) => `${member} ${shown(listed[member])}, not ${shown(created[member])}`).join('; '),
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
  const actual = paging === null ? { answer: usual } : (): string => shown(paging);
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
  if (paging !== null && !sizes.includes(paging.perPage)) {
    const [due, path] = [{ value: String(limits.defaultPerPage), words: 'perPage 100' }, 'pagination.perPage'];
    findings.fail('DEPARTMENT-PER-PAGE-DEFAULT-01', due, { value: paging.perPage }, path);
    return;
  }
  const isWhole = paging !== null && idsIn(usual).length <= paging.perPage;
  findings.expect('DEPARTMENT-PER-PAGE-DEFAULT-01', isWhole && same, 'perPage 100', actual);
}
