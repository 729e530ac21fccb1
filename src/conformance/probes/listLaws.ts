import type { Findings } from '../../judging/findings.ts';
import { pagingIn } from '../../judging/reading/administrationAnswer.ts';
import { judgeItemsCounted, judgeItemsOnce, pagesRepeatingItem, sorted } from '../../judging/rules/pagination.ts';
import type { ProbeExchange } from '../drive/conversation.ts';

/** Pages that are walked over at most; a longer list is walked with larger pages. */
export const maxPages = 30;

/** Whether a list was the same before and after. */
export function isStill(pages: readonly ProbeExchange[], again: ProbeExchange): boolean {
  const totals = new Set([...pages, again].map((page) => pagingIn(page)?.totalItems));
  const [first] = pages;
  return totals.size === 1 && first !== undefined && sorted(first) === sorted(again);
}

/** That pages show no item twice: where they do, those that show it are the witness. @param otherwise pages of another size */
export function judgeOnce(pages: readonly ProbeExchange[], otherwise: readonly ProbeExchange[] = []): void {
  judgeItemsOnce(findingsOf(pagesRepeatingItem(pages)), pages, otherwise);
}

/** That all pages of a list have as many items as it says. */
export function judgeCounted(pages: readonly ProbeExchange[]): void {
  judgeItemsCounted(findingsOf(pages), pages);
}

/** About the last of some pages, shown by all of them. */
function findingsOf(pages: readonly ProbeExchange[]): Findings {
  const last = pages.at(-1);
  if (last === undefined) throw new RangeError('a list without a page');
  return last.findingsWith(...pages.slice(0, -1));
}
