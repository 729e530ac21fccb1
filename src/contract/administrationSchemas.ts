import Type from 'typebox';
import { states } from './clause.ts';

const nullableString = Type.Union([Type.String(), Type.Null()]);

/** Members that state a clause of their kind: that `member`, as a sentence begins, is one. */
const text = (id: string, anchor: string, member: string) => Type.String(states(id, anchor, `${member} is a string.`));
const nullableText = (id: string, anchor: string, member: string) =>
  Type.Union([Type.String(), Type.Null()], states(id, anchor, `${member} is a string or null.`));
const integer = (id: string, anchor: string, member: string) =>
  Type.Integer(states(id, anchor, `${member} is an integer.`));
const number = (id: string, anchor: string, member: string) =>
  Type.Number(states(id, anchor, `${member} is a number.`));
const flag = (id: string, anchor: string, member: string) =>
  Type.Boolean(states(id, anchor, `${member} is a boolean.`));

/** Document, Department. */
export const Department = Type.Object({
  departmentID: integer('DEPARTMENT-ID-01', 'department-id', '`departmentID`'),
  organizationID: integer('DEPARTMENT-ORGANIZATION-01', 'department-organization', '`organizationID`'),
  name: text('DEPARTMENT-NAME-01', 'department-name', '`name`'),
  primaryAccountID: integer('DEPARTMENT-PRIMARY-01', 'department-primary', '`primaryAccountID`'),
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
  emailTemplateID: integer('TEMPLATE-ID-01', 'template-id', '`emailTemplateID`'),
  userID: integer('TEMPLATE-USER-01', 'template-user', '`userID`'),
  surveyID: Type.Integer(
    states('TEMPLATE-SURVEY-01', 'template-survey', '`surveyID` of a template is an integer, that of the request.', {
      idAfter: 'surveys',
    }),
  ),
  type: integer('TEMPLATE-TYPE-01', 'template-type', '`type`'),
  isGlobal: Type.Boolean(
    states('TEMPLATE-GLOBAL-01', 'template-global', '`isGlobal` is returned as it was sent, a boolean.'),
  ),
  draft: flag('TEMPLATE-DRAFT-01', 'template-draft', '`draft`'),
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
  title: text('DATAPAD-TITLE-01', 'datapad-title', '`title`'),
  description: text('DATAPAD-DESCRIPTION-01', 'datapad-description', '`description`'),
  analysisHtmlText: text('DATAPAD-HTML-01', 'datapad-html', '`analysisHtmlText`'),
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
    region: text('RECORD-REGION-01', 'record-region', '`location.region`'),
    latitude: number('RECORD-LATITUDE-01', 'record-latitude', '`location.latitude`'),
    longitude: number('RECORD-LONGITUDE-01', 'record-longitude', '`location.longitude`'),
    radius: number('RECORD-RADIUS-01', 'record-radius', '`location.radius`'),
    countryCode: text('RECORD-COUNTRY-CODE-01', 'record-country-code', '`location.countryCode`'),
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
  answerID: integer('RECORD-ANSWER-ID-01', 'record-answer-id', "An answer value's `answerID`"),
  answerText: text('RECORD-ANSWER-TEXT-01', 'record-answer-text', "An answer value's `answerText`"),
  value: Type.Object(
    {
      scale: text('RECORD-VALUE-SCALE-01', 'record-value-scale', '`value.scale`'),
      other: text('RECORD-VALUE-OTHER-01', 'record-value-other', '`value.other`'),
      dynamicExplodeText: text('RECORD-VALUE-EXPLODE-01', 'record-value-explode', '`value.dynamicExplodeText`'),
      text: text('RECORD-VALUE-TEXT-01', 'record-value-text', '`value.text`'),
      result: text('RECORD-VALUE-RESULT-01', 'record-value-result', '`value.result`'),
      fileLink: text('RECORD-VALUE-FILE-01', 'record-value-file', '`value.fileLink`'),
      weight: number('RECORD-VALUE-WEIGHT-01', 'record-value-weight', '`value.weight`'),
    },
    states('RECORD-VALUE-01', 'record-value', "An answer value's `value` is an object."),
  ),
});
export type AnswerValue = Type.Static<typeof AnswerValue>;

/** Document, Answered question; endpoint 12 says that `imageUrl` alone may be missing. */
export const AnsweredQuestion = Type.Object({
  questionID: integer('RECORD-QUESTION-ID-01', 'record-question-id', "An answered question's `questionID`"),
  questionDescription: text(
    'RECORD-QUESTION-DESCRIPTION-01',
    'record-question-description',
    "An answered question's `questionDescription`",
  ),
  questionCode: text('RECORD-QUESTION-CODE-01', 'record-question-code', "An answered question's `questionCode`"),
  questionText: text('RECORD-QUESTION-TEXT-01', 'record-question-text', "An answered question's `questionText`"),
  imageUrl: Type.Optional(
    nullableText(
      'RECORD-QUESTION-IMAGE-01',
      'record-question-image',
      "An answered question's `imageUrl`, where present,",
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
  responseID: integer('RECORD-ID-01', 'record-id', '`responseID`'),
  surveyID: Type.Integer(
    states('RECORD-SURVEY-ID-01', 'record-survey-id', '`surveyID` of a record is an integer, that of the request.', {
      idAfter: 'surveys',
    }),
  ),
  surveyName: text('RECORD-SURVEY-NAME-01', 'record-survey-name', '`surveyName`'),
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
  dataQuality: text('RECORD-QUALITY-01', 'record-quality', '`dataQuality`'),
  dataQualityScore: number('RECORD-SCORE-01', 'record-score', '`dataQualityScore`'),
  location,
  duplicate: flag('RECORD-DUPLICATE-01', 'record-duplicate', '`duplicate`'),
  timeTaken: integer('RECORD-TIME-TAKEN-01', 'record-time-taken', '`timeTaken`'),
  responseStatus: text('RECORD-STATUS-01', 'record-status', '`responseStatus`'),
  externalReference: text('RECORD-EXTERNAL-01', 'record-external', '`externalReference`'),
  customVariables,
  language: text('RECORD-LANGUAGE-01', 'record-language', '`language`'),
  currentInset: text('RECORD-INSET-01', 'record-inset', '`currentInset`'),
  operatingSystem: text('RECORD-SYSTEM-01', 'record-system', '`operatingSystem`'),
  osDeviceType: text('RECORD-DEVICE-01', 'record-device', '`osDeviceType`'),
  browser: text('RECORD-BROWSER-01', 'record-browser', '`browser`'),
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
    self: text('PAGING-SELF-01', 'pagination-self', '`links.self`'),
    first: text('PAGING-FIRST-01', 'pagination-first', '`links.first`'),
    last: text('PAGING-LAST-01', 'pagination-last', '`links.last`'),
    prev: nullableText('PAGING-PREV-01', 'pagination-prev', '`links.prev`'),
    next: nullableText('PAGING-NEXT-01', 'pagination-next', '`links.next`'),
  },
  states('PAGING-LINKS-01', 'pagination-links', '`links` is an object.'),
);

const pagingCounts = {
  perPage: integer('PAGING-PER-PAGE-01', 'pagination-per-page', '`perPage`'),
  totalItems: integer('PAGING-TOTAL-ITEMS-01', 'pagination-total-items', '`totalItems`'),
  totalPages: integer('PAGING-TOTAL-PAGES-01', 'pagination-total-pages', '`totalPages`'),
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
