import { sessionEndpoints } from '../../contract/endpoints.ts';
import { type Json, membersOf } from '../../contract/jsonShape.ts';
import { ordinalWord } from '../../result/chances.ts';
import { detourOf } from '../../result/condition.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Answer } from '../reading/answer.ts';
import { keysOf } from '../reading/answerForm.ts';
import { kindName } from '../reading/questionView.ts';
import { isSamePage, type ShownPage } from '../reading/shownPage.ts';
import { answeredFeatures, answerFeatures, fillingFeatures, shownFeatures } from './partFeatures.ts';
import { requestFeatures, surveyIn } from './requestFeatures.ts';

/** Pages that hardly anybody's way is longer than. */
const furthest = [3, 4, 5, 6];

/** Tries of one page that hardly anybody needs more of. */
const mostTries = [3, 4, 5];

/** Who changes an answer went back, or was refused: where nothing tells them apart, that is said. */
function byWidth(one: string, other: string): number {
  return Number(one === changing) - Number(other === changing);
}

function onPage(number: number): string {
  return `on the ${ordinalWord(number)} page`;
}

const changing = 'changing an answer';
const refusedBefore = 'when the submission before was refused';
const completing = 'completing the survey';

/** What may decide how the requests of one session are answered: what each has, and what was done before it. */
export class SessionFeatures {
  readonly #done = new Set<string>();
  #latest: string | null = null;
  /** Each page once, in the order in which they were shown first, and the one shown last. */
  readonly #pages: ShownPage[] = [];
  #page: ShownPage | null = null;
  /** Whether the survey has answered it, with a page or without. */
  #isOpen = false;
  /** Whether it went back, and nothing was accepted since. */
  #isBack = false;
  /** Whether it was not let back, once at least. */
  #wasBackRefused = false;
  /** Of all that was submitted. */
  readonly #submitted = new Set<string>();
  /** The pages whose answers were accepted, as often as they were. */
  readonly #pagesAnswered: string[] = [];
  readonly #pagesRefused = new Set<string>();
  #submissions = 0;
  #takesSinceEnd = 0;
  /** How often it went back. */
  #returns = 0;
  /** How many were refused since one was accepted. */
  #refusals = 0;
  readonly #answers = new Map<string, string>();

