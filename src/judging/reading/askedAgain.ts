import { isSamePage, isSamePlace, type ShownPage } from './shownPage.ts';

/** So often in a row a page is shown that nobody has come beyond. */
const mostOfOne = 8;
/** So often one that others have come beyond: answers may ask for another round. */
const mostOfSeveral = 30;

/**
 * The pages whose questions a survey asks again, page after page. Progress, words and links may tell one showing from the
 * next, and need not: progress may count in large steps. So one that comes again is the next page, until it has come so
 * often that there is no way on.
 */
export class AskedAgain {
  readonly #again = new Set<string>();
  readonly #passed = new Set<string>();

  /**
   * Whether what an accepted submission shows may be the next page.
   *
   * @param inARow how often the page that was answered has been shown, in its place, one time after the other
   */
  isNext(page: ShownPage | null, left: ShownPage, inARow: number): boolean {
    if (page === null) return false;
    const isAgain = isSamePage(page, left);
    (isAgain ? this.#again : this.#passed).add(left.identity);
    return !isSamePlace(page, left) || inARow < (this.#passed.has(left.identity) ? mostOfSeveral : mostOfOne);
  }

  /** Whether a page was shown again as the next one: which showing of it one is, nobody can tell. */
  has(page: ShownPage): boolean {
    return this.#again.has(page.identity);
  }

  /**
   * Whether a page that comes again may be the next one: it has been, or others have, and nobody knows of this one that
   * another page comes after it.
   */
  mayBeNext(page: ShownPage): boolean {
    return this.has(page) || (this.#again.size > 0 && !this.#passed.has(page.identity));
  }

  /** Whether two pages are one, as far as anybody can tell. */
  isSame(a: ShownPage | null, b: ShownPage | null): boolean {
    return a !== null && this.has(a) ? isSamePlace(a, b) : isSamePage(a, b);
  }
}
