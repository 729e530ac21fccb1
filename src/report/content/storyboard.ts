import { surveyOfPath } from '../../contract/endpoints.ts';
import { byId, type EntityId, entityIdOf } from '../../contract/entityId.ts';
import { isRecord, membersOf, parseJson } from '../../contract/jsonShape.ts';
import { memberPlace } from '../../result/defectFacts.ts';
import { expiresKey, keyWords, replacedKey } from '../../result/keyNames.ts';
import type { Violation, WitnessStep } from '../../result/verdict.ts';
import { cut, cutInMiddle } from '../plainText.ts';
import { countOf, countText } from '../quantities.ts';
import { type PageView, pageIn, type ShownPages } from './shownPages.ts';
import { sessionWords } from './witnessText.ts';

/** One step of a witness as a person follows it: what was done, and what came of it. */
export type Scene = ReturnType<typeof storyboard>[number];

const done: Readonly<Record<string, string>> = {
  take: 'takes the survey',
  'submit-page': 'submits the page',
  'previous-page': 'goes back',
};

const called: Readonly<Record<string, string>> = {
  'create-department': 'creates a department',
  'list-departments': 'lists the departments',
  'regenerate-key': 'asks for a new API key',
  'create-template': 'creates an e-mail template',
  'update-datapad': 'updates the datapad',
  'create-response': 'creates a response',
  'list-responses': 'lists the responses',
  'filter-responses': 'filters the responses',
  'fetch-response': 'fetches a response',
};

/** Steps beyond these are left out at the beginning: the end of the story is what counts. */
const mostScenes = 60;
/** A story of so many steps is read whole. */
const shortStory = 4;
/** Of a longer one, different steps up to the one that shows it that are read at once; those between and before are folded. */
const nearScenes = 3;
/** An answer is shown in so many characters. */
const longestAnswer = 160;

/**
 * A witness as a storyboard: page shown, answers, page shown, up to the step that shows the violation.
 *
 * @param known pages of other walks, for answers that were not recorded.
 */
export function storyboard(
  {
    witness,
    symptom,
    path,
    actual,
  }: Pick<Violation, 'witness' | 'symptom' | 'path'> & Partial<Pick<Violation, 'actual'>>,
  known: ShownPages | null = null,
) {
  const { steps, failingStep } = witness;
  const member = symptom?.found?.path ?? path;
  const pageDue = symptom?.due !== undefined && 'page' in symptom.due ? symptom.due.page : null;
  const several = new Set(steps.map(({ session }) => session)).size > 1;
  const surveys = new Set(steps.flatMap(({ path }) => surveyOfPath(path) ?? []));
  const pages = new Map<number, PageView>();
  const shownPages: PageView[] = [];
  const scenes = steps.slice(0, failingStep + 1).map((step, at) => {
    const before = pages.get(step.session) ?? null;
    const own = pageIn(step.response.body);
    const isUntold = own === null && step.response.body === '' && step.response.httpStatus < 400;
    const page = own ?? (isUntold ? (known?.answeredBy(nextSubmission(steps, at)) ?? null) : null);
    const shows = at === failingStep;
    const due = shows ? (shownPages.findLast(({ ids }) => identityOf(ids) === pageDue) ?? null) : null;
    if (page !== null) {
      pages.set(step.session, page);
      shownPages.push(page);
    }
    return {
      step: at + 1,
      /** Where there are several; from 1 on. */
      respondent: several ? step.session + 1 : null,
      /** Whether it is a call of the administrator. */
      isCall: step.endpoint in called,
      did: `${whatWasDone(step, before === null, replacedKey(steps, at))}${surveys.size > 1 ? ofSurvey(step) : ''}${isStranger(steps, at) ? ', without a session' : ''}`,
      given: step.endpoint === 'submit-page' ? givenAnswers(step.body, before) : givenMembers(step, member),
      /** `null` where none came, or none was recorded. */
      page,
      /** What came, in a few words, where it is no page. */
      came: page === null ? cameOf(step) : '',
      /** The member that is wrong, also where an earlier answer of the kind has it right; `''` where none is. */
      member:
        shows || step.endpoint === steps[failingStep]?.endpoint ? memberIn(step, member, symptom?.found?.value) : '',
      /** The ids of the questions that it answers. */
      answered: step.endpoint === 'submit-page' ? ((before ?? page)?.ids ?? []).map(String) : [],
      /** Whether it shows the violation; then the page that was expected, where it was shown before. */
      shows,
      expected: due,
      /** Whether the page was not recorded here: it is as another walk saw it. */
      isBorrowed: own === null && page !== null,
    };
  });
  const near = nearOf(scenes, steps, recordedOtherwise(witness, actual));
  return scenes
    .map((scene, at) => ({
      ...scene,
      /** Whether it is among the steps that matter, which are read at once. */
      isNear: near.has(at),
    }))
    .slice(-mostScenes);
}

