import { ToolError } from '../../errors.ts';
import { surveyIn } from '../../judging/evidence/requestFeatures.ts';
import { AnswerReader } from '../../judging/reading/answer.ts';
import { isErrorBody, read } from '../../judging/reading/reading.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { mayShowPages, type RoleName, roleOfStatus, roles } from '../../judging/rules/surveyStatuses.ts';
import { namedQuestions } from '../../profile/namedQuestions.ts';
import type { Profile } from '../../profile/profile.ts';
import { headerOf } from '../../result/exchange.ts';
import { isOfProfile, type Obstacle, obstacleOf, obstacleWords, whoseIs } from '../../result/obstacle.ts';
import { lookBack } from './backLook.ts';
import { type FirstAnswer, firstAnswers, patienceMs } from './firstAnswers.ts';
import { forbiddenKeyDoubt, forbiddenKeyMistake, sameKeys, sessionMistake, swappedKeys } from './namedWrong.ts';
import { otherScheme } from './otherScheme.ts';
import { connectionConflicts, loadConflicts } from './plannedLimits.ts';
import { whoReplacedKey } from './replacedKey.ts';

/** What is about to be run: `load` walks by its stages, `capacity` by its own rates, `conform` uses all of the profile. */
export type Preflown = 'load' | 'conform' | 'capacity';

/**
 * Looks whether a run can work, before a respondent starts: by what the profile says, then by one take of each survey
 * and one call of each administration resource with each key. What the service does wrong is left to the run.
 *
 * @param baseUrl the base URL that is really used
 * @param reports the folder of earlier runs, one of which may have had a key replaced
 * @returns sentences about what may be the profile's mistake, or the service's: the run judges it
 * @throws ToolError PROFILE with what to correct, TARGET_UNREACHABLE where nobody, or somebody else, answers,
 *   TARGET_UNUSABLE where answers are of no use
 */
export async function preflight(
  profile: Profile,
  baseUrl: string,
  command: Preflown,
  reports: string,
): Promise<readonly string[]> {
  const planned = { load: loadConflicts, capacity: connectionConflicts, conform: () => [] }[command](profile);
  if (planned.length > 0) throw new ToolError('PROFILE', planned.join('\n'));
  const all = await firstAnswers(profile, baseUrl, command === 'conform');
  const swapped = swappedKeys(all);
  if (swapped !== null) throw new ToolError('PROFILE', `${swapped}\n${otherwise}`);
  const answers = all.filter(({ keyIndex }) => keyIndex !== 'forbidden');
  await demandService(answers, profile, baseUrl);
  const doubts = answers.filter((answer) => refusal(answer, baseUrl) === null && isDoubtful(answer, answers));
  const replaced = answers.some(isFirstKeyRefused) ? await whoReplacedKey(reports, baseUrl) : '';
  const mistakes = [
    ...mistakesIn(answers, (answer) => {
      const said = doubts.includes(answer) ? null : mistakeOf(answer, baseUrl);
      return said !== null && isFirstKeyRefused(answer) ? `${said}${replaced}` : said;
    }),
    ...absentQuestions(profile, answers),
    ...sessionMistake(profile, answers, baseUrl),
    ...forbiddenKeyMistake(all, baseUrl),
  ];
  // Going back takes a session that is carried, and a key.
  const back = mistakes.length > 0 ? null : await backMistake(profile, baseUrl, command, answers);
  if (back?.isSure === true) mistakes.push(back.said);
  if (mistakes.length > 0) throw new ToolError('PROFILE', `${mistakes.join('\n')}\n${otherwise}`);
  const doubtful = mistakesIn(doubts, (answer) => mistakeOf(answer, baseUrl));
  if (back !== null) doubtful.push(back.said);
  return [
    ...doubtful.map((mistake) => `${mistake}, unless the service is wrong: other surveys play their roles`),
    ...forbiddenKeyDoubt(all, baseUrl),
    ...sameKeys(profile),
  ];
}

