import { endpointIds } from '../../../contract/endpoints.ts';
import { drop, flatten, replaced, rewriteAll, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import { both, from, replaceBody } from '../mutateResponse.ts';
import { isSuccess } from '../responseDraft.ts';

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
