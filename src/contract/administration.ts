import Type from 'typebox';
import { states } from './shapeClause.ts';

const nullableString = Type.Union([Type.String(), Type.Null()]);

/** Document, Department. */
export const Department = Type.Object({
  departmentID: Type.Integer(states('DEPARTMENT-ID-01', 'department-id', '`departmentID` is an integer.')),
  organizationID: Type.Integer(
    states('DEPARTMENT-ORGANIZATION-01', 'department-organization', '`organizationID` is an integer.'),
  ),
  name: Type.String(states('DEPARTMENT-NAME-01', 'department-name', '`name` is a string.')),
  primaryAccountID: Type.Integer(
    states('DEPARTMENT-PRIMARY-01', 'department-primary', '`primaryAccountID` is an integer.'),
  ),
});
export type Department = Type.Static<typeof Department>;

/** Document, Email template: the four members sent and returned. */
export const EmailTemplateRequest = Type.Object({
  isGlobal: Type.Boolean(),
  title: Type.String(),
  emailSubject: Type.String(),
  content: Type.String(),
});
export type EmailTemplateRequest = Type.Static<typeof EmailTemplateRequest>;

export const EmailTemplate = Type.Object({
  emailTemplateID: Type.Integer(states('TEMPLATE-ID-01', 'template-id', '`emailTemplateID` is an integer.')),
  userID: Type.Integer(states('TEMPLATE-USER-01', 'template-user', '`userID` is an integer.')),
  surveyID: Type.Integer(
    states('TEMPLATE-SURVEY-01', 'template-survey', '`surveyID` of a template is an integer, that of the request.', {
      idAfter: 'surveys',
    }),
  ),
  type: Type.Integer(states('TEMPLATE-TYPE-01', 'template-type', '`type` is an integer.')),
  isGlobal: Type.Boolean(
    states('TEMPLATE-GLOBAL-01', 'template-global', '`isGlobal` is returned as it was sent, a boolean.'),
  ),
  draft: Type.Boolean(states('TEMPLATE-DRAFT-01', 'template-draft', '`draft` is a boolean.')),
  title: Type.String(states('TEMPLATE-TITLE-01', 'template-title', '`title` is returned as it was sent.')),
  emailSubject: Type.String(
    states('TEMPLATE-SUBJECT-01', 'template-subject', '`emailSubject` is returned as it was sent.'),
  ),
  content: Type.String(states('TEMPLATE-CONTENT-01', 'template-content', '`content` is returned as it was sent.')),
});
export type EmailTemplate = Type.Static<typeof EmailTemplate>;

/** Document, Datapad. */
export const Datapad = Type.Object({
  datapadID: Type.Integer(
    states('DATAPAD-ID-01', 'datapad-id', '`datapadID` is an integer, that of the request.', { idAfter: 'datapads' }),
  ),
  surveyID: Type.Integer(
    states('DATAPAD-SURVEY-01', 'datapad-survey', '`surveyID` of a datapad is an integer, that of the request.', {
      idAfter: 'surveys',
    }),
  ),
  title: Type.String(states('DATAPAD-TITLE-01', 'datapad-title', '`title` is a string.')),
  description: Type.String(states('DATAPAD-DESCRIPTION-01', 'datapad-description', '`description` is a string.')),
  analysisHtmlText: Type.String(states('DATAPAD-HTML-01', 'datapad-html', '`analysisHtmlText` is a string.')),
  urls: Type.Object(
    {
      report: Type.String(
        states('DATAPAD-URL-REPORT-01', 'datapad-url-report', '`urls.report` is present, a string URL.', {
          form: 'url',
        }),
      ),
      csv: Type.String(
        states('DATAPAD-URL-CSV-01', 'datapad-url-csv', '`urls.csv` is present, a string URL.', { form: 'url' }),
      ),
      excel: Type.String(
        states('DATAPAD-URL-EXCEL-01', 'datapad-url-excel', '`urls.excel` is present, a string URL.', { form: 'url' }),
      ),
    },
    states('DATAPAD-URLS-01', 'datapad-urls', '`urls` is an object.'),
  ),
});
export type Datapad = Type.Static<typeof Datapad>;

const location = Type.Object(
  {
    country: Type.Union(
      [Type.String(), Type.Null()],
      states('RECORD-COUNTRY-01', 'record-country', '`location.country` is null or a string.'),
    ),
    region: Type.String(states('RECORD-REGION-01', 'record-region', '`location.region` is a string.')),
    latitude: Type.Number(states('RECORD-LATITUDE-01', 'record-latitude', '`location.latitude` is a number.')),
    longitude: Type.Number(states('RECORD-LONGITUDE-01', 'record-longitude', '`location.longitude` is a number.')),
    radius: Type.Number(states('RECORD-RADIUS-01', 'record-radius', '`location.radius` is a number.')),
    countryCode: Type.String(
      states('RECORD-COUNTRY-CODE-01', 'record-country-code', '`location.countryCode` is a string.'),
    ),
  },
  states('RECORD-LOCATION-01', 'record-location', '`location` is an object.'),
);

