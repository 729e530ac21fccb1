import type { SectionId } from '../contract/clause.ts';
import { type QuestionId, questions } from '../contract/questions/openQuestions.ts';

/** One thing that the document leaves open, and the ways in which a service may do it: by default the first. */
export interface VariantChoice<Value extends string = string> {
  readonly section: SectionId;
  /** What is open, in words. */
  readonly open: string;
  readonly values: readonly Value[];
  /** The question of the catalogue that the values answer. */
  readonly answers?: QuestionId;
}

type AnswerTo<Question extends QuestionId> = (typeof questions)[Question]['alternatives'][number]['value'];

/** What a question of the catalogue asks: each of its alternatives. */
function answers<Question extends QuestionId>(id: Question): VariantChoice<AnswerTo<Question>> {
  const { section, question, alternatives } = questions[id];
  return { section, open: question, values: alternatives.map(({ value }) => value), answers: id };
}

/** What a question asks that is measured, or of whose alternatives the service has some. */
function answersSome<const Value extends string>(id: QuestionId, ...values: readonly Value[]): VariantChoice<Value> {
  return { ...answers(id), values };
}

/** What is too fine for the catalogue. */
function among<const Value extends string>(
  section: SectionId,
  open: string,
  ...values: readonly Value[]
): VariantChoice<Value> {
  return { section, open, values };
}