/** Who does what in a scene: `Respondent 2 goes back`. */
export function deedOf({ respondent, isCall, did }: Scene): string {
  const who = isCall ? 'The administrator' : respondent === null ? 'The respondent' : `Respondent ${respondent}`;
  return `${who} ${did}`;
}

/** What the page of a scene is. */
export function captionOf({ shows, page, isBorrowed }: Scene): string {
  if (shows) return 'What came';
  if (page?.rejected === true) return 'The page again, with errors';
  return isBorrowed ? 'Page shown, as another walk saw it' : 'Page shown';
}

/** The scenes that matter in a sentence or two each, the others in one together, for who has no report beside it. */
export function storyInWords(scenes: readonly Scene[]): string[] {
  return stretches(scenes).flatMap((stretch) =>
    stretch[0]?.isNear === true ? stretch.map(sceneInWords) : foldedInWords(stretch),
  );
}

function sceneInWords(scene: Scene): string {
  const { step, given, page, came, member, expected } = scene;
  const said = given.map(([question, answer]) => `“${question}”: ${answer}`);
  return [
    `Step ${step}: ${[deedOf(scene), ...said].join('; ')}.`,
    ...(expected === null ? [] : [`Expected: ${pageWords(expected)}.`]),
    `${page === null ? `What came: ${came}` : `${captionOf(scene)}: ${pageWords(page)}`}${member === '' ? '' : `; ${member}`}.`,
  ].join(' ');
}

/** `Steps 1 to 44: The respondent takes the survey, submits the page.` */
function foldedInWords(stretch: readonly Scene[]): string {
  const [first, last] = [stretch[0]?.step, stretch.at(-1)?.step];
  const deeds = [...Map.groupBy(stretch, (scene) => deedOf(scene)).entries()].map(([deed, { length }]) =>
    length === 1 ? deed : `${deed} (${countText(length)} times)`,
  );
  return `${first === last ? `Step ${first}` : `Steps ${first} to ${last}`}: ${deeds.join('; ')}.`;
}

/** Steps that are read at once, and those that are folded, in turn. */
export function stretches(scenes: readonly Scene[]): Scene[][] {
  const found: Scene[][] = [];
  for (const scene of scenes) {
    const last = found.at(-1);
    if (last?.[0]?.isNear === scene.isNear) last.push(scene);
    else found.push([scene]);
  }
  return found;
}

function pageWords({ questions }: PageView): string {
  return questions.map(({ id, text }) => `“${cut(text, longestValue)}” (${id})`).join(', ');
}

/** The question whose answer a record holds otherwise than it was given: what matters is how it was answered. */
function recordedOtherwise({ steps, failingStep }: Violation['witness'], actual = ''): string | null {
  const { endpoint = '', response } = steps[failingStep] ?? {};
  const isEnd = endpoint === 'submit-page' && response !== undefined && pageIn(response.body) === null;
  return isEnd ? (/ of question (\d+)/.exec(actual)?.[1] ?? null) : null;
}

