import { samePage, type Visit } from './visit.ts';

/**
 * Where the table of moves says that a respondent is (document, States and transitions): the pages on the way to the
 * current one, whether a submission has succeeded, and whether the survey has ended.
 */
export class Position {
  readonly #way: Visit[] = [];
  /** Pages gone back from, the furthest first. */
  #ahead: Visit[] = [];
  #submitted = false;
  #ended = false;

  /** The page shown last; `null` outside of a session and after the end. */
  get page(): Visit | null {
    return this.#way.at(-1) ?? null;
  }

  /** The page that previous-page must return; `null` on the first page. */
  get pageBefore(): Visit | null {
    return this.#way.at(-2) ?? null;
  }

  /** Whether a submission has succeeded in the session. */
  get submitted(): boolean {
    return this.#submitted;
  }

  /** The furthest page gone back from; `null` when the current one is the furthest. */
  get furthest(): Visit | null {
    return this.#ahead[0] ?? null;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get pages(): readonly Visit[] {
    return this.#way;
  }

  /** A session begins on `page`. */
  begin(page: Visit): void {
    this.#way.length = 0;
    this.#ahead = [];
    this.#way.push(page);
    this.#submitted = false;
    this.#ended = false;
  }

  /** Answers were accepted and `page` is next; another way than before leaves the pages ahead. */
  advance(body: string, certain: boolean, page: Visit): void {
    this.#accept(body, certain);
    this.#way.push(page);
    const next = this.#ahead.pop();
    if (next === undefined || !samePage(next.plans, page.plans)) this.#ahead = [];
  }

  /** Back to the page before, as it was shown again. */
  back(page: Visit): void {
    const left = this.#way.pop();
    if (left !== undefined) this.#ahead.push(left);
    this.replace(page);
  }

  /** Take led back to the furthest page. */
  forward(page: Visit): void {
    this.#way.push(...this.#ahead.reverse());
    this.#ahead = [];
    this.replace(page);
  }

  /** The current page was shown again. */
  replace(page: Visit): void {
    const shown = this.#way.pop();
    page.body = shown?.body ?? null;
    page.certain = shown?.certain ?? true;
    this.#way.push(page);
  }

  /** The last page was accepted. */
  complete(body: string, certain: boolean): void {
    this.#accept(body, certain);
    this.#ended = true;
  }

  #accept(body: string, certain: boolean): void {
    const current = this.#way.at(-1);
    if (current !== undefined) {
      current.body = body;
      current.certain = certain;
    }
    this.#submitted = true;
  }
}
