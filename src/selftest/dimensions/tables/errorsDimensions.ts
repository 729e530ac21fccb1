import { add, convert, set } from '../../faults/edits.ts';
import { both, type Condition, from, mutateResponse } from '../../faults/mutateResponse.ts';
import { isStandardError, type ResponseDraft } from '../../faults/responseDraft.ts';
import { dimension, openIn } from '../dimension.ts';

function asPage(draft: ResponseDraft): void {
  draft.contentType = 'text/html';
  draft.text = `<html><head><title>${draft.httpStatus}</title></head><body><hr><center>nginx</center></body></html>`;
}

const isRefused: Condition = ({ httpStatus }) => [400, 413, 415].includes(httpStatus);
const isOfNoId: Condition = (_draft, { url }) =>
  /\/(surveys|organizations|responses|datapads)\/(?!filter)[^/?]*[^-\d/?]/.test(url);

/** Errors. */
export const errorDimensions = openIn('errors', [
  dimension('errorMembers', 'Members of a standard error beyond the six', 'none', {
    some: ['standard errors', add({ timestamp: '2026-03-09T13:05:07Z', details: null })],
  }),
  dimension('errorResource', 'What resourceUrl names', 'path', {
    url: ['standard errors', convert('resourceUrl', (path) => `https://api.surveys.example${path}`)],
    template: ['standard errors', set('resourceUrl', '/a/api/v2/surveys/{survey_id}')],
    empty: ['standard errors', set('resourceUrl', '')],
  }),
  dimension('errorDocs', 'Where the reference of error codes is', 'with-fragment', {
    elsewhere: ['standard errors', set('docs', 'https://help.surveys.example/en/articles/7?lang=en')],
  }),
  dimension('sessionErrorMembers', 'Members of a session error beyond the two', 'none', {
    some: [
      ['session errors, on submit', set('retry', false)],
      ['session errors, on back', set('retry', null)],
    ],
  }),
  dimension('challenge', 'Whether a 401 comes with a challenge', 'no', {
    yes: ['headers, standard error, with HTTP 401', add({ 'www-authenticate': 'ApiKey realm="surveys"' })],
  }),
  dimension(
    'gateway',
    'Who refuses a submission that no client of the contract sends, and an id that is none',
    'service',
    {
      html: [
        mutateResponse(both(from('submit-page'), isStandardError, isRefused), asPage),
        mutateResponse(both(isStandardError, isOfNoId), asPage),
      ],
    },
  ),
]);
