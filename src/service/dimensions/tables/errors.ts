import { set } from '../../faults/edits.ts';
import {
  both,
  from,
  mutateResponse,
  mutateSessionError,
  mutateStandardError,
  standardError,
} from '../../faults/mutateResponse.ts';
import { nobody, type ResponseDraft } from '../../faults/responseDraft.ts';
import { by, dimension, openIn } from '../dimension.ts';

function asPage(draft: ResponseDraft): void {
  draft.contentType = 'text/html';
  draft.text = `<html><head><title>${draft.httpStatus}</title></head><body><hr><center>nginx</center></body></html>`;
}

/** Errors. */
export const errorDimensions = openIn('errors', [
  dimension('errorMembers', 'Members of a standard error beyond the six', ['none', 'some'], () =>
    mutateStandardError((error) => Object.assign(error, { timestamp: '2026-03-09T13:05:07Z', details: null })),
  ),
  dimension(
    'errorResource',
    'What resourceUrl names',
    ['path', 'url', 'template', 'empty'],
    by({
      url: mutateStandardError((error) => {
        error.resourceUrl = `https://api.surveys.example${error.resourceUrl}`;
      }),
      template: mutateStandardError(set('resourceUrl', '/a/api/v2/surveys/{survey_id}')),
      empty: mutateStandardError(set('resourceUrl', '')),
    }),
  ),
  dimension('errorDocs', 'Where the reference of error codes is', ['with-fragment', 'elsewhere'], () =>
    mutateStandardError(set('docs', 'https://help.surveys.example/en/articles/7?lang=en')),
  ),
  dimension('sessionErrorMembers', 'Members of a session error beyond the two', ['none', 'some'], () => [
    mutateSessionError('submit-page', (error) => Object.assign(error, { retry: false })),
    mutateSessionError('previous-page', (error) => Object.assign(error, { retry: null })),
  ]),
  dimension('challenge', 'Whether a 401 comes with a challenge', ['no', 'yes'], () =>
    mutateResponse(standardError(401), ({ headers }) => {
      headers['www-authenticate'] = 'ApiKey realm="surveys"';
    }),
  ),
  dimension(
    'gateway',
    'Who refuses a submission that no client of the contract sends, and an id that is none',
    ['service', 'html'],
    () => [
      mutateResponse(
        both(
          from('submit-page'),
          (draft) => standardError()(draft, nobody) && [400, 413, 415].includes(draft.httpStatus),
        ),
        asPage,
      ),
      mutateResponse(
        (draft, { url }) =>
          standardError()(draft, nobody) &&
          /\/(surveys|organizations|responses|datapads)\/(?!filter)[^/?]*[^-\d/?]/.test(url),
        asPage,
      ),
    ],
  ),
]);
