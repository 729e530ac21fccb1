import { ClauseTable } from '../../contract/clause.ts';
import { pathOf } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { Json } from '../../contract/jsonShape.ts';
import { SuccessPage, ValidationErrorsPage } from '../../contract/pageSchema.ts';
import { type Status, statuses } from '../../contract/statuses.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Findings } from '../findings.ts';
import { remembered } from '../memoised.ts';
import { shown } from '../mismatch.ts';
import { withoutBasePath } from '../reading/administrationAnswer.ts';
import type { Answer, Circumstances } from '../reading/answer.ts';
import { bodyOf } from '../reading/reading.ts';
import { isNoUrl } from '../reading/sentValues.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import { judgeShape, shapeOf, withoutItems } from '../schemaJudge.ts';
import { judgeVersion } from './overview.ts';
import { judgeMarks } from './question.ts';

/**
 * How far a percentage may be off by the arithmetic that made it, 100.00000000000001 as a sum of shares: what a hundred
 * shares in single precision come to. No display shows it, and no wrong progress is that near.
 */
const rounding = 0.001;

export const pageClauses = new ClauseTable()
  .group('page')
  .must('PAGE-STATUS-01', 'page-status')
  .says('`response.status` is a string.')
  .sane('PAGE-PROGRESS-RANGE-01', 'sanity-percentage')
  .says('`meta.progressPercentage`, a percentage, lies between 0 and 100.')
  .broken('The progress percentage is not between 0 and 100')
  .why('Within 0.001, which the arithmetic of an honest service may be off by: 100.00000000000001 is 100.')
  .must('PAGE-PREVIOUS-NULL-01', 'page-previous-null', { probes: ['beginning'], topic: 'first-link' })
  .says('`previousPageUrl` is null on the first page.')
  .broken('The first page offers a way back')
  .follows('session', 'position')
  .must('PAGE-PREVIOUS-URL-01', 'page-previous-path')
  .says('On every page but the first, `previousPageUrl` is the path of the previous-page endpoint of this survey.')
  .brokenBy('“previousPageUrl” is wrong')
  .follows('session')
  .must('PAGE-NEXT-URL-01', 'page-next-path', { topic: 'page-link' })
  .says('`nextPageSubmitUrl` is the path of the submit-page endpoint of this survey.')
  .broken('“nextPageSubmitUrl” is wrong')
  .must('PAGE-THEME-URL-01', 'page-theme-css')
  .says('What `themeConfig` lists is URLs, not words.')
  .broken('The theme of a page lists what is no URL')
  .should('PAGE-VALIDATION-02', 'page-validation-elsewhere')
  .says('`validationErrors` comes with no other status.')
  .broken('Validation errors come with another status')
  .must('PAGE-REDIRECT-01', 'page-redirect', { probes: ['status-redirect'] })
  .says('A body with status `redirect` has `redirectUrl`, a string.')
  .broken('A redirect does not say where to')
  .should('PAGE-REDIRECT-02', 'page-redirect-elsewhere')
  .says('`redirectUrl` comes with no status but `survey_complete` and `redirect`.')
  .follows('told-finished')
  .must('PAGE-REDIRECT-03', 'page-redirect-complete')
  .says('`redirectUrl` of `survey_complete`, where present, is a string, and no word for nothing.')
  .broken('The redirect after completion is not a text')
  .must('PAGE-REDIRECT-04', 'page-redirect-complete', { probes: ['walking'], ofSeveralAnswers: true })
  .says('A survey that names its thank-you page at one end names it, or nothing, at each: never null.')
  .broken('The redirect after completion is null at times')
  .why('The table has a string, the sample has none. A survey that never names one may have null.')
  .sample('PAGE-NO-PAGE-01', 'page-no-page-members')
  .says('A status without a page comes with `response.status` and `requestID` only.')
  .follows('told-finished')
  .must('PAGE-NO-PAGE-02', 'page-no-page')
  .says('A status without a page carries no question.')
  .broken('A status without a page carries questions');

const successShape = shapeOf(SuccessPage.properties.response);
const validationShape = withoutItems(shapeOf(ValidationErrorsPage.properties.response), 'validationErrors');

