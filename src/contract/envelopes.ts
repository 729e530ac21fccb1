import Type from 'typebox';
import {
  CreateResponseRequest,
  Datapad,
  Department,
  EmailTemplate,
  EmailTemplateRequest,
  FilterPagination,
  Pagination,
  ResponseRecord,
} from './administrationSchemas.ts';
import { is } from './clause.ts';

const requestID = Type.String();

/** Success bodies of the administration endpoints, by endpoint (service.md#endpoints). */
export const envelopes = {
  'create-department': Type.Object({ response: Department, requestID }),
  'list-departments': Type.Object({ response: Type.Array(Department), pagination: Pagination, requestID }),
  'regenerate-key': Type.Object({
    response: Type.Object({
      apiKey: is(Type.String(), 'KEY-REGENERATE-01', 'Regeneration returns `apiKey`, a string.', {
        anchor: 'regenerate-key-result',
      }),
    }),
    requestID,
  }),
  'create-template': Type.Object({ response: EmailTemplate, requestID }),
  'update-datapad': Type.Object({ response: Datapad, requestID }),
  /** `utctimestamp` is promised for list, filter and fetch only. */
  'create-response': Type.Object({
    response: Type.Omit(ResponseRecord, ['utctimestamp']),
    requestID,
  }),
  'list-responses': Type.Object({ response: Type.Array(ResponseRecord), pagination: Pagination, requestID }),
  'filter-responses': Type.Object({ response: Type.Array(ResponseRecord), pagination: FilterPagination, requestID }),
  'fetch-response': Type.Object({ response: ResponseRecord, requestID }),
} as const;

/** Request bodies of the administration endpoints (service.md#endpoints). */
export const requestBodies = {
  'create-department': Type.Object({ name: Type.String(), primaryAccountID: Type.Integer() }),
  'create-template': EmailTemplateRequest,
  'update-datapad': Type.Object({ analysisHtmlText: Type.String() }),
  'create-response': CreateResponseRequest,
} as const;
