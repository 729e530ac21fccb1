import type { KeyStanding } from '../keys.ts';
import { type Fault, fault } from './fault.ts';
import { at, type Members, type ReplyDraft } from './replyDraft.ts';
import { isStandardError, spoil, spoilStandardError } from './replyFaults.ts';

function misjudgesKeys(
  id: string,
  description: string,
  standing: (key: string | undefined, clean: KeyStanding) => KeyStanding,
): Fault {
  return fault({ id, section: 'authentication', description }, { kind: 'keys', standing });
}

function wrongError(id: string, description: string, change: (error: Members, draft: ReplyDraft) => void): Fault {
  return spoilStandardError({ id, section: 'errors', description }, change);
}

/** A fault in the row of one HTTP status of the error table. */
function wrongRow(id: string, description: string, httpStatus: number, member: string, value: string): Fault {
  return spoil(
    { id, section: 'errors', description },
    (draft) => draft.httpStatus === httpStatus && isStandardError(draft),
    ({ body }) => {
      at(body, 'response', 'error')[member] = value;
    },
  );
}

/** An error that comes with the HTTP status of another. */
function wrongStatus(id: string, description: string, httpStatus: number, shown: number): Fault {
  return spoil(
    { id, section: 'authentication', description },
    (draft) => draft.httpStatus === httpStatus && isStandardError(draft),
    (draft) => {
      draft.httpStatus = shown;
    },
  );
}

/** Broken promises about keys and standard errors (document, Authentication; Errors). */
export const authenticationFaults: readonly Fault[] = [
  misjudgesKeys('key-missing-accepted', 'A call without a key is served.', (key, clean) =>
    key === undefined ? 'valid' : clean,
  ),
  misjudgesKeys('key-wrong-accepted', 'A call with a wrong key is served.', (key, clean) =>
    key !== undefined && clean === 'unknown' ? 'valid' : clean,
  ),
  misjudgesKeys('key-forbidden-accepted', 'A key without permission is served.', (_key, clean) =>
    clean === 'forbidden' ? 'valid' : clean,
  ),
  misjudgesKeys('key-forbidden-as-wrong', 'A key without permission gives 401.', (_key, clean) =>
    clean === 'forbidden' ? 'unknown' : clean,
  ),
  misjudgesKeys('key-wrong-as-forbidden', 'A wrong key gives 403.', (key, clean) =>
    key !== undefined && clean === 'unknown' ? 'forbidden' : clean,
  ),
  fault(
    {
      id: 'key-valid-refused',
      section: 'authentication',
      description: 'A valid key gives 401 at times.',
      everyNth: 20,
    },
    { kind: 'keys', standing: (_key, clean) => (clean === 'valid' ? 'unknown' : clean) },
  ),
  wrongStatus('unauthorized-ok', 'The error of a wrong key comes with HTTP 200.', 401, 200),
  wrongStatus('forbidden-ok', 'The error of a forbidden key comes with HTTP 200.', 403, 200),
  wrongStatus('unauthorized-as-400', 'The error of a wrong key comes with HTTP 400.', 401, 400),
  wrongRow('unauthorized-id', '401 has id 1011.', 401, 'id', '1011'),
  wrongRow('unauthorized-name', '401 has another name.', 401, 'name', 'NOT_AUTHORIZED'),
  wrongRow('unauthorized-message', '401 has another message.', 401, 'message', 'Wrong key'),
  wrongRow('forbidden-id', '403 has id 1010.', 403, 'id', '1010'),
  wrongRow('forbidden-name', '403 has another name.', 403, 'name', 'UNAUTHORIZED'),
  wrongRow('not-found-id', '404 has id 1000.', 404, 'id', '1000'),
  wrongRow('not-found-name', '404 has another name.', 404, 'name', 'MISSING'),
  wrongRow('bad-request-id', '400 has id 1003.', 400, 'id', '1003'),
  wrongRow('bad-request-name', '400 has an empty name.', 400, 'name', ''),
  wrongError('error-docs-missing', 'Errors have no docs.', (error) => delete error.docs),
  wrongError('error-name-missing', 'Errors have no name.', (error) => delete error.name),
  wrongError('error-status-string', 'httpStatusCode is a string.', (error) => {
    error.httpStatusCode = String(error.httpStatusCode);
  }),
  wrongError('error-status-other', 'httpStatusCode is not the HTTP status.', (error) => {
    error.httpStatusCode = 500;
  }),
  wrongError('error-id-number', 'The id of an error is a number.', (error) => {
    error.id = Number(error.id);
  }),
  wrongError('error-message-null', 'The message of an error is null.', (error) => {
    error.message = null;
  }),
  wrongError('error-resource-missing', 'Errors have no resourceUrl.', (error) => delete error.resourceUrl),
  wrongError('error-flat', 'The members of an error stand at the top of the body.', (error, { body }) => {
    Object.assign(body, error);
    delete body.response;
  }),
  wrongError('error-html', 'Errors come as HTML pages.', (_error, draft) => {
    draft.contentType = 'text/html; charset=utf-8';
    draft.text = `<!doctype html><title>Error ${draft.httpStatus}</title><h1>Error ${draft.httpStatus}</h1>`;
  }),
  wrongError('error-empty', 'Errors come without a body.', (_error, draft) => {
    draft.text = '';
  }),
];
