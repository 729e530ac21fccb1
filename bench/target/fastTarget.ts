/**
 * A fast target for benchmarks, as a process of its own: the walk of one survey of the embedded service with its pages
 * rendered ahead, behind the smallest HTTP/1.1 front that will do. It knows the respondent flow just well enough for
 * every behaviour of canvass: sessions, required questions, going back with the earlier answers marked.
 * Sends its base URL to its parent, and ends with it. `node fastTarget.ts PROTOCOL STYLE QUESTIONS`, the
 * last for two pages of as many questions, 0 for the survey's own pages.
 */
import { sessionCookie } from '../../src/contract/endpoints.ts';
import { sessionErrors } from '../../src/contract/serviceErrors.ts';
import { judgePage } from '../../src/service/respondent/judgePage.ts';
import { type RenderedPage, renderSurvey } from '../../src/service/survey/renderedSurvey.ts';
import { loadSurveys } from '../../src/service/survey/surveyCatalogue.ts';
import { defaultVariants } from '../../src/service/variants.ts';
import { answerStyles, styled } from './answerStyle.ts';
import { protocols, type Reply, serve } from './front.ts';
import { widePages } from './widePages.ts';

const surveyId = 1001;
const style = answerStyles.find((each) => each === process.argv[3]) ?? 'compact';
const variants = defaultVariants;
const perPage = Number(process.argv[4] ?? 0);
const own = loadSurveys().get(surveyId);
if (own === undefined) throw new Error(`there is no survey ${surveyId}`);
const survey = perPage === 0 ? own : widePages(own, perPage);
const rendered = renderSurvey(survey, variants);

interface Page {
  readonly members: string;
  /** Keys of its required questions, as they begin in a body. */
  readonly required: readonly { readonly questionId: number; readonly key: string }[];
}

interface Walk {
  page: number;
  submitted: boolean;
  /** The accepted bodies by page, as latin1. */
  readonly bodies: string[];
}

const pages: readonly Page[] = rendered.pages.map((page: RenderedPage) => ({
  members: page.members,
  required: page.page.questions
    .filter(({ required }) => required)
    .map(({ id }) => ({ questionId: id, key: keyOf(page, id) })),
}));
const walks = new Map<string, Walk>();
/** Of sessions that nobody walks any more the oldest are forgotten. */
const maxWalks = 200_000;
const cookieStart = `${sessionCookie}=`;
const idLength = 32;
/** The least length that the survey's texts are limited to. */
const longTextChars = 2000;
let sessionCount = 0;
let requestCount = 0;

function keyOf(page: RenderedPage, questionId: number): string {
  const question = page.page.questions.find(({ id }) => id === questionId);
  const ids = [questionId, ...(question?.answers.map(({ id }) => id) ?? [])].map((id) => `_${id}`);
  return `"${[...page.keys].find((key) => ids.some((id) => key.endsWith(id)))}"`;
}

function send(reply: Reply, status: number, cookie: string, members: string, encoding: 'latin1' | 'utf8'): void {
  // Unlike the one before in each of its digits, as ids that are drawn by chance are.
  const digits = (Math.imul(++requestCount, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  const id = `"requestID":"${digits}-${requestCount.toString(16).padStart(8, '0')}"`;
  reply.send(status, cookie, `{${styled(`${members},${id}`, style, requestCount)}}`, encoding);
}

function sendPage(reply: Reply, page: number, cookie = ''): void {
  send(reply, 200, cookie, `"response":{"status":"success",${pages[page]?.members}}`, 'latin1');
}

function sendError(reply: Reply, message: string): void {
  send(reply, 400, '', `"error":{"code":1002,"message":"${message}"}`, 'latin1');
}

function take(reply: Reply, walk: Walk | undefined): void {
  if (walk !== undefined) {
    if (walk.page < pages.length) sendPage(reply, walk.page);
    else send(reply, 200, '', '"response":{"status":"already_completed"}', 'latin1');
    return;
  }
  const id = (++sessionCount).toString(16).padStart(idLength, 'A');
  if (walks.size >= maxWalks) walks.delete(walks.keys().next().value ?? '');
  walks.set(id, { page: 0, submitted: false, bodies: [] });
  sendPage(reply, 0, `${cookieStart}${id}; Path=/; HttpOnly`);
}

function judged(page: number, body: string): ReturnType<typeof judgePage> | undefined {
  const rendering = rendered.pages[page];
  const values: Record<string, unknown> = JSON.parse(Buffer.from(body, 'latin1').toString());
  return rendering === undefined ? undefined : judgePage(rendering.page, values, variants);
}

/** Only a long body may hold a text that is too long: the others need no parsing. */
function errorsOf({ required }: Page, page: number, body: string): readonly object[] {
  if (body.length >= longTextChars) {
    const long = judged(page, body);
    return long?.kind === 'rejected' ? long.errors : [];
  }
  return required
    .filter(({ key }) => !body.includes(key))
    .map(({ questionId }) => ({ questionId, message: 'This question is required.', answerErrors: null }));
}

function submit(reply: Reply, walk: Walk | undefined, body: string): void {
  const page = walk === undefined ? undefined : pages[walk.page];
  if (walk === undefined || page === undefined) {
    sendError(reply, sessionErrors.expired);
    return;
  }
  const errors = errorsOf(page, walk.page, body);
  if (errors.length > 0) {
    const response = `"status":"validation_errors",${page.members},"validationErrors":${JSON.stringify(errors)}`;
    send(reply, 200, '', `"response":{${response}}`, 'latin1');
    return;
  }
  walk.bodies[walk.page++] = body;
  walk.submitted = true;
  if (walk.page < pages.length) sendPage(reply, walk.page);
  else send(reply, 200, '', '"response":{"status":"survey_complete"}', 'latin1');
}

function back(reply: Reply, walk: Walk | undefined): void {
  if (walk === undefined || !walk.submitted || walk.page === 0) {
    sendError(reply, sessionErrors.noPreviousPage);
    return;
  }
  walk.page--;
  const earlier = judged(walk.page, walk.bodies[walk.page] ?? '{}');
  const answers = earlier?.kind === 'accepted' ? earlier.answers : new Map();
  const members = rendered.membersWith(walk.page, answers, 'marked');
  send(reply, 200, '', `"response":{"status":"success",${members}}`, 'utf8');
}

function answer(reply: Reply, head: string, body: string): void {
  const at = head.indexOf(cookieStart);
  const id = at < 0 ? '' : head.slice(at + cookieStart.length, at + cookieStart.length + idLength);
  const walk = id === '' ? undefined : walks.get(id);
  if (head.startsWith('P')) submit(reply, walk, body);
  else if (head.includes('/take ')) take(reply, walk);
  else back(reply, walk);
}

serve(protocols.find((each) => each === process.argv[2]) ?? 'plain', answer);
