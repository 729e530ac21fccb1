import type { SectionId } from '../clause.ts';
import { errorAs, measured, measuredAs, type OpenQuestion, open, option, served, varies, why } from './openQuestion.ts';

const successWhy = 'Success status codes of endpoints 4 to 12 are not shown.';
const conditionsWhy = 'The exact conditions that give 403, 404 and 500 on each endpoint are not shown.';
const mandatoryWhy = 'Which body fields of endpoints 4, 7 and 8 are mandatory is not shown.';

/** Which HTTP status a success has. @param values those that are expected */
function httpOf<const Name extends string, const Value extends string>(
  section: SectionId,
  what: string,
  variant: Name,
  ...values: readonly Value[]
) {
  return open(section, `Which HTTP status has ${what}?`, [
    served(variant),
    why(successWhy),
    ...measuredAs(`A${what.slice(1)} is answered with HTTP {value}.`, ...values),
  ]);
}

/** Open questions of endpoints 4 to 12. */
export const administrationQuestions = {
  'Q-HTTP-CREATE-DEPARTMENT': httpOf('create-department', 'a created department', 'createDepartmentHttp', '200', '201'),
  'Q-HTTP-CREATE-TEMPLATE': httpOf('create-template', 'a created template', 'createTemplateHttp', '200', '201'),
  'Q-HTTP-UPDATE-DATAPAD': httpOf('update-datapad', 'an updated datapad', 'updateDatapadHttp', '200', '201', '202'),
  'Q-HTTP-CREATE-RESPONSE': httpOf('create-response', 'a created response record', 'createResponseHttp', '200', '201'),
  'Q-HTTP-LIST': open('list-responses', 'Which HTTP status have lists, filters and fetches?', [
    why(successWhy),
    ...measuredAs('A list, a filter or a fetch is answered with HTTP {value}.', '200'),
  ]),
  'Q-HTTP-REGENERATE': httpOf('regenerate-key', 'a regeneration', 'regenerateHttp', '200', '201'),
  'Q-MANDATORY-DEPARTMENT-NAME': open('create-department', 'Is `name` mandatory for a department?', [
    served('departmentName'),
    why(mandatoryWhy),
    option('mandatory', '`name` is mandatory; without it the answer is error 400.'),
    option('optional', '`name` is optional.'),
  ]),
  'Q-MANDATORY-PRIMARY-ACCOUNT': open('create-department', 'Is `primaryAccountID` mandatory for a department?', [
    served('primaryAccount'),
    why(`${mandatoryWhy} The id 0 occurs for a department without a primary account.`),
    option('mandatory', '`primaryAccountID` is mandatory; without it the answer is error 400.'),
    option('optional', '`primaryAccountID` is optional and becomes 0.'),
  ]),
  'Q-MANDATORY-TEMPLATE': open('create-template', 'Which members of a template are mandatory?', [
    served('templateMembers'),
    why(mandatoryWhy),
    option('all', 'All four members of a template are mandatory.'),
    option('none', 'No member of a template is mandatory.'),
    option('isGlobal', '`isGlobal` is mandatory for a template.'),
    option('title', '`title` is mandatory for a template.'),
    option('emailSubject', '`emailSubject` is mandatory for a template.'),
    option('content', '`content` is mandatory for a template.'),
    measured('The mandatory members of a template are: {value}.'),
  ]),
  'Q-MANDATORY-DATAPAD': open('update-datapad', 'Is `analysisHtmlText` mandatory for an update of a datapad?', [
    served('datapadHtml'),
    why(mandatoryWhy),
    option('mandatory', '`analysisHtmlText` is mandatory; without it the answer is error 400.'),
    option('optional', 'An update of a datapad without `analysisHtmlText` changes nothing.'),
  ]),
  'Q-DATAPAD-VALUE': open('update-datapad', 'How does the service treat the value of `analysisHtmlText`?', [
    served('datapadValue', 'verbatim', 'altered'),
    why('The sample sends a file-system path placeholder while the response returns stored HTML.'),
    option('verbatim', '`analysisHtmlText` is stored as it is sent.'),
    option('altered', '`analysisHtmlText` is altered before it is stored.'),
    option('ignored', '`analysisHtmlText` is not stored.'),
  ]),
  'Q-TEMPLATE-TYPE': open('template', 'Which `type` does a new template have?', [
    served('templateType', '1', '0', '12'),
    why('The meaning of the email template `type` integer is not shown.'),
    ...measuredAs('A new template has `type` {value}.'),
  ]),
  'Q-TEMPLATE-DRAFT': open('template', 'Is a new template a draft?', [
    served('templateDraft'),
    why('`draft` is in responses only; what sets it is not shown.'),
    option('false', 'A new template is not a draft.'),
    option('true', 'A new template is a draft.'),
  ]),
  'Q-MAX-PER-PAGE': open('limits', 'What is the largest `perPage`?', [
    served('maxPerPage', '1000', '200', 'none'),
    why('Limits: "Maximum value of `perPage` … not shown."'),
    option('none', '`perPage` has no maximum up to 100,000.'),
    measured('A `perPage` of 100,000 is answered with {value}.'),
  ]),
  'Q-PER-PAGE-DEFAULT-RESPONSES': open(
    'list-responses',
    'What are the defaults of `page` and `perPage` for response records?',
    [
      served('perPageOfResponses', '1/100', '1/20'),
      why('The defaults are given for the department list only.'),
      option('1/100', 'For response records `page` defaults to 1 and `perPage` to 100.'),
      measured('For response records `page`/`perPage` default to {value}.'),
    ],
  ),
  'Q-PER-PAGE-ZERO': open('list-responses', 'What do `perPage=0` and a negative `perPage` get?', [
    served('perPageZero'),
    why('The range of the paging parameters is not shown.'),
    option('400', 'A `perPage` below 1 gives error 400.'),
    option('default', 'A `perPage` below 1 counts as the default.'),
    measured('A `perPage` below 1 gives {value}.'),
  ]),
  'Q-PAGE-TOO-FAR': open('pagination', 'What does a page beyond the last get?', [
    served('pageTooFar'),
    why('The range of the paging parameters is not shown.'),
    option('empty', 'A page beyond the last is an empty list.'),
    option('404', 'A page beyond the last gives 404, id 1040.'),
    option('400', 'A page beyond the last gives 400, id 1000.'),
    option('last', 'A page beyond the last gives the last page.'),
    measured('A page beyond the last gives {value}.'),
  ]),
  'Q-PAGE-NOT-NUMBER': open('pagination', 'What does a `page` get that is no integer?', [
    served('pageNotNumber'),
    why('The conditions of 400 on each endpoint are not shown.'),
    option('400', 'A `page` that is no integer gives 400, id 1000.'),
    option('default', 'A `page` that is no integer counts as 1.'),
    measured('A `page` that is no integer gives {value}.'),
  ]),
  'Q-LINK-FORM': open('pagination', 'Are pagination links absolute?', [
    served('linkForm'),
    why('The links are strings; whether with host is not shown.'),
    option('absolute', 'Pagination links are absolute URLs.'),
    option('path', 'Pagination links are paths with a query.'),
  ]),
  'Q-EMPTY-TOTAL-PAGES': open('pagination', 'What is `totalPages` of an empty list?', [
    served('emptyTotalPages'),
    why('Not shown.'),
    option('0', 'An empty list has 0 pages.'),
    option('1', 'An empty list has 1 page.'),
    measured('An empty list has {value} pages.'),
  ]),
  'Q-CURREXT-PAGE': open('pagination', 'How does the filter spell `currentPage`?', [
    served('filterSpelling'),
    why('The sample of the filter spells it `currextPage`.'),
    option('currentPage', 'The filter spells `currentPage`.'),
    option('currextPage', 'The filter spells `currextPage`.'),
    option('both', 'The filter returns `currentPage` and `currextPage`.'),
  ]),
  'Q-FILTER-COMBINE': open('filter-responses', 'How do several filters combine?', [
    served('filterCombine'),
    why('"How the filters combine and whether matching is exact is not shown."'),
    option('and', 'A record must match every filter.'),
    option('or', 'A record must match one of the filters.'),
    option('one', 'One filter counts, others do not.'),
  ]),
  'Q-FILTER-EXACT': open('filter-responses', 'Is filter matching exact?', [
    served('filterMatch'),
    why('"How the filters combine and whether matching is exact is not shown."'),
    option('exact', 'Filters match the whole value.'),
    option('prefix', 'Filters match the beginning of the value.'),
    option('substring', 'Filters match any part of the value.'),
  ]),
  'Q-FILTER-CASE': open('filter-responses', 'Do filters tell upper from lower case?', [
    served('filterCase'),
    why('"… whether matching is exact is not shown."'),
    option('sensitive', 'Filters tell upper from lower case.'),
    option('insensitive', 'Filters do not tell upper from lower case.'),
  ]),
  'Q-FILTER-WITHOUT': open('filter-responses', 'What does the filter return without any filter?', [
    served('filterWithout', 'all', '400', 'none'),
    why('Whether one filter is mandatory is not shown.'),
    option('all', 'Without a filter all records are returned.'),
    option('400', 'Without a filter the answer is error 400.'),
    option('none', 'Without a filter no record is returned.'),
    option('created-only', 'Without a filter the records of respondents are left out, and others are returned.'),
  ]),
  'Q-FILTER-CUSTOM6': open('limits', 'What does the filter do with `custom6`?', [
    served('filterCustom6'),
    why('At most five custom variables are accepted; what a sixth gets is not shown.'),
    option('ignored', 'A sixth custom variable is ignored.'),
    option('400', 'A sixth custom variable gives error 400.'),
    measured('A sixth custom variable gives {value}.'),
  ]),
  'Q-UNKNOWN-ORGANIZATION': open('errors', 'What does an unknown organization get?', [
    served('unknownOrganization'),
    why(conditionsWhy),
    ...errorAs('An unknown organization gives', 404, 403),
  ]),
  'Q-UNKNOWN-SURVEY-ADMIN': open('errors', 'What do response records of an unknown survey get?', [
    served('unknownSurveyAdmin'),
    why(conditionsWhy),
    ...errorAs('Response records of an unknown survey give', 404, 403, 400),
  ]),
  'Q-MISSING-RESPONSE-SET': open('create-response', 'What does a record without `responseSet` get?', [
    why('`responseSet` is mandatory; which error its absence gives is not shown.'),
    option('400', 'A record without `responseSet` gives error 400.'),
    measured('A record without `responseSet` gives {value}.'),
  ]),
  'Q-EMPTY-RESPONSE-SET': open('create-response', 'Is an empty `responseSet` allowed?', [
    served('emptyResponseSet'),
    why('`responseSet` is mandatory; whether it may be empty is not shown.'),
    option('accepted', 'An empty `responseSet` is accepted.'),
    option('400', 'An empty `responseSet` gives error 400.'),
    measured('An empty `responseSet` gives {value}.'),
  ]),
  'Q-UTC-ON-CREATE': open('create-response', 'Does the record that creation returns have `utctimestamp`?', [
    served('utcOnCreate'),
    why('It is promised for list, filter and single fetch.'),
    option('absent', 'The record that creation returns has no `utctimestamp`.'),
    option('present', 'The record that creation returns has `utctimestamp`.'),
  ]),
  'Q-DATA-QUALITY': open('record', 'Which values of `dataQuality` occur?', [
    served('dataQuality'),
    why('Values seen: `unflagged`, `flagged`; the enumeration is not shown.'),
    ...measuredAs('`dataQuality` may be `{value}`.', 'unflagged', 'flagged'),
  ]),
  'Q-RESPONSE-STATUS': open('record', 'Which values of `responseStatus` occur?', [
    why('Value seen: `Completed`; the enumeration is not shown.'),
    ...measuredAs('`responseStatus` may be `{value}`.', 'Completed'),
  ]),
  'Q-ERROR-ID-TYPE': open('errors', 'Which error ids occur beyond the table?', [
    why("The document's ids are the clauses; the public error page lists others, as numbers."),
    ...measuredAs('Error id {value} occurs.'),
  ]),
  'Q-WALK-RECORD': open('record', 'Does a completed walk become a response record?', [
    served('walkRecord'),
    why('The lifecycle of response records is not shown.'),
    option('yes', 'A completed survey becomes a response record.'),
    option('no', 'A completed survey does not become a response record.'),
  ]),
} satisfies Record<string, OpenQuestion>;