/**
 * The steps around the break, what was tried again and again once; of a new key how it came, and what was done with it
 * first; of an answer that is stored otherwise how it was given, and that one went back between.
 */
function nearOf(scenes: readonly Told[], steps: readonly WitnessStep[], question: string | null): ReadonlySet<number> {
  if (scenes.length <= shortStory) return new Set(scenes.keys());
  const near = new Set<number>();
  const given = scenes.flatMap((scene, at) => (question !== null && scene.answered.includes(question) ? [at] : []));
  const [first = 0, last = 0] = [given.at(-2) ?? given[0], given.at(-1)];
  const isWayBack = (at: number): boolean => at > first && at < last && steps[at]?.endpoint === 'previous-page';
  for (const at of scenes.keys())
    if ((given.length > 0 && (at === first || at === last)) || isWayBack(at)) near.add(at);
  if (near.size > 0) return near.add(scenes.length - 1);
  for (let at = scenes.length - 1; at >= 0 && near.size < nearScenes; at--)
    if (!isAgain(scenes[at], scenes[at + 1])) near.add(at);
  const withNew = steps.slice(0, scenes.length).findIndex((_, at) => replacedKey(steps, at) === 'new');
  if (withNew === -1) return near;
  return near.add(withNew).add(steps.slice(0, withNew).findLastIndex(expiresKey));
}

type Told = Readonly<{ isCall: boolean; did: string; came: string; answered: readonly string[] }>;

function isAgain(one: Told | undefined, next: Told | undefined): boolean {
  return one?.isCall === true && one.did === next?.did && one.came === next.came;
}

/** What the respondent of a step submits next, which names the questions of the page that it was shown. */
function nextSubmission(steps: readonly WitnessStep[], at: number): string | null {
  const own = steps[at]?.session;
  const next = steps.slice(at + 1).find(({ session }) => session === own);
  return next?.endpoint === 'submit-page' ? next.body : null;
}

function whatWasDone(step: WitnessStep, isFirst: boolean, replaced: ReturnType<typeof replacedKey>): string {
  const { endpoint, method, path, headers, sessionTransport, concurrent } = step;
  const flow = endpoint === 'take' && !isFirst ? 'returns to the survey' : (done[endpoint] ?? called[endpoint]);
  const act = flow ?? `sends ${method} ${path}`;
  const key = replaced === null ? keyWords(headers['api-key']) : `with the ${replaced} API key`;
  const how = [sessionWords[sessionTransport], key].filter((words) => words !== '');
  return `${[act, ...how].join(', ')}${concurrent > 0 ? ', at the same time as another' : ''}`;
}

/** Which survey it is of, where a story is of several. */
function ofSurvey({ path }: WitnessStep): string {
  const survey = surveyOfPath(path);
  return survey === null ? '' : `, survey ${survey}`;
}

/** Whether it is the first that a respondent sends, and takes no survey. */
function isStranger(steps: readonly WitnessStep[], at: number): boolean {
  const { endpoint = '', session, sessionTransport } = steps[at] ?? {};
  const isFirst = !steps.slice(0, at).some((step) => step.session === session);
  return isFirst && sessionTransport === 'keep' && (endpoint === 'submit-page' || endpoint === 'previous-page');
}

/** As a violation names the page that is due. */
function identityOf(ids: readonly EntityId[]): string {
  return ids.toSorted(byId).join(', ');
}

function cameOf({ response: { httpStatus, failure, body } }: WitnessStep): string {
  if (failure !== null && httpStatus === 0) return failure;
  const status = /"status"\s*:\s*"(\w+)"/.exec(body)?.[1];
  if (status !== undefined && httpStatus < 400) return status;
  if (body === '' && httpStatus < 400) return 'answered; the page was not recorded';
  return `HTTP ${httpStatus}${itemsIn(body)}${errorIn(body)}`;
}