/** Survey page: the members of one answer of the flow, whatever came before it; its questions apart. */
export function judgePage(findings: Findings, { exchange, reading, status, page }: Answer): void {
  if (reading.kind !== 'flow') return;
  const { response } = reading;
  const given = response.status;
  const isText = typeof given === 'string';
  findings.expect('PAGE-STATUS-01', isText, { kind: 'a string' }, { value: given }, 'response.status');
  if (status === '') return;
  judgeMembersByStatus(findings, exchange, response, status);
  if (!statuses[status].page) {
    judgeNoPage(findings, bodyOf(exchange), response, status);
    return;
  }
  const shape = status === 'success' ? successShape : validationShape;
  judgeShape(findings, exchange.path, shape, response, 'response');
  if (page === null) return;
  if (!Number.isNaN(page.progress)) {
    const within = page.progress >= -rounding && page.progress <= 100 + rounding;
    const path = 'response.meta.progressPercentage';
    findings.expect('PAGE-PROGRESS-RANGE-01', within, 'a number from 0 to 100', () => String(page.progress), path);
  }
}

/**
 * What the members of a page say. By itself, as no value that is another one each time (a time, a progress that is wrong)
 * has anything to do with it.
 */
export function judgePageContent(findings: Findings, answer: Answer, circumstances: Circumstances): void {
  const { exchange, reading, page } = answer;
  if (reading.kind !== 'flow' || page === null) return;
  judgeTheme(findings, reading.response);
  judgeLinks(findings, answer, circumstances);
  judgeMarks(findings, exchange, page);
}

/** Members that the table promises for some statuses. It does not say that they are absent from the others. */
function judgeMembersByStatus(findings: Findings, { endpoint }: Exchange, response: Json, status: Status): void {
  const { validationErrors, redirectUrl } = response;
  const path = 'response.redirectUrl';
  if (status !== 'validation_errors') {
    if (isNothing(validationErrors)) findings.pass('PAGE-VALIDATION-02');
    else
      findings.fail('PAGE-VALIDATION-02', `no validationErrors with status ${status}`, {
        value: validationErrors,
        at: 'response.validationErrors',
        words: shown(validationErrors),
      });
  }
  if (status === 'redirect') {
    // Going back has the shape of take without `redirectUrl`, says its endpoint.
    if (endpoint === 'previous-page' && isNothing(redirectUrl)) return;
    const expected = 'redirectUrl, a string that can be followed';
    findings.expect('PAGE-REDIRECT-01', isLink(redirectUrl), expected, { value: redirectUrl }, path);
  } else if (status === 'survey_complete') {
    const given = redirectUrl === null ? 'null' : 'present';
    findings.observe('Q-COMPLETE-REDIRECT', redirectUrl === undefined ? 'absent' : given);
    const isText = typeof redirectUrl === 'string' && !isNoUrl(redirectUrl);
    const fine = redirectUrl === undefined || redirectUrl === null || isText;
    findings.expect('PAGE-REDIRECT-03', fine, 'redirectUrl absent or a URL', { value: redirectUrl }, path);
  } else {
    const expected = `no redirectUrl with status ${status}`;
    findings.expect('PAGE-REDIRECT-02', isNothing(redirectUrl), expected, { value: redirectUrl }, path);
  }
}

/** An end of a survey. @param thanked surveys that have named their thank-you page */
export function judgeThanks(
  findings: Findings,
  { reading, status }: Answer,
  surveyId: EntityId,
  thanked: Set<EntityId>,
): void {
  if (reading.kind !== 'flow' || status !== 'survey_complete') return;
  const { redirectUrl } = reading.response;
  if (typeof redirectUrl === 'string') thanked.add(surveyId);
  if (!thanked.has(surveyId)) return;
  const expected = 'a URL, as at another end of this survey';
  findings.expect('PAGE-REDIRECT-04', redirectUrl !== null, expected, 'null', 'response.redirectUrl');
}

