import { isStatus } from '../../contract/statuses.ts';
import type { Violation } from '../../result/verdict.ts';
import { textChangeWords } from '../textChange.ts';
import { topicOf } from './violationFacts.ts';

/** What came in place of a page, by the words of `classifyAnswer`. */
const wrongPages: Readonly<Record<string, string>> = {
  'first-page': 'the first page',
  'same-page': 'the same page again',
  'page-before': 'the page before the right one',
  'page-after': 'the page after the right one',
  'page-of-another-survey': 'a page of another survey',
  'page-of-another-respondent': 'a page of another respondent',
  'page-without-questions': 'a page without questions',
  'page-off-the-way': 'a page that was not on the way',
  'refused-questions': 'only the questions that were refused',
};

export const earlyFlag = 'A page before the last says that it is the last (isFinalPage)';

/** A clause whose breach is another defect where this came. */
export const otherDefects: Readonly<Record<string, string>> = {
  'MOVE-COMPLETE-01 later-page': earlyFlag,
  'MOVE-COMPLETE-01 page-after': earlyFlag,
  'MOVE-BACK-01 page-before': 'Going back leads two pages back',
  'MOVE-BACK-01 page-after': 'Going back stays on the page',
  'MOVE-BACK-01 page-off-the-way': 'Going back shows a page that was not on the way',
  'MOVE-BACK-REFUSED-01 page-before': 'Going back in a survey without a way back shows the page before',
  'SUBMIT-EXPIRED-01 page': 'A submission with an unknown session is answered with a page, not refused',
  'SUBMIT-EXPIRED-02 page': 'A submission without a session is answered with a page, not refused',
  'PREVIOUS-SELECTED-02 of-another-respondent': 'Going back selects what another respondent chose',
  'SUBMIT-VALIDATION-02 same-question': 'Validation errors of several questions all name the same one',
  'KEYS-OTHER-01 no-prefix': '“otherParamPrefix” is missing from questions with an “Other” option',
  'QUESTION-FORM-OTHER-01 no-string': '“otherParamPrefix” is not a string',
  'PREVIOUS-TYPED-03 texts': 'Going back loses the texts that were given',
  'PREVIOUS-TYPED-03 numbers': 'Going back loses the ranks and allocations that were given',
  'PREVIOUS-TYPED-03 dates': 'Going back loses the dates that were given',
};

/** Kinds of answers, and what became of them, by the words of `classifyChanges`. */
const storedKinds: Readonly<Record<string, string>> = {
  answers: 'Answers',
  choices: 'Choices',
  texts: 'Texts',
  'other-texts': 'Texts of “Other” options',
  numbers: 'Ranks and allocations',
  dates: 'Dates',
  sent: 'Texts',
};
const storedWays: Readonly<Record<string, string>> = {
  ...textChangeWords,
  shifted: 'each by as much too high or too low',
  moved: 'for other items than they were given for',
  exchanged: 'under other questions than they were given to',
  'day-month': 'with day and month exchanged',
  'am-pm': 'with AM and PM exchanged',
};

/** What became of the answers of completed responses, where it is the same each time. */
function storedOtherwise(came: string): string | null {
  const [, name = '', way = ''] = /^(answers|choices|texts|other-texts|numbers|dates|sent)(?:-(.*))?$/.exec(came) ?? [];
  const { [name]: kind } = storedKinds;
  if (kind === undefined) return null;
  const of = `${kind} of ${name === 'sent' ? 'created' : 'completed'} responses`;
  if (way === 'missing') return `${of} are not stored`;
  return `${of} are stored ${storedWays[way] ?? 'otherwise than they were given'}`;
}

export const customVariable = 'response.customVariables.';

/** Which custom variables of a response are stored otherwise, and under which names. @param all violations of a clause */
export function customStored(all: readonly Violation[]): string {
  const own = all.filter(({ path }) => path.startsWith(customVariable));
  const names = [...new Set(own.map(({ path }) => `“${path.slice(customVariable.length)}”`))].sort();
  const [now, ...others] = new Set(own.map(({ symptom }) => /^as-(\w+)$/.exec(symptom?.came?.[0] ?? '')?.[1]));
  if (names.length === 1 && now !== undefined && others.length === 0)
    return `${names[0]} of a response is stored as “${now}”`;
  if (names.length === 1 && own.every(({ symptom }) => symptom?.found?.value === 'null'))
    return `${names[0]} of a response is not stored`;
  if (names.length === 1) return `${names[0]} of a response is stored otherwise than it was sent`;
  const said = names.join(' and ');
  const areMoved = own.every(({ symptom }) => symptom?.came?.at(-1) === 'moved');
  return `${said} of a response are stored ${areMoved ? 'under each other’s names' : 'otherwise than they were sent'}`;
}

/** What of an answer is no page, by the words of `classifyAnswer`. */
const isOfError = /^(?:session-error$|error-|http-)/;

/** What is broken, with what came each time in place of the page that was due. @param all violations of the problem */
export function withWhatCame(broken: string, came: string, all: readonly Violation[]): string {
  const { [came]: page } = wrongPages;
  const isOfCompletions = all.some(({ symptom }) => symptom?.came?.includes('answers'));
  const stored = storedOtherwise(came)?.replace(isOfCompletions ? ' created' : '', '') ?? null;
  if (stored !== null) return stored;
  if (came === 'others') return broken.replace('does not find the right records', 'finds records that do not match');
  if (came === 'no-link') return broken.replace(/ is wrong$/, ' is missing');
  if (came === 'link')
    return broken.replace(/^The link (to the \w+ page) is wrong$/, 'A link $1 is given where there is none');
  if (isOfError.test(came)) return broken.replace(/(?:shows|leads to) the wrong page/, 'is answered with an error');
  return page === undefined ? broken : broken.replace('the wrong page', page);
}

/** A part of an error that says what it is; a success is told in other words. */
const code = /^(?:HTTP [345]\d\d|(?:id|code) \d+|name [A-Z_]+)$/;

/** `: id 1004, not 1040`: the code that came in place of the one that was due, where it is the same each time. */
export function insteadIn(lead: Violation, all: readonly Violation[]): string {
  const said = all.filter(({ clause }) => topicOf(clause) === topicOf(lead.clause)).map(instead);
  return new Set(said).size === 1 ? (said[0] ?? '') : '';
}

function instead({ expected, actual }: Violation): string {
  const partsOf = (words: string): string[] =>
    words
      .replaceAll('"', '')
      .replace(/^status /, '')
      .split(', ');
  const [due, came] = [partsOf(expected), partsOf(actual)];
  const [missing, strange] = [due.filter((part) => !came.includes(part)), came.filter((part) => !due.includes(part))];
  if (
    missing.length === 0 ||
    strange.length === 0 ||
    ![...missing, ...strange].every((part) => code.test(part) || isStatus(part))
  )
    return '';
  const [kind = ''] = strange.length > 1 ? [] : (/^\S+ /.exec(strange[0] ?? '') ?? []);
  const wanted = missing.join(', ');
  return `: ${strange.join(', ')}, not ${kind !== '' && wanted.startsWith(kind) ? wanted.slice(kind.length) : wanted}`;
}
