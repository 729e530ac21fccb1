import { jsonText, textsIn } from '../../contract/jsonShape.ts';
import { itemsIn, type Json, pagingIn } from '../../judging/reading/administration.ts';
import { judgeFiltered } from '../../judging/rules/sanity.ts';
import { markerStart, tokenPrefix, tokensIn } from '../../judging/tokens.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { type Administrator, isGranted } from './administrator.ts';

/** Pages of records that are read at most, from the last one backwards and from the first one on. */
const maxListPages = 40;

/** Records by the token that they carry. */
export interface Found {
  readonly records: ReadonlyMap<string, readonly Json[]>;
  /** Those that carry no text of canvass. */
  readonly others: readonly Json[];
  /** Texts of this run that lack the end of their token, each with the id of its record. */
  readonly cut: readonly string[];
  readonly exchange: ProbeExchange;
  /** Whether all pages were read. */
  readonly isWhole: boolean;
}

/** Reads the list of records and keeps those that carry one of the tokens, whatever their order. */
export async function readRecords(admin: Administrator, tokens: readonly string[]): Promise<Found> {
  const records = new Map<string, Json[]>();
  const others: Json[] = [];
  const cut: string[] = [];
  const start = commonStart(tokens);
  const keep = (exchange: ProbeExchange): void => {
    for (const record of itemsIn(exchange)) {
      const text = jsonText(record);
      if (!text.includes(tokenPrefix) && !text.includes(markerStart)) others.push(record);
      if (text.includes(tokenPrefix) && tokensIn(text).length === 0) {
        const own = textsIn(record.responseSet).find((each) => isCut(each, start));
        if (own !== undefined) cut.push(`record ${jsonText(record.responseID)}: ${jsonText(own)}`);
      }
      for (const token of tokens) {
        if (!text.includes(token)) continue;
        const own = records.get(token) ?? [];
        records.set(token, own);
        if (!own.some(({ responseID }) => responseID === record.responseID)) own.push(record);
      }
    }
  };
  let exchange = await admin.granted('list-responses', { query: 'page=1&perPage=100' });
  keep(exchange);
  const total = pagingIn(exchange)?.totalPages ?? 1;
  let isWhole = total <= maxListPages;
  const half = Math.ceil(maxListPages / 2);
  for (let page = 2; page <= total + 1; page++) {
    // Newest records stand at one end or the other.
    if (total > maxListPages && page > half && page <= total - half) continue;
    exchange = await admin.call('list-responses', { query: `page=${page}&perPage=100` });
    // What could not be read is not missing.
    if (page <= total && !isGranted(exchange)) isWhole = false;
    if (itemsIn(exchange).length === 0) break;
    keep(exchange);
  }
  return { records, others, cut, exchange, isWhole };
}

/** What all tokens of a run begin with. */
function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const token of others) while (!token.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}

/** Whether a text begins as those of this run do, and ends before its token does. */
function isCut(text: string, start: string): boolean {
  return text.length > tokenPrefix.length && (start.startsWith(text) || text.startsWith(start));
}

/**
 * The filter without a condition leaves nothing out, where it shows these records at all: whether it does is open.
 *
 * @param ids the records of completions, as the list has them.
 */
export async function compareFilter(admin: Administrator, ids: readonly unknown[]): Promise<void> {
  const { exchange, missing, others } = await admin.lookAgain(
    admin.now(),
    () => leftOut(admin, ids),
    (seen) => seen.missing.length === 0 || (seen.missing.length === ids.length && seen.others === 0),
  );
  if (missing.length < ids.length) judgeFiltered(exchange.findings, missing.map(jsonText));
  else if (ids.length > 0 && others > 0) exchange.findings.observe('Q-FILTER-WITHOUT', 'created-only');
}

/** Which records the filter without a condition leaves out, and how many others it has; what could not be read is not missing. */
async function leftOut(
  admin: Administrator,
  ids: readonly unknown[],
): Promise<{ readonly exchange: ProbeExchange; readonly missing: readonly unknown[]; readonly others: number }> {
  const shownIds = new Set<unknown>();
  let exchange = await admin.call('filter-responses', { query: 'page=1&perPage=100' });
  const total = pagingIn(exchange)?.totalPages ?? 1;
  let hasFailed = !isGranted(exchange);
  for (let page = 2; itemsIn(exchange).length > 0 && page <= maxListPages + 2; page++) {
    for (const { responseID } of itemsIn(exchange)) shownIds.add(responseID);
    exchange = await admin.call('filter-responses', { query: `page=${page}&perPage=100` });
    if (page <= total && !isGranted(exchange)) hasFailed = true;
  }
  const missing = hasFailed ? ids : ids.filter((id) => !shownIds.has(id));
  return { exchange, missing, others: hasFailed ? 0 : shownIds.size - (ids.length - missing.length) };
}
