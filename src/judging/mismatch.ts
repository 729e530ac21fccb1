import { jsonText } from '../contract/jsonShape.ts';
import type { Came, HeadDue, Symptom } from '../result/symptom.ts';
import type { Condition, Violation } from '../result/verdict.ts';
import { commonStart } from '../result/whereTextsPart.ts';
import { classifyAnswer, classifyKind, classifyStatus, type Way } from './classifyAnswer.ts';
import type { Answer } from './reading/answer.ts';
import { named } from './reading/reading.ts';
import { pageName, type ShownPage } from './reading/shownPage.ts';

/** What a clause demands: in words, or as data, which have words of their own where theirs would say too little. */
export type Expected = string | (Due & { readonly words?: string });

type PageName = Pick<ShownPage, 'identity'> | null;

type Due =
  | { readonly httpStatus: number }
  | { readonly page: PageName }
  /** The member at the path is of a kind: `a string or null`. */
  | { readonly kind: string }
  | { readonly value: string }
  /** Of the head of an answer: its body shows nothing of it. */
  | { readonly head: HeadDue }
  /** The link at the path has a parameter: `name` or `name=value`. */
  | { readonly parameter: string };

/** What came in its place: in words, or as data, whose words are made of them. */
export type Actual = string | (() => string | Found) | Found;

interface Found {
  readonly words?: string;
  readonly value?: unknown;
  /** Where the value stands, unless that is the violation's own path. */
  readonly at?: string;
  /** Many answers together show it. */
  readonly together?: true;
  /** It was so each time that the thing was shown. */
  readonly eachTime?: true;
  /** The answer that came in place of another one. */
  readonly answer?: Answer;
  /** What came, where the rule itself knows the words of `classifyAnswer` for it. */
  readonly came?: Came;
  /** Under which it comes, where the rule itself knows. */
  readonly condition?: Condition;
}

/** A mismatch as results keep it. */
type Kept = Pick<Violation, 'expected' | 'actual' | 'symptom' | 'condition'>;

/**
 * What a clause demanded of one answer, and what came instead: in words, and as the symptom that its data make, all of it
 * cut to a bound.
 *
 * @param path where in the body; `''` for all of it.
 * @param way the walk whose answer it was.
 * @param redact takes secrets out of texts.
 */
export function mismatch(
  expected: Expected,
  actual: Actual,
  path: string,
  way: () => Way,
  redact = (text: string): string => text,
): Kept {
  const kept = (text: string): string => excerpt(redact(text));
  const found = typeof actual === 'function' ? actual() : actual;
  const due = typeof expected === 'string' ? expected : (expected.words ?? dueWords(expected, path));
  const what = typeof found === 'string' ? undefined : cameOf(expected, found, path, way);
  const [wanted, came] = apart(redact(due), redact(typeof found === 'string' ? found : foundWords(found, what)));
  const symptom = { ...dueIn(expected, kept), ...(typeof found === 'string' ? {} : foundIn(found)) };
  return {
    expected: excerpt(wanted),
    actual: excerpt(came),
    ...(Object.keys(symptom).length === 0 ? {} : { symptom }),
    ...(typeof found === 'string' || found.condition === undefined ? {} : { condition: found.condition }),
  };

  function foundIn(data: Found): Symptom {
    const { answer, together, eachTime, at = answer === undefined ? path : 'response.status' } = data;
    const [value] = valuesIn(data);
    return {
      ...(value === undefined
        ? {}
        : { found: { path: at, value: value.is === undefined ? null : kept(jsonText(value.is)) } }),
      ...(what === undefined ? {} : { came: [...what] }),
      ...(together === undefined ? {} : { together }),
      ...(eachTime === undefined ? {} : { eachTime }),
    };
  }
}

function dueIn(expected: Expected, kept: (text: string) => string): Pick<Symptom, 'due'> {
  if (typeof expected === 'string') return {};
  const { words: _, ...due } = expected;
  if ('page' in due) return isNamed(due.page) ? { due: { page: due.page.identity } } : {};
  return { due: 'value' in due ? { value: kept(due.value) } : due };
}

