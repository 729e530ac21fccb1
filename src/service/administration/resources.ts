import type { Datapad } from '../../contract/administrationSchemas.ts';
import { limits } from '../../contract/endpoints.ts';
import type { Store } from '../store/sqliteStore.ts';
import type { Variants } from '../variants.ts';
import { datapadBody, departmentBody, templateBody } from './bodies.ts';
import { type AdministrationAnswer, type AdministrationCall, error, success } from './call.ts';
import { pagedAnswer, pageRequestOf } from './pages.ts';

/** POST departments (service.md#create-department). */
export function createDepartment(
  call: AdministrationCall,
  organizationID: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const body = departmentBody(call.body, variants);
  if (body === undefined) return error(400);
  if (body.name === undefined && variants.departmentName === 'mandatory') return error(400);
  if (body.primaryAccountID === undefined && variants.primaryAccount === 'mandatory') return error(400);
  const { name = '', primaryAccountID = 0 } = body;
  return success(
    Number(variants.createDepartmentHttp),
    store.addDepartment({ organizationID, name, primaryAccountID }),
  );
}

/** GET departments (service.md#list-departments). */
export function listDepartments(
  call: AdministrationCall,
  organizationId: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const asked = pageRequestOf(call.query, limits.defaultPerPage, variants);
  if (typeof asked === 'number') return error(asked);
  const read = (window: { offset: number; limit: number }) => store.departments(organizationId, window);
  return pagedAnswer(call, asked, variants, read, (department) => department);
}

/** The datapads that exist: no endpoint creates one. */
const datapads = [
  { datapadID: 5, surveyID: 1001, title: 'Satisfaction by channel', description: 'What the channels have in common' },
] as const;

const initialText = '<p>No analysis has been written yet.</p>';

/** PUT datapads (service.md#update-datapad). */
export function updateDatapad(
  call: AdministrationCall,
  surveyId: number,
  datapadId: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const datapad = datapads.find(({ datapadID, surveyID }) => datapadID === datapadId && surveyID === surveyId);
  if (datapad === undefined) return error(variants.unknownDatapad === '403' ? 403 : 404);
  const body = datapadBody(call.body, variants);
  if (body === undefined) return error(400);
  const text = body.analysisHtmlText;
  if (text === undefined && variants.datapadHtml === 'mandatory') return error(400);
  if (text !== undefined) {
    store.setDatapadText(surveyId, datapadId, variants.datapadValue === 'altered' ? `<div>${text}</div>` : text);
  }
  const url = (format: string): string => `https://reports.surveys.example/${surveyId}/${datapadId}.${format}`;
  const updated: Datapad = {
    ...datapad,
    analysisHtmlText: store.datapadText(surveyId, datapadId) ?? initialText,
    urls: { report: url('html'), csv: url('csv'), excel: url('xlsx') },
  };
  return success(Number(variants.updateDatapadHttp), updated);
}

/** The one user whom the service knows: whoever calls with a valid key. */
const userID = 7;

const members = ['isGlobal', 'title', 'emailSubject', 'content'] as const;

/** POST templates (service.md#create-template). */
export function createTemplate(
  call: AdministrationCall,
  surveyID: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const body = templateBody(call.body, variants);
  if (body === undefined) return error(400);
  const { templateMembers, templateType, templateDraft } = variants;
  const mandatory = members.filter((member) => templateMembers === 'all' || templateMembers === member);
  if (mandatory.some((member) => body[member] === undefined)) return error(400);
  const { isGlobal = false, title = '', emailSubject = '', content = '' } = body;
  const template = store.addTemplate({
    userID,
    surveyID,
    type: Number(templateType),
    isGlobal,
    draft: templateDraft === 'true',
    title,
    emailSubject,
    content,
  });
  return success(Number(variants.createTemplateHttp), template);
}
