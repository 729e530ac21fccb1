import type { ClausesByFault } from './clausesByFault.ts';

/** Faults from the document: of the clauses that fail with each, those that its description breaks. */
export const faultFromTheDocumentClauses = {
  'calendar-leap-day-refused': ['KEYS-CALENDAR-01'],
  'third-choice-lost': ['PREVIOUS-SELECTED-01'],
  'first-answers-kept': ['PREVIOUS-SELECTED-01'],
  'second-rejection-gives-way': ['MOVE-REJECT-01'],
  'page-answers-dropped-at-times': ['SANITY-ALTERED-01'],
  'final-page-flag-sticks': ['MOVE-COMPLETE-01'],
  'one-page-progress-null': ['PAGE-PROGRESS-01'],
  'rejected-page-shows-failing-only': ['MOVE-REJECT-02'],
  'take-after-back-marks': ['QUESTION-SELECTED-02'],
  'marks-on-first-back-only': ['PREVIOUS-SELECTED-01'],
  'other-prefix-missing-from-multiple': ['QUESTION-FORM-OTHER-01'],
  'navigation-absolute': ['PAGE-NEXT-URL-01', 'PAGE-PREVIOUS-URL-01'],
  'session-expired-at-times': ['TAKE-COOKIE-03'],
  'datapad-text-before': ['DATAPAD-HTML-02'],
  'template-crlf-doubled': ['TEMPLATE-CONTENT-01'],
  'custom-null-becomes-text': ['RESPONSE-ECHO-CUSTOM-01'],
  'image-url-dropped': ['RESPONSE-ECHO-QUESTION-01'],
  'filter-links-unencoded': ['RESPONSE-FILTER-LINKS-01'],
  'filter-unfiltered-from-page-two': ['PAGING-LAW-02'],
} as const satisfies ClausesByFault;
