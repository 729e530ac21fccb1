import Type from 'typebox';
import { is, type ShapeClause } from './clause.ts';

const nullableString = () => Type.Union([Type.String(), Type.Null()]);

type Anchor = Pick<ShapeClause, 'anchor'>;

/** Members that state a clause of their kind: that `member`, as a sentence begins, is one. */
const text = (id: string, member: string, more?: Anchor) => is(Type.String(), id, `${member} is a string.`, more);
const nullableText = (id: string, member: string, more?: Anchor) =>
  is(nullableString(), id, `${member} is a string or null.`, more);
const integer = (id: string, member: string, more?: Anchor) => is(Type.Integer(), id, `${member} is an integer.`, more);
const number = (id: string, member: string, more?: Anchor) => is(Type.Number(), id, `${member} is a number.`, more);
const flag = (id: string, member: string, more?: Anchor) => is(Type.Boolean(), id, `${member} is a boolean.`, more);

/** Document, Department. */
export const Department = Type.Object({
  departmentID: integer('DEPARTMENT-ID-01', '`departmentID`'),
  organizationID: integer('DEPARTMENT-ORGANIZATION-01', '`organizationID`'),
  name: text('DEPARTMENT-NAME-01', '`name`'),
  primaryAccountID: integer('DEPARTMENT-PRIMARY-01', '`primaryAccountID`'),
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
  emailTemplateID: integer('TEMPLATE-ID-01', '`emailTemplateID`'),
  userID: integer('TEMPLATE-USER-01', '`userID`'),
  surveyID: is(Type.Integer(), 'TEMPLATE-SURVEY-01', '`surveyID` of a template is an integer, that of the request.', {
    idAfter: 'surveys',
  }),
  type: integer('TEMPLATE-TYPE-01', '`type`'),
  isGlobal: is(Type.Boolean(), 'TEMPLATE-GLOBAL-01', '`isGlobal` is returned as it was sent, a boolean.'),
  draft: flag('TEMPLATE-DRAFT-01', '`draft`'),
  title: is(Type.String(), 'TEMPLATE-TITLE-01', '`title` is returned as it was sent.'),
  emailSubject: is(Type.String(), 'TEMPLATE-SUBJECT-01', '`emailSubject` is returned as it was sent.'),
  content: is(Type.String(), 'TEMPLATE-CONTENT-01', '`content` is returned as it was sent.'),
});
export type EmailTemplate = Type.Static<typeof EmailTemplate>;

/** Document, Datapad. */
export const Datapad = Type.Object({
  datapadID: is(Type.Integer(), 'DATAPAD-ID-01', '`datapadID` is an integer, that of the request.', {
    idAfter: 'datapads',
  }),
  surveyID: is(Type.Integer(), 'DATAPAD-SURVEY-01', '`surveyID` of a datapad is an integer, that of the request.', {
    idAfter: 'surveys',
  }),
  title: text('DATAPAD-TITLE-01', '`title`'),
  description: text('DATAPAD-DESCRIPTION-01', '`description`'),
  analysisHtmlText: text('DATAPAD-HTML-01', '`analysisHtmlText`'),
  urls: is(
    Type.Object({
      report: is(Type.String(), 'DATAPAD-URL-REPORT-01', '`urls.report` is present, a string URL.', { form: 'url' }),
      csv: is(Type.String(), 'DATAPAD-URL-CSV-01', '`urls.csv` is present, a string URL.', { form: 'url' }),
      excel: is(Type.String(), 'DATAPAD-URL-EXCEL-01', '`urls.excel` is present, a string URL.', { form: 'url' }),
    }),
    'DATAPAD-URLS-01',
    '`urls` is an object.',
  ),
});
export type Datapad = Type.Static<typeof Datapad>;

const location = is(
  Type.Object({
    country: is(nullableString(), 'RECORD-COUNTRY-01', '`location.country` is null or a string.'),
    region: text('RECORD-REGION-01', '`location.region`'),
    latitude: number('RECORD-LATITUDE-01', '`location.latitude`'),
    longitude: number('RECORD-LONGITUDE-01', '`location.longitude`'),
    radius: number('RECORD-RADIUS-01', '`location.radius`'),
    countryCode: text('RECORD-COUNTRY-CODE-01', '`location.countryCode`'),
  }),
  'RECORD-LOCATION-01',
  '`location` is an object.',
);

const customVariable = is(
  nullableString(),
  'RECORD-CUSTOM-01',
  '`customVariables` has `custom1` to `custom5`, each a string or null.',
);

const customVariables = is(
  Type.Object({
    custom1: customVariable,
    custom2: customVariable,
    custom3: customVariable,
    custom4: customVariable,
    custom5: customVariable,
  }),
  'RECORD-CUSTOMS-01',
  '`customVariables` is an object.',
  { anchor: 'record-custom' },
);

