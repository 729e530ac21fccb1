import { describe, expect, test } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import { absent, answerOf, changed, failingAlone } from '../../support/judging.ts';
import { page, question, rejected, session, standard } from '../sampleAnswers.ts';
import { pagination, record } from './sampleRecords.ts';

/** Members of a body, and the clause that says what each of them is. */
interface Shape {
  readonly what: string;
  readonly endpoint: EndpointId;
  readonly path: string;
  readonly httpStatus?: number;
  readonly body: object;
  readonly members: Readonly<Record<string, string>>;
  /** Members whose absence is the matter of other clauses, or of none. */
  readonly mayLack?: RegExp;
}

const template = {
  ...{ emailTemplateID: 5, userID: 6, surveyID: 1001, type: 2, isGlobal: true, draft: false },
  ...{ title: 'T', emailSubject: 'S', content: '<SURVEY_LINK>' },
};
const urls = { report: '/r', csv: '/c', excel: '/e' };
const datapad = { datapadID: 5, surveyID: 1001, title: 'T', description: 'D', analysisHtmlText: 'a', urls };
const department = { departmentID: 5, organizationID: 1, name: 'D', primaryAccountID: 0 };
const of = (response: object) => ({ response, requestID: 'r' });
const surveys = '/surveys/1001';

const shapes: readonly Shape[] = [
  {
    ...{ what: 'a page', endpoint: 'take', path: `${surveys}/take`, body: page },
    members: {
      'response.meta.isFinalPage': 'PAGE-FINAL-01',
      'response.meta.progressPercentage': 'PAGE-PROGRESS-01',
      'response.navigation.previousPageUrl': 'PAGE-PREVIOUS-TYPE-01',
      'response.navigation.nextPageSubmitUrl': 'PAGE-NEXT-TYPE-01',
      'response.themeConfig.cssUrls': 'PAGE-THEME-CSS-01',
      'response.themeConfig.jsUrls': 'PAGE-THEME-JS-01',
      'response.questions': 'PAGE-QUESTIONS-01',
      'response.questions.0.html': 'PAGE-QUESTION-HTML-01',
      'response.questions.0.json': 'PAGE-QUESTION-JSON-01',
      'response.status': 'PAGE-STATUS-01',
      requestID: 'ENVELOPE-REQUEST-ID-01',
    },
  },
  {
    ...{ what: 'a rejected page', endpoint: 'submit-page', path: `${surveys}/submit-page`, body: rejected },
    members: {
      'response.validationErrors': 'PAGE-VALIDATION-01',
      'response.validationErrors.0.questionId': 'PAGE-VALIDATION-ID-01',
      'response.validationErrors.0.message': 'PAGE-VALIDATION-MESSAGE-01',
      'response.validationErrors.0.answerErrors': 'PAGE-VALIDATION-ANSWERS-01',
    },
    mayLack: /never/,
  },
  {
    ...{ what: 'a standard error', endpoint: 'take', path: `${surveys}/take`, httpStatus: 400, body: standard },
    members: {
      'response.error': 'ERROR-SHAPE-01',
      'response.error.docs': 'ERROR-DOCS-01',
      'response.error.name': 'ERROR-NAME-01',
      'response.error.httpStatusCode': 'ERROR-HTTP-STATUS-01',
      'response.error.id': 'ERROR-ID-01',
      'response.error.message': 'ERROR-MESSAGE-01',
      'response.error.resourceUrl': 'ERROR-RESOURCE-01',
    },
    mayLack: /error$/,
  },
  {
    ...{ what: 'a session error', endpoint: 'submit-page', path: `${surveys}/submit-page`, httpStatus: 400 },
    body: session,
    members: {
      'error.code': 'SESSION-ERROR-SHAPE-01',
      'error.message': 'SESSION-ERROR-SHAPE-01',
      requestID: 'SESSION-ERROR-SHAPE-02',
    },
  },
  {
    ...{ what: 'a list', endpoint: 'list-responses', path: `${surveys}/responses` },
    body: { response: [], pagination: pagination('?', 1), requestID: 'r' },
    members: {
      'pagination.perPage': 'PAGING-PER-PAGE-01',
      'pagination.totalItems': 'PAGING-TOTAL-ITEMS-01',
      'pagination.totalPages': 'PAGING-TOTAL-PAGES-01',
      'pagination.currentPage': 'PAGING-CURRENT-01',
      'pagination.links': 'PAGING-LINKS-01',
      'pagination.links.self': 'PAGING-SELF-01',
      'pagination.links.first': 'PAGING-FIRST-01',
      'pagination.links.last': 'PAGING-LAST-01',
      'pagination.links.prev': 'PAGING-PREV-01',
      'pagination.links.next': 'PAGING-NEXT-01',
    },
  },
  {
    ...{ what: 'a new key', endpoint: 'regenerate-key', path: '/apikey/regenerate', body: of({ apiKey: 'k' }) },
    members: { 'response.apiKey': 'KEY-REGENERATE-01' },
  },
  {
    ...{ what: 'a department', endpoint: 'create-department', path: '/organizations/1/departments' },
    body: of(department),
    members: {
      'response.departmentID': 'DEPARTMENT-ID-01',
      'response.organizationID': 'DEPARTMENT-ORGANIZATION-01',
      'response.name': 'DEPARTMENT-NAME-01',
      'response.primaryAccountID': 'DEPARTMENT-PRIMARY-01',
    },
    mayLack: /./,
  },
  {
    ...{ what: 'a template', endpoint: 'create-template', path: `${surveys}/templates`, body: of(template) },
    members: {
      'response.emailTemplateID': 'TEMPLATE-ID-01',
      'response.userID': 'TEMPLATE-USER-01',
      'response.surveyID': 'TEMPLATE-SURVEY-01',
      'response.type': 'TEMPLATE-TYPE-01',
      'response.isGlobal': 'TEMPLATE-GLOBAL-01',
      'response.draft': 'TEMPLATE-DRAFT-01',
      'response.title': 'TEMPLATE-TITLE-01',
      'response.emailSubject': 'TEMPLATE-SUBJECT-01',
      'response.content': 'TEMPLATE-CONTENT-01',
    },
    mayLack: /./,
  },
  {
    ...{ what: 'a datapad', endpoint: 'update-datapad', path: `${surveys}/datapads/5`, body: of(datapad) },
    members: {
      'response.datapadID': 'DATAPAD-ID-01',
      'response.surveyID': 'DATAPAD-SURVEY-01',
      'response.title': 'DATAPAD-TITLE-01',
      'response.description': 'DATAPAD-DESCRIPTION-01',
      'response.analysisHtmlText': 'DATAPAD-HTML-01',
      'response.urls': 'DATAPAD-URLS-01',
      'response.urls.report': 'DATAPAD-URL-REPORT-01',
      'response.urls.csv': 'DATAPAD-URL-CSV-01',
      'response.urls.excel': 'DATAPAD-URL-EXCEL-01',
    },
    mayLack: /response\.\w+$/,
  },
  {
    ...{ what: 'a record', endpoint: 'fetch-response', path: `${surveys}/responses/7`, body: of(record) },
    members: {
      'response.responseID': 'RECORD-ID-01',
      'response.surveyID': 'RECORD-SURVEY-ID-01',
      'response.surveyName': 'RECORD-SURVEY-NAME-01',
      'response.ipAddress': 'RECORD-IP-01',
      'response.timestamp': 'RECORD-TIMESTAMP-01',
      'response.utctimestamp': 'RECORD-UTC-01',
      'response.dataQuality': 'RECORD-QUALITY-01',
      'response.dataQualityScore': 'RECORD-SCORE-01',
      'response.location': 'RECORD-LOCATION-01',
      'response.location.country': 'RECORD-COUNTRY-01',
      'response.location.region': 'RECORD-REGION-01',
      'response.location.latitude': 'RECORD-LATITUDE-01',
      'response.location.longitude': 'RECORD-LONGITUDE-01',
      'response.location.radius': 'RECORD-RADIUS-01',
      'response.location.countryCode': 'RECORD-COUNTRY-CODE-01',
      'response.duplicate': 'RECORD-DUPLICATE-01',
      'response.timeTaken': 'RECORD-TIME-TAKEN-01',
      'response.responseStatus': 'RECORD-STATUS-01',
      'response.externalReference': 'RECORD-EXTERNAL-01',
      'response.customVariables': 'RECORD-CUSTOMS-01',
      'response.customVariables.custom1': 'RECORD-CUSTOM-01',
      'response.language': 'RECORD-LANGUAGE-01',
      'response.currentInset': 'RECORD-INSET-01',
      'response.operatingSystem': 'RECORD-SYSTEM-01',
      'response.osDeviceType': 'RECORD-DEVICE-01',
      'response.browser': 'RECORD-BROWSER-01',
      'response.responseSet': 'RECORD-SET-01',
      'response.responseSet.0.questionID': 'RECORD-QUESTION-ID-01',
      'response.responseSet.0.questionDescription': 'RECORD-QUESTION-DESCRIPTION-01',
      'response.responseSet.0.questionCode': 'RECORD-QUESTION-CODE-01',
      'response.responseSet.0.questionText': 'RECORD-QUESTION-TEXT-01',
      'response.responseSet.0.imageUrl': 'RECORD-QUESTION-IMAGE-01',
      'response.responseSet.0.answerValues': 'RECORD-QUESTION-VALUES-01',
      'response.responseSet.0.answerValues.0.answerID': 'RECORD-ANSWER-ID-01',
      'response.responseSet.0.answerValues.0.answerText': 'RECORD-ANSWER-TEXT-01',
      'response.responseSet.0.answerValues.0.value': 'RECORD-VALUE-01',
      'response.responseSet.0.answerValues.0.value.scale': 'RECORD-VALUE-SCALE-01',
      'response.responseSet.0.answerValues.0.value.other': 'RECORD-VALUE-OTHER-01',
      'response.responseSet.0.answerValues.0.value.dynamicExplodeText': 'RECORD-VALUE-EXPLODE-01',
      'response.responseSet.0.answerValues.0.value.text': 'RECORD-VALUE-TEXT-01',
      'response.responseSet.0.answerValues.0.value.result': 'RECORD-VALUE-RESULT-01',
      'response.responseSet.0.answerValues.0.value.fileLink': 'RECORD-VALUE-FILE-01',
      'response.responseSet.0.answerValues.0.value.weight': 'RECORD-VALUE-WEIGHT-01',
    },
    mayLack: /./,
  },
];

