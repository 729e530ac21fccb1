import { endpointIds } from '../../../contract/endpoints.ts';
import { type AdministrationAnswer, error, success } from '../../../service/administration/call.ts';
import { insteadOfError } from '../answerCalls.ts';
import { whereRejected } from '../decideOtherwise.ts';
import { at, drop, type Edit, flatten, replaced, rewriteAll, said, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { both, from, mutateBody, mutateResponse, replaceBody, standardErrorBody } from '../mutateResponse.ts';
import { isPage, isSessionError, isStandardError, isSuccess } from '../responseDraft.ts';

const clauses: Readonly<Record<string, string>> = { 'submit-page': 'SUBMIT', 'previous-page': 'PREVIOUS' };

/** What is said of all endpoints: the body around a response, the version, and that each is there. */
export const endpointFaults = [
  ...inSection('overview', [
    ['request-id-missing', 'ENVELOPE-REQUEST-ID-01', 'bodies, successful', drop('requestID')],
    ['response-member-missing', 'ENVELOPE-RESPONSE-01', 'bodies, successful', flatten('response')],
  ]),
  ...inSection('versioning', [
    ['version-other', 'VERSION-PATH-01', 'pages', rewriteAll('navigation', replaced('/v2/', '/v1/'))],
  ]),
  ...inSection('endpoints', [
    ['content-type-text', 'ENVELOPE-CONTENT-TYPE-01', 'answers', set('contentType', 'text/plain; charset=utf-8')],
    ['accepted-as-not-found', 'ENVELOPE-HTTP-STATUS-01', 'answers, on submit, with success', set('httpStatus', 404)],
    [
      'refused-as-created',
      'ENVELOPE-HTTP-STATUS-02',
      'answers, on submit, with validation_errors',
      set('httpStatus', 201),
    ],
    ...endpointIds.map((id) =>
      fault(
        `route-${id}-missing`,
        `ROUTE-${clauses[id] ?? id.toUpperCase()}-01`,
        `${id} gives 404 whatever is asked.`,
        {
          // As a gateway answers where nothing is: an error of the service itself would be an answer of the endpoint.
          how: replaceBody(both(from(id), isSuccess), 404, () => ({ error: `Cannot find ${id}` })),
        },
      ),
    ),
  ]),
];

const unknownUrl = 'https://reports.surveys.example/new';
const phpTrace = 'Stack trace:\n#0 /var/www/index.php(31): Survey->load()\n#1 {main}';

const isGone: Edit = said((draft) => {
  draft.httpStatus = 410;
  at(draft, 'body', 'response', 'error').httpStatusCode = 410;
}, 'HTTP status and httpStatusCode are 410');

function unknownGives(answer: AdministrationAnswer): Injection {
  return insteadOfError(404, ['fetch-response'], () => answer);
}

/** Errors: of any endpoint, and what a respondent without a session gets. */
export const errorFaults = inSection('errors', [
  fault('unauthorized-reason-on-take', 'ODD-ERRORS', 'The 401 of take has a member that no other 401 has.', {
    how: mutateBody(
      both(from('take'), isStandardError, ({ httpStatus }) => httpStatus === 401),
      set('response.error.reason', 'no key'),
    ),
  }),
  ['error-docs-words', 'ERROR-DOCS-02', 'standard errors', set('docs', 'see the manual')],
  ['error-resource-undefined', 'ERROR-RESOURCE-02', 'standard errors', set('resourceUrl', 'undefined')],
  ['error-php-trace', 'SANITY-STACK-TRACE-01', 'standard errors, with HTTP 400', set('message', phpTrace)],
  ['bad-request-own-id', 'ERROR-400-01', 'standard errors, with HTTP 400', set('id', '1001')],
  ['unauthorized-id', 'ERROR-401-01', 'standard errors, with HTTP 401', set('id', '1011')],
  ['unauthorized-name', 'ERROR-401-01', 'standard errors, with HTTP 401', set('name', 'NOT_AUTHORIZED')],
  ['unauthorized-message', 'ERROR-401-01', 'standard errors, with HTTP 401', set('message', 'Wrong key')],
  ['forbidden-id', 'ERROR-403-01', 'standard errors, with HTTP 403', set('id', '1010')],
  ['regenerate-forbidden-id', 'ERROR-403-01', 'standard errors, with HTTP 403, on regenerate-key', set('id', '1010')],
  ['forbidden-name', 'ERROR-403-01', 'standard errors, with HTTP 403', set('name', 'UNAUTHORIZED')],
  ['not-found-id', 'ERROR-404-01', 'standard errors, with HTTP 404', set('id', '1004')],
  ['not-found-name', 'ERROR-404-01 ERROR-ROW-01', 'standard errors, with HTTP 404', set('name', 'MISSING')],
  ['not-found-message', 'ERROR-404-01', 'standard errors, with HTTP 404', set('message', 'Not found.')],
  ['not-found-gone', 'ERROR-ROW-01', 'answers, standard error, with HTTP 404', isGone],
  ['bad-request-id', 'ERROR-ROW-01', 'standard errors, with HTTP 400', set('id', '1040')],
  ['error-status-other', 'ERROR-HTTP-STATUS-02', 'standard errors', set('httpStatusCode', 500)],
  ['error-flat', 'ENVELOPE-ERROR-01', 'bodies, standard error', flatten('response.error')],
  fault('error-html', 'ENVELOPE-JSON-01 SANITY-HTML-01', 'Errors come as HTML pages.', {
    how: mutateResponse(isStandardError, (draft) => {
      draft.contentType = 'text/html; charset=utf-8';
      draft.text = `<!doctype html><title>Error ${draft.httpStatus}</title><h1>Error ${draft.httpStatus}</h1>`;
    }),
  }),
  fault('creation-broken-text', 'ENVELOPE-JSON-01', 'A creation that is refused is refused in plain text.', {
    how: mutateResponse(
      both(from('create-response'), isStandardError, ({ httpStatus }) => httpStatus === 400),
      (draft) => Object.assign(draft, { contentType: 'text/plain', text: 'Bad Request' }),
    ),
  }),
  ['error-empty', 'ENVELOPE-JSON-01', 'answers, standard error', set('text', '')],
  fault('error-500-other', 'ERROR-500-01', 'Some submissions give a 500 with another id.', {
    how: replaceBody(both(from('submit-page'), isPage), 500, () => {
      const [id, name, message] = ['1099', 'OUT_OF_ORDER', 'Out of order'];
      const docs = 'https://docs.example/errors';
      return { response: { error: { docs, name, httpStatusCode: 500, id, message, resourceUrl: '/' } } };
    }),
    everyNth: 9,
  }),
  fault('validation-as-error', 'SUBMIT-VALIDATION-08', 'Answers that fail validation get a standard error 400.', {
    how: whereRejected(() => ({ kind: 'refused', httpStatus: 400 })),
  }),
  fault('expired-as-standard', 'SUBMIT-EXPIRED-02', 'Submitting without a session gives a standard error.', {
    how: replaceBody(both(from('submit-page'), isSessionError), 400, () => standardErrorBody(400)),
  }),
  ['expired-other-code', 'SUBMIT-EXPIRED-01 SESSION-ERROR-CODE-01', 'session errors, on submit', set('code', 1003)],
  ['expired-other-message', 'SUBMIT-EXPIRED-03', 'session errors, on submit', set('message', 'Session timed out.')],
  ['back-error-other-code', 'PREVIOUS-EARLY-02', 'session errors, on back', set('code', 1000)],
  ['back-error-other-message', 'PREVIOUS-EARLY-03', 'session errors, on back', set('message', 'Bad request')],
  fault('unknown-response-null', 'ADMIN-UNKNOWN-RESPONSE-02 RESPONSE-FETCH-01', 'An unknown response gives null.', {
    how: unknownGives(success(200, null)),
  }),
  ['unknown-response-bad-request', 'ADMIN-UNKNOWN-RESPONSE-02', 'Unknown records give 400.', unknownGives(error(400))],
  fault('unknown-datapad-made', 'ADMIN-UNKNOWN-DATAPAD-01', 'An update of an unknown datapad makes one.', {
    how: insteadOfError(404, ['update-datapad'], ({ parameters }) => {
      const [datapadID, surveyID] = [Number(parameters.datapad_id), Number(parameters.survey_id)];
      const urls = { report: unknownUrl, csv: unknownUrl, excel: unknownUrl };
      return success(200, { datapadID, surveyID, title: '', description: '', analysisHtmlText: '', urls });
    }),
  }),
]);
