import type { ClauseId } from '../contract/clause.ts';
import { jsonText } from '../contract/jsonShape.ts';
import type { QuestionId } from '../contract/questions/catalogue.ts';
import type { Came, Due, HeadDue, Symptom } from '../result/symptom.ts';
import type { Answer } from './reading/answer.ts';
import type { QuestionReading } from './reading/questionView.ts';
import { named } from './reading/reading.ts';
import { pageName, type ShownPage } from './reading/shownPage.ts';
import { cameInPlace, kindCame, noWay, statusCame, type Way } from './whatCameInstead.ts';

/**
 * Where rules say what they found about one answer. Whoever hears it knows whose answer it is and can build its
 * witness: conformance's evidence, or the walker's tally.
 */
export interface Findings {
  /** The clause was looked at, and holds. */
  pass(clause: ClauseId): void;
  /**
   * The clause was looked at, and is broken.
   *
   * @param expected what the clause demands here.
   * @param actual what came.
   * @param path where in the body: `response.meta.isFinalPage`, `questions[].json.answers[].text`; `''` for all of it.
   */
  fail(clause: ClauseId, expected: Expected, actual: Actual, path?: string): void;
  /** `pass` or `fail`; `actual` is asked for only when the check failed. @returns `holds`, so that a rule can go on. */
  expect(clause: ClauseId, holds: boolean, expected: Expected, actual: () => Actual, path?: string): boolean;
  /** The answer to an open question, as this exchange shows it. */
  observe(question: QuestionId, value: string, situation?: string): void;
  /** Nothing can be told about the clause from this answer. */
  inconclusive(clause: ClauseId, reason: string): void;
  /** What is found from here on is about one question of the answer; `null`: about all of it again. */
  ofQuestion?(question: QuestionReading | null): void;
}

/** What a clause demands, in words; with the data that they say, where readers of a violation go by it. */
export type Expected = string | { readonly words: string; readonly due: Due };

/** What came, in words; with the value that they show and where it stands, or the answer that came in place of another. */
export type Actual =
  | string
  | {
      readonly words: string;
      readonly value?: unknown;
      /** Where the value stands, unless that is the violation's own path. */
      readonly path?: string;
      readonly answer?: Answer;
      /** What came, where the rule itself knows the words of `cameInPlace.ts` for it. */
      readonly came?: Came;
      /** Of completions: it comes with each so manyth of them. */
      readonly every?: number;
    };

/** An HTTP status is due. */
export function statusDue(httpStatus: number, words = `HTTP ${httpStatus}`): Expected {
  return { words, due: { httpStatus } };
}

/** The member at `path` is due to be of a kind: `a string or null`. */
export function kindDue(path: string, kind: string): Expected {
  return { words: `${path} is ${kind}`, due: { kind } };
}

/** Something is due of the head of an answer: its body shows nothing of it. */
export function headDue(head: HeadDue, words: string): Expected {
  return { words, due: { head } };
}

/** The value of a member. */
export function seen(value: unknown): Actual {
  return { words: shown(value), value };
}

/** The value of the member at `path`, with its place. */
export function seenAt(path: string, value: unknown): Actual {
  return { words: `${path}: ${shown(value)}`, value, path };
}

/** The page that is due. */
export function pageDue(page: ShownPage | null, words = pageName(page)): Expected {
  return page === null || page.identity === '' ? words : { words, due: { page: page.identity } };
}

/**
 * The answer that came, in place of another one. Where a survey lets nobody in, with that status as data: wherever it
 * comes, it has one cause.
 */
export function cameTo(answer: Answer): Exclude<Actual, string> {
  const { exchange, reading, page, status } = answer;
  const name = named(exchange, reading);
  const words = page === null ? name : `${name}, ${pageName(page)}`;
  return { words, answer, ...(isShut(status) ? { value: status, path: 'response.status' } : {}) };
}

const shutStatuses: ReadonlySet<string> = new Set(['survey_closed', 'survey_paused', 'survey_suspended']);

/** Whether a status says that the survey lets nobody in for now. */
export function isShut(status: string): boolean {
  return shutStatuses.has(status);
}

/** What a finding says, as it came: with secrets, cut to a bound. */
export function foundFacts(
  expected: Expected,
  actual: Actual,
  path: string,
  way: Way,
): { readonly expected: string; readonly actual: string; readonly came: Came | undefined } {
  return {
    expected: excerpt(wordsOf(expected)),
    actual: excerpt(wordsOf(actual)),
    came: typeof actual === 'string' ? undefined : cameOf(expected, actual, path, way),
  };
}

function wordsOf(said: Expected | Actual): string {
  return typeof said === 'string' ? said : said.words;
}

/**
 * What is kept of a finding: its words and its data, both without secrets and cut to a bound.
 *
 * @param way the walk whose answer it was.
 */
export function keptFinding(
  expected: Expected,
  actual: Actual,
  path: string,
  redact: (text: string) => string,
  way: Way = noWay,
): { readonly expected: string; readonly actual: string; readonly symptom?: Symptom } {
  const kept = (text: string): string => excerpt(redact(text));
  const symptom: Symptom = {
    ...(typeof expected === 'string' ? {} : { due: keptDue(expected.due, kept) }),
    ...(typeof actual === 'string' ? {} : keptActual(expected, actual, path, kept, way)),
  };
  return {
    expected: kept(wordsOf(expected)),
    actual: kept(wordsOf(actual)),
    ...(Object.keys(symptom).length === 0 ? {} : { symptom }),
  };
}

function keptActual(
  expected: Expected,
  actual: Exclude<Actual, string>,
  path: string,
  kept: (text: string) => string,
  way: Way,
): Pick<Symptom, 'found' | 'came' | 'every'> {
  const { value, path: at, answer, every } = actual;
  const found = { path: at ?? path, value: value === undefined ? null : kept(jsonText(value)) };
  const came = cameOf(expected, actual, path, way);
  const words = { ...(came === undefined ? {} : { came: [...came] }), ...(every === undefined ? {} : { every }) };
  const isOfValue = value !== undefined || (answer === undefined && actual.came === undefined && every === undefined);
  return isOfValue ? { found, ...words } : words;
}

/** What came, in words that tell defects apart; `undefined` where the words of the finding do. */
function cameOf(
  expected: Expected,
  { value, path: at, answer, came }: Exclude<Actual, string>,
  path: string,
  way: Way,
): Came | undefined {
  if (came !== undefined) return came;
  const due = typeof expected === 'string' ? null : expected.due;
  if (answer !== undefined) {
    return cameInPlace(answer, { path, due: due !== null && 'page' in due ? due.page : null }, way);
  }
  if (due !== null && 'kind' in due) return kindCame(value);
  return (at ?? path) === 'response.status' ? statusCame(value) : undefined;
}

function keptDue(due: Due, kept: (text: string) => string): Due {
  return 'value' in due ? { value: kept(due.value) } : due;
}

const excerptLength = 300;

/** Text of the service, cut to a bound. */
export function excerpt(text: string): string {
  return text.length <= excerptLength ? text : `${text.slice(0, excerptLength)}… (${text.length} characters)`;
}

/** A value as JSON for people, cut to a bound; what is absent is called so. */
export function shown(value: unknown): string {
  return value === undefined ? 'absent' : excerpt(jsonText(value));
}
