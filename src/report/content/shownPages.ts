import { decodeHTML } from 'entities';
import { sessionEndpoints, surveyOfPath } from '../../contract/endpoints.ts';
import { type EntityId, entityIdOf, isEntityId, parsedExactly } from '../../contract/entityId.ts';
import { asText, isRecord, membersOf, objectsIn, parseJson } from '../../contract/jsonShape.ts';
import { ordinalWord } from '../../result/chances.ts';
import { conditionOf, detourOf } from '../../result/condition.ts';
import { isOfWalk, memberPlace, refusesAnswers } from '../../result/defectFacts.ts';
import { flattened } from '../../result/flatten.ts';
import { hasUsualKey } from '../../result/keyNames.ts';
import { listed } from '../../result/reasonWords.ts';
import type { Violation, WitnessStep } from '../../result/verdict.ts';
import { cut, cutInMiddle } from '../plainText.ts';

/** A survey page as a storyboard shows it. */
export type PageView = NonNullable<ReturnType<typeof pageIn>>;

/** The page in the body of an answer, also where the body was cut: its questions stand in it as JSON texts, or wrongly as objects. */
export function pageIn(body: string) {
  const questions = elementsIn(body).flatMap(questionIn);
  if (questions.length === 0) return null;
  return { ids: questions.map(({ id }) => id), questions, rejected: refusesAnswers(body) };
}

