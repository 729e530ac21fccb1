import type { EndpointId } from '../../../contract/endpoints.ts';
import { administrationEndpoints } from '../../administration/call.ts';
import { convertTexts, drop, flatten, replaced } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import { always, both, from, mutateBody, mutatePage, replaceBody, sendAs } from '../mutateResponse.ts';
import { hasStatus, isSuccess } from '../responseDraft.ts';

const flow = [
  ['take', 'ROUTE-TAKE-01'],
  ['submit-page', 'ROUTE-SUBMIT-01'],
  ['previous-page', 'ROUTE-PREVIOUS-01'],
] as const;

function missing(endpoint: string): string {
  return `${endpoint} gives 404 whatever is asked.`;
}

/** As a gateway answers where nothing is: an error of the service itself would be an answer of the endpoint. */
function noRoute(endpoint: EndpointId): Injection {
  return replaceBody(both(from(endpoint), isSuccess), 404, () => ({ error: `Cannot find ${endpoint}` }));
}

/** What is said of all endpoints: the body around a response, the version, and that each is there. */
export const endpointFaults = [
  ...inSection('overview', [
    fault('request-id-missing', ['ENVELOPE-REQUEST-ID-01'], 'Successful bodies have no requestID.', {
      how: mutateBody(isSuccess, drop('requestID')),
    }),
    fault('response-member-missing', ['ENVELOPE-RESPONSE-01'], 'Members of response stand at the top of the body.', {
      how: mutateBody(isSuccess, flatten('response')),
    }),
  ]),
  ...inSection('versioning', [
    fault('version-other', ['VERSION-PATH-01'], 'The paths of navigation are under v1.', {
      how: mutatePage(convertTexts('navigation', replaced('/v2/', '/v1/'))),
    }),
  ]),
  ...inSection('endpoints', [
    fault('content-type-text', ['ENVELOPE-CONTENT-TYPE-01'], 'JSON is sent as text/plain.', {
      how: sendAs(always, { contentType: 'text/plain; charset=utf-8' }),
    }),
    fault('accepted-as-not-found', ['ENVELOPE-HTTP-STATUS-01'], 'Accepted submissions come with HTTP 404.', {
      how: sendAs(both(from('submit-page'), hasStatus('success')), { httpStatus: 404 }),
    }),
    ...flow.map(([endpoint, clause]) =>
      fault(`route-${endpoint}-missing`, [clause], missing(endpoint), {
        how: noRoute(endpoint),
      }),
    ),
    ...administrationEndpoints.map((endpoint) =>
      fault(`route-${endpoint}-missing`, [`ROUTE-${endpoint.toUpperCase()}-01`], missing(endpoint), {
        how: noRoute(endpoint),
      }),
    ),
  ]),
];
