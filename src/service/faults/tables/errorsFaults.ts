import { error, success } from '../../administration/call.ts';
import { whereRejected } from '../decideOtherwise.ts';
import { at, flatten, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { insteadOfError } from '../mutateAnswer.ts';
import {
  both,
  from,
  mutateBody,
  mutateResponse,
  mutateSessionError,
  mutateStandardError,
  replaceBody,
  sendAs,
  sessionError,
  standardError,
  standardErrorBody,
} from '../mutateResponse.ts';
import { isPage } from '../responseDraft.ts';

const unknownUrl = 'https://reports.surveys.example/new';

/** Errors: of any endpoint, and what a respondent without a session gets. */
export const errorFaults = inSection('errors', [
  fault('unauthorized-reason-on-take', ['ODD-ERRORS'], 'The 401 of take has a member that no other 401 has.', {
    how: mutateBody(both(from('take'), standardError(401)), set('response.error.reason', 'no key')),
  }),
  fault('error-docs-words', ['ERROR-DOCS-02'], 'The link `docs` is a sentence.', {
    how: mutateStandardError(set('docs', 'see the manual')),
  }),
  fault('error-resource-undefined', ['ERROR-RESOURCE-02'], 'resourceUrl is the word undefined.', {
    how: mutateStandardError(set('resourceUrl', 'undefined')),
  }),
  fault('error-php-trace', ['SANITY-STACK-TRACE-01'], 'The message of a 400 is a stack trace of PHP.', {
    how: mutateStandardError(set('message', 'Stack trace:\n#0 /var/www/index.php(31): Survey->load()\n#1 {main}'), 400),
  }),
  fault('bad-request-own-id', ['ERROR-400-01'], '400 has id 1001.', {
    how: mutateStandardError(set('id', '1001'), 400),
  }),
  fault('unauthorized-id', ['ERROR-401-01'], '401 has id 1011.', { how: mutateStandardError(set('id', '1011'), 401) }),
  fault('unauthorized-name', ['ERROR-401-01'], '401 has another name.', {
    how: mutateStandardError(set('name', 'NOT_AUTHORIZED'), 401),
  }),
  fault('unauthorized-message', ['ERROR-401-01'], '401 has another message.', {
    how: mutateStandardError(set('message', 'Wrong key'), 401),
  }),
  fault('forbidden-id', ['ERROR-403-01'], '403 has id 1010.', { how: mutateStandardError(set('id', '1010'), 403) }),
  fault('forbidden-name', ['ERROR-403-01'], '403 has another name.', {
    how: mutateStandardError(set('name', 'UNAUTHORIZED'), 403),
  }),
  fault('not-found-id', ['ERROR-404-01'], '404 has id 1004.', {
    how: mutateStandardError(set('id', '1004'), 404),
  }),
  fault('not-found-name', ['ERROR-404-01', 'ERROR-ROW-01'], '404 has another name.', {
    how: mutateStandardError(set('name', 'MISSING'), 404),
  }),
  fault('not-found-message', ['ERROR-404-01'], '404 has another message.', {
    how: mutateStandardError(set('message', 'Not found.'), 404),
  }),
  fault('not-found-gone', ['ERROR-ROW-01'], 'NOT_FOUND has HTTP 410.', {
    how: mutateResponse(standardError(404), (draft) => {
      draft.httpStatus = 410;
      at(draft.body, 'response', 'error').httpStatusCode = 410;
    }),
  }),
  fault('bad-request-id', ['ERROR-ROW-01'], '400 has id 1040.', { how: mutateStandardError(set('id', '1040'), 400) }),
  fault('error-status-other', ['ERROR-HTTP-STATUS-02'], 'httpStatusCode is not the HTTP status.', {
    how: mutateStandardError(set('httpStatusCode', 500)),
  }),
  fault('error-flat', ['ENVELOPE-ERROR-01'], 'The members of an error stand at the top of the body.', {
    how: mutateBody(standardError(), flatten('response.error')),
  }),
  fault('error-html', ['ENVELOPE-JSON-01', 'SANITY-HTML-01'], 'Errors come as HTML pages.', {
    how: mutateResponse(standardError(), (draft) => {
      draft.contentType = 'text/html; charset=utf-8';
      draft.text = `<!doctype html><title>Error ${draft.httpStatus}</title><h1>Error ${draft.httpStatus}</h1>`;
    }),
  }),
  fault('error-empty', ['ENVELOPE-JSON-01'], 'Errors come without a body.', {
    how: sendAs(standardError(), { text: '' }),
  }),
  fault('error-500-other', ['ERROR-500-01'], 'Some submissions give a 500 with another id.', {
    how: replaceBody(both(from('submit-page'), isPage), 500, () => {
      const docs = 'https://docs.example/errors';
      const error = {
        docs,
        name: 'OUT_OF_ORDER',
        httpStatusCode: 500,
        id: '1099',
        message: 'Out of order',
        resourceUrl: '/',
      };
      return { response: { error } };
    }),
    everyNth: 9,
  }),
  fault('validation-as-error', ['SUBMIT-VALIDATION-08'], 'Answers that fail validation get a standard error 400.', {
    how: whereRejected(() => ({ kind: 'refused', httpStatus: 400 })),
  }),
  fault('expired-as-standard', ['SUBMIT-EXPIRED-02'], 'Submitting without a session gives a standard error.', {
    how: replaceBody(sessionError('submit-page'), 400, () => standardErrorBody(400)),
  }),
  fault('expired-other-code', ['SUBMIT-EXPIRED-01', 'SESSION-ERROR-CODE-01'], 'The session error has code 1003.', {
    how: mutateSessionError('submit-page', set('code', 1003)),
  }),
  fault('expired-other-message', ['SUBMIT-EXPIRED-03'], 'The session error has another message.', {
    how: mutateSessionError('submit-page', set('message', 'Session timed out.')),
  }),
  fault('back-error-other-code', ['PREVIOUS-EARLY-02'], 'The error of previous-page has code 1000.', {
    how: mutateSessionError('previous-page', set('code', 1000)),
  }),
  fault('back-error-other-message', ['PREVIOUS-EARLY-03'], 'The error of previous-page has another message.', {
    how: mutateSessionError('previous-page', set('message', 'Bad request')),
  }),
  fault(
    'unknown-response-null',
    ['ADMIN-UNKNOWN-RESPONSE-02', 'RESPONSE-FETCH-01'],
    'An unknown response gives null.',
    {
      how: insteadOfError(404, ['fetch-response'], () => success(200, null)),
    },
  ),
  fault('unknown-response-bad-request', ['ADMIN-UNKNOWN-RESPONSE-02'], 'An unknown response gives 400.', {
    how: insteadOfError(404, ['fetch-response'], () => error(400)),
  }),
  fault('unknown-datapad-made', ['ADMIN-UNKNOWN-DATAPAD-01'], 'An update of an unknown datapad makes one.', {
    how: insteadOfError(404, ['update-datapad'], ({ parameters }) => {
      const [datapadID, surveyID] = [Number(parameters.datapad_id), Number(parameters.survey_id)];
      const urls = { report: unknownUrl, csv: unknownUrl, excel: unknownUrl };
      return success(200, { datapadID, surveyID, title: '', description: '', analysisHtmlText: '', urls });
    }),
  }),
]);