  /**
   * The features of the next request, in words that go on a sentence; of the last submission, with those of all before it.
   *
   * @param answer to that request
   * @param isNew whether it comes with no session, or with one of its own making
   */
  next(answer: Answer, isNew: boolean): string[] {
    const { exchange, status } = answer;
    const body = exchange.endpoint === 'submit-page' ? membersOf(exchange.requestBody ?? '') : null;
    const filled = body === null ? null : this.#page;
    const own = [
      ...(body === null || filled === null ? [] : fillingFeatures(filled, body)),
      ...requestFeatures(exchange),
      ...(body === null || filled === null ? [] : answeredFeatures(filled, body)),
    ];
    if (body !== null) this.#submit(body, own);
    const before = this.#before(exchange, isNew);
    this.#add(answer);
    const all = [
      ...before,
      ...(status === 'survey_complete' ? this.#submitted : own),
      ...answerFeatures(answer),
      ...(answer.page === null ? [] : this.#shown(answer.page, exchange.endpoint !== 'previous-page')),
    ];
    return [...new Set(all)];
  }

  #before({ endpoint, path }: Exchange, isNew: boolean): string[] {
    // Calls of administration have no session that could begin, or be open.
    if (!sessionEndpoints.has(endpoint)) return [];
    if (isNew || !this.#isOpen) return ['where a session begins'];
    // Who has completed the survey is on none of its pages.
    const number = this.#done.has(completing) ? 0 : this.#pages.findIndex((page) => isSamePage(page, this.#page)) + 1;
    const survey = surveyIn(path);
    const isBack = endpoint === 'previous-page';
    return [
      ...(isBack
        ? [
            ...(this.#refusals > 0 ? [refusedBefore] : []),
            ...(this.#isBack ? ['when one goes back twice in a row'] : []),
            ...(this.#wasBackRefused ? ['when going back was refused before'] : []),
            `the ${ordinalWord(this.#returns + 1)} time one goes back`,
            ...(this.#returns > 0 ? ['from the second time on that one goes back'] : []),
          ]
        : []),
      ...(endpoint === 'submit-page' ? this.#beforeSubmission() : []),
      ...(endpoint === 'take' ? ['when one returns to the survey'] : []),
      ...(endpoint === 'take' && this.#latest === null && number > 1 ? ['directly after a submission'] : []),
      ...(endpoint === 'take' && this.#done.has(completing)
        ? [`the ${ordinalWord(this.#takesSinceEnd + 1)} time one returns after the end`]
        : []),
      ...(this.#done.has(completing) && this.#pages.length === 1 ? ['where the survey has one page'] : []),
      ...[...this.#done]
        .toReversed()
        .sort(byWidth)
        .map((done) => `after ${done}`),
      ...(this.#latest === null ? [] : [`directly after ${this.#latest}`]),
      'while a session is open',
      ...(number === 0 ? [] : number === 1 ? ['on the first page'] : ['on pages after the first', onPage(number)]),
      // As it was shown first: later it may say otherwise.
      ...(this.#pages[number - 1]?.isFinal === true ? ['on the last page'] : []),
      ...furthest.filter((page) => number >= page).map((page) => `from the ${ordinalWord(page)} page on`),
      ...(number === 0 || survey === null ? [] : [`${onPage(number)} of survey ${survey}`]),
    ];
  }

  /** @param isOnward else going back shows it, and only where it was answered */
  #shown(page: ShownPage, isOnward: boolean): string[] {
    const times = this.#pagesAnswered.filter((each) => each === page.identity).length;
    return [
      ...(times > 0 && isOnward && page.status !== 'validation_errors' ? ['where the page was answered before'] : []),
      ...(times > 1 ? ['where the page was answered more than once'] : []),
      ...shownFeatures(page, this.#pages.findIndex((each) => isSamePage(each, page)) + 1),
    ];
  }

  #beforeSubmission(): string[] {
    const isAgain = this.#page !== null && this.#pagesAnswered.includes(this.#page.identity);
    const wasRefused = this.#page !== null && this.#pagesRefused.has(this.#page.identity);
    return [
      ...this.#afterRefusals(),
      ...(this.#done.has(completing) ? ['when the final submission is repeated'] : []),
      ...(wasRefused ? ['when the page was refused before'] : []),
      ...(isAgain ? ['when a page is answered again'] : []),
      `with the ${ordinalWord(this.#submissions + 1)} submission of a session`,
    ];
  }

  /** Which try it is at answers that are refused. */
  #afterRefusals(): string[] {
    if (this.#refusals === 0) return [];
    const tries = this.#refusals + 1;
    return [
      refusedBefore,
      `at the ${ordinalWord(tries)} try of a page`,
      ...mostTries.filter((least) => tries >= least).map((least) => `from the ${ordinalWord(least)} try of a page on`),
    ];
  }

  #submit(body: Json, features: readonly string[]): void {
    for (const feature of features) this.#submitted.add(feature);
    this.#noteSame(body);
    for (const [key, value] of Object.entries(body)) {
      const [text, known] = [JSON.stringify(value), this.#answers.get(key)];
      if (known !== undefined && known !== text) this.#done.add(changing);
      this.#answers.set(key, text);
    }
  }

  /** Answers to a page that was answered before, left as they were. */
  #noteSame(body: Json): void {
    if (this.#page === null || !this.#pagesAnswered.includes(this.#page.identity) || this.#done.has(completing)) return;
    if (!Object.entries(body).every(([key, value]) => this.#answers.get(key) === JSON.stringify(value))) return;
    const kinds = this.#page.questions.filter(({ form }) => keysOf(form).some((key) => body[key] !== undefined));
    for (const kind of kinds.map(kindName)) this.#done.add(`giving the same answers to ${kind} questions again`);
    this.#done.add('giving the same answers again');
  }

  #addSubmission(status: string): void {
    this.#submissions++;
    if (status === 'validation_errors') {
      this.#refusals++;
      if (this.#page !== null) this.#pagesRefused.add(this.#page.identity);
    }
    if (status !== 'success' && status !== 'survey_complete') return;
    this.#refusals = 0;
    this.#isBack = false;
    if (this.#page !== null) this.#pagesAnswered.push(this.#page.identity);
  }

  #add({ exchange: { endpoint }, page, status }: Answer): void {
    this.#isOpen ||= status !== '';
    if (endpoint === 'submit-page') this.#addSubmission(status);
    if (endpoint === 'take' && this.#done.has(completing)) this.#takesSinceEnd++;
    if (status === 'survey_complete') this.#done.add(completing);
    if (endpoint === 'previous-page' && status === '') this.#wasBackRefused = true;
    if (page === null) return;
    this.#latest = detourOf(endpoint, this.#pages.length > 0, status === 'validation_errors');
    if (endpoint === 'previous-page') {
      this.#isBack = true;
      this.#returns++;
    }
    if (!this.#pages.some((each) => isSamePage(each, page))) this.#pages.push(page);
    this.#page = page;
    if (this.#latest === null) return;
    this.#done.add(this.#done.has(this.#latest) ? `${this.#latest} twice` : this.#latest);
  }
}
