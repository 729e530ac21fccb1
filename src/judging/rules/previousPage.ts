import { ClauseTable } from '../../contract/clause.ts';
import { sessionErrorCode, sessionErrors } from '../../contract/serviceErrors.ts';
import { statuses } from '../../contract/statuses.ts';
import type { Findings } from '../findings.ts';
import { entryOf } from '../memoised.ts';
import { shown } from '../mismatch.ts';
import { type Answer, type Circumstances, isFull } from '../reading/answer.ts';
import type { QuestionView } from '../reading/questionView.ts';
import { isErrorBody, named } from '../reading/reading.ts';
import { isSameText } from '../reading/sentValues.ts';
import { pageName, type ShownPage } from '../reading/shownPage.ts';
import { tokenPrefix } from '../tokens.ts';
import { isNothing } from './page.ts';
import { judgeKind } from './surveyStatuses.ts';

export const previousPageClauses = new ClauseTable()
  .group('previous-page')
  .must('PREVIOUS-HTTP-01', 'previous-http')
  .says('previous-page is answered with HTTP 200 when it can go back.')
  .broken('Going back is not answered with HTTP 200')
  .must('PREVIOUS-SHAPE-01', 'previous-shape')
  .says('previous-page has the shape of take, without redirect and validation.')
  .broken('Going back gives neither a page nor a known status')
  .must('PREVIOUS-SELECTED-01', 'previous-selected', { probes: ['going-back'], topic: 'unmarked' })
  .says('The answers chosen earlier are marked `selected`.')
  .broken('Going back does not mark all answers that were chosen')
  .follows('question', 'back')
  // Whatever is shown in place of the answers that were chosen last was not chosen.
  .must('PREVIOUS-SELECTED-02', 'previous-selected-only', { probes: ['going-back'], topic: 'unmarked' })
  .says('No answer that was not chosen is marked `selected`.')
  .broken('Going back selects answers that were not chosen last')
  .follows('position', 'question', 'back')
  .should('PREVIOUS-SELECTED-03', 'previous-selected-only', { probes: ['going-back'] })
  .says('Of a text, rank, number or date that was never given nothing is marked `selected`.')
  .why('What was left out may have been stored by its default.')
  .follows('position', 'back')
  .must('PREVIOUS-TEXT-01', 'previous-answers', { probes: ['going-back'], topic: 'altered-texts' })
  .says('An earlier text that is shown again is the text that was given.')
  .broken('Going back shows another text than was given')
  .follows('back')
  .should('PREVIOUS-TYPED-02', 'previous-answers', { probes: ['going-back'] })
  .says('An earlier text, rank, number or date comes back with its question, in its markup or its JSON.')
  .why('"Questions carry the earlier answers" is explained for `selected` alone.')
  .follows('position', 'back', 'unmarked', 'form-parameter')
  .must('PREVIOUS-TYPED-03', 'previous-answers', { probes: ['going-back'] })
  .says('Where an earlier text, rank, number or date comes back, those of all questions with such inputs do.')
  .broken('Going back loses some of the texts, ranks, numbers and dates')
  .why(
    'Fails where a question comes back as if it had not been answered, and others of its kind come back with theirs.',
  )
  .follows('position', 'back', 'form-parameter')
  .should('PREVIOUS-TYPED-01', 'previous-answers', { probes: ['going-back'] })
  .says('An earlier rank, number or date that is shown again is the one that was given.')
  .why('Inputs may come with numbers of their own.')
  .follows('position', 'back')
  .must('PREVIOUS-FIRST-01', 'previous-first', { probes: ['going-back'] })
  .says('Back on the first page, `previousPageUrl` is null.')
  .broken('Back on the first page, a way back is offered')
  .follows('first-link')
  .must('PREVIOUS-EARLY-01', 'session-error-previous', { probes: ['back-too-early'], topic: 'back-early' })
  .says('Without an earlier submission previous-page answers HTTP 400.')
  .broken('Going back too early is not answered with HTTP 400')
  .group('errors', { probes: ['back-too-early'] })
  .must('PREVIOUS-EARLY-02', 'session-error-previous-standard', { topic: 'back-early' })
  .says('That error has code 1002, or the standard error body.')
  .broken('Going back too early gives another error')
  .must('PREVIOUS-EARLY-03', 'session-error-previous-message')
  .says('The session error of previous-page has its documented message.')
  .broken('The session error of going back has another message')
  .group('previous-page')
  .must('PREVIOUS-COOKIE-01', 'previous-without-session', { probes: ['lost-sessions'] })
  .says('previous-page without a session shows no page.')
  .broken('Going back without a session shows a page')
  .follows('session');