/** `, 2 items` of a list. */
function itemsIn(body: string): string {
  const items = membersOf(body).response;
  return Array.isArray(items) ? `, ${countOf(items.length, 'item')}` : '';
}

function errorIn(body: string): string {
  const value = membersOf(body);
  const error = isRecord(value.response) ? value.response.error : value.error;
  return isRecord(error) && typeof error.message === 'string' ? `: ${error.message}` : '';
}

/** A value is shown in so many characters. */
const longestValue = 80;

/** `prev: null`: a member of an answer, of several items the one that was found; `''` where the answer has no such place. */
function memberIn({ response }: WitnessStep, path: string, found: string | null | undefined): string {
  const name = path.split('.').at(-1)?.replaceAll('[]', '') ?? '';
  // A query is no member of an answer.
  if (name === '' || path.startsWith('?')) return '';
  if (path.includes('[]')) return itemMemberIn(response.body, path, found);
  const body = parseJson(response.body);
  const holder = path
    .split('.')
    .slice(0, -1)
    .reduce<unknown>((within, each) => (isRecord(within) ? within[each] : undefined), body);
  if (!isRecord(holder)) return '';
  const value = holder[name];
  return `${name}: ${value === undefined ? 'absent' : cut(JSON.stringify(value), longestValue)}`;
}

/** `validationErrors[1].questionId: "7"`: of the elements of a page the cards show more. */
function itemMemberIn(body: string, path: string, found: string | null | undefined): string {
  const member = path.includes('questions[]') ? null : memberPlace(body, path, found);
  if (member === null) return '';
  return `${member.place.replace(/^response\./, '')}: ${member.value === null ? 'absent' : cut(member.value, longestValue)}`;
}

/** Members of a body that are shown. */
const mostGiven = 6;

/** What a call asks for: a page of a list, a filter; and what it sends, the member that is wrong first, then the short ones. */
function givenMembers({ path, body }: WitnessStep, member: string): Given[] {
  const name = member.split('.').at(-1) ?? '';
  const sent = Object.entries(membersOf(body ?? ''))
    .sort(([one, a], [other, b]) => Number(other === name) - Number(one === name) || lengthOf(a) - lengthOf(b))
    .slice(0, mostGiven)
    .map(
      ([key, value]) =>
        [key, cutInMiddle(typeof value === 'string' ? value : JSON.stringify(value), longestAnswer)] as const,
    );
  return [...new URLSearchParams(path.split('?')[1] ?? ''), ...sent];
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

type Given = readonly [question: string, answer: string];

/**
 * What a submission answers, question by question, in the words of the page that it answers; where the page is not
 * known, as it was sent.
 */
function givenAnswers(body: string | null, page: PageView | null): Given[] {
  const byQuestion = new Map<string, string[]>();
  for (const [key, value] of Object.entries(membersOf(body ?? ''))) {
    const [question, answer] = given(key, value, page);
    byQuestion.set(question, [...(byQuestion.get(question) ?? []), cutInMiddle(answer, longestAnswer)]);
  }
  return [...byQuestion].map(([question, answers]) => [question, answers.join(', ')] as const);
}

function given(key: string, value: unknown, page: PageView | null): Given {
  const id = entityIdOf(/_(\d+)$/.exec(key)?.[1] ?? '');
  const question = page?.questions.find((each) => each.id === id || each.answers.some((answer) => answer.id === id));
  const words = (sent: unknown): string => {
    const chosen = question?.answers.find((answer) => String(answer.id) === String(sent));
    return chosen === undefined || chosen.text === '' ? String(sent) : chosen.text;
  };
  const answer = Array.isArray(value) ? value.map(words).join(', ') : words(value);
  return [question === undefined ? key : question.text, answer === '' ? 'sent empty' : answer];
}
