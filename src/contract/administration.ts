import Type from 'typebox';

const nullableString = Type.Union([Type.String(), Type.Null()]);

/** Document, Department. */
export const Department = Type.Object({
  departmentID: Type.Integer(),
  organizationID: Type.Integer(),
  name: Type.String(),
  primaryAccountID: Type.Integer(),
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
  emailTemplateID: Type.Integer(),
  userID: Type.Integer(),
  surveyID: Type.Integer(),
  type: Type.Integer(),
  isGlobal: Type.Boolean(),
  draft: Type.Boolean(),
  title: Type.String(),
  emailSubject: Type.String(),
  content: Type.String(),
});
export type EmailTemplate = Type.Static<typeof EmailTemplate>;

/** Document, Datapad. */
export const Datapad = Type.Object({
  datapadID: Type.Integer(),
  surveyID: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  analysisHtmlText: Type.String(),
  urls: Type.Object({ report: Type.String(), csv: Type.String(), excel: Type.String() }),
});
export type Datapad = Type.Static<typeof Datapad>;

const location = Type.Object({
  country: nullableString,
  region: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
  radius: Type.Number(),
  countryCode: Type.String(),
});

const customVariables = Type.Object({
  custom1: nullableString,
  custom2: nullableString,
  custom3: nullableString,
  custom4: nullableString,
  custom5: nullableString,
});

/** Document, Answer value. */
export const AnswerValue = Type.Object({
  answerID: Type.Integer(),
  answerText: Type.String(),
  value: Type.Object({
    scale: Type.String(),
    other: Type.String(),
    dynamicExplodeText: Type.String(),
    text: Type.String(),
    result: Type.String(),
    fileLink: Type.String(),
    weight: Type.Number(),
  }),
});
export type AnswerValue = Type.Static<typeof AnswerValue>;

/** Document, Answered question; endpoint 12 says that `imageUrl` alone may be missing. */
export const AnsweredQuestion = Type.Object({
  questionID: Type.Integer(),
  questionDescription: Type.String(),
  questionCode: Type.String(),
  questionText: Type.String(),
  imageUrl: Type.Optional(nullableString),
  answerValues: Type.Array(AnswerValue),
});
export type AnsweredQuestion = Type.Static<typeof AnsweredQuestion>;

/** Document, Survey response record, as list, filter and fetch return it. */
export const ResponseRecord = Type.Object({
  responseID: Type.Integer(),
  surveyID: Type.Integer(),
  surveyName: Type.String(),
  ipAddress: Type.String(),
  timestamp: Type.String(),
  utctimestamp: Type.Integer(),
  dataQuality: Type.String(),
  dataQualityScore: Type.Number(),
  location,
  duplicate: Type.Boolean(),
  timeTaken: Type.Integer(),
  responseStatus: Type.String(),
  externalReference: Type.String(),
  customVariables,
  language: Type.String(),
  currentInset: Type.String(),
  operatingSystem: Type.String(),
  osDeviceType: Type.String(),
  browser: Type.String(),
  responseSet: Type.Array(AnsweredQuestion),
});
export type ResponseRecord = Type.Static<typeof ResponseRecord>;

/** Body of POST responses (document, Endpoint 9): `responseSet` is mandatory, the rest optional. */
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

const pageLinks = Type.Object({
  self: Type.String(),
  first: Type.String(),
  last: Type.String(),
  prev: nullableString,
  next: nullableString,
});

const pagingCounts = { perPage: Type.Integer(), totalItems: Type.Integer(), totalPages: Type.Integer() };

/** Document, Pagination object. */
export const Pagination = Type.Object({ ...pagingCounts, currentPage: Type.Integer(), links: pageLinks });
export type Pagination = Type.Static<typeof Pagination>;

/** The spelling of the filter endpoint's sample, which a client must tolerate there. */
export const FilterPagination = Type.Union([
  Pagination,
  Type.Object({ ...pagingCounts, currextPage: Type.Integer(), links: pageLinks }),
]);
export type FilterPagination = Type.Static<typeof FilterPagination>;
