import type { Datapad } from '../../contract/administrationSchemas.ts';
import { limits } from '../../contract/endpoints.ts';
import type { Window } from '../store/store.ts';
import type { Survey } from '../survey/survey.ts';
import { datapadBody, departmentBody, templateBody } from './bodies.ts';
import { error, success } from './call.ts';
import { type Answerer, type Item, pagedAnswer } from './pages.ts';

/** POST departments (service.md#create-department). */
export const createDepartment: Answerer<number> = (call, organizationID, { store, variants }) => {
  const body = departmentBody(call.body, variants);
  if (body === undefined) return error(400);
  if (body.name === undefined && variants.departmentName === 'mandatory') return error(400);
  if (body.primaryAccountID === undefined && variants.primaryAccount === 'mandatory') return error(400);
  const { name = '', primaryAccountID = 0 } = body;
  return success(
    Number(variants.createDepartmentHttp),
    store.addDepartment({ organizationID, name, primaryAccountID }),
  );
};

/** GET departments (service.md#list-departments). */
export const listDepartments: Answerer<number> = (call, organizationId, { store, variants }) => {
  const read = (window: Window) => store.departments(organizationId, window);
  return pagedAnswer(call, limits.defaultPerPage, variants, read, (department) => department);
};

/** The datapads that exist: no endpoint creates one. */
const datapads = [
  { datapadID: 5, surveyID: 1001, title: 'Satisfaction by channel', description: 'What the channels have in common' },
] as const;

const initialText = '<p>No analysis has been written yet.</p>';

/** PUT datapads (service.md#update-datapad). */
export const updateDatapad: Answerer<Item> = (
  call,
  { survey: { id: surveyId }, id: datapadId },
  { store, variants },
) => {
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
};

/** The one user whom the service knows: whoever calls with a valid key. */
const userID = 7;

const members = ['isGlobal', 'title', 'emailSubject', 'content'] as const;

/** POST templates (service.md#create-template). */
export const createTemplate: Answerer<Survey> = (call, { id: surveyID }, { store, variants }) => {
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
};
