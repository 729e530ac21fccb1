import { error, success } from '../../administration/call.ts';
import { defaultKeys } from '../../keys.ts';
import { around, replaced, spoilResources } from '../administration/answerFaults.ts';
import { decide } from '../decisionFaults.ts';
import { type Fault, fault } from '../fault.ts';
import { at, each, isMembers, isPage, type Members, statusOf } from '../replyDraft.ts';
import { isStandardError, spoil, spoilStatus } from '../replyFaults.ts';
import { settled } from './settled.ts';

const reading = ['list-responses', 'filter-responses', 'fetch-response'] as const;

/** A page that asks one thing, whoever asks for it. */
function anyPage(): Members {
  const question = {
    id: 101,
    type: 'U',
    text: 'How are you?',
    answers: [{ id: 1, text: 'Fine' }],
    formParam: { paramPrefix: 'u_', paramIdType: 'questionId' },
  };
  return {
    status: 'success',
    meta: { isFinalPage: false, progressPercentage: 0 },
    navigation: {
      previousPageUrl: null,
      nextPageSubmitUrl: '/a/api/v2/surveys/1001/submit-page',
    },
    themeConfig: { cssUrls: [], jsUrls: [] },
    questions: [{ html: '<input type="radio" name="u_101" value="1">', json: JSON.stringify(question) }],
  };
}

