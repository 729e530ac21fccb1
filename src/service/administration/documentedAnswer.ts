import type { ServiceParts } from '../area.ts';
import type { Survey } from '../survey/survey.ts';
import {
  type AdministrationAnswer,
  type AdministrationCall,
  type AdministrationEndpoint,
  error,
  success,
} from './call.ts';
import type { Answerer } from './pages.ts';
import { createDepartment, createTemplate, listDepartments, updateDatapad } from './resources.ts';
import { createResponse, fetchResponse, filterResponses, listResponses } from './responseLists.ts';

/** The one organization that the service holds. */
const organizationId = 1;

const errorStatus = { 400: 400, 403: 403, 404: 404 } as const;

/** The answer to a call whose key is valid, as the document has it. */
export function documentedAnswer(call: AdministrationCall, parts: ServiceParts): AdministrationAnswer {
  const { keys, store, variants } = parts;
  switch (call.endpoint) {
    case 'regenerate-key': {
      if (call.key === undefined) return error(401);
      const apiKey = keys.regenerate(call.key);
      if (apiKey === undefined) return error(401);
      store.replaceKey({ key: call.key, replacement: apiKey });
      return success(Number(variants.regenerateHttp), { apiKey });
    }
    case 'create-department':
    case 'list-departments': {
      const organization = idOf(call, 'organization_id');
      if (organization === undefined) return malformed(parts);
      if (organization !== organizationId) return error(variants.unknownOrganization === '403' ? 403 : 404);
      const handle = call.endpoint === 'create-department' ? createDepartment : listDepartments;
      return handle(call, organization, parts);
    }
    default:
      return surveyAnswer(call, parts);
  }
}

function surveyAnswer(call: AdministrationCall, parts: ServiceParts): AdministrationAnswer {
  const { surveys, variants } = parts;
  const surveyId = idOf(call, 'survey_id');
  if (surveyId === undefined) return malformed(parts);
  const survey = surveys.get(surveyId);
  if (survey === undefined) return error(errorStatus[variants.unknownSurveyAdmin]);
  const handle = ofSurvey[call.endpoint];
  if (handle !== undefined) return handle(call, survey, parts);
  const isDatapad = call.endpoint === 'update-datapad';
  const id = idOf(call, isDatapad ? 'datapad_id' : 'response_id');
  if (id === undefined) return malformed(parts);
  return (isDatapad ? updateDatapad : fetchResponse)(call, { survey, id }, parts);
}

const ofSurvey: { readonly [endpoint in AdministrationEndpoint]?: Answerer<Survey> } = {
  'create-template': createTemplate,
  'create-response': createResponse,
  'list-responses': listResponses,
  'filter-responses': filterResponses,
};

function malformed({ variants }: ServiceParts): AdministrationAnswer {
  return error(variants.malformedId === '400' ? 400 : 404);
}

/** An integer path parameter; undefined when it is none. One beyond all ids is a number that nothing has. */
function idOf(call: AdministrationCall, name: string): number | undefined {
  const text = call.parameters[name] ?? '';
  if (!/^-?\d+$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : -1;
}
