import { type OpenQuestion, option } from './question.ts';

function httpStatusOf(what: string, ...statuses: readonly string[]) {
  return {
    alternatives: statuses.map((status) => option(status, `${what} is answered with HTTP ${status}.`)),
    measured: `${what} is answered with HTTP {value}.`,
  };
}

const successWhy = 'Success status codes of endpoints 4 to 12 are not shown.';
const mandatoryWhy = 'Which body fields of endpoints 4, 7 and 8 are mandatory is not shown.';

/** Open questions of endpoints 4 to 12. */
export const administrationQuestions = {
  'Q-HTTP-CREATE-DEPARTMENT': {
    section: 'create-department',
    question: 'Which HTTP status has a created department?',
    why: successWhy,
    ...httpStatusOf('A created department', '200', '201'),
  },
  'Q-HTTP-CREATE-TEMPLATE': {
    section: 'create-template',
    question: 'Which HTTP status has a created template?',
    why: successWhy,
    ...httpStatusOf('A created template', '200', '201'),
  },
  'Q-HTTP-UPDATE-DATAPAD': {
    section: 'update-datapad',
    question: 'Which HTTP status has an updated datapad?',
    why: successWhy,
    ...httpStatusOf('An updated datapad', '200', '201', '202'),
  },
  'Q-HTTP-CREATE-RESPONSE': {
    section: 'create-response',
    question: 'Which HTTP status has a created response record?',
    why: successWhy,
    ...httpStatusOf('A created response record', '200', '201'),
  },
  'Q-HTTP-LIST': {
    section: 'list-responses',
    question: 'Which HTTP status have lists, filters and fetches?',
    why: successWhy,
    ...httpStatusOf('A list, a filter or a fetch', '200'),
  },
  'Q-HTTP-REGENERATE': {
    section: 'regenerate-key',
    question: 'Which HTTP status has a regeneration?',
    why: successWhy,
    ...httpStatusOf('A regeneration', '200', '201'),
  },
  'Q-MANDATORY-DEPARTMENT-NAME': {
    section: 'create-department',
    question: 'Is `name` mandatory for a department?',
    why: mandatoryWhy,
    alternatives: [
      option('mandatory', '`name` is mandatory; without it the answer is error 400.'),
      option('optional', '`name` is optional.'),
    ],
  },
  'Q-MANDATORY-PRIMARY-ACCOUNT': {
    section: 'create-department',
    question: 'Is `primaryAccountID` mandatory for a department?',
    why: `${mandatoryWhy} The id 0 occurs for a department without a primary account.`,
    alternatives: [
      option('mandatory', '`primaryAccountID` is mandatory; without it the answer is error 400.'),
      option('optional', '`primaryAccountID` is optional and becomes 0.'),
    ],
  },
  'Q-MANDATORY-TEMPLATE': {
    section: 'create-template',
    question: 'Which members of a template are mandatory?',
    why: mandatoryWhy,
    alternatives: [
      option('all', 'All four members of a template are mandatory.'),
      option('none', 'No member of a template is mandatory.'),
      option('isGlobal', '`isGlobal` is mandatory for a template.'),
      option('title', '`title` is mandatory for a template.'),
      option('emailSubject', '`emailSubject` is mandatory for a template.'),
      option('content', '`content` is mandatory for a template.'),
    ],
    measured: 'The mandatory members of a template are: {value}.',
  },
  'Q-MANDATORY-DATAPAD': {
    section: 'update-datapad',
    question: 'Is `analysisHtmlText` mandatory for an update of a datapad?',
    why: mandatoryWhy,
    alternatives: [
      option('mandatory', '`analysisHtmlText` is mandatory; without it the answer is error 400.'),
      option('optional', 'An update of a datapad without `analysisHtmlText` changes nothing.'),
    ],
  },
  'Q-DATAPAD-VALUE': {
    section: 'update-datapad',
    question: 'How does the service treat the value of `analysisHtmlText`?',
    why: 'The sample sends a file-system path placeholder while the response returns stored HTML.',
    alternatives: [
      option('verbatim', '`analysisHtmlText` is stored as it is sent.'),
      option('altered', '`analysisHtmlText` is altered before it is stored.'),
      option('ignored', '`analysisHtmlText` is not stored.'),
    ],
  },
  'Q-TEMPLATE-TYPE': {
    section: 'template',
    question: 'Which `type` does a new template have?',
    why: 'The meaning of the email template `type` integer is not shown.',
    alternatives: [],
    measured: 'A new template has `type` {value}.',
  },
  'Q-TEMPLATE-DRAFT': {
    section: 'template',
    question: 'Is a new template a draft?',
    why: '`draft` is in responses only; what sets it is not shown.',
    alternatives: [option('true', 'A new template is a draft.'), option('false', 'A new template is not a draft.')],
  },
  'Q-MAX-PER-PAGE': {
    section: 'limits',
    question: 'What is the largest `perPage`?',
    why: 'Limits: "Maximum value of `perPage` … not shown."',
    alternatives: [option('none', '`perPage` has no maximum up to 100,000.')],
    measured: 'A `perPage` of 100,000 is answered with {value}.',
  },
  'Q-PER-PAGE-DEFAULT-RESPONSES': {
    section: 'list-responses',
    question: 'What are the defaults of `page` and `perPage` for response records?',
    why: 'The defaults are given for the department list only.',
    alternatives: [option('1/100', 'For response records `page` defaults to 1 and `perPage` to 100.')],
    measured: 'For response records `page`/`perPage` default to {value}.',
  },
  'Q-PER-PAGE-ZERO': {
    section: 'list-responses',
    question: 'What do `perPage=0` and a negative `perPage` get?',
    why: 'The range of the paging parameters is not shown.',
    alternatives: [
      option('400', 'A `perPage` below 1 gives error 400.'),
      option('default', 'A `perPage` below 1 counts as the default.'),
    ],
    measured: 'A `perPage` below 1 gives {value}.',
  },
  'Q-PAGE-TOO-FAR': {
    section: 'pagination',
    question: 'What does a page beyond the last get?',
    why: 'The range of the paging parameters is not shown.',
    alternatives: [
      option('empty', 'A page beyond the last is an empty list.'),
      option('404', 'A page beyond the last gives 404, id 1040.'),
      option('400', 'A page beyond the last gives 400, id 1000.'),
      option('last', 'A page beyond the last gives the last page.'),
    ],
    measured: 'A page beyond the last gives {value}.',
  },
  'Q-PAGE-NOT-NUMBER': {
    section: 'pagination',
    question: 'What does a `page` get that is no integer?',
    why: 'The conditions of 400 on each endpoint are not shown.',
    alternatives: [
      option('400', 'A `page` that is no integer gives 400, id 1000.'),
      option('default', 'A `page` that is no integer counts as 1.'),
    ],
    measured: 'A `page` that is no integer gives {value}.',
  },
  'Q-LINK-FORM': {
    section: 'pagination',
    question: 'Are pagination links absolute?',
    why: 'The links are strings; whether with host is not shown.',
    alternatives: [
      option('absolute', 'Pagination links are absolute URLs.'),
      option('path', 'Pagination links are paths with a query.'),
    ],
  },
  'Q-EMPTY-TOTAL-PAGES': {
    section: 'pagination',
    question: 'What is `totalPages` of an empty list?',
    why: 'Not shown.',
    alternatives: [option('0', 'An empty list has 0 pages.'), option('1', 'An empty list has 1 page.')],
    measured: 'An empty list has {value} pages.',
  },
  'Q-CURREXT-PAGE': {
    section: 'pagination',
    question: 'How does the filter spell `currentPage`?',
    why: 'The sample of the filter spells it `currextPage`.',
    alternatives: [
      option('currentPage', 'The filter spells `currentPage`.'),
      option('currextPage', 'The filter spells `currextPage`.'),
      option('both', 'The filter returns `currentPage` and `currextPage`.'),
    ],
  },
  'Q-FILTER-COMBINE': {
    section: 'filter-responses',
    question: 'How do several filters combine?',
    why: '"How the filters combine and whether matching is exact is not shown."',
    alternatives: [
      option('and', 'A record must match every filter.'),
      option('or', 'A record must match one of the filters.'),
      option('one', 'One filter counts, others do not.'),
    ],
  },
  'Q-FILTER-EXACT': {
    section: 'filter-responses',
    question: 'Is filter matching exact?',
    why: '"How the filters combine and whether matching is exact is not shown."',
    alternatives: [
      option('exact', 'Filters match the whole value.'),
      option('prefix', 'Filters match the beginning of the value.'),
      option('substring', 'Filters match any part of the value.'),
    ],
  },
  'Q-FILTER-CASE': {
    section: 'filter-responses',
    question: 'Do filters tell upper from lower case?',
    why: '"… whether matching is exact is not shown."',
    alternatives: [
      option('sensitive', 'Filters tell upper from lower case.'),
      option('insensitive', 'Filters do not tell upper from lower case.'),
    ],
  },
  'Q-FILTER-WITHOUT': {
    section: 'filter-responses',
    question: 'What does the filter return without any filter?',
    why: 'Whether one filter is mandatory is not shown.',
    alternatives: [
      option('all', 'Without a filter all records are returned.'),
      option('400', 'Without a filter the answer is error 400.'),
      option('none', 'Without a filter no record is returned.'),
    ],
  },
  'Q-FILTER-CUSTOM6': {
    section: 'limits',
    question: 'What does the filter do with `custom6`?',
    why: 'At most five custom variables are accepted; what a sixth gets is not shown.',
    alternatives: [
      option('ignored', 'A sixth custom variable is ignored.'),
      option('400', 'A sixth custom variable gives error 400.'),
    ],
    measured: 'A sixth custom variable gives {value}.',
  },
  'Q-UNKNOWN-ORGANIZATION': {
    section: 'errors',
    question: 'What does an unknown organization get?',
    why: 'The exact conditions that give 403, 404 and 500 on each endpoint are not shown.',
    alternatives: [
      option('403', 'An unknown organization gives 403, id 1013.'),
      option('404', 'An unknown organization gives 404, id 1040.'),
    ],
    measured: 'An unknown organization gives {value}.',
  },
  'Q-UNKNOWN-SURVEY-ADMIN': {
    section: 'errors',
    question: 'What do response records of an unknown survey get?',
    why: 'The exact conditions that give 403, 404 and 500 on each endpoint are not shown.',
    alternatives: [
      option('404', 'Response records of an unknown survey give 404, id 1040.'),
      option('403', 'Response records of an unknown survey give 403, id 1013.'),
      option('400', 'Response records of an unknown survey give 400, id 1000.'),
    ],
    measured: 'Response records of an unknown survey give {value}.',
  },
  'Q-MISSING-RESPONSE-SET': {
    section: 'create-response',
    question: 'What does a record without `responseSet` get?',
    why: '`responseSet` is mandatory; which error its absence gives is not shown.',
    alternatives: [option('400', 'A record without `responseSet` gives error 400.')],
    measured: 'A record without `responseSet` gives {value}.',
  },
  'Q-EMPTY-RESPONSE-SET': {
    section: 'create-response',
    question: 'Is an empty `responseSet` allowed?',
    why: '`responseSet` is mandatory; whether it may be empty is not shown.',
    alternatives: [
      option('accepted', 'An empty `responseSet` is accepted.'),
      option('400', 'An empty `responseSet` gives error 400.'),
    ],
    measured: 'An empty `responseSet` gives {value}.',
  },
  'Q-UTC-ON-CREATE': {
    section: 'create-response',
    question: 'Does the record that creation returns have `utctimestamp`?',
    why: 'It is promised for list, filter and single fetch.',
    alternatives: [
      option('present', 'The record that creation returns has `utctimestamp`.'),
      option('absent', 'The record that creation returns has no `utctimestamp`.'),
    ],
  },
  'Q-DATA-QUALITY': {
    section: 'record',
    question: 'Which values of `dataQuality` occur?',
    why: 'Values seen: `unflagged`, `flagged`; the enumeration is not shown.',
    alternatives: [
      option('unflagged', '`dataQuality` may be `unflagged`.'),
      option('flagged', '`dataQuality` may be `flagged`.'),
    ],
    measured: '`dataQuality` may be `{value}`.',
  },
  'Q-RESPONSE-STATUS': {
    section: 'record',
    question: 'Which values of `responseStatus` occur?',
    why: 'Value seen: `Completed`; the enumeration is not shown.',
    alternatives: [option('Completed', '`responseStatus` may be `Completed`.')],
    measured: '`responseStatus` may be `{value}`.',
  },
  'Q-ERROR-ID-TYPE': {
    section: 'errors',
    question: 'Which error ids occur beyond the table?',
    why: "The document's ids are the clauses; the public error page lists others, as numbers.",
    alternatives: [],
    measured: 'Error id {value} occurs.',
  },
  'Q-WALK-RECORD': {
    section: 'record',
    question: 'Does a completed walk become a response record?',
    why: 'The lifecycle of response records is not shown.',
    alternatives: [
      option('yes', 'A completed survey becomes a response record.'),
      option('no', 'A completed survey does not become a response record.'),
    ],
  },
} as const satisfies Record<string, OpenQuestion>;