function isFirstKeyRefused({ keyIndex, exchange }: FirstAnswer): boolean {
  return keyIndex === 0 && exchange.httpStatus === 401;
}

/** That `surveys.noBack` goes back. It may be the service where another survey plays its role, and none was meant in its place. */
async function backMistake(
  profile: Profile,
  baseUrl: string,
  command: Preflown,
  answers: readonly FirstAnswer[],
): Promise<{ readonly said: string; readonly isSure: boolean } | null> {
  const { noBack, walk } = profile.surveys;
  if (noBack === null || (command !== 'conform' && !walk.some(({ id }) => id === noBack))) return null;
  const { goesBack, staying } = await lookBack(profile, baseUrl, noBack);
  if (!goesBack) return null;
  const meant = staying.length === 0 ? '' : ` (survey ${staying.join(', ')} does not go back)`;
  const isProfileRight = answers.some((answer) => answer.role !== null && answer.role !== 'missing' && plays(answer));
  return {
    said: `survey ${noBack} goes back to its first page, and surveys.noBack is one that does not allow it: correct surveys.noBack${meant}`,
    isSure: staying.length > 0 || !isProfileRight,
  };
}

/**
 * Whether a survey that does not play its role may be the service's mistake as well: the profile names it for this role
 * alone, nothing suggests that two surveys were mixed up, and another survey shows that the profile is of this service.
 */
function isDoubtful(answer: FirstAnswer, all: readonly FirstAnswer[]): boolean {
  const { role, id } = answer;
  if (role === null) return false;
  const isNamedTwice = all.some(
    (other) => other.endpoint === 'take' && other.id === id && other.named !== answer.named,
  );
  const others = all.filter((other) => other.role !== null && other.role !== 'missing' && other.role !== role);
  const played = playedRole(answer);
  const isMixedUp = others.some((other) => other.role === played && !plays(other));
  return answer.named !== 'surveys.walk' && !isNamedTwice && !isMixedUp && others.some(plays);
}

function plays(answer: FirstAnswer): boolean {
  return roleMistake(answer) === null && obstacleIn(answer) === null;
}

/** The role that a survey plays by its answer, whichever the profile gives it. */
function playedRole({ exchange }: FirstAnswer): RoleName | null {
  const reading = read(exchange);
  return reading.kind === 'flow' && reading.status !== '' ? roleOfStatus(reading.status) : null;
}

/**
 * Looks whether the service is there, takes the keys and knows one of the surveys that are walked; what the surveys answer
 * is left open, and one that is not there may be meant as such.
 *
 * @throws ToolError as {@link preflight}
 */
export async function demandAccess(profile: Profile, baseUrl: string): Promise<void> {
  const answers = await firstAnswers(profile, baseUrl, false);
  await demandService(answers, profile, baseUrl);
  const isThere = answers.some((answer) => refusal(answer, baseUrl) === null);
  const mistakes = mistakesIn(answers, (answer) =>
    isThere && obstacleIn(answer) === 'not-found' ? null : refusal(answer, baseUrl),
  );
  if (mistakes.length > 0) throw new ToolError('PROFILE', mistakes.join('\n'));
}

async function demandService(answers: readonly FirstAnswer[], profile: Profile, baseUrl: string): Promise<void> {
  const elsewhere = await otherTarget(answers, profile, baseUrl);
  if (elsewhere !== null) throw elsewhere;
}

function mistakesIn(answers: readonly FirstAnswer[], mistake: (answer: FirstAnswer) => string | null): string[] {
  return [...new Set(answers.flatMap((answer) => mistake(answer) ?? []))];
}

/** What a mistake that is none is answered with. */
export const otherwise = 'If the profile is right, and the service wrong: --no-preflight runs all the same.';

