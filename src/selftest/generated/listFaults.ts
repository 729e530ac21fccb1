import { isRecord } from '../../contract/jsonShape.ts';
import { listing, mutateGranted } from '../faults/answerCalls.ts';
import type { Members } from '../faults/edits.ts';
import type { GeneratedFault } from './generatedFault.ts';

const links = ['self', 'first', 'last', 'prev', 'next'] as const;
type Link = (typeof links)[number];
type List = { readonly items: Members[]; readonly pagination: Members; readonly page: number; readonly pages: number };

/** Each law of lists broken in each list: links, counts, items. */
export function* listFaults(): Generator<GeneratedFault> {
  for (const endpoint of listing) {
    const fault = (kind: string, place: string, change: (list: List) => unknown): GeneratedFault => ({
      kind,
      place: `${endpoint} ${place}`,
      how: mutateGranted([endpoint], ({ response, pagination }) => {
        if (!Array.isArray(response) || !isRecord(pagination)) return false;
        const page = Number(pagination.currentPage ?? pagination.currextPage);
        return change({ items: response, pagination, page, pages: Number(pagination.totalPages) });
      }),
    });
    for (const link of links) {
      for (const [name, target] of Object.entries(targets)) {
        if (ownTarget[link] === name) continue;
        yield fault('a link leads elsewhere', `${link} to ${name}`, (list) => redirect(list, link, target(list)));
      }
      yield fault('a link is null', link, (list) => setLink(list, link, null));
    }
    for (const member of ['totalItems', 'totalPages', 'perPage', 'currentPage'] as const) {
      for (const difference of [-1, 1, 7]) {
        yield fault('a count is wrong', `${member} ${difference > 0 ? '+' : ''}${difference}`, ({ pagination }) => {
          const name = member in pagination ? member : 'currextPage';
          pagination[name] = Math.max(0, Number(pagination[name]) + difference);
        });
      }
    }
    for (const position of [0, 0.5, 1]) {
      const where = position === 0 ? 'first' : position === 1 ? 'last' : 'middle';
      const at = (items: readonly Members[]): number => Math.round(position * (items.length - 1));
      yield fault('an item is lost', where, ({ items }) => items.length > 0 && items.splice(at(items), 1));
      yield fault('an item comes twice', where, ({ items }) => {
        const item = items[at(items)];
        return item !== undefined && items.push(structuredClone(item));
      });
    }
    yield fault('a page is empty', 'after the first', ({ items, page }) => page > 1 && items.splice(0));
    yield fault('a page is another', 'always the first items', ({ items, page }) => page > 1 && items.reverse().pop());
  }
}

const targets: Readonly<Record<string, (list: List) => number>> = {
  'this page': ({ page }) => page,
  'page 1': () => 1,
  'the last page': ({ pages }) => pages,
  'the page before': ({ page }) => page - 1,
  'the page after': ({ page }) => page + 1,
  'two pages on': ({ page }) => page + 2,
  'beyond the last page': ({ pages }) => pages + 1,
};
const ownTarget: Readonly<Record<Link, string>> = {
  self: 'this page',
  first: 'page 1',
  last: 'the last page',
  prev: 'the page before',
  next: 'the page after',
};

/** Puts another page number into a link; where it is the same page, or the link is null, there is nothing to break. */
function redirect(list: List, link: Link, page: number): unknown {
  const { pagination } = list;
  const current = isRecord(pagination.links) ? pagination.links[link] : null;
  if (typeof current !== 'string') return false;
  const changed = current.replace(/([?&]page=)-?\d+/, `$1${page}`);
  return changed !== current && setLink(list, link, changed);
}

function setLink({ pagination }: List, link: Link, value: string | null): boolean {
  if (!isRecord(pagination.links) || pagination.links[link] === value) return false;
  Object.assign(pagination.links, { [link]: value });
  return true;
}