/** What the service's own code decides by. */
export const variantChoices = {
  // Of endpoints 4 to 12.
  createDepartmentHttp: answers('Q-HTTP-CREATE-DEPARTMENT'),
  createTemplateHttp: answers('Q-HTTP-CREATE-TEMPLATE'),
  createResponseHttp: answers('Q-HTTP-CREATE-RESPONSE'),
  updateDatapadHttp: answers('Q-HTTP-UPDATE-DATAPAD'),
  regenerateHttp: answers('Q-HTTP-REGENERATE'),
  departmentName: answers('Q-MANDATORY-DEPARTMENT-NAME'),
  primaryAccount: answers('Q-MANDATORY-PRIMARY-ACCOUNT'),
  templateMembers: answers('Q-MANDATORY-TEMPLATE'),
  templateDraft: answers('Q-TEMPLATE-DRAFT'),
  templateType: answersSome('Q-TEMPLATE-TYPE', '1', '0', '12'),
  datapadHtml: answers('Q-MANDATORY-DATAPAD'),
  datapadValue: answersSome('Q-DATAPAD-VALUE', 'verbatim', 'altered'),
  maxPerPage: answersSome('Q-MAX-PER-PAGE', '1000', '200', 'none'),
  perPageTooLarge: answers('Q-PER-PAGE-TOO-LARGE'),
  perPageOfResponses: answersSome('Q-PER-PAGE-DEFAULT-RESPONSES', '1/100', '1/20'),
  perPageZero: answers('Q-PER-PAGE-ZERO'),
  pageZero: answers('Q-PAGE-ZERO'),
  pageNotNumber: answers('Q-PAGE-NOT-NUMBER'),
  pageTooFar: answers('Q-PAGE-TOO-FAR'),
  linkForm: answers('Q-LINK-FORM'),
  emptyTotalPages: answers('Q-EMPTY-TOTAL-PAGES'),
  filterSpelling: answers('Q-CURREXT-PAGE'),
  filterCombine: answers('Q-FILTER-COMBINE'),
  filterMatch: answers('Q-FILTER-EXACT'),
  filterCase: answers('Q-FILTER-CASE'),
  filterWithout: answersSome('Q-FILTER-WITHOUT', 'all', '400', 'none'),
  filterCustom6: answers('Q-FILTER-CUSTOM6'),
  unknownOrganization: answers('Q-UNKNOWN-ORGANIZATION'),
  unknownSurveyAdmin: answers('Q-UNKNOWN-SURVEY-ADMIN'),
  unknownDatapad: answersSome('Q-UNKNOWN-DATAPAD', '404', '403'),
  malformedId: answers('Q-MALFORMED-ID'),
  unknownMembers: answers('Q-UNKNOWN-MEMBERS'),
  emptyResponseSet: answers('Q-EMPTY-RESPONSE-SET'),
  utcOnCreate: answers('Q-UTC-ON-CREATE'),
  utcUnit: answers('Q-UTC-UNIT'),
  timeTakenUnit: answers('Q-TIME-TAKEN-UNIT'),
  timestampZone: answersSome('Q-TIMESTAMP-ZONE', 'UTC', 'PDT', 'GMT+05:30'),
  dataQuality: answers('Q-DATA-QUALITY'),
  imageUrl: answers('Q-IMAGE-URL'),
  walkRecord: answers('Q-WALK-RECORD'),
  otherTextIn: answers('Q-OTHER-TEXT-IN'),
  numberIn: answers('Q-NUMBER-IN'),
  responseStatus: among(
    'record',
    'Which status has a record that came without one?',
    'Completed',
    'COMPLETED',
    'Complete',
  ),
  recordLanguage: among('record', 'Which language has a record that came without one?', 'English', 'en-US', ''),
  unknownAddress: among(
    'record',
    'Which address has a record that came without one?',
    '0.0.0.0',
    '127.0.0.1',
    '203.0.113.7',
  ),
  prevBeyondLast: among('pagination', 'Does a page beyond the last lead back?', 'null', 'last-page'),
  dateForm: among('record', 'How is the answer to a date question written?', 'iso', 'slashes', 'words'),
  // Of what respondents meet.
  submitKey: answers('Q-SUBMIT-KEY'),
  submitWrongKey: answers('Q-SUBMIT-WRONG-KEY'),
  keyHeader: answers('Q-KEY-HEADER-NAME'),
  expiredHttp: answersSome('Q-EXPIRED-HTTP', '400', '200', '401', '403', '404', '409', '410', '419', '440', '500'),
  validationHttp: answers('Q-VALIDATION-HTTP'),
  submitHttp: answers('Q-SUBMIT-HTTP'),
  errorRequestId: answers('Q-ERROR-REQUEST-ID'),
  completeRedirect: answers('Q-COMPLETE-REDIRECT'),
  takeAfterComplete: answers('Q-TAKE-AFTER-COMPLETE'),
  submitAfterComplete: answers('Q-SUBMIT-AFTER-COMPLETE'),
  previousAfterComplete: answers('Q-PREVIOUS-AFTER-COMPLETE'),
  takeUnknownSession: answers('Q-TAKE-UNKNOWN-SESSION'),
  previousNoSession: answers('Q-PREVIOUS-NO-SESSION'),
  previous400Shape: answers('Q-PREVIOUS-400-SHAPE'),
  previousFirstAfterBack: answers('Q-PREVIOUS-FIRST-AFTER-BACK'),
  backText: answers('Q-BACK-TEXT'),
  backOtherKinds: answers('Q-BACK-OTHER-KINDS'),
  resumeAfterBack: answers('Q-RESUME-AFTER-BACK'),
  doubleSubmit: answers('Q-DOUBLE-SUBMIT'),
  unknownKey: answers('Q-UNKNOWN-KEY'),
  wrongType: answers('Q-WRONG-TYPE'),
  foreignAnswer: answers('Q-FOREIGN-ANSWER'),
  malformedJson: answers('Q-MALFORMED-JSON'),
  contentType: answers('Q-CONTENT-TYPE'),
  hugeText: answers('Q-HUGE-TEXT'),
  unknownSurvey: answers('Q-UNKNOWN-SURVEY'),
  malformedSurvey: answers('Q-MALFORMED-SURVEY'),
  sessionOtherSurvey: answers('Q-SESSION-OTHER-SURVEY'),
  noBackPreviousUrl: answers('Q-NO-BACK-PREVIOUS-URL'),
  progressFirst: answers('Q-PROGRESS-FIRST'),
  progressLast: answers('Q-PROGRESS-LAST'),
  progressOrder: answers('Q-PROGRESS-ORDER'),
  invalidKeepsAnswers: answers('Q-INVALID-KEEPS-ANSWERS'),
  noPageSession: answers('Q-NO-PAGE-SESSION'),
  selectedElsewhere: answers('Q-SELECTED-ELSEWHERE'),
  selectedTyped: answers('Q-SELECTED-TYPED'),
  backRefusedOnFirstPage: answers('Q-BACK-REFUSED-FIRST'),
  quotaReached: among(
    'states',
    'Does a quota that fills in the middle of a walk end the walk?',
    'every-step',
    'new-walks',
  ),
  answerErrors: among('page', 'What is `answerErrors` when single answers are wrong?', 'array', 'object', 'null'),
  otherText: answersSome('Q-OTHER-TEXT', 'optional', 'required'),
  themeConfig: among('page', 'Are the theme lists empty?', 'filled', 'empty'),
  routeCookie: among(
    'take',
    'Is there a second cookie for the routing of the load balancer, and must it come back?',
    'set',
    'none',
    'required',
  ),
  sessionIdForm: among('take', 'What does a session id look like?', 'hex', 'with-node', 'long', 'punctuated'),
  cookieAttributes: among('take', 'Which attributes has the session cookie?', 'http-only', 'same-site'),
} satisfies Record<string, VariantChoice>;

type VariantId = keyof typeof variantChoices;

/** One value for each thing that the document leaves open. */
export type Variants = { readonly [K in VariantId]: (typeof variantChoices)[K]['values'][number] };

/** The first value of every choice. */
export const defaultVariants = Object.freeze(
  Object.fromEntries(Object.entries(variantChoices).map(([id, { values }]) => [id, values[0]])),
) as Variants;