/** GET previous-page: the HTTP status and the kind of one answer. */
export function judgePreviousPage(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
  const { exchange, reading, status } = answer;
  if (exchange.endpoint !== 'previous-page' || !isContractual) return;
  if (reading.kind === 'flow' && status !== '' && statuses[status].page) {
    const isOk = exchange.httpStatus === 200;
    const ok = { httpStatus: 200, words: `HTTP 200 with status ${status}` };
    findings.expect('PREVIOUS-HTTP-01', isOk, ok, `HTTP ${exchange.httpStatus}`);
    const extra = ['redirectUrl', 'validationErrors'].filter((member) => !isNothing(reading.response[member]));
    const expected = 'a page without redirectUrl and validationErrors';
    findings.expect('PREVIOUS-SHAPE-01', extra.length === 0, expected, () => `with ${extra.join(', ')}`, 'response');
  } else {
    judgeKind(findings, 'PREVIOUS-SHAPE-01', answer);
  }
}

/** A service that says none by leaving `validationErrors` out says something by an empty one. @param before the same page */
export function judgeNoErrors(findings: Findings, { errors }: ShownPage, before: ShownPage): void {
  if (errors === 'absent' || before.errors !== 'absent') return;
  findings.fail('PREVIOUS-SHAPE-01', 'a page without validationErrors, as before', 'with validationErrors', 'response');
}

/** Back on the first page: `previousPageUrl` is null, so that a client hides its Back control. */
export function judgeBackOnFirst(findings: Findings, { previousPageUrl }: ShownPage): void {
  const path = 'response.navigation.previousPageUrl';
  const actual = (): string => String(previousPageUrl);
  findings.expect('PREVIOUS-FIRST-01', previousPageUrl === null, 'null on the first page', actual, path);
}

/** Whether going back too early was refused: with which HTTP status, body and words. */
export function judgeEarly(findings: Findings, answer: Answer): void {
  if (isFull(answer)) return;
  const { exchange, reading } = answer;
  findings.expect('PREVIOUS-EARLY-01', exchange.httpStatus === 400, { httpStatus: 400 }, `HTTP ${exchange.httpStatus}`);
  const isKnown =
    reading.kind === 'standard-error' || (reading.kind === 'session-error' && reading.error.code === sessionErrorCode);
  findings.expect('PREVIOUS-EARLY-02', isKnown, 'code 1002, or the standard error body', { answer });
  if (!isErrorBody(reading)) return;
  findings.observe('Q-PREVIOUS-400-SHAPE', reading.kind === 'session-error' ? 'session-error' : 'standard');
  if (reading.kind !== 'session-error') return;
  const { message } = reading.error;
  const { noPreviousPage } = sessionErrors;
  const holds = message === noPreviousPage;
  findings.expect('PREVIOUS-EARLY-03', holds, `"${noPreviousPage}"`, { value: message }, 'error.message');
}

/** previous-page without a session: no page. Which error says so is not shown. */
export function judgeBackWithoutSession(findings: Findings, answer: Answer, situation: string): void {
  const { exchange, reading, page } = answer;
  findings.expect('PREVIOUS-COOKIE-01', page === null, 'no page without a session', () => pageName(page));
  if (reading.kind === 'session-error') {
    const expired = typeof reading.error.message === 'string' && reading.error.message.startsWith('Session expired');
    findings.observe('Q-PREVIOUS-NO-SESSION', expired ? 'expired' : 'no-previous', situation);
  } else {
    const answered = reading.kind === 'standard-error' ? 'standard-400' : named(exchange, reading);
    findings.observe('Q-PREVIOUS-NO-SESSION', answered, situation);
  }
}

/** A submission by its keys: strings, and arrays of strings for multiple choice. */
export type Given = Readonly<Record<string, unknown>>;

/**
 * After going back: exactly the answers chosen earlier are marked `selected`. The document promises it of chosen
 * answers; where texts, ranks, allocations and dates come back is observed, and one that comes back is the one given.
 *
 * @param given the submission that was accepted for the page.
 */
export function judgeSelected(findings: Findings, page: ShownPage, given: Given): void {
  const isChoice = ({ form }: QuestionView): boolean => form.kind === 'single' || form.kind === 'multiple';
  const texts = page.questions.every(isChoice) ? noTexts : textsByNumber(given);
  for (const element of page.elements) {
    const { question } = element;
    if (question === null) continue;
    findings.ofQuestion(element, page, givenFeatures(question, given));
    if (isChoice(question)) judgeChosen(findings, question, given);
    else judgeTyped(findings, question, texts);
  }
  findings.ofQuestion(null);
}

