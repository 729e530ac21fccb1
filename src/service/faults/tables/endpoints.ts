import { administrationEndpoints, success } from '../../administration/call.ts';
import { at, convertTexts, drop, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { answerCalls, insteadOfSuccess } from '../mutateAnswer.ts';
import {
  both,
  from,
  mutateBody,
  mutateHttpStatus,
  mutatePage,
  mutateResponse,
  replaceBody,
  standardErrorBody,
} from '../mutateResponse.ts';
import { isSuccess, statusOf } from '../responseDraft.ts';

const flow = [
  ['take', 'ROUTE-TAKE-01'],
  ['submit-page', 'ROUTE-SUBMIT-01'],
  ['previous-page', 'ROUTE-PREVIOUS-01'],
] as const;

function missing(endpoint: string): string {
  return `${endpoint} gives 404 whatever is asked.`;
}

/** What is said of all endpoints: the body around a response, the version, and that each is there. */
export const endpointFaults = [
  ...inSection('overview', [
    fault('request-id-missing', ['ENVELOPE-REQUEST-ID-01'], 'Successful bodies have no requestID.', {
      how: mutateBody(isSuccess, drop('requestID')),
    }),
    fault('request-id-number', ['ENVELOPE-REQUEST-ID-01'], 'requestID is a number.', {
      how: mutateBody(isSuccess, set('requestID', 4711)),
    }),
    fault('request-id-null', ['ENVELOPE-REQUEST-ID-01'], 'requestID is null.', {
      how: mutateBody(isSuccess, set('requestID', null)),
    }),
    fault('response-member-missing', ['ENVELOPE-RESPONSE-01'], 'Members of response stand at the top of the body.', {
      how: mutateBody(isSuccess, (body) => {
        Object.assign(body, at(body, 'response'));
        delete body.response;
      }),
    }),
  ]),
  ...inSection('versioning', [
    fault('version-other', ['VERSION-PATH-01'], 'The paths of navigation are under v1.', {
      how: mutatePage(convertTexts('navigation', (path) => path.replace('/v2/', '/v1/'))),
    }),
  ]),
  ...inSection('endpoints', [
    fault('content-type-text', ['ENVELOPE-CONTENT-TYPE-01'], 'JSON is sent as text/plain.', {
      how: mutateResponse(
        () => true,
        (draft) => {
          draft.contentType = 'text/plain; charset=utf-8';
        },
      ),
    }),
    fault('accepted-as-not-found', ['ENVELOPE-HTTP-STATUS-01'], 'Accepted submissions come with HTTP 404.', {
      how: mutateHttpStatus(
        both(from('submit-page'), (draft) => statusOf(draft) === 'success'),
        404,
      ),
      origin: 'clause',
    }),
    fault('malformed-organization-listed', ['ADMIN-MALFORMED-PATH-01'], 'Organization "abc" gets an empty list.', {
      how: answerCalls(['list-departments'], (call, clean) =>
        /^\d+$/.test(call.parameters.organization_id ?? '') ? clean(call) : success(200, []),
      ),
      origin: 'clause',
    }),
    ...flow.map(([endpoint, clause]) =>
      fault(`route-${endpoint}-missing`, [clause], missing(endpoint), {
        how: replaceBody(both(from(endpoint), isSuccess), 404, () => standardErrorBody(404)),
        origin: 'clause',
      }),
    ),
    ...administrationEndpoints.map((endpoint) =>
      fault(`route-${endpoint}-missing`, [`ROUTE-${endpoint.toUpperCase()}-01`], missing(endpoint), {
        how: insteadOfSuccess([endpoint], 404),
        origin: 'clause',
      }),
    ),
  ]),
];