/** The `json` of each question. */
function elementsIn(body: string): unknown[] {
  const written = [...body.matchAll(/"json"\s*:\s*(?:("(?:[^"\\]|\\.)*")|\{)/g)].map(([, text]) => text);
  if (!written.includes(undefined)) return written.map((text) => parseJson(text ?? ''));
  const { response } = membersOf(body);
  const questions = isRecord(response) ? objectsIn(response.questions) : [];
  return questions.map(({ json }) => json);
}

function questionIn(json: unknown) {
  const value = typeof json === 'string' ? parsedExactly(json, parseJson(json)) : json;
  if (!isRecord(value) || !isEntityId(value.id)) return [];
  const answers = objectsIn(value.answers);
  return [
    {
      id: value.id,
      text: typeof value.text === 'string' ? decodeHTML(value.text) : '',
      /** Whether several answers may be chosen. */
      isMultiple: value.type === 'M',
      answers: answers.flatMap(({ id, text, selected }) =>
        isEntityId(id)
          ? [{ id, text: typeof text === 'string' ? decodeHTML(text) : '', selected: selected === true }]
          : [],
      ),
    },
  ];
}

/** Witnesses beyond these show hardly another page. */
const mostRead = 200;

/** The pages that the witnesses of a run show: what one of them lacks is borrowed from the others. */
export class ShownPages {
  readonly #pages: readonly PageView[];
  readonly #texts = new Map<EntityId, string>();
  readonly #profile: unknown;

  /** @param profile of the run, which says what surveys are there for */
  constructor(violations: readonly Pick<Violation, 'witness'>[], profile: unknown = null) {
    this.#profile = profile;
    const bodies = new Set(
      violations.slice(0, mostRead).flatMap(({ witness }) => witness.steps.map(({ response }) => response.body)),
    );
    this.#pages = [...bodies].flatMap((body) => pageIn(body) ?? []);
    for (const { id, text, answers } of this.#pages.flatMap(({ questions }) => questions)) {
      this.#texts.set(id, text);
      for (const answer of answers) this.#texts.set(answer.id, answer.text);
    }
  }

  /** A page that a submission fits: each of its keys names a question of it, or an answer; `null` where none was seen. */
  answeredBy(body: string | null): PageView | null {
    const ids = Object.keys(membersOf(body ?? '')).map((key) => entityIdOf(/_(\d+)$/.exec(key)?.[1] ?? ''));
    if (ids.length === 0) return null;
    const fits = ({ questions }: PageView): boolean =>
      ids.every((id) => questions.some((each) => each.id === id || each.answers.some((answer) => answer.id === id)));
    return this.#pages.find(fits) ?? null;
  }

  /** A survey by its id, and what it is there for. */
  survey(id: string): string {
    return surveyWords(id, this.#profile);
  }

  /** The words of a question, or of an answer; `''` where no witness shows them. */
  wordsOf(question: EntityId): string {
    return cut(this.#texts.get(question) ?? '', longestQuestion);
  }

  /** A text whose questions and chosen answers are named by their words too: `question 103 (“What could we do better?”)`. */
  withWords(text: string): string {
    const several = text.replaceAll(/\b(question|record) (?=\d+, \d)/g, '$1s ');
    return several.replaceAll(
      /(?<=\b(?:questions?|became|selected(?: \d+,)*) )\d+(?!\d)|(?<=\b(?:became|choices of question \d+:) (?:"\d+", )*")\d+(?=")|\b\d+(?="?(?:, "\d+")* became)/g,
      (id) => {
        const words = this.wordsOf(entityIdOf(id));
        return words === '' || text.includes(words) ? id : `${id} (“${words}”)`;
      },
    );
  }
}

/** What a survey is there for, by its key of the profile. */
const roles: Readonly<Record<string, string>> = {
  noBack: 'without a way back',
  closed: 'that is closed',
  quotaFull: 'whose quota is full',
  paused: 'that is paused',
  suspended: 'of a suspended owner',
  passwordGate: 'behind a password',
  multiLanguage: 'in several languages',
  redirect: 'that leads elsewhere',
  optOut: 'that people opt out of',
  error: 'that fails',
  missing: 'that there is not',
};

/** A survey by its id, with the role that the profile of the run gives it: `survey 2040004 (of a suspended owner)`. */
function surveyWords(id: string, profile: unknown): string {
  const surveys = isRecord(profile) && isRecord(profile.surveys) ? profile.surveys : {};
  const [role] = Object.entries(roles).flatMap(([key, words]) => (String(surveys[key]) === id ? [words] : []));
  return `survey ${id}${role === undefined ? '' : ` (${role})`}`;
}

const longestQuestion = 80;
const longestPath = 120;

/**
 * Where a violation shows, in words: `survey 2101, third page, “How did you hear about us?” (question 305)`, and of calls
 * `GET /a/api/v2/surveys/2101/responses?page=3 (list-responses)`; `''` of what has no steps. Where another page came than the one that was due, it is the
 * one that was due: after a page that was skipped, the next is not it.
 *
 * @param alike all that break the same promise for the same cause: the other surveys, or endpoints, are named too
 */
export function placeOf(violation: Violation, pages: ShownPages, alike: readonly Violation[] = []): string {
  const { witness, expected, actual, symptom: { due, came } = {}, answers } = violation;
  const { steps, failingStep } = witness;
  // A call that was refused, and took effect all the same, is seen by another one.
  const at =
    came?.[0] === 'effect'
      ? steps.findLastIndex(({ response }, step) => step < failingStep && response.httpStatus >= 400)
      : failingStep;
  const failing = steps[at] ?? steps[failingStep];
  if (failing === undefined) return '';
  const survey = surveyOfPath(failing.path);
  const stored = answers?.questions.find(({ differs }) => differs);
  if (survey !== null && stored !== undefined) {
    return `${pages.survey(survey)}, ${stored.question === '' ? '' : `“${cut(stored.question, longestQuestion)}” `}(question ${stored.questionId})${alsoIn(survey, alike)}`;
  }
  // Of a call, and of a request with another key, no page is the place.
  const isOfKeys = !hasUsualKey(failing) || steps.slice(0, at).some(({ endpoint }) => endpoint === 'regenerate-key');
  if (survey === null || !isOfWalk(failing) || isOfKeys)
    return `${failing.method} ${cutInMiddle(withoutQuery(failing.path), longestPath)} (${failing.endpoint})${itemOf(violation, failing)}${alsoAt(violation, alike)}`;
  const own = steps.slice(0, failingStep + 1).filter(({ session }) => session === failing.session);
  const dueIds = due !== undefined && 'page' in due ? due.page.split(', ') : null;
  // Where another page came than was due, nothing of it is wrong: the place is where it was asked for.
  const isOtherPage = came?.at(-1) === 'page';
  const named =
    dueIds === null && !isOtherPage
      ? (/\bquestion (\d+)/.exec(`${expected} ${actual}`)?.[1] ?? partOf(violation, failing)?.id)
      : undefined;
  const { ids, number } =
    dueIds !== null
      ? pageAfter(own.slice(0, -1), dueIds)
      : named === undefined
        ? lastPage(isOtherPage ? own.slice(0, -1) : own)
        : pageWith(own, named);
  const id = named ?? (ids.length === 1 ? ids[0] : undefined);
  const words = id === undefined ? '' : pages.wordsOf(entityIdOf(id));
  // A way that nobody repeated, or that nothing was left out of, may hold more than what it took.
  const recorded = violation.reproduction?.recordedSteps ?? Number.POSITIVE_INFINITY;
  const isShort = recorded > steps.length || steps.length <= shortestWay;
  const isShrunk = violation.classification === 'always' && isShort;
  const isBack = failing.endpoint === 'previous-page' && dueIds !== null;
  const way = lastPage(own.slice(0, -1)).number === number ? 'from' : 'to';
  const place = [
    pages.survey(survey),
    number === 0 ? '' : `${isBack ? `going back ${way} the ` : ''}${ordinalWord(number)} page`,
    isBack && number > 0 && came?.[0] === 'page-off-the-way' ? 'or submitting it' : '',
    words === '' ? '' : `“${words}” (question ${id})`,
    isShrunk && conditionOf(violation) === null ? circumstancesOf(own, survey) : '',
    // What an answer left is seen elsewhere.
    violation.endpoint === '' || sessionEndpoints.has(violation.endpoint)
      ? ''
      : `in its record (${violation.endpoint})`,
  ].filter((part) => part !== '');
  return `${place.join(', ')}${alsoIn(survey, alike)}`;
}

/** The question of a page, or the item of a list, that a member is wrong in: its id, by what that is called, and its name. */
function partOf({ path, symptom: { found } = {} }: Violation, { response: { body } }: WitnessStep) {
  const place =
    path.includes('[]') && found !== undefined ? memberPlace(body, found.path, found.value)?.place : undefined;
  const [part] = /^[^\]]*\](?:\.json)?/.exec(place ?? '') ?? [];
  if (part === undefined) return null;
  const members = flattened(body).filter((line) => line.path.startsWith(`${part}.`));
  const member = (name: RegExp) =>
    members.find((line) => name.test(line.path.slice(part.length + 1)) && line.path !== place);
  const id = member(/^(?:id|responseID|departmentID)$/);
  const name = member(/^name$/);
  if (id === undefined) return null;
  return {
    id: id.value,
    called: id.path.slice(part.length + 1),
    name: name === undefined ? '' : asText(parseJson(name.value)),
  };
}

/** `, departmentID 31 “Front office”`: the item of a list that shows it. */
function itemOf(violation: Violation, failing: WitnessStep): string {
  const part = partOf(violation, failing);
  if (part === null) return '';
  return `, ${part.called} ${part.id}${part.name === '' ? '' : ` “${cut(part.name, longestQuestion)}”`}`;
}

/** `; in 1102, 1103 too`. */
function alsoIn(survey: string, alike: readonly Violation[]): string {
  const surveys = new Set(alike.flatMap((each) => Object.keys(each.surveys ?? {})));
  surveys.delete(survey);
  return surveys.size === 0 ? '' : `; in ${listed([...surveys])} too`;
}

/** `; create-template, update-datapad too`: but for endpoints that the title names. */
function alsoAt(violation: Violation, alike: readonly Violation[]): string {
  const words = conditionOf(violation)?.words ?? '';
  const endpoints = new Set(alike.map(({ endpoint }) => endpoint).filter((endpoint) => !words.includes(endpoint)));
  endpoints.delete(violation.endpoint);
  return endpoints.size === 0 ? '' : `; ${listed([...endpoints])} too`;
}

/** Of so few steps hardly one could be left out. */
const shortestWay = 4;
/** A longer way holds more than what it took. */
const longestWay = 12;

/** What a respondent did on a short way that not everybody does, which is what it took: `after answers were refused`. */
function circumstancesOf(own: readonly WitnessStep[], survey: string): string {
  if (own.length > longestWay) return '';
  const done = own.slice(0, -1).flatMap(({ endpoint, path, response: { body } }, at) => {
    const elsewhere = surveyOfPath(path) ?? survey;
    if (elsewhere !== survey) return [`steps in survey ${elsewhere}`];
    return detourOf(endpoint, at > 0, refusesAnswers(body)) ?? [];
  });
  return done.length === 0 ? '' : `after ${[...new Set(done)].slice(0, 2).join(' and ')}`;
}

/** Questions of a page, and which page of its respondent's way it is, from 1 on; 0 where that is not known. */
interface PageOfWay {
  readonly ids: readonly string[];
  readonly number: number;
}

/** The page that a respondent came to. */
function lastPage(own: readonly WitnessStep[]): PageOfWay {
  const { seen, last, isWhole } = wayOf(own);
  return { ids: last, number: isWhole ? seen.indexOf(last.join()) + 1 : 0 };
}

/** Which page of their respondent's way some steps came to last, from 1 on; 0 where that is not known. */
export function pageNumber(own: readonly WitnessStep[]): number {
  return lastPage(own).number;
}

/** The page that a respondent met a question on. */
function pageWith(own: readonly WitnessStep[], question: string): PageOfWay {
  const { seen, isWhole } = wayOf(own);
  const pages = seen.map((page) => page.split(','));
  return { ids: [question], number: isWhole ? pages.findIndex((ids) => ids.includes(question)) + 1 : 0 };
}

/** The page that was due after some steps: one of their pages, or the next. */
function pageAfter(before: readonly WitnessStep[], ids: readonly string[]): PageOfWay {
  const { seen, isWhole } = wayOf(before);
  const at = seen.indexOf(ids.join());
  return { ids, number: isWhole ? (at === -1 ? seen.length : at) + 1 : 0 };
}

/** The pages of some steps, each once, and the last one; `isWhole`: from the first page on. */
function wayOf(own: readonly WitnessStep[]): { seen: string[]; last: readonly string[]; isWhole: boolean } {
  const seen: string[] = [];
  let last: readonly string[] = [];
  let isWhole = own.length === 0 || own[0]?.endpoint === 'take';
  for (const { response } of own) {
    const shown = pageIn(response.body);
    if (shown === null) {
      isWhole &&= response.body !== '';
      continue;
    }
    last = shown.ids.map(String);
    if (!seen.includes(last.join())) seen.push(last.join());
  }
  return { seen, last, isWhole };
}

/** A long query says less than the call that it is of. */
function withoutQuery(path: string): string {
  return path.length > longestPath ? path.replace(/\?.*/s, '') : path;
}
