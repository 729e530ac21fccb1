import { errorAs, measuredAs, type OpenQuestion, option } from './question.ts';

/** Open questions of endpoints 1 to 3 and of the session that they share. */
export const respondentQuestions = {
  'Q-SESSION-TRANSPORT': {
    section: 'take',
    question: 'What carries the session?',
    why: 'The document says the cookie JSESSIONID; the field notes know a newer revision with the header x-survey-token.',
    alternatives: [
      option('cookie', 'The session is carried by the cookie `JSESSIONID`.'),
      option('token', 'The session is carried by the header `x-survey-token`, renewed with every response.'),
      option('both', 'The session is carried by the cookie `JSESSIONID` and by the header `x-survey-token`.'),
    ],
  },
  'Q-SUBMIT-KEY': {
    section: 'authentication',
    question: 'Does submit-page need the `api-key` header?',
    why: 'Authentication: "Whether endpoint 2 also requires the `api-key` header is not shown."',
    alternatives: [
      option('not-needed', 'submit-page needs the session cookie only.'),
      option('required', 'submit-page requires the header `api-key`; without it the answer is 401, id 1010.'),
    ],
  },
  'Q-SUBMIT-WRONG-KEY': {
    section: 'authentication',
    question: 'What does submit-page do with a wrong key?',
    why: 'Whether endpoint 2 looks at the header at all is not shown.',
    alternatives: [
      option('ignored', 'submit-page ignores the header `api-key`.'),
      option('refused', 'submit-page refuses a wrong `api-key` with 401, id 1010.'),
    ],
  },
  'Q-KEY-HEADER-NAME': {
    section: 'authentication',
    question: 'Is the header `apiKey` accepted too?',
    why: 'Some samples use the header name `apiKey`; the documented name is `api-key`.',
    alternatives: [
      option('accepted', 'The header names `api-key` and `apiKey` are both accepted.'),
      option('refused', 'Only the header name `api-key` is accepted.'),
    ],
  },
  'Q-EXPIRED-HTTP': {
    section: 'submit-page',
    question: 'Which HTTP status has the session-expired response?',
    why: 'Errors: "The HTTP status of the session-expired response … [is] not shown."',
    ...measuredAs(
      'The session error of submit-page has HTTP status {value}.',
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '410',
      '419',
      '440',
    ),
  },
  'Q-VALIDATION-HTTP': {
    section: 'submit-page',
    question: 'Which HTTP status has a `validation_errors` page?',
    why: 'Errors: "The HTTP status … of a `validation_errors` page [is] not shown."',
    alternatives: ['200', '400', '422'].map((status) =>
      option(status, `A page with status \`validation_errors\` has HTTP status ${status}.`),
    ),
    measured: 'A page with status `validation_errors` has HTTP status {value}.',
  },
  'Q-SUBMIT-HTTP': {
    section: 'submit-page',
    question: 'Which HTTP status has an accepted submission?',
    why: 'The document gives 200 for take and previous-page, and no status for submit-page.',
    ...measuredAs('An accepted submission has HTTP status {value}.', '200', '201', '202'),
  },
  'Q-COMPLETE-REDIRECT': {
    section: 'page',
    question: 'Does `survey_complete` carry `redirectUrl`?',
    why: 'Survey page and the table of statuses say so; the samples and endpoint 2 show only `status` and `requestID`.',
    alternatives: [
      option('present', 'A body with status `survey_complete` carries `redirectUrl`.'),
      option('absent', 'A body with status `survey_complete` carries `status` and `requestID` only.'),
      option('null', 'A body with status `survey_complete` carries `redirectUrl`, which may be null.'),
    ],
  },
  'Q-TAKE-AFTER-COMPLETE': {
    section: 'states',
    question: 'What does take answer in a session that completed the survey?',
    why: 'The rules that select among the other statuses are not shown; resume and `already_completed` both apply.',
    alternatives: [
      option('already_completed', 'After completion, take in the same session answers `already_completed`.'),
      option('survey_complete', 'After completion, take in the same session answers `survey_complete`.'),
      option('new-session', 'After completion, take begins the survey anew, in a new session.'),
      option('session-error', 'After completion the session has expired.'),
    ],
    measured: 'After completion, take in the same session answers `{value}`.',
  },
  'Q-SUBMIT-AFTER-COMPLETE': {
    section: 'states',
    question: 'What does submit-page answer in a session that completed the survey?',
    why: 'The lifecycle of a session after completion is not shown.',
    alternatives: [
      option('already_completed', 'After completion, submit-page answers `already_completed`.'),
      option('survey_complete', 'After completion, submit-page answers `survey_complete` again.'),
      option('session-error', 'After completion, submit-page answers the session error, code 1002.'),
    ],
    measured: 'After completion, submit-page answers `{value}`.',
  },
  'Q-PREVIOUS-AFTER-COMPLETE': {
    section: 'states',
    question: 'What does previous-page answer in a session that completed the survey?',
    why: 'The lifecycle of a session after completion is not shown.',
    alternatives: [
      option('already_completed', 'After completion, previous-page answers `already_completed`.'),
      option('survey_complete', 'After completion, previous-page answers `survey_complete`.'),
      option('session-error', 'After completion, previous-page answers the session error, code 1002.'),
    ],
    measured: 'After completion, previous-page answers `{value}`.',
  },
  'Q-TAKE-UNKNOWN-SESSION': {
    section: 'take',
    question: 'What does take do with a session id that the service does not know?',
    why: 'The document covers no cookie and a live cookie only.',
    alternatives: [
      option('new-session', 'Take with an unknown session begins a new session.'),
      option('session-error', 'Take with an unknown session answers the session error, code 1002.'),
    ],
    measured: 'Take with an unknown session answers `{value}`.',
  },
  'Q-PREVIOUS-NO-SESSION': {
    section: 'previous-page',
    question: 'What does previous-page answer without a session, or with an unknown one?',
    why: 'The document gives the error for a session without a submission only.',
    alternatives: [
      option('no-previous', 'Without a session previous-page answers 1002, "No previous page to navigate back to."'),
      option('expired', 'Without a session previous-page answers 1002, "Session expired. …"'),
      option('standard-400', 'Without a session previous-page answers the standard error 400.'),
    ],
    measured: 'Without a session previous-page answers {value}.',
  },
  'Q-PREVIOUS-400-SHAPE': {
    section: 'errors',
    question: 'Which body has the 400 of previous-page?',
    why: 'Errors: "The previous-page 400 may also appear in the standard error body."',
    alternatives: [
      option('session-error', 'The 400 of previous-page has the session error body, code 1002.'),
      option('standard', 'The 400 of previous-page has the standard error body.'),
    ],
  },
  'Q-PREVIOUS-FIRST-AFTER-BACK': {
    section: 'previous-page',
    question: 'What does previous-page answer on the first page, after having gone back to it?',
    why: 'The error is given for the first page with nothing submitted; here a submission has succeeded.',
    alternatives: [
      option('same-page', 'Back on the first page, previous-page returns that page again.'),
      option('error-400', 'Back on the first page, previous-page answers error 400.'),
    ],
    measured: 'Back on the first page, previous-page answers {value}.',
  },
  'Q-BACK-TEXT': {
    section: 'previous-page',
    question: 'Where is an earlier text answer after going back?',
    why: '"Questions carry the earlier answers" is explained for `selected` only.',
    alternatives: [
      option('html', 'An earlier text is found in the `html` of its question.'),
      option('json', 'An earlier text is found in the `json` of its question.'),
      option('both', 'An earlier text is found in the `html` and the `json` of its question.'),
      option('absent', 'An earlier text is not returned.'),
    ],
  },
  'Q-BACK-OTHER-KINDS': {
    section: 'previous-page',
    question: 'Where are earlier ranks, allocations and dates after going back?',
    why: '"Questions carry the earlier answers" is explained for `selected` only.',
    alternatives: [
      option('html', 'Earlier ranks, allocations and dates are found in the `html`.'),
      option('json', 'Earlier ranks, allocations and dates are found in the `json`.'),
      option('both', 'Earlier ranks, allocations and dates are found in the `html` and the `json`.'),
      option('absent', 'Earlier ranks, allocations and dates are not returned.'),
    ],
  },
  'Q-RESUME-AFTER-BACK': {
    section: 'take',
    question: 'Where does take resume after going back?',
    why: '"Resumes from the respondent\'s current position" does not say whether going back moves that position.',
    alternatives: [
      option('page-shown', 'After going back, take returns the page that was gone back to.'),
      option('furthest-page', 'After going back, take returns the furthest page reached.'),
    ],
  },
  'Q-DOUBLE-SUBMIT': {
    section: 'submit-page',
    question: 'What does the second of two equal submissions of one page get?',
    why: 'The keys come from the page last returned; nothing says what keys of an earlier page do.',
    alternatives: [
      option('validation_errors', 'Keys of a page that is not the current one give `validation_errors`.'),
      option(
        'success-same',
        'Keys of a page that is not the current one change nothing: the current page is returned.',
      ),
      option('success-next', 'Keys of a page that is not the current one are ignored, and the page is accepted.'),
      option('error', 'Keys of a page that is not the current one give an error.'),
    ],
  },
  'Q-OLDER-PAGE': {
    section: 'submit-page',
    question: 'What does a page of before get that is submitted once more, as from another tab?',
    why: 'The keys come from the page last returned; nothing says what those of an earlier page do.',
    alternatives: [
      option('success-same', 'A page of before that is submitted again changes nothing: the current page is returned.'),
      option('success-earlier', 'A page of before that is submitted again leads to the page after it.'),
      option('success-next', 'Keys of a page of before are ignored, and the current page is accepted.'),
      option('validation_errors', 'A page of before that is submitted again gives `validation_errors`.'),
      option('error', 'A page of before that is submitted again gives an error.'),
    ],
  },
  'Q-HESITATE': {
    section: 'limits',
    question: 'For how long may a respondent do nothing?',
    why: 'Limits: "the session time-out: not shown."',
    ...measuredAs('The session of a respondent who does nothing is {value}.'),
  },
  'Q-UNKNOWN-KEY': {
    section: 'submit-page',
    question: 'What happens to a key that no question of the page has?',
    why: 'The document defines the keys of the page and is silent on others.',
    alternatives: [
      option('ignored', 'Keys that no question of the page has are ignored.'),
      option('validation_errors', 'Keys that no question of the page has give `validation_errors`.'),
      option('error-400', 'Keys that no question of the page has give error 400.'),
    ],
  },
  'Q-WRONG-TYPE': {
    section: 'submit-page',
    question: 'What does an answer of the wrong JSON type get (a number for a string answer id)?',
    why: 'The value types are given; what else does is not shown.',
    alternatives: [
      option('accepted', 'Numbers are accepted where the table says string.'),
      option('validation_errors', 'A value of another JSON type gives `validation_errors`.'),
      option('error-400', 'A value of another JSON type gives error 400.'),
    ],
  },
  'Q-FOREIGN-ANSWER': {
    section: 'submit-page',
    question: 'What does an answer id get that the question does not have?',
    why: 'Which answers fail validation is shown for a missing required answer only.',
    alternatives: [
      option('validation_errors', 'An answer id that the question does not have gives `validation_errors`.'),
      option('ignored', 'An answer id that the question does not have is ignored.'),
      option('error-400', 'An answer id that the question does not have gives error 400.'),
    ],
  },
  'Q-MALFORMED-JSON': {
    section: 'submit-page',
    question: 'What does a submit body get that is not JSON?',
    why: 'The conditions of 400 on each endpoint are not shown.',
    alternatives: [
      option('standard-400', 'A body that is not JSON gives the standard error 400, id 1000.'),
      option('validation_errors', 'A body that is not JSON gives `validation_errors`.'),
      option('ignored', 'A body that is not JSON counts as empty.'),
    ],
    measured: 'A body that is not JSON gives {value}.',
  },
  'Q-CONTENT-TYPE': {
    section: 'endpoints',
    question: 'What does a JSON body get that is sent with another content type?',
    why: 'JSON bodies use `Content-Type: application/json`; what happens otherwise is not shown.',
    alternatives: [
      option('accepted', 'A JSON body is accepted with any content type.'),
      option('standard-400', 'Another content type gives the standard error 400.'),
      option('415', 'Another content type gives HTTP 415.'),
    ],
    measured: 'Another content type gives {value}.',
  },
  'Q-HUGE-TEXT': {
    section: 'submit-page',
    question: 'What happens to a text answer of 100,000 characters?',
    why: 'No maximum length is shown.',
    alternatives: [
      option('accepted', 'A text answer of 100,000 characters is accepted.'),
      option('validation_errors', 'A text answer that is too long gives `validation_errors`.'),
      option('error-400', 'A text answer that is too long gives error 400.'),
      option('413', 'A body that is too large gives HTTP 413.'),
    ],
    measured: 'A text answer of 100,000 characters gives {value}.',
  },
  'Q-UNKNOWN-SURVEY': {
    section: 'take',
    question: 'What does take answer for a survey that does not exist?',
    why: 'The conditions of 404 on each endpoint are not shown.',
    alternatives: [
      option('404', 'Take of an unknown survey gives 404, id 1040.'),
      option('400', 'Take of an unknown survey gives 400, id 1000.'),
      option('403', 'Take of an unknown survey gives 403, id 1013.'),
      option('survey_closed', 'Take of an unknown survey answers status `survey_closed`.'),
    ],
    measured: 'Take of an unknown survey gives {value}.',
  },
  'Q-MALFORMED-SURVEY': {
    section: 'endpoints',
    question: 'What does a survey id get that is no integer?',
    why: 'Path parameters are integers; the conditions of 400 and 404 are not shown.',
    ...errorAs('A survey id that is no integer gives', 400, 404),
  },
  'Q-SESSION-OTHER-SURVEY': {
    section: 'take',
    question: 'What does a session do in another survey?',
    why: 'Whether one cookie may carry positions in several surveys is not shown.',
    alternatives: [
      option('own-position', 'One session has a position of its own in each survey.'),
      option('new-session', 'Take of another survey begins a new session.'),
      option('session-error', 'A session is good for one survey: elsewhere it gives the session error.'),
    ],
  },
  'Q-QUESTION-TYPES': {
    section: 'question',
    question: 'Which question type codes occur?',
    why: 'Type codes beyond `U`, `M`, `T` are not shown.',
    alternatives: [
      option('U', 'Type `U` is single choice.'),
      option('M', 'Type `M` is multiple choice.'),
      option('T', 'Type `T` is text.'),
    ],
    measured: 'Question type code `{value}` occurs.',
  },
  'Q-NO-BACK-PREVIOUS-URL': {
    section: 'page',
    question: 'Is `previousPageUrl` null in a survey that disallows going back?',
    why: 'It is null on the first page and "otherwise the path", while going back is disallowed.',
    alternatives: [
      option('path', 'Where going back is disallowed, `previousPageUrl` is still the path.'),
      option('null', 'Where going back is disallowed, `previousPageUrl` is null.'),
    ],
  },
  'Q-PROGRESS-FIRST': {
    section: 'page',
    question: 'Where does `progressPercentage` start?',
    why: 'The member is a number; what it counts is not shown.',
    alternatives: [
      option('zero', 'On the first page `progressPercentage` is 0.'),
      option('above-zero', 'On the first page `progressPercentage` is above 0.'),
    ],
  },
  'Q-PROGRESS-LAST': {
    section: 'page',
    question: 'What is `progressPercentage` on the final page?',
    why: 'The member is a number; what it counts is not shown.',
    alternatives: [
      option('100', 'On the final page `progressPercentage` is 100.'),
      option('below-100', 'On the final page `progressPercentage` is below 100.'),
    ],
  },
  'Q-PROGRESS-ORDER': {
    section: 'page',
    question: 'Does `progressPercentage` grow from page to page?',
    why: 'The member is a number; that it grows is not shown.',
    alternatives: [
      option('grows', '`progressPercentage` grows with every page.'),
      option('never-falls', '`progressPercentage` never falls, and may stand still.'),
      option('may-fall', '`progressPercentage` may fall.'),
    ],
  },
  'Q-CONCURRENT-SUBMIT': {
    section: 'submit-page',
    question: 'What do two simultaneous submissions of one page get?',
    varies: true,
    why: 'Concurrency within a session is not shown.',
    alternatives: [
      option('one-accepted', 'Of two simultaneous submissions one is accepted, the other is not.'),
      option('both-same-page', 'Two simultaneous submissions get the same next page.'),
      option('both-accepted', 'Two simultaneous submissions are both accepted, one after the other.'),
    ],
  },
  'Q-ERROR-STATUS-HTTP': {
    section: 'states',
    question: 'Which HTTP status goes with the status `error`?',
    why: 'Take returns 200 with any status; the table of errors has a 500 for what cannot be processed.',
    ...measuredAs('Status `error` comes with HTTP {value}.', '200', '500'),
  },
  'Q-ERROR-REQUEST-ID': {
    section: 'errors',
    question: 'Does a standard error carry `requestID`?',
    why: 'Every successful body has one and the session error shows one; the standard error lists six members of `error`.',
    alternatives: [
      option('present', 'A standard error body has `requestID` beside `response`.'),
      option('absent', 'A standard error body has no `requestID`.'),
    ],
  },
  'Q-INVALID-KEEPS-ANSWERS': {
    section: 'submit-page',
    question: 'Does the page re-shown with `validation_errors` carry the answers that were sent?',
    why: '`selected` is true on previous-page only; whether texts are kept is not shown.',
    alternatives: [
      option('kept', 'A page with `validation_errors` carries the texts that were sent.'),
      option('dropped', 'A page with `validation_errors` comes without the answers that were sent.'),
    ],
  },
  'Q-NO-PAGE-SESSION': {
    section: 'take',
    question: 'Does a first take that shows no page start a session?',
    why: 'The first call creates a session and sets its cookie; the first page is shown with it.',
    alternatives: [
      option('started', 'The first take starts a session, also when it shows no page.'),
      option('none', 'A first take that shows no page starts no session.'),
    ],
  },
  'Q-ROUTE-COOKIE': {
    section: 'take',
    question: 'Does the service set cookies beside `JSESSIONID`?',
    why: 'Requests carry the cookie so that "the session state and the server routing are kept"; one cookie is named.',
    alternatives: [
      option('none', '`JSESSIONID` is the only cookie.'),
      option('set', 'The service sets further cookies, for its routing, beside `JSESSIONID`.'),
    ],
  },
  'Q-ACCEPT': {
    section: 'endpoints',
    question: 'What does a request get that accepts HTML only?',
    why: '"Responses are JSON; send `Accept: application/json`"; what happens otherwise is not shown.',
    alternatives: [
      option('json', 'Answers are JSON whatever `Accept` says.'),
      option('406', 'A request that does not accept JSON gives HTTP 406.'),
    ],
    measured: 'A request that does not accept JSON gives {value}.',
  },
  'Q-RATE-LIMIT': {
    section: 'limits',
    question: 'How does the service refuse a client that sends too much?',
    why: 'Limits: "Rate limits: not shown."',
    alternatives: [
      option('429', 'Too many requests give HTTP 429.'),
      option('429 with Retry-After', 'Too many requests give HTTP 429 with the header `Retry-After`.'),
    ],
  },
  'Q-BACK-REFUSED-FIRST': {
    section: 'states',
    question: 'Where going back is disallowed, what does previous-page answer before anything was submitted?',
    why: 'One move gives the current page with `success`, another error 400; both fit.',
    alternatives: [
      option('error-400', 'Before a submission previous-page answers error 400, also where going back is disallowed.'),
      option('current-page', 'Where going back is disallowed, previous-page answers the current page from the start.'),
    ],
    measured: 'Where going back is disallowed, previous-page before a submission answers {value}.',
  },
  'Q-ANSWER-ERRORS': {
    section: 'page',
    question: 'Which form has `answerErrors` when it is not null?',
    why: 'It is "null or a per-answer detail"; the detail is not shown.',
    alternatives: [
      option('array', '`answerErrors` is null or an array.'),
      option('object', '`answerErrors` is null or an object.'),
    ],
  },
  'Q-OTHER-TEXT': {
    section: 'keys',
    question: 'Must the Other option come with its text?',
    why: 'The key of the text stands beside that of the choice; whether it may be left out is not shown.',
    alternatives: [
      option('optional', 'The Other option may be chosen without a text.'),
      option('required', 'The Other option without a text gives `validation_errors`.'),
      option('error-400', 'The Other option without a text gives error 400.'),
    ],
  },
  'Q-SELECTED-ELSEWHERE': {
    section: 'question',
    question: 'Is `selected` false or absent where it is not true?',
    why: '`selected` is "true only on previous-page responses"; whether it is there otherwise is not shown.',
    alternatives: [
      option('false', '`selected` is false on every answer that is not marked.'),
      option('absent', '`selected` is absent on answers that are not marked.'),
    ],
  },
  'Q-SELECTED-TYPED': {
    section: 'previous-page',
    question: 'After going back, is `selected` true for texts, ranks, allocations and dates that were given?',
    why: '`selected` marks "the answer chosen earlier"; whether a text or a number was chosen is not shown.',
    alternatives: [
      option('true', 'After going back `selected` also marks texts, ranks, allocations and dates that were given.'),
      option('false', 'After going back `selected` marks choices only.'),
    ],
  },
  'Q-REFUSED-ANSWERS': {
    section: 'keys',
    question: 'Which answers of documented form does the service refuse?',
    why: 'What rules a question has (a format, a range, how many answers) is not shown.',
    ...measuredAs('The service refuses some answers: {value}.'),
    varies: true,
  },
} as const satisfies Record<string, OpenQuestion>;