const customVariable = Type.Union(
  [Type.String(), Type.Null()],
  states('RECORD-CUSTOM-01', 'record-custom', '`customVariables` has `custom1` to `custom5`, each a string or null.'),
);

const customVariables = Type.Object(
  {
    custom1: customVariable,
    custom2: customVariable,
    custom3: customVariable,
    custom4: customVariable,
    custom5: customVariable,
  },
  states('RECORD-CUSTOMS-01', 'record-custom', '`customVariables` is an object.'),
);

/** Document, Answer value. */
export const AnswerValue = Type.Object({
  answerID: Type.Integer(
    states('RECORD-ANSWER-ID-01', 'record-answer-id', "An answer value's `answerID` is an integer."),
  ),
  answerText: Type.String(
    states('RECORD-ANSWER-TEXT-01', 'record-answer-text', "An answer value's `answerText` is a string."),
  ),
  value: Type.Object(
    {
      scale: Type.String(states('RECORD-VALUE-SCALE-01', 'record-value-scale', '`value.scale` is a string.')),
      other: Type.String(states('RECORD-VALUE-OTHER-01', 'record-value-other', '`value.other` is a string.')),
      dynamicExplodeText: Type.String(
        states('RECORD-VALUE-EXPLODE-01', 'record-value-explode', '`value.dynamicExplodeText` is a string.'),
      ),
      text: Type.String(states('RECORD-VALUE-TEXT-01', 'record-value-text', '`value.text` is a string.')),
      result: Type.String(states('RECORD-VALUE-RESULT-01', 'record-value-result', '`value.result` is a string.')),
      fileLink: Type.String(states('RECORD-VALUE-FILE-01', 'record-value-file', '`value.fileLink` is a string.')),
      weight: Type.Number(states('RECORD-VALUE-WEIGHT-01', 'record-value-weight', '`value.weight` is a number.')),
    },
    states('RECORD-VALUE-01', 'record-value', "An answer value's `value` is an object."),
  ),
});
export type AnswerValue = Type.Static<typeof AnswerValue>;

/** Document, Answered question; endpoint 12 says that `imageUrl` alone may be missing. */
export const AnsweredQuestion = Type.Object({
  questionID: Type.Integer(
    states('RECORD-QUESTION-ID-01', 'record-question-id', "An answered question's `questionID` is an integer."),
  ),
  questionDescription: Type.String(
    states(
      'RECORD-QUESTION-DESCRIPTION-01',
      'record-question-description',
      "An answered question's `questionDescription` is a string.",
    ),
  ),
  questionCode: Type.String(
    states('RECORD-QUESTION-CODE-01', 'record-question-code', "An answered question's `questionCode` is a string."),
  ),
  questionText: Type.String(
    states('RECORD-QUESTION-TEXT-01', 'record-question-text', "An answered question's `questionText` is a string."),
  ),
  imageUrl: Type.Optional(
    Type.Union(
      [Type.String(), Type.Null()],
      states(
        'RECORD-QUESTION-IMAGE-01',
        'record-question-image',
        "An answered question's `imageUrl`, where present, is a string or null.",
      ),
    ),
  ),
  answerValues: Type.Array(
    AnswerValue,
    states('RECORD-QUESTION-VALUES-01', 'record-question-values', "An answered question's `answerValues` is an array."),
  ),
});
export type AnsweredQuestion = Type.Static<typeof AnsweredQuestion>;

