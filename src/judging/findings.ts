import type { ClauseId } from '../contract/clause.ts';
import { jsonText } from '../contract/jsonShape.ts';
import type { QuestionId } from '../contract/questions/catalogue.ts';
import type { Due, Symptom } from '../result/symptom.ts';

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
}

/** What a clause demands, in words; with the data that they say, where readers of a violation go by it. */
export type Expected = string | { readonly words: string; readonly due: Due };

/** What came, in words; with the value that they show, and where it stands, unless that is the violation's own path. */
export type Actual = string | { readonly words: string; readonly value: unknown; readonly path?: string };

/** An HTTP status is due. */
export function statusDue(httpStatus: number, words = `HTTP ${httpStatus}`): Expected {
  return { words, due: { httpStatus } };
}

/** The member at `path` is due to be of a kind: `a string or null`. */
export function kindDue(path: string, kind: string): Expected {
  return { words: `${path} is ${kind}`, due: { kind } };
}

/** The value of a member. */
export function seen(value: unknown): Actual {
  return { words: shown(value), value };
}

/** The value of the member at `path`, with its place. */
export function seenAt(path: string, value: unknown): Actual {
  return { words: `${path}: ${shown(value)}`, value, path };
}

/** What is kept of a finding: its words and its data, both without secrets and cut to a bound. */
export function keptFinding(
  expected: Expected,
  actual: Actual,
  path: string,
  redact: (text: string) => string,
): { readonly expected: string; readonly actual: string; readonly symptom?: Symptom } {
  const kept = (text: string): string => excerpt(redact(text));
  const symptom: Symptom = {
    ...(typeof expected === 'string' ? {} : { due: keptDue(expected.due, kept) }),
    ...(typeof actual === 'string'
      ? {}
      : {
          found: { path: actual.path ?? path, value: actual.value === undefined ? null : kept(jsonText(actual.value)) },
        }),
  };
  return {
    expected: kept(typeof expected === 'string' ? expected : expected.words),
    actual: kept(typeof actual === 'string' ? actual : actual.words),
    ...(Object.keys(symptom).length === 0 ? {} : { symptom }),
  };
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