function enumeration(member: string): OpenQuestion {
  return open('record', `Which values of \`${member}\` occur?`, [
    why('Enumerations of `operatingSystem`, `osDeviceType` and `browser` are not shown.'),
    ...measuredAs(`\`${member}\` may be \`{value}\`.`),
    varies,
  ]);
}

/** Open questions of the response record, and of the edges of endpoints 4 to 12. */
export const recordQuestions = {
  'Q-OPERATING-SYSTEM': enumeration('operatingSystem'),
  'Q-DEVICE-TYPE': enumeration('osDeviceType'),
  'Q-BROWSER': enumeration('browser'),
  'Q-RECORD-LOCATION': open(
    'record',
    'Is the location of a created record what was sent, or derived from the address?',
    [
      why('`location` may be sent; whether the service looks the address up itself is not shown.'),
      option('sent', 'The location of a created record is what was sent.'),
      option('rounded', 'The location of a created record is what was sent, its coordinates rounded.'),
      option('derived', 'The location of a created record is derived from its address.'),
    ],
  ),
  'Q-RECORD-DUPLICATE': open('record', 'Is `duplicate` of a created record what was sent, or computed?', [
    why('`duplicate` may be sent; whether the service computes it is not shown.'),
    option('sent', '`duplicate` of a created record is what was sent.'),
    option('computed', '`duplicate` of a created record is computed.'),
  ]),
  'Q-TIME-TAKEN-UNIT': open('record', 'What is the unit of `timeTaken`?', [
    served('timeTakenUnit'),
    why('"The unit of `timeTaken` … not shown."'),
    option('seconds', '`timeTaken` is in seconds.'),
    option('ms', '`timeTaken` is in milliseconds.'),
    measured('`timeTaken` is no time in seconds or milliseconds: {value}.'),
  ]),
  'Q-UTC-UNIT': open('record', 'What is the unit of `utctimestamp`?', [
    served('utcUnit'),
    why('It is an integer; its unit is not shown.'),
    option('seconds', '`utctimestamp` is in seconds since 1970.'),
    option('ms', '`utctimestamp` is in milliseconds since 1970.'),
  ]),
  'Q-TIMESTAMP-ZONE': open('record', 'In which zone is the `timestamp` of a completed survey?', [
    served('timestampZone', 'UTC', 'PDT', 'GMT+05:30'),
    why('The form ends in `<zone>`; which one, and how it is written, is not shown.'),
    option('UTC', '`timestamp` is in UTC.'),
    measured('`timestamp` is in the zone {value}.'),
  ]),
  'Q-IMAGE-URL': open('record', 'Is an `imageUrl` that is not there null or absent?', [
    served('imageUrl'),
    why('It is a string or null, and the one field that need not be there.'),
    option('null', 'A question without an image has `imageUrl` null.'),
    option('absent', 'A question without an image has no `imageUrl`.'),
  ]),
  'Q-OTHER-TEXT-IN': open('record', 'Which member of `value` has the text of an Other option?', [
    served('otherTextIn'),
    why('`text` holds the free text of a text answer; where the words of an Other option go is not shown.'),
    option('other', 'The text of an Other option is in `value.other`.'),
    option('text', 'The text of an Other option is in `value.text`.'),
    option('dynamicExplodeText', 'The text of an Other option is in `value.dynamicExplodeText`.'),
    measured('The text of an Other option is in: {value}.'),
  ]),
  'Q-NUMBER-IN': open('record', 'Which member of `value` has the number of a rank or an allocation?', [
    served('numberIn'),
    why('The use of `scale`, `result` and `weight` is not shown.'),
    option('scale', 'Ranks and allocations are in `value.scale`.'),
    option('text', 'Ranks and allocations are in `value.text`.'),
    option('result', 'Ranks and allocations are in `value.result`.'),
    option('weight', 'Ranks and allocations are in `value.weight`.'),
    measured('Ranks and allocations are in: {value}.'),
  ]),
  'Q-UNKNOWN-MEMBERS': open(
    'create-response',
    'What happens to members of a request body that the document does not have?',
    [
      served('unknownMembers'),
      why('The document lists mandatory and optional members and is silent on others.'),
      option('ignored', 'Members of a body that the document does not have are ignored.'),
      option('400', 'Members of a body that the document does not have give error 400.'),
      measured('Members of a body that the document does not have give {value}.'),
    ],
  ),
  'Q-PER-PAGE-TOO-LARGE': open('limits', 'What does a `perPage` above the largest get?', [
    served('perPageTooLarge'),
    why('Limits: "Maximum value of `perPage` … not shown."'),
    option('400', 'A `perPage` above the largest gives error 400.'),
    option('clamped', 'A `perPage` above the largest counts as the largest.'),
    measured('A `perPage` above the largest gives {value}.'),
  ]),
  'Q-PAGE-ZERO': open('pagination', 'What do `page=0` and a negative `page` get?', [
    served('pageZero'),
    why('The range of the paging parameters is not shown.'),
    option('400', 'A `page` below 1 gives error 400.'),
    option('first', 'A `page` below 1 counts as 1.'),
    measured('A `page` below 1 gives {value}.'),
  ]),
  'Q-PAGING-OLD-NAMES': open('pagination', 'Does pagination still carry the older names `page` and `total`?', [
    why('The field notes know older samples with these names; the document has `currentPage` and `totalItems`.'),
    option('absent', 'Pagination has the documented names only.'),
    option('present', 'Pagination carries `page` or `total` beside the documented names.'),
  ]),
  'Q-UNKNOWN-DATAPAD': open('update-datapad', 'What does an unknown datapad get?', [
    served('unknownDatapad', '404', '403'),
    why(conditionsWhy),
    ...errorAs('An unknown datapad gives', 404, 403, 400),
  ]),
  'Q-UNKNOWN-TEMPLATE-SURVEY': unknown('create-template', 'a template for an unknown survey', 'An unknown survey'),
  'Q-UNKNOWN-RESPONSE': unknown('fetch-response', 'an unknown response', 'An unknown response'),
  'Q-MALFORMED-ID': open('endpoints', 'What does administration give for a path parameter that is no integer?', [
    served('malformedId'),
    why('Path parameters are integers; the conditions of 400 and 404 are not shown.'),
    ...errorAs('An organization id that is no integer gives', 400, 404),
  ]),
} satisfies Record<string, OpenQuestion>;

function unknown(section: 'create-template' | 'fetch-response', what: string, subject: string) {
  return open(section, `What does ${what} get?`, [why(conditionsWhy), ...errorAs(`${subject} gives`, 404, 403, 400)]);
}
