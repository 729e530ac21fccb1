import type { Exchange } from '../../result/exchange.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { type FieldRule, isObject, judgeFields } from './fields.ts';
import { checkPagination } from './pagination.ts';
import { sameAsPath } from './pathIds.ts';
import type { Reading } from './reading.ts';
import { checkRecord } from './record.ts';

const departmentFields: readonly FieldRule[] = [
  { path: 'departmentID', kind: 'integer', clause: 'DEPARTMENT-ID-01' },
  { path: 'organizationID', kind: 'integer', clause: 'DEPARTMENT-ORGANIZATION-01' },
  { path: 'name', kind: 'string', clause: 'DEPARTMENT-NAME-01' },
  { path: 'primaryAccountID', kind: 'integer', clause: 'DEPARTMENT-PRIMARY-01' },
];

const templateFields: readonly FieldRule[] = [
  { path: 'emailTemplateID', kind: 'integer', clause: 'TEMPLATE-ID-01' },
  { path: 'userID', kind: 'integer', clause: 'TEMPLATE-USER-01' },
  { path: 'surveyID', kind: 'integer', clause: 'TEMPLATE-SURVEY-01' },
  { path: 'type', kind: 'integer', clause: 'TEMPLATE-TYPE-01' },
  { path: 'isGlobal', kind: 'boolean', clause: 'TEMPLATE-GLOBAL-01' },
  { path: 'draft', kind: 'boolean', clause: 'TEMPLATE-DRAFT-01' },
  { path: 'title', kind: 'string', clause: 'TEMPLATE-TITLE-01' },
  { path: 'emailSubject', kind: 'string', clause: 'TEMPLATE-SUBJECT-01' },
  { path: 'content', kind: 'string', clause: 'TEMPLATE-CONTENT-01' },
];

const datapadFields: readonly FieldRule[] = [
  { path: 'datapadID', kind: 'integer', clause: 'DATAPAD-ID-01' },
  { path: 'surveyID', kind: 'integer', clause: 'DATAPAD-SURVEY-01' },
  { path: 'title', kind: 'string', clause: 'DATAPAD-TITLE-01' },
  { path: 'description', kind: 'string', clause: 'DATAPAD-DESCRIPTION-01' },
  { path: 'analysisHtmlText', kind: 'string', clause: 'DATAPAD-HTML-01' },
  { path: 'urls.report', kind: 'string URL', clause: 'DATAPAD-URL-REPORT-01' },
  { path: 'urls.csv', kind: 'string URL', clause: 'DATAPAD-URL-CSV-01' },
  { path: 'urls.excel', kind: 'string URL', clause: 'DATAPAD-URL-EXCEL-01' },
];

/** Endpoints 4 to 12: what one answer must be, whatever was asked before it. */
export function checkAdministration(judge: Judge, exchange: Exchange, reading: Reading): void {
  if (reading.kind !== 'administration') return;
  const { body, response } = reading;
  switch (exchange.endpoint) {
    case 'create-department':
      checkDepartment(judge, exchange, response);
      whole(judge, 'DEPARTMENT-CREATE-02', response, departmentFields);
      break;
    case 'list-departments':
      checkDepartments(judge, exchange, body, response);
      break;
    case 'regenerate-key':
      judgeFields(judge, body, [{ path: 'response.apiKey', kind: 'string', clause: 'KEY-REGENERATE-01' }], '');
      break;
    case 'create-template':
      judgeFields(judge, response, templateFields, '');
      sameAsPath(judge, exchange, response, 'surveyID', 'surveys', 'TEMPLATE-SURVEY-01');
      whole(judge, 'TEMPLATE-CREATE-01', response, templateFields);
      break;
    case 'update-datapad':
      judgeFields(judge, response, datapadFields, '');
      sameAsPath(judge, exchange, response, 'surveyID', 'surveys', 'DATAPAD-SURVEY-01');
      sameAsPath(judge, exchange, response, 'datapadID', 'datapads', 'DATAPAD-ID-01');
      whole(judge, 'DATAPAD-UPDATE-01', response, datapadFields);
      break;
    case 'create-response':
      checkRecord(judge, exchange, response);
      break;
    case 'fetch-response':
      checkRecord(judge, exchange, response);
      break;
    case 'list-responses':
    case 'filter-responses':
      checkResponses(judge, exchange, body, response);
      break;
  }
}

function checkDepartments(judge: Judge, exchange: Exchange, body: Record<string, unknown>, response: unknown): void {
  const isList = Array.isArray(response) && response.every(isObject) && isObject(body.pagination);
  judge.expect('DEPARTMENT-LIST-01', isList, 'response, an array of departments, with pagination', () => shown(body));
  if (Array.isArray(response)) for (const department of response) checkDepartment(judge, exchange, department);
  checkPagination(judge, exchange, body);
}

function checkDepartment(judge: Judge, exchange: Exchange, department: unknown): void {
  judgeFields(judge, department, departmentFields, '');
  sameAsPath(judge, exchange, department, 'organizationID', 'organizations', 'DEPARTMENT-ORGANIZATION-02');
}

function checkResponses(judge: Judge, exchange: Exchange, body: Record<string, unknown>, response: unknown): void {
  const clause = exchange.endpoint === 'list-responses' ? 'RESPONSE-LIST-01' : 'RESPONSE-FILTER-01';
  const isList = Array.isArray(response) && response.every(isObject) && isObject(body.pagination);
  judge.expect(clause, isList, 'response, an array of records, with pagination', () => shown(body));
  if (Array.isArray(response)) for (const record of response) checkRecord(judge, exchange, record);
  checkPagination(judge, exchange, body);
}

function whole(
  judge: Judge,
  clause: 'DEPARTMENT-CREATE-02' | 'TEMPLATE-CREATE-01' | 'DATAPAD-UPDATE-01',
  object: unknown,
  fields: readonly FieldRule[],
): void {
  const names = fields.map(({ path }) => path.split('.')[0] ?? path);
  const missing = [...new Set(names)].filter((name) => !isObject(object) || object[name] === undefined);
  judge.expect(clause, missing.length === 0, `the members ${names.join(', ')}`, () => `no ${missing.join(', ')}`);
}
