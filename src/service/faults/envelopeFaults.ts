import type { Fault } from './fault.ts';
import { at, isPage } from './replyDraft.ts';
import { isSuccess, spoil, spoilPage } from './replyFaults.ts';

/** Broken promises about bodies and headers of any endpoint (document, What the service does; Endpoints). */
export const envelopeFaults: readonly Fault[] = [
  spoil(
    { id: 'request-id-missing', section: 'overview', description: 'Successful bodies have no requestID.' },
    isSuccess,
    ({ body }) => {
      delete body.requestID;
    },
  ),
  spoil(
    { id: 'request-id-number', section: 'overview', description: 'requestID is a number.' },
    isSuccess,
    ({ body }) => {
      body.requestID = 4711;
    },
  ),
  spoil({ id: 'request-id-null', section: 'overview', description: 'requestID is null.' }, isSuccess, ({ body }) => {
    body.requestID = null;
  }),
  spoil(
    {
      id: 'response-member-missing',
      section: 'overview',
      description: 'Members of response stand at the top of the body.',
    },
    (draft) => isSuccess(draft),
    ({ body }) => {
      Object.assign(body, at(body, 'response'));
      delete body.response;
    },
  ),
  spoil(
    { id: 'content-type-text', section: 'endpoints', description: 'JSON is sent as text/plain.' },
    () => true,
    (draft) => {
      draft.contentType = 'text/plain; charset=utf-8';
    },
  ),
  spoil(
    { id: 'take-created', section: 'take', description: 'Take is answered with HTTP 201.' },
    (draft, { endpoint }) => endpoint === 'take' && draft.httpStatus === 200,
    (draft) => {
      draft.httpStatus = 201;
    },
  ),
  spoil(
    { id: 'previous-page-accepted', section: 'previous-page', description: 'Going back is answered with HTTP 202.' },
    (draft, { endpoint }) => endpoint === 'previous-page' && isPage(draft),
    (draft) => {
      draft.httpStatus = 202;
    },
  ),
  spoilPage(
    { id: 'version-other', section: 'versioning', description: 'The paths of navigation are under v1.' },
    (response) => {
      const navigation = at(response, 'navigation');
      for (const [name, value] of Object.entries(navigation)) {
        if (typeof value === 'string') navigation[name] = value.replace('/v2/', '/v1/');
      }
    },
  ),
];