/** A value that no member of the document may have: neither a plain one nor an object, and no list of its own. */
const wrong = [[7]];

describe.each(shapes)('$what', ({ endpoint, path, httpStatus = 200, body, members, mayLack }) => {
  const judged = (changedBody: object): readonly string[] =>
    failingAlone(answerOf(endpoint, path, changedBody, httpStatus));

  test('as the document shows it', () => expect(judged(body)).toEqual([]));

  test.each(Object.entries(members))('with another %s', (member, clause) => {
    expect(judged(changed(body, member, member.endsWith('answerErrors') ? 7 : wrong))).toContain(clause);
  });

  const due = Object.entries(members).filter(([member]) => mayLack?.test(member) !== true);
  test.each(due)('without %s', (member, clause) => {
    expect(judged(changed(body, member, absent))).toContain(clause);
  });
});

describe('the JSON of a question', () => {
  const judged = (member: string, value: unknown): readonly string[] => {
    const json = JSON.stringify(changed(question, member, value));
    return failingAlone(answerOf('take', `${surveys}/take`, changed(page, 'response.questions.0.json', json)));
  };

  test.each([
    ['id', 'QUESTION-ID-01'],
    ['type', 'QUESTION-TYPE-01'],
    ['text', 'QUESTION-TEXT-01'],
    ['answers', 'QUESTION-ANSWERS-01'],
    ['answers.0.id', 'QUESTION-ANSWER-ID-01'],
    ['answers.0.text', 'QUESTION-ANSWER-TEXT-01'],
    ['answers.0.selected', 'QUESTION-SELECTED-01'],
    ['formParam', 'QUESTION-FORM-01'],
    ['formParam.paramPrefix', 'QUESTION-FORM-PREFIX-01'],
    ['formParam.paramIdType', 'QUESTION-FORM-ID-TYPE-01'],
  ])('with another %s, or without it', (member, clause) => {
    expect(judged(member, wrong)).toContain(clause);
    if (member !== 'answers.0.selected') expect(judged(member, absent)).toContain(clause);
  });
});