/** Document, Answer value. */
export const AnswerValue = Type.Object({
  answerID: integer('RECORD-ANSWER-ID-01', "An answer value's `answerID`"),
  answerText: text('RECORD-ANSWER-TEXT-01', "An answer value's `answerText`"),
  value: is(
    Type.Object({
      scale: text('RECORD-VALUE-SCALE-01', '`value.scale`'),
      other: text('RECORD-VALUE-OTHER-01', '`value.other`'),
      dynamicExplodeText: text('RECORD-VALUE-EXPLODE-01', '`value.dynamicExplodeText`'),
      text: text('RECORD-VALUE-TEXT-01', '`value.text`'),
      result: text('RECORD-VALUE-RESULT-01', '`value.result`'),
      fileLink: text('RECORD-VALUE-FILE-01', '`value.fileLink`'),
      weight: number('RECORD-VALUE-WEIGHT-01', '`value.weight`'),
    }),
    'RECORD-VALUE-01',
    "An answer value's `value` is an object.",
  ),
});
export type AnswerValue = Type.Static<typeof AnswerValue>;

/** Document, Answered question; endpoint 12 says that `imageUrl` alone may be missing. */
export const AnsweredQuestion = Type.Object({
  questionID: integer('RECORD-QUESTION-ID-01', "An answered question's `questionID`"),
  questionDescription: text('RECORD-QUESTION-DESCRIPTION-01', "An answered question's `questionDescription`"),
  questionCode: text('RECORD-QUESTION-CODE-01', "An answered question's `questionCode`"),
  questionText: text('RECORD-QUESTION-TEXT-01', "An answered question's `questionText`"),
  imageUrl: Type.Optional(
    nullableText('RECORD-QUESTION-IMAGE-01', "An answered question's `imageUrl`, where present,"),
  ),
  answerValues: is(
    Type.Array(AnswerValue),
    'RECORD-QUESTION-VALUES-01',
    "An answered question's `answerValues` is an array.",
  ),
});
export type AnsweredQuestion = Type.Static<typeof AnsweredQuestion>;

/** Document, Survey response record, as list, filter and fetch return it. */
export const ResponseRecord = Type.Object({
  responseID: integer('RECORD-ID-01', '`responseID`'),
  surveyID: is(Type.Integer(), 'RECORD-SURVEY-ID-01', '`surveyID` of a record is an integer, that of the request.', {
    idAfter: 'surveys',
  }),
  surveyName: text('RECORD-SURVEY-NAME-01', '`surveyName`'),
  ipAddress: is(Type.String(), 'RECORD-IP-01', '`ipAddress` is a string in IPv4 format.', { form: 'ipv4' }),
  timestamp: is(
    Type.String(),
    'RECORD-TIMESTAMP-01',
    '`timestamp` has the form `DD Mon, YYYY hh:mm:ss AM/PM <zone>`.',
    { form: 'timestamp' },
  ),
  utctimestamp: is(
    Type.Integer(),
    'RECORD-UTC-01',
    '`utctimestamp` is an integer where list, filter and fetch return it.',
  ),
  dataQuality: text('RECORD-QUALITY-01', '`dataQuality`'),
  dataQualityScore: number('RECORD-SCORE-01', '`dataQualityScore`'),
  location,
  duplicate: flag('RECORD-DUPLICATE-01', '`duplicate`'),
  timeTaken: integer('RECORD-TIME-TAKEN-01', '`timeTaken`'),
  responseStatus: text('RECORD-STATUS-01', '`responseStatus`'),
  externalReference: text('RECORD-EXTERNAL-01', '`externalReference`'),
  customVariables,
  language: text('RECORD-LANGUAGE-01', '`language`'),
  currentInset: text('RECORD-INSET-01', '`currentInset`'),
  operatingSystem: text('RECORD-SYSTEM-01', '`operatingSystem`'),
  osDeviceType: text('RECORD-DEVICE-01', '`osDeviceType`'),
  browser: text('RECORD-BROWSER-01', '`browser`'),
  responseSet: is(Type.Array(AnsweredQuestion), 'RECORD-SET-01', '`responseSet` is an array of answered questions.'),
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
      imageUrl: Type.Optional(nullableString()),
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

const pageLinks = is(
  Type.Object({
    self: text('PAGING-SELF-01', '`links.self`', { anchor: 'pagination-self' }),
    first: text('PAGING-FIRST-01', '`links.first`', { anchor: 'pagination-first' }),
    last: text('PAGING-LAST-01', '`links.last`', { anchor: 'pagination-last' }),
    prev: nullableText('PAGING-PREV-01', '`links.prev`', { anchor: 'pagination-prev' }),
    next: nullableText('PAGING-NEXT-01', '`links.next`', { anchor: 'pagination-next' }),
  }),
  'PAGING-LINKS-01',
  '`links` is an object.',
  { anchor: 'pagination-links' },
);

const pagingCounts = {
  perPage: integer('PAGING-PER-PAGE-01', '`perPage`', { anchor: 'pagination-per-page' }),
  totalItems: integer('PAGING-TOTAL-ITEMS-01', '`totalItems`', { anchor: 'pagination-total-items' }),
  totalPages: integer('PAGING-TOTAL-PAGES-01', '`totalPages`', { anchor: 'pagination-total-pages' }),
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