/** What of the answer given may decide how it is shown again. */
function givenFeatures({ form, answers, otherPrefix }: QuestionView, given: Given): string[] {
  if (!('key' in form)) return [];
  const chosen = idsIn(given[form.key]);
  const isOther = otherPrefix !== null && answers.some(({ id }) => given[`${otherPrefix}${id}`] !== undefined);
  return [
    ...(isOther ? ['where an “Other” option was chosen'] : []),
    ...(chosen.length > 1 ? ['where several answers were chosen'] : []),
    ...(chosen.length > 2 ? ['where more than two answers were chosen'] : []),
    ...(chosen.length === 0 ? ['where a question was left out'] : []),
    ...(chosen.length > 0 && chosen[0] === String(answers[0]?.id) ? ['where the first answer was chosen'] : []),
    ...(chosen.length > 0 && chosen.at(-1) === String(answers.at(-1)?.id) ? ['where the last answer was chosen'] : []),
  ];
}

type Text = readonly [key: string, value: string];
const noTexts: ReadonlyMap<string, readonly Text[]> = new Map();

/** The texts of a submission by the id that ends their keys. */
function textsByNumber(given: Given): ReadonlyMap<string, readonly Text[]> {
  const found = new Map<string, Text[]>();
  for (const [key, value] of Object.entries(given)) {
    if (typeof value !== 'string') continue;
    const number = key.slice(key.lastIndexOf('_') + 1);
    entryOf(found, number, () => [] as Text[]).push([key, value]);
  }
  return found;
}

function judgeChosen(findings: Findings, { id, form, marks }: QuestionView, given: Given): void {
  if (!('key' in form)) return;
  const chosen = idsIn(given[form.key]);
  // Nearly every page shows just what was chosen, in its order: sets and words are made for the others alone.
  const isSame = chosen.length === marks.length && chosen.every((each, at) => each === marks[at]);
  const [wasChosen, shownAsChosen] = isSame ? [] : [new Set(chosen), new Set(marks)];
  const words = (ids: readonly string[]): string => `question ${id}: selected ${ids.join(', ') || 'none'}`;
  const expected = isSame ? '' : words(chosen);
  const path = 'questions[].json.answers[].selected';
  const holds = isSame || chosen.every((each) => shownAsChosen?.has(each));
  findings.expect('PREVIOUS-SELECTED-01', holds, expected, () => words(marks), path);
  const isAlone = isSame || marks.every((each) => wasChosen?.has(each));
  findings.expect('PREVIOUS-SELECTED-02', isAlone, expected, () => words(marks), path);
}

/** The answer ids that were submitted under one key. */
export function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === undefined ? [] : [String(value)];
}

/** What was typed in answer to a question: words, ranks, numbers, dates. */
function typedIn({ id, form, answers }: QuestionView, given: ReadonlyMap<string, readonly Text[]>): readonly Text[] {
  if (!('keys' in form) && form.kind !== 'date') return [];
  const numbers = new Set([id, ...answers.map((answer) => answer.id)].map(String));
  return [...numbers].flatMap((number) => given.get(number) ?? []);
}

/**
 * Whether what was typed comes back, over a run: nobody need bring it back, nor every kind of it, and who brings back some
 * of a kind has no reason to leave out others.
 */
export class TypedAnswers {
  readonly #broughtBack = new Set<string>();
  readonly #lost = new Map<string, (() => void)[]>();