/** Document, Survey response record, as list, filter and fetch return it. */
export const ResponseRecord = Type.Object({
  responseID: Type.Integer(states('RECORD-ID-01', 'record-id', '`responseID` is an integer.')),
  surveyID: Type.Integer(
    states('RECORD-SURVEY-ID-01', 'record-survey-id', '`surveyID` of a record is an integer, that of the request.', {
      idAfter: 'surveys',
    }),
  ),
  surveyName: Type.String(states('RECORD-SURVEY-NAME-01', 'record-survey-name', '`surveyName` is a string.')),
  ipAddress: Type.String(
    states('RECORD-IP-01', 'record-ip', '`ipAddress` is a string in IPv4 format.', { form: 'ipv4' }),
  ),
  timestamp: Type.String(
    states(
      'RECORD-TIMESTAMP-01',
      'record-timestamp',
      '`timestamp` has the form `DD Mon, YYYY hh:mm:ss AM/PM <zone>`.',
      {
        form: 'timestamp',
      },
    ),
  ),
  utctimestamp: Type.Integer(
    states('RECORD-UTC-01', 'record-utc', '`utctimestamp` is an integer where list, filter and fetch return it.'),
  ),
  dataQuality: Type.String(states('RECORD-QUALITY-01', 'record-quality', '`dataQuality` is a string.')),
  dataQualityScore: Type.Number(states('RECORD-SCORE-01', 'record-score', '`dataQualityScore` is a number.')),
  location,
  duplicate: Type.Boolean(states('RECORD-DUPLICATE-01', 'record-duplicate', '`duplicate` is a boolean.')),
  timeTaken: Type.Integer(states('RECORD-TIME-TAKEN-01', 'record-time-taken', '`timeTaken` is an integer.')),
  responseStatus: Type.String(states('RECORD-STATUS-01', 'record-status', '`responseStatus` is a string.')),
  externalReference: Type.String(states('RECORD-EXTERNAL-01', 'record-external', '`externalReference` is a string.')),
  customVariables,
  language: Type.String(states('RECORD-LANGUAGE-01', 'record-language', '`language` is a string.')),
  currentInset: Type.String(states('RECORD-INSET-01', 'record-inset', '`currentInset` is a string.')),
  operatingSystem: Type.String(states('RECORD-SYSTEM-01', 'record-system', '`operatingSystem` is a string.')),
  osDeviceType: Type.String(states('RECORD-DEVICE-01', 'record-device', '`osDeviceType` is a string.')),
  browser: Type.String(states('RECORD-BROWSER-01', 'record-browser', '`browser` is a string.')),
  responseSet: Type.Array(
    AnsweredQuestion,
    states('RECORD-SET-01', 'record-set', '`responseSet` is an array of answered questions.'),
  ),
});
export type ResponseRecord = Type.Static<typeof ResponseRecord>;

/** Body of POST responses (service.md#create-response-set): `responseSet` is mandatory, the rest optional. */
export const CreateResponseRequest = Type.Object({
  responseSet: Type.Array(
    Type.Object({
      questionID: Type.Integer(),
      questionDescription: Type.Optional(Type.String()),
      questionCode: Type.Optional(Type.String()),
      questionText: Type.Optional(Type.String()),
      imageUrl: Type.Optional(nullableString),
      answerValues: Type.Array(
        Type.Object({
          answerID: Type.Integer(),
          answerText: Type.Optional(Type.String()),
          value: Type.Optional(Type.Partial(AnswerValue.properties.value)),
        }),
      ),
    }),
  ),
  ipAddress: Type.Optional(Type.String()),
  timestamp: Type.Optional(Type.String()),
  location: Type.Optional(Type.Partial(location)),
  duplicate: Type.Optional(Type.Boolean()),
  timeTaken: Type.Optional(Type.Integer()),
  responseStatus: Type.Optional(Type.String()),
  externalReference: Type.Optional(Type.String()),
  customVariables: Type.Optional(Type.Partial(customVariables)),
  language: Type.Optional(Type.String()),
  currentInset: Type.Optional(Type.String()),
  operatingSystem: Type.Optional(Type.String()),
  osDeviceType: Type.Optional(Type.String()),
  browser: Type.Optional(Type.String()),
});
export type CreateResponseRequest = Type.Static<typeof CreateResponseRequest>;

const pageLinks = Type.Object(
  {
    self: Type.String(states('PAGING-SELF-01', 'pagination-self', '`links.self` is a string.')),
    first: Type.String(states('PAGING-FIRST-01', 'pagination-first', '`links.first` is a string.')),
    last: Type.String(states('PAGING-LAST-01', 'pagination-last', '`links.last` is a string.')),
    prev: Type.Union(
      [Type.String(), Type.Null()],
      states('PAGING-PREV-01', 'pagination-prev', '`links.prev` is a string or null.'),
    ),
    next: Type.Union(
      [Type.String(), Type.Null()],
      states('PAGING-NEXT-01', 'pagination-next', '`links.next` is a string or null.'),
    ),
  },
  states('PAGING-LINKS-01', 'pagination-links', '`links` is an object.'),
);

const pagingCounts = {
  perPage: Type.Integer(states('PAGING-PER-PAGE-01', 'pagination-per-page', '`perPage` is an integer.')),
  totalItems: Type.Integer(states('PAGING-TOTAL-ITEMS-01', 'pagination-total-items', '`totalItems` is an integer.')),
  totalPages: Type.Integer(states('PAGING-TOTAL-PAGES-01', 'pagination-total-pages', '`totalPages` is an integer.')),
};

/** Document, Pagination object. */
export const Pagination = Type.Object({ ...pagingCounts, currentPage: Type.Integer(), links: pageLinks });
export type Pagination = Type.Static<typeof Pagination>;

/** The pagination object without the member whose name the filter's sample misspells. */
export const PaginationCore = Type.Object({ ...pagingCounts, links: pageLinks });

/** The spelling of the filter endpoint's sample, which a client must tolerate there. */
export const FilterPagination = Type.Union([
  Pagination,
  Type.Object({ ...pagingCounts, currextPage: Type.Integer(), links: pageLinks }),
]);
export type FilterPagination = Type.Static<typeof FilterPagination>;
