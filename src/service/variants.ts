import type { SectionId } from '../contract/clause.ts';
import type { QuestionId } from '../contract/questions/catalogue.ts';

/**
 * One thing that the document leaves open. All alternatives are allowed, the first is what the service does by
 * default. Most are answers to a question of the catalogue; the others are too fine for it.
 */
export type VariantChoice =
  | { readonly answers: QuestionId; readonly alternatives: readonly string[] }
  | { readonly section: SectionId; readonly question: string; readonly alternatives: readonly string[] };

const afterCompletion = ['already_completed', 'survey_complete', 'session-error'] as const;
const restored = ['html', 'json', 'both', 'absent'] as const;

/** What the document leaves open, with the answers that a service may give. */
export const variantChoices = {
  // Of endpoints 4 to 12.
  createDepartmentHttp: { answers: 'Q-HTTP-CREATE-DEPARTMENT', alternatives: ['200', '201'] },
  createTemplateHttp: { answers: 'Q-HTTP-CREATE-TEMPLATE', alternatives: ['200', '201'] },
  createResponseHttp: { answers: 'Q-HTTP-CREATE-RESPONSE', alternatives: ['200', '201'] },
  updateDatapadHttp: { answers: 'Q-HTTP-UPDATE-DATAPAD', alternatives: ['200', '201', '202'] },
  regenerateHttp: { answers: 'Q-HTTP-REGENERATE', alternatives: ['200', '201'] },
  departmentName: { answers: 'Q-MANDATORY-DEPARTMENT-NAME', alternatives: ['mandatory', 'optional'] },
  primaryAccount: { answers: 'Q-MANDATORY-PRIMARY-ACCOUNT', alternatives: ['mandatory', 'optional'] },
  templateMembers: {
    answers: 'Q-MANDATORY-TEMPLATE',
    alternatives: ['all', 'none', 'isGlobal', 'title', 'emailSubject', 'content'],
  },
  templateDraft: { answers: 'Q-TEMPLATE-DRAFT', alternatives: ['false', 'true'] },
  templateType: { answers: 'Q-TEMPLATE-TYPE', alternatives: ['1', '0', '12'] },
  datapadHtml: { answers: 'Q-MANDATORY-DATAPAD', alternatives: ['mandatory', 'optional'] },
  datapadValue: { answers: 'Q-DATAPAD-VALUE', alternatives: ['verbatim', 'altered'] },
  maxPerPage: { answers: 'Q-MAX-PER-PAGE', alternatives: ['1000', '200', 'none'] },
  perPageTooLarge: { answers: 'Q-PER-PAGE-TOO-LARGE', alternatives: ['400', 'clamped'] },
  perPageOfResponses: { answers: 'Q-PER-PAGE-DEFAULT-RESPONSES', alternatives: ['1/100', '1/20'] },
  perPageZero: { answers: 'Q-PER-PAGE-ZERO', alternatives: ['400', 'default'] },
  pageZero: { answers: 'Q-PAGE-ZERO', alternatives: ['400', 'first'] },
  pageNotNumber: { answers: 'Q-PAGE-NOT-NUMBER', alternatives: ['400', 'default'] },
  pageTooFar: { answers: 'Q-PAGE-TOO-FAR', alternatives: ['empty', '404', '400', 'last'] },
  linkForm: { answers: 'Q-LINK-FORM', alternatives: ['absolute', 'path'] },
  emptyTotalPages: { answers: 'Q-EMPTY-TOTAL-PAGES', alternatives: ['0', '1'] },
  filterSpelling: { answers: 'Q-CURREXT-PAGE', alternatives: ['currentPage', 'currextPage', 'both'] },
  filterCombine: { answers: 'Q-FILTER-COMBINE', alternatives: ['and', 'or', 'one'] },
  filterMatch: { answers: 'Q-FILTER-EXACT', alternatives: ['exact', 'prefix', 'substring'] },
  filterCase: { answers: 'Q-FILTER-CASE', alternatives: ['sensitive', 'insensitive'] },
  filterWithout: { answers: 'Q-FILTER-WITHOUT', alternatives: ['all', '400', 'none'] },
  filterCustom6: { answers: 'Q-FILTER-CUSTOM6', alternatives: ['ignored', '400'] },
  unknownOrganization: { answers: 'Q-UNKNOWN-ORGANIZATION', alternatives: ['404', '403'] },
  unknownSurveyAdmin: { answers: 'Q-UNKNOWN-SURVEY-ADMIN', alternatives: ['404', '403', '400'] },
  unknownDatapad: { answers: 'Q-UNKNOWN-DATAPAD', alternatives: ['404', '403'] },
  malformedId: { answers: 'Q-MALFORMED-ID', alternatives: ['400', '404'] },
  unknownMembers: { answers: 'Q-UNKNOWN-MEMBERS', alternatives: ['ignored', '400'] },
  emptyResponseSet: { answers: 'Q-EMPTY-RESPONSE-SET', alternatives: ['accepted', '400'] },
  utcOnCreate: { answers: 'Q-UTC-ON-CREATE', alternatives: ['absent', 'present'] },
  utcUnit: { answers: 'Q-UTC-UNIT', alternatives: ['seconds', 'ms'] },
  timeTakenUnit: { answers: 'Q-TIME-TAKEN-UNIT', alternatives: ['seconds', 'ms'] },
  timestampZone: { answers: 'Q-TIMESTAMP-ZONE', alternatives: ['UTC', 'PDT', 'GMT+05:30'] },
  dataQuality: { answers: 'Q-DATA-QUALITY', alternatives: ['unflagged', 'flagged'] },
  imageUrl: { answers: 'Q-IMAGE-URL', alternatives: ['null', 'absent'] },
  walkRecord: { answers: 'Q-WALK-RECORD', alternatives: ['yes', 'no'] },
  otherTextIn: { answers: 'Q-OTHER-TEXT-IN', alternatives: ['other', 'text', 'dynamicExplodeText'] },
  numberIn: { answers: 'Q-NUMBER-IN', alternatives: ['scale', 'text', 'result', 'weight'] },
  responseStatus: {
    section: 'record',
    question: 'Which status has a record that came without one?',
    alternatives: ['Completed', 'COMPLETED', 'Complete'],
  },
  recordLanguage: {
    section: 'record',
    question: 'Which language has a record that came without one?',
    alternatives: ['English', 'en-US', ''],
  },
  unknownAddress: {
    section: 'record',
    question: 'Which address has a record that came without one?',
    alternatives: ['0.0.0.0', '127.0.0.1', '203.0.113.7'],
  },
  prevBeyondLast: {
    section: 'pagination',
    question: 'Does a page beyond the last lead back?',
    alternatives: ['null', 'last-page'],
  },
  dateForm: {
    section: 'record',
    question: 'How is the answer to a date question written?',
    alternatives: ['iso', 'slashes', 'words'],
  },
  // Of what respondents meet.
  submitKey: { answers: 'Q-SUBMIT-KEY', alternatives: ['not-needed', 'required'] },
  submitWrongKey: { answers: 'Q-SUBMIT-WRONG-KEY', alternatives: ['ignored', 'refused'] },
  keyHeader: { answers: 'Q-KEY-HEADER-NAME', alternatives: ['refused', 'accepted'] },
  expiredHttp: {
    answers: 'Q-EXPIRED-HTTP',
    alternatives: ['400', '200', '401', '403', '404', '409', '410', '419', '440', '500'],
  },
  validationHttp: { answers: 'Q-VALIDATION-HTTP', alternatives: ['200', '400', '422'] },
  submitHttp: { answers: 'Q-SUBMIT-HTTP', alternatives: ['200', '201', '202'] },
  errorStatusHttp: { answers: 'Q-ERROR-STATUS-HTTP', alternatives: ['200', '500'] },
  errorRequestId: { answers: 'Q-ERROR-REQUEST-ID', alternatives: ['absent', 'present'] },
  completeRedirect: { answers: 'Q-COMPLETE-REDIRECT', alternatives: ['present', 'absent', 'null'] },
  takeAfterComplete: { answers: 'Q-TAKE-AFTER-COMPLETE', alternatives: [...afterCompletion, 'new-session'] },
  submitAfterComplete: { answers: 'Q-SUBMIT-AFTER-COMPLETE', alternatives: afterCompletion },
  previousAfterComplete: { answers: 'Q-PREVIOUS-AFTER-COMPLETE', alternatives: afterCompletion },
  takeUnknownSession: { answers: 'Q-TAKE-UNKNOWN-SESSION', alternatives: ['new-session', 'session-error'] },
  previousNoSession: { answers: 'Q-PREVIOUS-NO-SESSION', alternatives: ['no-previous', 'expired', 'standard-400'] },
  previous400Shape: { answers: 'Q-PREVIOUS-400-SHAPE', alternatives: ['session-error', 'standard'] },
  previousFirstAfterBack: { answers: 'Q-PREVIOUS-FIRST-AFTER-BACK', alternatives: ['error-400', 'same-page'] },
  backText: { answers: 'Q-BACK-TEXT', alternatives: restored },
  backOtherKinds: { answers: 'Q-BACK-OTHER-KINDS', alternatives: restored },
  resumeAfterBack: { answers: 'Q-RESUME-AFTER-BACK', alternatives: ['page-shown', 'furthest-page'] },
  doubleSubmit: {
    answers: 'Q-DOUBLE-SUBMIT',
    alternatives: ['success-same', 'validation_errors', 'success-next', 'error'],
  },
  unknownKey: { answers: 'Q-UNKNOWN-KEY', alternatives: ['ignored', 'validation_errors', 'error-400'] },
  wrongType: { answers: 'Q-WRONG-TYPE', alternatives: ['validation_errors', 'accepted', 'error-400'] },
  foreignAnswer: { answers: 'Q-FOREIGN-ANSWER', alternatives: ['validation_errors', 'ignored', 'error-400'] },
  malformedJson: { answers: 'Q-MALFORMED-JSON', alternatives: ['standard-400', 'validation_errors', 'ignored'] },
  contentType: { answers: 'Q-CONTENT-TYPE', alternatives: ['accepted', 'standard-400', '415'] },
  hugeText: { answers: 'Q-HUGE-TEXT', alternatives: ['validation_errors', 'accepted', 'error-400', '413'] },
  unknownSurvey: { answers: 'Q-UNKNOWN-SURVEY', alternatives: ['404', '400', '403', 'survey_closed'] },
  malformedSurvey: { answers: 'Q-MALFORMED-SURVEY', alternatives: ['400', '404'] },
  sessionOtherSurvey: {
    answers: 'Q-SESSION-OTHER-SURVEY',
    alternatives: ['own-position', 'new-session', 'session-error'],
  },
  noBackPreviousUrl: { answers: 'Q-NO-BACK-PREVIOUS-URL', alternatives: ['path', 'null'] },
  progressFirst: { answers: 'Q-PROGRESS-FIRST', alternatives: ['zero', 'above-zero'] },
  progressLast: { answers: 'Q-PROGRESS-LAST', alternatives: ['below-100', '100'] },
  progressOrder: { answers: 'Q-PROGRESS-ORDER', alternatives: ['grows', 'never-falls', 'may-fall'] },
  invalidKeepsAnswers: { answers: 'Q-INVALID-KEEPS-ANSWERS', alternatives: ['dropped', 'kept'] },
  noPageSession: { answers: 'Q-NO-PAGE-SESSION', alternatives: ['started', 'none'] },
  selectedElsewhere: { answers: 'Q-SELECTED-ELSEWHERE', alternatives: ['false', 'absent'] },
  selectedTyped: { answers: 'Q-SELECTED-TYPED', alternatives: ['true', 'false'] },
  backRefusedOnFirstPage: { answers: 'Q-BACK-REFUSED-FIRST', alternatives: ['error-400', 'current-page'] },
  quotaReached: {
    section: 'states',
    question: 'Does a quota that fills in the middle of a walk end the walk?',
    alternatives: ['every-step', 'new-walks'],
  },
  answerErrors: {
    section: 'page',
    question: 'What is `answerErrors` when single answers are wrong?',
    alternatives: ['array', 'object', 'null'],
  },
  otherText: { answers: 'Q-OTHER-TEXT', alternatives: ['optional', 'required'] },
  themeConfig: { section: 'page', question: 'Are the theme lists empty?', alternatives: ['filled', 'empty'] },
  routeCookie: {
    section: 'take',
    question: 'Is there a second cookie for the routing of the load balancer, and must it come back?',
    alternatives: ['set', 'none', 'required'],
  },
  sessionIdForm: {
    section: 'take',
    question: 'What does a session id look like?',
    alternatives: ['hex', 'with-node', 'long', 'punctuated'],
  },
  cookieAttributes: {
    section: 'take',
    question: 'Which attributes has the session cookie?',
    alternatives: ['http-only', 'same-site'],
  },
} as const satisfies Record<string, VariantChoice>;

type VariantId = keyof typeof variantChoices;

/** One alternative for each thing that the document leaves open. */
export type Variants = { readonly [K in VariantId]: (typeof variantChoices)[K]['alternatives'][number] };

/** The first alternative of every choice. */
export const defaultVariants = Object.freeze(
  Object.fromEntries(Object.entries(variantChoices).map(([id, { alternatives }]) => [id, alternatives[0]])),
) as Variants;
