import type { Answer } from '../reading/answer.ts';
import { isSamePage, type ShownPage } from '../reading/shownPage.ts';

/** What a session did before a request, which may decide how it is answered. */
export class SessionFeatures {
  readonly #done = new Set<string>();
  #latest: string | null = null;
  #first: ShownPage | null = null;
  #page: ShownPage | null = null;

  /** Those of the next request. @param isNew whether it comes with no session, or with one of its own making */
  features(isNew: boolean): string[] {
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

  /** What came of a request. */
  add({ exchange: { endpoint }, page, status }: Answer): void {
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