/** Obstacles that say of a single answer already that the service is not there. */
const codec: ReadonlySet<Obstacle> = new Set(['refused', 'unresolved', 'tls', 'proxy']);
/** Those that say it when every take met one of them: a service may fail at one survey. A limiter is the run's to wait for. */
const tellingOfAll: ReadonlySet<Obstacle> = new Set([
  ...codec,
  'time-out',
  'protocol',
  'cut-off',
  'gateway',
  'path-unknown',
  'redirected',
  'undocumented',
  'beyond-limits',
  'encoded',
]);
/** Obstacles that whoever is spoken to by the wrong scheme may put in the way. */
const ofScheme: ReadonlySet<Obstacle> = new Set(['tls', 'time-out', 'protocol', 'cut-off', 'undocumented']);
/** Obstacles whose words leave open which answer came. */
const unnumbered: ReadonlySet<Obstacle> = new Set(['redirected', 'gateway', 'undocumented']);

/** That nobody answers, or not the service; `null` where it does. */
async function otherTarget(
  answers: readonly FirstAnswer[],
  profile: Profile,
  baseUrl: string,
): Promise<ToolError | null> {
  const takes = answers.filter(({ endpoint }) => endpoint === 'take');
  const met = takes.map((answer) => ({ answer, obstacle: obstacleIn(answer) }));
  const one = met.find(({ obstacle }) => obstacle !== null && codec.has(obstacle)) ?? met[0];
  if (one === undefined || one.obstacle === null) return null;
  const all = met.every(({ obstacle }) => obstacle !== null && tellingOfAll.has(obstacle));
  if (!all && !codec.has(one.obstacle)) return null;
  const spoken = ofScheme.has(one.obstacle) ? await otherScheme(profile, baseUrl) : null;
  if (spoken !== null) return new ToolError('TARGET_UNREACHABLE', `${baseUrl}: ${spoken}`);
  const { exchange } = one.answer;
  const { met: what, remedy } = obstacleWords[one.obstacle];
  const came = !unnumbered.has(one.obstacle)
    ? ''
    : ` (HTTP ${exchange.httpStatus}${targetOf(headerOf(exchange, 'location'))})`;
  const said =
    one.obstacle === 'time-out'
      ? `${baseUrl}: no answer came within ${patienceMs(profile) / 1000} s. ${remedy} A service that takes longer: --no-preflight.`
      : `${baseUrl}: ${what}${came}. ${remedy}`;
  if (isOfProfile(one.obstacle)) return new ToolError('PROFILE', said);
  return new ToolError(whoseIs(one.obstacle) === 'target' ? 'TARGET_UNREACHABLE' : 'TARGET_UNUSABLE', said);
}

function targetOf(location: string | null): string {
  return location === null ? '' : ` to ${location.slice(0, 200)}`;
}

/** What kept an answer from being one of the service; `null` where it is. */
function obstacleIn({ exchange }: FirstAnswer): Obstacle | null {
  const reading = read(exchange);
  if (reading.kind === 'flow' || reading.kind === 'administration' || reading.kind === 'session-error') return null;
  return obstacleOf(exchange, reading.kind === 'standard-error');
}

/** What of the profile one answer shows to be wrong, in a sentence with what to change; `null` for nothing. */
function mistakeOf(answer: FirstAnswer, baseUrl: string): string | null {
  const { endpoint, id, role } = answer;
  const refused = refusal(answer, baseUrl);
  if (refused !== null) return refused;
  if (role === 'missing') {
    // Which error or status an unknown survey gets is not shown; a page is of one that exists.
    const reading = read(answer.exchange);
    const isOpen = reading.kind === 'flow' && reading.status === 'success';
    return isOpen ? `survey ${id} exists at ${baseUrl}: correct surveys.missing` : null;
  }
  return endpoint === 'take' ? roleMistake(answer) : null;
}