/** Whether the questions of a page tell which one it is. */
function isNamed(page: PageName): page is NonNullable<PageName> {
  return page !== null && page.identity !== '';
}

/** What came, in words that tell defects apart; `undefined` where the words of the finding do. */
function cameOf(expected: Expected, found: Found, path: string, way: () => Way): Came | undefined {
  const due = typeof expected === 'string' ? { value: '' } : expected;
  if (found.came !== undefined) return found.came;
  if (found.answer !== undefined) {
    const page = 'page' in due && isNamed(due.page) ? due.page.identity : null;
    return classifyAnswer(found.answer, { path, due: page }, way());
  }
  if ('kind' in due) return classifyKind(found.value);
  return (found.at ?? path) === 'response.status' ? classifyStatus(found.value) : undefined;
}

/**
 * The value that was found, if there is one to show. Where a survey lets nobody in, that is the status of the answer:
 * wherever it comes, it has one cause.
 */
function valuesIn(found: Found): readonly { readonly is: unknown }[] {
  if ('value' in found) return [{ is: found.value }];
  return found.answer !== undefined && isShut(found.answer.status) ? [{ is: found.answer.status }] : [];
}

/** That `response` lacks members; a script looks for the first of them. */
export function lacking(names: readonly string[]): Found {
  return { words: `no ${names.join(', ')}`, at: `response.${names[0] ?? ''}`, value: undefined };
}

function dueWords(due: Due, path: string): string {
  if ('httpStatus' in due) return `HTTP ${due.httpStatus}`;
  if ('page' in due) return pageName(due.page);
  if ('kind' in due) return `${path} is ${due.kind}`;
  if ('parameter' in due) return `${path} with ${due.parameter}`;
  return 'value' in due ? due.value : due.head;
}

function foundWords({ words, answer, at, value }: Found, came: Came | undefined): string {
  if (words !== undefined) return words;
  if (answer !== undefined)
    return `${answerWords(answer)}${came?.[0] === 'page-off-the-way' ? ', not on the way' : ''}`;
  return `${at === undefined ? '' : `${at}: `}${shown(value)}`;
}

/** An answer in words: its status or error, and which page it shows. */
export function answerWords({ exchange, reading, page }: Answer): string {
  const name = named(exchange, reading);
  return page === null ? name : `${name}, ${pageName(page)}`;
}

const shutStatuses: ReadonlySet<string> = new Set(['survey_closed', 'survey_paused', 'survey_suspended']);

/** Whether a status says that the survey lets nobody in for now. */
export function isShut(status: string): boolean {
  return shutStatuses.has(status);
}

/** Of two long texts that begin alike, as much of the beginning is left as people need to see what it is of. */
const alikeAtLeast = 160;
const alikeShown = 60;

/** Two texts so that what differs is not cut off: of a long beginning that both have, its start and its end. */
function apart(one: string, other: string): readonly [string, string] {
  const alike = commonStart(one, other);
  if (alike < alikeAtLeast || Math.max(one.length, other.length) <= excerptLength) return [one, other];
  const without = (text: string): string =>
    `${text.slice(0, alikeShown)}… (${alike - 2 * alikeShown} characters alike) …${text.slice(alike - alikeShown)}`;
  return [without(one), without(other)];
}

const excerptLength = 300;

const isCut = /… \(\d+ characters\)$/;
/** How it was cut, and a few words before it. */
const longestFrame = 80;

/** Text of the service, cut to a bound, once: also where words were put before what was cut already. */
export function excerpt(text: string): string {
  const isShort = text.length <= excerptLength || (text.length <= excerptLength + longestFrame && isCut.test(text));
  return isShort ? text : `${text.slice(0, excerptLength)}… (${text.length} characters)`;
}

/** A value as JSON for people, cut to a bound; what is absent is called so. */
export function shown(value: unknown): string {
  return value === undefined ? 'absent' : excerpt(jsonText(value));
}