/** Whether a text can be a URL, or a reference to one: spaces are left to who knows how to write them, not words. */
function isLink(value: unknown): boolean {
  if (typeof value !== 'string' || value.trim() === '' || isNoUrl(value)) return false;
  return !/\s/.test(value.trim()) || /^[a-z][a-z0-9+.-]*:|^[/?#.]/i.test(value.trim());
}

function judgeTheme(findings: Findings, { themeConfig }: Json): void {
  if (typeof themeConfig !== 'object' || themeConfig === null) return;
  for (const member of ['cssUrls', 'jsUrls']) {
    const urls: unknown = (themeConfig as Json)[member];
    const texts = Array.isArray(urls) ? urls.filter((url) => typeof url === 'string') : [];
    const strange = texts.find((url) => url !== '' && !isLink(url));
    const path = `response.themeConfig.${member}`;
    findings.expect('PAGE-THEME-URL-01', strange === undefined, `${member}, URLs`, { value: strange }, path);
  }
}

/** Null and empty say what absence says. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

const linkClauses = {
  previousPageUrl: { clause: 'PAGE-PREVIOUS-URL-01', wantedIn: remembered(pathIn('previous-page')) },
  nextPageSubmitUrl: { clause: 'PAGE-NEXT-URL-01', wantedIn: remembered(pathIn('submit-page')) },
} as const;

function pathIn(endpoint: 'previous-page' | 'submit-page'): (survey: string) => string {
  return (survey) => pathOf(endpoint, { survey_id: survey });
}

function judgeLinks(findings: Findings, { exchange, page }: Answer, circumstances: Circumstances): void {
  // What a service makes of a path that is none of the contract is its own.
  if (!circumstances.isContractual) return;
  const { basePath } = circumstances;
  const survey = /\/surveys\/([^/?]+)\//.exec(exchange.path)?.[1];
  for (const member of ['previousPageUrl', 'nextPageSubmitUrl'] as const) {
    const url = page?.[member] ?? null;
    if (url === null) continue;
    const { clause, wantedIn } = linkClauses[member];
    const wanted = wantedIn(survey ?? '');
    // Nearly every service gives the path as it is.
    const path = url === wanted && basePath === '' ? url : pathOfLink(url, exchange.path, basePath);
    const place = `response.navigation.${member}`;
    findings.expect(clause, path === wanted, `${member} ${wanted}`, { value: url }, place);
    judgeVersion(findings, path, url, place);
  }
}

/**
 * The path that a link leads to (RFC 3986, 5), without the target's base path and without what a servlet container adds
 * after a semicolon; query and host may be anything. `null` when it is no URL.
 */
export function pathOfLink(url: string, requestPath: string, basePath: string): string | null {
  const base = `http://host${basePath}${requestPath}`;
  const whole = URL.parse(url, base)?.pathname;
  if (whole === undefined) return null;
  const added = whole.indexOf(';', whole.lastIndexOf('/'));
  return withoutBasePath(added < 0 ? whole : whole.slice(0, added), basePath);
}

function judgeNoPage(findings: Findings, body: Json, response: Json, status: Status): void {
  const allowed = statuses[status].redirectUrl ? ['status', 'redirectUrl'] : ['status'];
  const extra = [
    ...Object.keys(response).filter((name) => !allowed.includes(name) && !isNothing(response[name])),
    ...Object.keys(body).filter((name) => name !== 'response' && name !== 'requestID'),
  ];
  const actual = (): string => `also ${[...new Set(extra)].join(', ')}`;
  findings.expect('PAGE-NO-PAGE-01', extra.length === 0, 'status and requestID only', actual, 'response');
  const { questions } = response;
  const none = !Array.isArray(questions) || questions.length === 0;
  const expected = `no questions with status ${status}`;
  findings.expect('PAGE-NO-PAGE-02', none, expected, { value: questions }, 'response.questions');
}

/** `previousPageUrl` is null on the first page, and a path elsewhere, unless going back is not allowed there. */
export function judgeFirstPage(
  findings: Findings,
  { previousPageUrl }: ShownPage,
  isFirst: boolean,
  mayGoBack = true,
): void {
  const path = 'response.navigation.previousPageUrl';
  if (isFirst) {
    const actual = (): string => shown(previousPageUrl);
    findings.expect('PAGE-PREVIOUS-NULL-01', previousPageUrl === null, 'null on the first page', actual, path);
  } else if (!mayGoBack) return;
  else if (previousPageUrl !== null) findings.pass('PAGE-PREVIOUS-URL-01');
  else findings.fail('PAGE-PREVIOUS-URL-01', 'the path of previous-page on a page after the first', 'null', path);
}