  /** @param page that was gone back to; @param before the same page, before it was answered */
  cameBack(findings: Findings, page: ShownPage, before: ShownPage, given: Given): void {
    const texts = textsByNumber(given);
    for (const question of page.questions) {
      const values = typedIn(question, texts);
      const fresh = before.questions.find(({ id }) => id === question.id);
      if (fresh === undefined || values.length === 0) continue;
      const { inputs } = question;
      const isHeld = ([name, value]: Text): boolean => {
        const held = inputs.values.get(name);
        const isInput = held !== undefined && held !== fresh.inputs.values.get(name) && isSameValue(held, value);
        const written = JSON.stringify(value);
        return isInput || (question.json.includes(written) && !fresh.json.includes(written));
      };
      const types = new Set(inputs.types.values());
      const { kind } = question.form;
      const alike = `${kind} ${[...types].sort().join()}`;
      if (values.every(isHeld)) this.#broughtBack.add(alike);
      // Whoever shows anything else may show the answer in a way of its own; without an input there is no place for it,
      // and a password is not shown again.
      const isAsBefore = question.html === fresh.html && question.json === fresh.json;
      if (!isAsBefore || types.size === 0 || types.has('password')) continue;
      const expected = values.map(inWords).join(', ');
      const came = [kind === 'text' ? 'texts' : kind === 'date' ? 'dates' : 'numbers'] as const;
      const actual = { words: 'nothing of it', came };
      const fail = (): void => findings.fail('PREVIOUS-TYPED-03', expected, actual, 'questions[].html');
      entryOf(this.#lost, alike, () => []).push(fail);
    }
    for (const alike of this.#broughtBack) {
      const lost = this.#lost.get(alike) ?? [];
      for (const fail of lost) fail();
      if (lost.length === 0) findings.pass('PREVIOUS-TYPED-03');
      this.#lost.delete(alike);
    }
  }
}

function judgeTyped(findings: Findings, question: QuestionView, given: ReadonlyMap<string, readonly Text[]>): void {
  const { id, form, json, answers } = question;
  if (!('keys' in form) && form.kind !== 'date') return;
  const values = typedIn(question, given);
  const isMarked = question.marks.length > 0;
  if (values.length === 0) {
    const [expected, actual] = [`question ${id}: none selected`, `question ${id}: selected`];
    findings.expect('PREVIOUS-SELECTED-03', !isMarked, expected, actual, 'questions[].json');
    return;
  }
  const inputs = question.inputs.values;
  const isText = form.kind === 'text';
  // Inputs may have names of their own.
  const isIn = (name: string, value: string): boolean =>
    inputs.has(name)
      ? isSameValue(inputs.get(name) ?? '', value)
      : inputs.values().some((each) => isSameValue(each, value));
  const inHtml = values.every(([name, value]) => isIn(name, value));
  const inJson = isText
    ? values.every(([, value]) => json.includes(JSON.stringify(value).slice(1, -1)))
    : answers.some(({ carriesMore }) => carriesMore);
  const where = inHtml ? (inJson ? 'both' : 'html') : inJson ? 'json' : 'absent';
  findings.observe('Q-SELECTED-TYPED', String(isMarked));
  // Where something else is shown, that is what is wrong.
  const isShown = values.some(([name]) => (inputs.get(name) ?? '') !== '');
  const isCarried = where !== 'absent' || isMarked || isShown;
  if (isCarried) findings.pass('PREVIOUS-TYPED-02');
  else findings.fail('PREVIOUS-TYPED-02', values.map(inWords).join(', '), 'nothing of it', 'questions[].html');
  if (isText) findings.observe('Q-BACK-TEXT', where);
  else findings.observe('Q-BACK-OTHER-KINDS', where, question.answerType);
  for (const [name, value] of values) {
    const back = inputs.get(name) ?? '';
    // What was typed need not come back, and an input may hold a prompt; what a respondent typed is what was given.
    if (back === '' || (isText && !back.toLowerCase().includes(tokenPrefix))) continue;
    if (!isText && (isOwnId(name, back) || !isTyped(question.inputs.types.get(name), back))) continue;
    const clause = isText ? 'PREVIOUS-TEXT-01' : 'PREVIOUS-TYPED-01';
    // Whoever renders markup may lay it out: indent it, or fill or take out blanks.
    const isSame =
      back === value || (isText ? isSameText(inOneLine(back), inOneLine(value)) : isSameValue(back, value));
    if (isSame) findings.pass(clause);
    else findings.fail(clause, inWords([name, value]), () => shown(back), 'questions[].html');
  }
}

function inWords([name, value]: Text): string {
  return `${name}: ${shown(value)}`;
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Whether an input holds the id that is in its name, as one that is not filled in may. */
function isOwnId(name: string, value: string): boolean {
  return name.endsWith(`_${value}`);
}

/** Whether an input holds a number or a day that somebody typed: what a service writes in words is its own affair. */
function isTyped(type: string | undefined, value: string): boolean {
  return ['number', 'text', 'tel', 'date', 'select'].includes(type ?? '') && /^\d+$|^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** Leading zeros of numbers play no part. */
function isSameValue(inInput: string, given: string): boolean {
  return inInput === given || (inInput !== '' && /^\d+$/.test(given) && Number(inInput) === Number(given));
}
