import { membersOf } from '../../contract/jsonShape.ts';
import type { Answer } from '../reading/answer.ts';
import { isSamePage, type ShownPage } from '../reading/shownPage.ts';
import { requestFeatures } from './requestFeatures.ts';

/** What may decide how the requests of one session are answered: what each has, and what was done before it. */
export class SessionFeatures {
  readonly #done = new Set<string>();
  #latest: string | null = null;
  #first: ShownPage | null = null;
  #page: ShownPage | null = null;
  /** Of all that was submitted. */
  readonly #submitted = new Set<string>();
  readonly #answers = new Map<string, string>();

  /**
   * The features of the next request, in words that go on a sentence; of the last submission, with those of all before it.
   *
   * @param answer to that request
   * @param isNew whether it comes with no session, or with one of its own making
   */
  next(answer: Answer, isNew: boolean): string[] {
    const { exchange, status } = answer;
    const own = requestFeatures(exchange);
    if (exchange.endpoint === 'submit-page') this.#submit(exchange.requestBody ?? '', own);
    const before = this.#before(isNew);
    this.#add(answer);
    return [...before, ...(status === 'survey_complete' ? this.#submitted : own)];
  }

  #before(isNew: boolean): string[] {
    if (isNew || this.#first === null) return ['where a session begins'];
    const [question] = this.#page?.questions ?? [];
    return [
      ...[...this.#done].map((done) => `after ${done}`),
      ...(this.#latest === null ? [] : [`right after ${this.#latest}`]),
      'while a session is open',
      isSamePage(this.#page, this.#first) ? 'on the first page' : 'after the first page',
      ...(question === undefined ? [] : [`on the page of question ${question.id}`]),
    ];
  }

  #submit(body: string, features: readonly string[]): void {
    for (const feature of features) this.#submitted.add(feature);
    for (const [key, value] of Object.entries(membersOf(body))) {
      const [text, known] = [JSON.stringify(value), this.#answers.get(key)];
      if (known !== undefined && known !== text) this.#done.add('changing an answer');
      this.#answers.set(key, text);
    }
  }

  #add({ exchange: { endpoint }, page, status }: Answer): void {
    if (page === null) return;
    const isReturn = endpoint === 'take' && this.#first !== null;
    const isRefusal = status === 'validation_errors';
    this.#latest = isRefusal
      ? 'answers were refused'
      : isReturn
        ? 'returning to the survey'
        : endpoint === 'previous-page'
          ? 'going back'
          : null;
    if (this.#latest !== null) this.#done.add(this.#latest);
    this.#first ??= page;
    this.#page = page;
  }
}