/** Faults for clauses that the others do not single out: bodies. */
export const recordAndPageFaults: readonly Fault[] = [
  settled(
    spoil(
      { id: 'request-id-repeated', section: 'sanity', description: 'Every answer has the same requestID.' },
      ({ body }) => 'requestID' in body,
      ({ body }) => {
        body.requestID = 'req-1';
      },
    ),
    'SANITY-REQUEST-ID-01',
  ),
  settled(
    spoil(
      { id: 'accepted-as-not-found', section: 'endpoints', description: 'Accepted submissions come with HTTP 404.' },
      (draft, { endpoint }) => endpoint === 'submit-page' && statusOf(draft) === 'success',
      (draft) => {
        draft.httpStatus = 404;
      },
    ),
    'ENVELOPE-HTTP-STATUS-01',
  ),
  settled(
    spoilStatus(
      { id: 'complete-redirect-number', section: 'page', description: 'redirectUrl of survey_complete is a number.' },
      'survey_complete',
      (response) => {
        response.redirectUrl = 7;
      },
    ),
    'PAGE-REDIRECT-03',
  ),
  settled(
    spoilStatus(
      { id: 'closed-with-questions', section: 'page', description: 'survey_closed comes with the questions.' },
      'survey_closed',
      (response) => {
        response.questions = anyPage().questions;
      },
    ),
    'PAGE-NO-PAGE-02',
  ),
  settled(
    spoil(
      { id: 'complete-without-request-id', section: 'submit-page', description: 'survey_complete has no requestID.' },
      (draft) => statusOf(draft) === 'survey_complete',
      ({ body }) => {
        delete body.requestID;
      },
    ),
    'SUBMIT-COMPLETE-SHAPE-01',
  ),
  settled(
    spoil(
      {
        id: 'back-without-session-shows-page',
        section: 'previous-page',
        description: 'previous-page without a session shows a page.',
      },
      (draft, { endpoint, session }) => endpoint === 'previous-page' && session === undefined && 'error' in draft.body,
      (draft) => {
        delete draft.body.error;
        draft.body.response = anyPage();
        draft.body.requestID = 'any';
        draft.httpStatus = 200;
      },
    ),
    'PREVIOUS-COOKIE-01',
  ),
  settled(
    spoil(
      { id: 'error-as-text', section: 'errors', description: 'response.error is a text.' },
      isStandardError,
      ({ body }) => {
        at(body, 'response').error = 'something went wrong';
      },
    ),
    'ERROR-SHAPE-01',
  ),
  settled(
    spoil(
      {
        id: 'error-500-other',
        section: 'errors',
        description: 'Some submissions give a 500 with another id.',
        everyNth: 9,
      },
      (draft, { endpoint }) => endpoint === 'submit-page' && isPage(draft),
      (draft) => {
        draft.httpStatus = 500;
        draft.body.response = {
          error: {
            docs: 'https://docs.example/errors',
            name: 'OUT_OF_ORDER',
            httpStatusCode: 500,
            id: '1099',
            message: 'Out of order',
            resourceUrl: '/',
          },
        };
      },
    ),
    'ERROR-500-01',
  ),
  settled(
    spoil(
      { id: 'key-echoed', section: 'sanity', description: 'Errors name the keys that would be good.' },
      isStandardError,
      ({ body }) => {
        at(body, 'response', 'error').docs = `https://docs.example/errors?try=${defaultKeys.valid[0]}`;
      },
    ),
    'SANITY-SECRET-01',
  ),
  settled(
    replaced(
      { id: 'record-status-other', section: 'create-response', description: 'responseStatus is stored as Partial.' },
      ['create-response', ...reading],
      'responseStatus',
      () => 'Partial',
    ),
    'RESPONSE-ECHO-STATUS-01',
  ),
  settled(
    replaced(
      { id: 'create-timestamp-now', section: 'create-response', description: 'timestamp is that of the creation.' },
      ['create-response', ...reading],
      'timestamp',
      () => '21 Nov, 2026 10:00:00 AM UTC',
    ),
    'RESPONSE-ECHO-TIMESTAMP-01',
  ),
  settled(
    replaced(
      { id: 'datapad-html-ignored', section: 'datapad', description: 'analysisHtmlText cannot be set.' },
      ['update-datapad'],
      'analysisHtmlText',
      () => '<p>as before</p>',
    ),
    'DATAPAD-HTML-02',
  ),
  settled(
    spoilResources(
      { id: 'record-text-null', section: 'record', description: 'value.text is null.' },
      ['create-response', ...reading],
      (record) => {
        for (const question of each(record, 'responseSet')) {
          for (const answer of each(question, 'answerValues')) if (isMembers(answer.value)) answer.value.text = null;
        }
      },
    ),
    'RECORD-VALUE-TEXT-01',
  ),
  settled(
    around(
      {
        id: 'malformed-organization-listed',
        section: 'endpoints',
        description: 'The departments of an organization id that is no integer are an empty success.',
      },
      ['list-departments'],
      (call, clean) => (/^\d+$/.test(call.parameters.organization_id ?? '') ? clean(call) : success(200, [])),
    ),
    'ADMIN-MALFORMED-PATH-01',
  ),
  settled(
    around(
      { id: 'department-refused', section: 'create-department', description: 'No department can be created.' },
      ['create-department'],
      (call, clean) => (clean(call).kind === 'success' ? error(400) : clean(call)),
    ),
    'DEPARTMENT-CREATE-01',
  ),
  settled(
    around(
      {
        id: 'optional-members-refused',
        section: 'create-response',
        description: 'A record with optional members is refused.',
      },
      ['create-response'],
      (call, clean) => (isMembers(call.body) && 'browser' in call.body ? error(400) : clean(call)),
    ),
    'RESPONSE-CREATE-02',
  ),
  settled(
    fault(
      { id: 'key-valid-never', section: 'authentication', description: 'No key is accepted.' },
      { kind: 'keys', standing: (_key, clean) => (clean === 'valid' ? 'unknown' : clean) },
    ),
    'AUTH-HEADER-01',
  ),
  settled(
    decide(
      {
        id: 'hostile-text-kills',
        section: 'sanity',
        description: 'After a text with markup the service answers nobody for a while.',
      },
      (clean) => {
        let stunned = 0;
        return {
          judge: (page, body, walk, survey) => {
            if (Object.values(body).some((value) => String(value).includes('<script>'))) stunned = 100;
            return clean.judge(page, body, walk, survey);
          },
          gateOf: (survey) => (stunned-- > 0 ? 'survey_paused' : clean.gateOf(survey)),
        };
      },
    ),
    'SANITY-SURVIVES-01',
  ),
];
