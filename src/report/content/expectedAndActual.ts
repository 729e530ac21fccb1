import { isQuestionId, proposalFor } from '../../contract/questions/openQuestions.ts';
import type { Violation } from '../../result/verdict.ts';
import { aroundParting } from '../../result/whereTextsPart.ts';

type Said = Pick<Violation, 'expected' | 'actual'>;

/** What was expected and what came, so that a reader sees where they part. */
export function expectedAndActual({ clause, expected, actual }: Pick<Violation, 'clause' | keyof Said>): Said {
  if (isQuestionId(clause)) {
    const sentence = (values: string): string => proposalFor(clause, values.split(' | '));
    const accepted = expected.replace(/, as accepted$/, '');
    return { expected: `${sentence(accepted)} (${expected})`, actual: `${sentence(actual)} (${actual})` };
  }
  const { by = '', of = '', given, came, more = '' } = becameOther.exec(parted(actual))?.groups ?? {};
  if (given !== undefined && came !== undefined) {
    const asGiven = severalValues.test(given) ? 'as they were given' : 'as it was given';
    return {
      expected: given === 'nothing' ? `${of}nothing, for it was not answered` : `${of}${given}, ${asGiven}`,
      actual: `${by}${came}${more}`,
    };
  }
  const cut = becameShorter.exec(actual)?.groups;
  if (cut !== undefined)
    return {
      expected: `${cut.of}all ${cut.length} characters, as they were given`,
      actual: `${cut.by ?? ''}${cut.rest}`,
    };
  return { expected, actual: `${parted(actual)}${cutWords(expected, actual)}` };
}

/** Whether an answer was right, and the record that it left is not. */
export function isStoredOtherwise({ endpoint, actual }: Pick<Violation, 'endpoint' | 'actual'>): boolean {
  return endpoint === 'submit-page' && actual.startsWith('GET ');
}

/** A text of which the beginning is left. */
const becameShorter =
  /^(?<by>(?:GET \S+: )?)(?<of>[^";]*: )(?<rest>only the first \d+ of (?<length>\d+) characters .*)$/;

const value = String.raw`(?:"(?:[^"\\]|\\.)*"|\d+)`;
const severalValues = new RegExp(`^${value}, `);
const values = `(?:nothing|${value}(?:, ${value})*)`;
/** Values that became others, or nothing: each side is told by itself. */
const becameOther = new RegExp(
  `^(?<by>(?:GET \\S+: )?)(?<of>(?:[^";]*: )?)(?<given>${values}) became (?<came>${values})(?<more>(?:, and others)?)$`,
);

/** A text, and what became of it: letters of both around the first that differ. */
const pair = /("(?:[^"\\]|\\.)*") became ("(?:[^"\\]|\\.)*")/g;
const lettersBefore = 8;
const lettersAfter = 16;

function parted(actual: string): string {
  return actual.replaceAll(pair, (_, one: string, other: string) => {
    const [given, came] = aroundParting(textOf(one), textOf(other), lettersBefore, lettersAfter);
    return `${JSON.stringify(given)} became ${JSON.stringify(came)}`;
  });
}

/** `, cut after 64 characters`, of a text that is the beginning of the one that was expected. */
function cutWords(expected: string, actual: string): string {
  const [due, came] = [lastText(expected), lastText(actual)];
  const isCut = due !== null && came !== null && came !== '' && due !== came && due.startsWith(came);
  return isCut ? `, cut after ${came.length} characters` : '';
}

function lastText(words: string): string | null {
  const quoted = /"(?:[^"\\]|\\.)*"$/.exec(words);
  return quoted === null ? null : textOf(quoted[0]);
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.slice(1, -1);
  }
}
