import { asText } from '../../contract/jsonShape.ts';
import type { Findings } from '../../judging/findings.ts';
import { idsIn, itemsIn, type Json } from '../../judging/reading/administrationAnswer.ts';
import type { ListEndpoint } from '../../judging/rules/pagination.ts';
import { judgeCreatedOnce } from '../../judging/rules/sanity.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import type { Administrator } from './administrator.ts';
import { readList } from './listPages.ts';

/** An item, and the page of a list that shows it. */
export interface ListedItem {
  readonly item: Json;
  readonly page: ProbeExchange;
}

/** The items of some pages, by their ids. */
export function listedIn(pages: readonly ProbeExchange[]): Map<string, ListedItem> {
  return new Map(
    pages.flatMap((page) => {
      const ids = idsIn(page);
      return itemsIn(page).map((item, at) => [ids[at] ?? '', { item, page }] as const);
    }),
  );
}

/** What a probe has made, and the member by which the list shows how often it is there. */
interface Made<Each> {
  readonly endpoint: ListEndpoint;
  readonly all: readonly Each[];
  readonly sinceMs: number;
  readonly member: string;
  readonly sentOf: (made: Each) => Json;
}

/**
 * Judges what was made by the list, after looking again.
 *
 * @param judge one of it, as the list has it; `undefined` where it has not.
 * @returns it as the list has it, in its order, as far as it has.
 */
export async function judgeListed<Each extends { readonly id: string; readonly exchange: ProbeExchange }>(
  admin: Administrator,
  { endpoint, all, sinceMs, member, sentOf }: Made<Each>,
  judge: (findings: Findings, made: Each, listed: Json | undefined) => void,
): Promise<readonly ListedItem[]> {
  const look = () => readList(admin, { endpoint });
  const { pages, isWhole } = await admin.lookAgain(sinceMs, look, ({ ids }) => all.every(({ id }) => ids.has(id)));
  const listed = listedIn(pages);
  const last = pages.at(-1);
  if (last === undefined) return [];
  for (const made of all) {
    const found = listed.get(made.id);
    if (found !== undefined) judge(found.page.findingsWith(made.exchange), made, found.item);
    else if (isWhole) judge(last.findingsWith(made.exchange, ...pages), made, undefined);
  }
  // Of what stands elsewhere in an item, some is another's as well.
  judgeCreatedOnce(
    last.findingsWith(...all.map(({ exchange }) => exchange), ...pages),
    all.map((made) => asText(sentOf(made)[member])),
    new Map([...listed].map(([id, { item }]) => [id, asText(item[member])])),
  );
  return all.flatMap(({ id }) => listed.get(id) ?? []);
}
