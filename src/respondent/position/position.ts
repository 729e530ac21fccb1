import { stepPathOf, type TargetAddress } from '../../client/target.ts';
import type { Way } from '../../judging/classifyAnswer.ts';
import { isSamePage, isSamePlace, type ShownPage } from '../../judging/reading/shownPage.ts';

/**
 * Where the table of moves says that a respondent is (service.md#states): the pages on the way to the
 * current one, whether a submission has succeeded, and whether the survey has ended.
 */
export class Position {
  #visits: PageVisit[] = [];
  /** Whether a submission has succeeded in the session. */
  submitted = false;
  ended = false;
  /** Pages gone back from, the furthest first. */
  #ahead: PageVisit[] = [];

  /** The pages from the first to the current one. */
  get visits(): readonly PageVisit[] {
    return this.#visits;
  }

  /** The page shown last; `null` before the first. */
  get visit(): PageVisit | null {
    return this.#visits.at(-1) ?? null;
  }

  /** The page that previous-page must return; `null` on the first page. */
  get visitBefore(): PageVisit | null {
    return this.#visits.at(-2) ?? null;
  }

  /** The furthest page gone back from; `null` when the current one is the furthest. */
  get furthest(): PageVisit | null {
    return this.#ahead[0] ?? null;
  }

  /** The pages from the first to the furthest, with those gone back from. */
  way(): Omit<Way, 'token'> {
    const visits = [...this.#visits, ...this.#ahead.toReversed()];
    return { pages: visits.map(({ page }) => page), current: this.visit?.page ?? null };
  }

  /** How often the current page was shown in its place, one time after the other. */
  get inARow(): number {
    const { visit, visits } = this;
    const other = visits.findLastIndex(({ page }) => !isSamePlace(page, visit?.page ?? null));
    return visits.length - 1 - other;
  }

  /** Whether the current page is the first one. */
  get isOnFirst(): boolean {
    return this.#visits.length === 1;
  }

  /** A session begins on `page`. */
  begin(page: PageVisit): void {
    this.#visits = [page];
    this.#ahead = [];
    this.submitted = false;
    this.ended = false;
  }

  /**
   * `page` is next; another way than before leaves the pages ahead.
   *
   * @param sent the answers that were accepted; `null` where the current page was passed without answers of its own
   */
  advance(sent: Sent | null, page: PageVisit): void {
    this.#leave(sent);
    this.#visits.push(page);
    const next = this.#ahead.pop();
    if (next === undefined || !isSamePage(next.page, page.page)) this.#ahead = [];
    else page.attempts = next.attempts;
  }

  /** Back to a page on the way, as it was shown again. @returns whether it is on the way */
  returnTo(page: PageVisit): boolean {
    const at = this.#visits.findIndex((visit) => isSamePage(visit.page, page.page));
    if (at < 0) return false;
    this.#ahead.push(...this.#visits.splice(at + 1).reverse());
    this.replace(page);
    return true;
  }

  /** Back to the page before, as it was shown again. */
  back(page: PageVisit): void {
    this.#ahead.push(...this.#visits.splice(-1));
    this.replace(page);
  }

  /** On to a page that was gone back from, as it was shown again. @returns whether it was */
  forwardTo(page: PageVisit): boolean {
    if (!this.#ahead.some((visit) => isSamePage(visit.page, page.page))) return false;
    let next = this.#ahead.pop();
    while (next !== undefined) {
      this.#visits.push(next);
      next = isSamePage(next.page, page.page) ? undefined : this.#ahead.pop();
    }
    this.replace(page);
    return true;
  }

  /**
   * An answer showed `page`, whatever was asked for: the current one, one before or gone back from, or the next.
   *
   * @param sent the answers that were accepted; `null` where none were
   */
  show(page: PageVisit, sent: Sent | null): void {
    this.ended = false;
    if (isSamePage(page.page, this.visit?.page ?? null)) this.replace(page);
    else if (!this.returnTo(page) && (sent !== null || !this.forwardTo(page))) this.advance(sent, page);
  }

  /** The current page was shown again. */
  replace(page: PageVisit): void {
    const shown = this.#visits.pop();
    page.body = shown?.body ?? null;
    page.certain = shown?.certain ?? true;
    page.attempts = shown?.attempts ?? 0;
    this.#visits.push(page);
  }

  /** The survey has ended. @param sent the answers to the current page that were accepted; `null` where it was passed */
  complete(sent: Sent | null): void {
    this.#leave(sent);
    this.ended = true;
  }

  #leave(sent: Sent | null): void {
    const current = this.#visits.at(-1);
    if (current !== undefined) {
      current.body = sent?.body ?? current.body;
      current.certain = sent?.certain ?? false;
    }
    this.submitted = true;
  }
}

/** Answers to a page as they were sent. */
export interface Sent {
  readonly body: string;
  /** Whether the document says that just these are stored. */
  readonly certain: boolean;
}

/** Whole answers to a page: guesses at an unknown form may be stored in any way. */
export function sentFor({ questions }: ShownPage, body: string): Sent {
  return { body, certain: questions.every(({ form }) => form.kind !== 'unknown') };
}

/** One page on the way of a walk. */
export interface PageVisit {
  readonly page: ShownPage;
  /** The path that the page names for its submission; the documented one when it leads elsewhere. */
  readonly submitPath: string;
  /** The accepted submission of this page; `null` while there is none. */
  body: string | null;
  /** How often the page was answered in this session, refused answers included. */
  attempts: number;
  /** Whether those answers were valid as far as anybody can know. */
  certain: boolean;
}

/** A page that was shown as a visit of it. @param submitPath the documented one */
export function visitOf(page: ShownPage, address: TargetAddress, submitPath: string): PageVisit {
  const url = page.nextPageSubmitUrl;
  const named = url === null || url === submitPath ? null : stepPathOf(url, address, submitPath);
  return { page, submitPath: named ?? submitPath, body: null, attempts: 0, certain: true };
}
