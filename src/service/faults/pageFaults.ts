import type { Fault } from './fault.ts';
import { at, each, isPage, pageOf, type ReplyContext, type ReplyDraft } from './replyDraft.ts';
import { isRejection, spoil, spoilPage, spoilStatus, spoilValidation } from './replyFaults.ts';

const isLater = (_draft: ReplyDraft, context: ReplyContext): boolean => pageOf(context) > 0;
const isFirst = (_draft: ReplyDraft, context: ReplyContext): boolean => pageOf(context) === 0;
const isFinal = (draft: ReplyDraft): boolean => at(draft.body, 'response', 'meta').isFinalPage === true;

/** A fault that puts a wrong value, or none, into a member of a page. */
function wrong(id: string, description: string, path: readonly string[], value?: unknown, where = anyPage): Fault {
  return spoilPage(
    { id, section: 'page', description },
    (response) => {
      const parent = at(response, ...path.slice(0, -1));
      const name = path.at(-1) ?? '';
      if (value === undefined) delete parent[name];
      else parent[name] = value;
    },
    where,
  );
}

function anyPage(_draft: ReplyDraft, _context: ReplyContext): boolean {
  return true;
}

/** Broken cells of the table Survey page. */
export const pageFaults: readonly Fault[] = [
  wrong('status-unknown', 'The status of a page is no documented value.', ['status'], 'ok'),
  wrong('status-number', 'The status of a page is a number.', ['status'], 1),
  wrong('status-missing', 'A page has no status.', ['status']),
  wrong('meta-missing', 'A page has no meta.', ['meta']),
  wrong('final-page-string', 'isFinalPage is a string.', ['meta', 'isFinalPage'], 'false'),
  wrong('final-page-missing', 'isFinalPage is missing.', ['meta', 'isFinalPage']),
  wrong('final-page-never', 'isFinalPage is false on the final page.', ['meta', 'isFinalPage'], false, isFinal),
  wrong(
    'final-page-early',
    'isFinalPage is true on the first page of several.',
    ['meta', 'isFinalPage'],
    true,
    (draft, context) => isFirst(draft, context) && !isFinal(draft),
  ),
  wrong('progress-string', 'progressPercentage is a string.', ['meta', 'progressPercentage'], '20%'),
  wrong('progress-null', 'progressPercentage is null.', ['meta', 'progressPercentage'], null),
  wrong('progress-missing', 'progressPercentage is missing.', ['meta', 'progressPercentage']),
  wrong('progress-over-hundred', 'progressPercentage is 120.', ['meta', 'progressPercentage'], 120),
  wrong('navigation-missing', 'A page has no navigation.', ['navigation']),
  wrong(
    'previous-url-null',
    'previousPageUrl is null on a later page.',
    ['navigation', 'previousPageUrl'],
    null,
    (draft, context) => isLater(draft, context) && context.survey?.backAllowed === true,
  ),
  wrong(
    'previous-url-on-first-page',
    'previousPageUrl is a path on the first page.',
    ['navigation', 'previousPageUrl'],
    '/a/api/v2/surveys/1001/previous-page',
    isFirst,
  ),
  wrong('previous-url-missing', 'previousPageUrl is left out.', ['navigation', 'previousPageUrl']),
  wrong('previous-url-boolean', 'previousPageUrl is a boolean.', ['navigation', 'previousPageUrl'], true, isLater),
  wrong(
    'previous-url-take',
    'previousPageUrl is the path of take.',
    ['navigation', 'previousPageUrl'],
    '/a/api/v2/surveys/1001/take',
    isLater,
  ),
  wrong('next-url-missing', 'nextPageSubmitUrl is missing.', ['navigation', 'nextPageSubmitUrl']),
  wrong(
    'next-url-null',
    'nextPageSubmitUrl is null on the final page.',
    ['navigation', 'nextPageSubmitUrl'],
    null,
    isFinal,
  ),
  wrong(
    'next-url-other-survey',
    'nextPageSubmitUrl leads to another survey.',
    ['navigation', 'nextPageSubmitUrl'],
    '/a/api/v2/surveys/1004/submit-page',
  ),
  wrong('theme-missing', 'A page has no themeConfig.', ['themeConfig']),
  wrong('theme-css-string', 'cssUrls is a string.', ['themeConfig', 'cssUrls'], 'https://static.surveys.example/a.css'),
  wrong('theme-css-objects', 'cssUrls holds objects.', ['themeConfig', 'cssUrls'], [{ url: '/a.css' }]),
  wrong('theme-js-missing', 'jsUrls is missing.', ['themeConfig', 'jsUrls']),
  wrong('theme-js-null', 'jsUrls is null.', ['themeConfig', 'jsUrls'], null),
  wrong('questions-empty', 'A page with status success has no questions.', ['questions'], []),
  wrong('questions-object', 'questions is an object.', ['questions'], { first: { html: '', json: '{}' } }),
  spoilPage({ id: 'html-missing', section: 'page', description: 'Questions have no html.' }, (response) => {
    for (const element of each(response, 'questions')) delete element.html;
  }),
  spoilPage({ id: 'html-number', section: 'page', description: 'The html of a question is a number.' }, (response) => {
    for (const element of each(response, 'questions')) element.html = 1;
  }),
  spoilPage({ id: 'json-object', section: 'page', description: 'json is an object and not its text.' }, (response) => {
    for (const element of each(response, 'questions')) element.json = JSON.parse(String(element.json));
  }),
  spoilPage({ id: 'json-cut', section: 'page', description: 'json is cut off and does not parse.' }, (response) => {
    for (const element of each(response, 'questions')) element.json = String(element.json).slice(0, -2);
  }),
  wrong(
    'validation-errors-missing',
    'A rejected page has no validationErrors.',
    ['validationErrors'],
    undefined,
    isRejection,
  ),
  wrong('validation-errors-null', 'validationErrors is null.', ['validationErrors'], null, isRejection),
  wrong(
    'validation-errors-on-success',
    'A page with status success has validationErrors.',
    ['validationErrors'],
    [],
    (draft) => !isRejection(draft),
  ),
  spoilValidation(
    {
      id: 'validation-question-id-string',
      section: 'page',
      description: 'questionId of a validation error is a string.',
    },
    (error) => {
      error.questionId = String(error.questionId);
    },
  ),
  spoilValidation(
    { id: 'validation-message-missing', section: 'page', description: 'A validation error has no message.' },
    (error) => {
      delete error.message;
    },
  ),
  spoilValidation(
    { id: 'validation-answer-errors-missing', section: 'page', description: 'A validation error has no answerErrors.' },
    (error) => {
      delete error.answerErrors;
    },
  ),
  wrong('redirect-url-on-page', 'A page carries redirectUrl.', ['redirectUrl'], 'https://panel.example/'),
  spoilStatus(
    { id: 'redirect-url-missing', section: 'page', description: 'Status redirect comes without redirectUrl.' },
    'redirect',
    (response) => {
      delete response.redirectUrl;
    },
  ),
  spoilStatus(
    { id: 'redirect-url-object', section: 'page', description: 'redirectUrl is an object.' },
    'redirect',
    (response) => {
      response.redirectUrl = { href: response.redirectUrl };
    },
  ),
  spoil(
    { id: 'page-beside-status', section: 'page', description: 'Statuses without a page come with an empty page.' },
    (draft, { endpoint }) => isFlow(endpoint) && 'status' in at(draft.body, 'response') && !isPage(draft),
    ({ body }) => {
      at(body, 'response').questions = [];
      at(body, 'response').meta = { isFinalPage: true, progressPercentage: 100 };
    },
  ),
];

function isFlow(endpoint: string | undefined): boolean {
  return endpoint === 'take' || endpoint === 'submit-page' || endpoint === 'previous-page';
}