/** That a key is refused, or that there is nothing of an id. */
function refusal(answer: FirstAnswer, baseUrl: string): string | null {
  const { endpoint, exchange, id, keyIndex, named, role } = answer;
  // Which error a survey gets that does not exist is not shown: 403 hides which ones do.
  if (role === 'missing' && exchange.httpStatus !== 401) return null;
  const obstacle = obstacleIn(answer);
  const key = `target.apiKeys[${keyIndex}]`;
  if (obstacle === 'key-refused') {
    const may =
      endpoint === 'take' ? `take survey ${id}` : `${endpoint === 'update-datapad' ? 'update' : 'read'} ${named} ${id}`;
    return exchange.httpStatus === 401
      ? `${key}${variableWith(answer.key?.reveal())} is no key of ${baseUrl} (HTTP 401): set it to one that is`
      : `${key} may not ${may} (HTTP 403): name a key that may, or correct ${named}`;
  }
  // Whoever has it may refuse to change nothing, in whatever way.
  const isOfDatapad = endpoint === 'update-datapad';
  if (isOfDatapad ? exchange.httpStatus !== 404 : obstacle !== 'not-found') return null;
  if (isOfDatapad)
    return `survey ${surveyIn(exchange.path)} has no datapad ${id} at ${baseUrl}: correct ${named}, or admin.surveyId`;
  const what = endpoint === 'list-departments' ? 'organization' : 'survey';
  // A service may answer a path that it does not have as one more thing that it does not know.
  const prefix = (URL.parse(baseUrl)?.pathname ?? '/') === '/' ? '' : ', or target.basePath';
  return `${what} ${id} does not exist at ${baseUrl}: correct ${named}${prefix}`;
}

/** ` (NAME)`: the variable of the environment with this value; of several that which is named for it. */
function variableWith(value: string | undefined): string {
  const names = Object.keys(process.env).filter((name) => process.env[name] === value);
  const name = names.find((each) => each.startsWith('CANVASS_')) ?? names[0];
  return name === undefined ? '' : ` (${name})`;
}

/** That a survey does not play the role that the profile gives it, or lets nobody in without one. */
function roleMistake({ exchange, id, named, role }: FirstAnswer): string | null {
  const reading = read(exchange);
  if (isErrorBody(reading) || reading.kind !== 'flow' || reading.status === '' || reading.status === 'error')
    return null;
  const { status } = reading;
  if (role === null || role === 'missing') {
    if (status === 'success' || status === 'validation_errors') return null;
    const plays = roleOfStatus(status);
    return `survey ${id} answers \`${status}\`: nobody can walk it; open it, correct ${named}${plays === null ? '' : `, or name it under surveys.${plays}`}`;
  }
  if (status === roles[role].status || (status === 'success' && mayShowPages(role))) return null;
  const plays = roleOfStatus(status);
  const is = status === 'success' ? 'is open' : `answers \`${status}\`${plays === null ? '' : ` (surveys.${plays})`}`;
  return `survey ${id} ${is}, and surveys.${role} is to answer \`${roles[role].status}\`: correct surveys.${role}`;
}

/**
 * Questions that the profile names of a survey whose only page lacks them: of longer surveys no first page can tell. A
 * service that flags the first page of each of several surveys as final may be wrong about it; the run tells.
 *
 * @returns a sentence for each
 */
function absentQuestions(profile: Profile, answers: readonly FirstAnswer[]): string[] {
  const reader = new AnswerReader();
  const pages = answers.flatMap(({ endpoint, id, role, exchange }) => {
    const page = endpoint === 'take' && role === null ? reader.read(exchange).page : null;
    return page === null ? [] : [[id, page] as const];
  });
  const firstPages = new Map(pages);
  const isFinal = ({ isFinal }: ShownPage): boolean => isFinal === true;
  if (firstPages.size > 1 && [...firstPages.values()].every(isFinal)) return [];
  return namedQuestions(profile).flatMap(({ surveyId, questionId, named }) => {
    const page = firstPages.get(surveyId);
    if (page === undefined || !isFinal(page) || page.questions.some(({ id }) => id === questionId)) return [];
    return [`survey ${surveyId} has no question ${questionId} on its only page: correct ${named}`];
  });
}
