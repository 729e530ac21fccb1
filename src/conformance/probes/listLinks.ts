import { type LinkName, type Paging, pagingIn, resolvedLink } from '../../judging/reading/administrationAnswer.ts';
import { judgeLink } from '../../judging/rules/pagination.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';

/** How a walk ended: where the list changed under way, nothing is concluded from what differs. */
export type Walk = 'judged' | 'changed';

/** Whether two pages are of a list that changed meanwhile, or of which one was refused. */
export function hasChanged(before: ProbeExchange, after: ProbeExchange): boolean {
  return pagingIn(before)?.totalItems !== pagingIn(after)?.totalItems;
}

/** The links of a page but `next`, and the pages that they are for. */
function targetsOf({ currentPage, totalPages }: Paging): readonly (readonly [LinkName, number])[] {
  return [
    ['self', currentPage],
    ['first', 1],
    ['last', totalPages],
    ['prev', currentPage - 1],
  ];
}

/** Whether the links of a page name the pages that they are for, as far as they name any: others are to be followed. */
export function nameTheirPages(exchange: ProbeExchange, paging: Paging): boolean {
  return targetsOf(paging).every(([name, page]) => {
    const link = resolvedLink(paging.links[name] ?? '', exchange);
    const named = paging.links[name] === null ? null : link?.searchParams.get('page');
    return named === null || named === String(page);
  });
}

/** `self`, `first`, `last`, `prev` of one page. */
export async function judgeLinks(
  admin: Administrator,
  exchange: ProbeExchange,
  isSettled: boolean,
): Promise<Walk | 'right'> {
  const paging = pagingIn(exchange);
  if (paging === null || paging.totalItems === 0) return 'right';
  const followed = new Map<LinkName, ProbeExchange>();
  await admin.context.inEach(targetsOf(paging), async ([name, page]) => {
    const url = paging.links[name];
    // That no page is before the first is a clause of its own.
    if (url !== null && !(name === 'prev' && page < 1)) followed.set(name, await admin.follow(exchange, url));
  });
  let all = true;
  for (const [name, page] of targetsOf(paging)) {
    const there = followed.get(name);
    if (there === undefined) continue;
    // Where the list changed meanwhile, its last page and its items may be others.
    if (hasChanged(exchange, there)) {
      if (!isSettled) return 'changed';
      if (isGranted(there)) continue;
    }
    all = judgeLink(there.findingsWith(exchange), exchange, name, there, page) && all;
  }
  return all ? 'right' : 'judged';
}
