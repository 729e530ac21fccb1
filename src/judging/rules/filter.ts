import { type Clause, must, should } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { cameTo, type Findings, shown } from '../findings.ts';
import {
  idsIn,
  itemsIn,
  type Json,
  linkNames,
  pagingIn,
  queriesIn,
  queryOf,
  resolvedLink,
} from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';

const probes = ['filters'];

function finds(parameter: string, member: string, anchor: string): Clause {
  const title = `\`${parameter}\` finds the records by their ${member}, and no record that cannot match.`;
  return must(`filter-responses#${anchor}`, title, {
    probes,
    broken: `Filtering by ${parameter} finds the wrong records`,
    topic: 'filter-finds',
    follows: ['created-record', 'record-ids', 'list-form'],
    why: 'By values that the record shows; looked for again for some seconds. What is found matches one of the filters.',
  });
}

export const filterClauses = {
  'RESPONSE-FILTER-CUSTOM1-01': finds('custom1', 'custom1', 'filter-responses-custom'),
  'RESPONSE-FILTER-CUSTOM2-01': finds('custom2', 'custom2', 'filter-responses-custom'),
  'RESPONSE-FILTER-CUSTOM3-01': finds('custom3', 'custom3', 'filter-responses-custom'),
  'RESPONSE-FILTER-CUSTOM4-01': finds('custom4', 'custom4', 'filter-responses-custom'),
  'RESPONSE-FILTER-CUSTOM5-01': finds('custom5', 'custom5', 'filter-responses-custom'),
  'RESPONSE-FILTER-EXTREF-01': finds('extRef', 'externalReference', 'filter-responses-extref'),
  'RESPONSE-FILTER-LOOSE-01': should(
    'filter-responses#filter-responses-exact',
    'A filter finds no records whose value only resembles the one looked for.',
    {
      probes,
      why: 'Whether matching is exact is not shown: a value that holds the one looked for is fine, in any case.',
      follows: ['filter-finds'],
    },
  ),
  'RESPONSE-FILTER-NONE-01': must(
    'filter-responses#filter-responses-none',
    'A value that no record has, nor one like it, finds no record.',
    {
      probes,
      why: 'An empty list and an error are both fine.',
      broken: 'A filter that fits no response finds some',
      follows: ['filter-finds'],
    },
  ),
  'RESPONSE-FILTER-TWO-01': must(
    'filter-responses#filter-responses-combine',
    'Two filters that a record matches find it together.',
    {
      probes,
      why: 'However filters combine. Judged where each finds the record alone; a refusal is no violation.',
      broken: 'Two filters together do not find the response that each finds alone',
      topic: 'filter-finds',
    },
  ),
  'RESPONSE-FILTER-TWO-02': should('filter-responses#filter-responses-custom', 'Two filters at once are taken.', {
    probes,
    why: 'How they combine is not shown, so that one at a time is thinkable.',
  }),
  'RESPONSE-FILTER-LINKS-01': must(
    'filter-responses#filter-responses-links',
    'The links repeat the filter with `page` and `perPage`.',
    {
      probes,
      why: 'The query of each resolved link, decoded, with `+` as a space or as itself; its order is free.',
      broken: 'The links of a filtered list lose the filter',
      topic: 'link-query',
      follows: ['filter-finds'],
    },
  ),
  'RESPONSE-FILTER-SHORT-01': should(
    'filter-responses#filter-responses-exact',
    'Values of one letter or two, and with what a language of filters may take for its own, find their record.',
    { probes, why: 'A search of texts may leave out short ones; a comma may separate alternatives.' },
  ),
  'RESPONSE-FILTER-SPECIAL-01': must(
    'filter-responses#filter-responses-exact',
    'Values with characters that a URL encodes, and of digits alone, find their record.',
    {
      probes,
      why: 'Values that the record shows unaltered, without commas, quotes and the like.',
      broken: 'A filter with special characters or digits does not find its response',
      topic: 'filter-finds',
      follows: ['created-record', 'record-ids', 'list-form'],
    },
  ),
} as const satisfies Record<string, Clause>;

/** The parameters of the filter, beside paging. */
export const filterParameters = ['custom1', 'custom2', 'custom3', 'custom4', 'custom5', 'extRef'] as const;
export type FilterParameter = (typeof filterParameters)[number];

const parameterClauses = {
  custom1: 'RESPONSE-FILTER-CUSTOM1-01',
  custom2: 'RESPONSE-FILTER-CUSTOM2-01',
  custom3: 'RESPONSE-FILTER-CUSTOM3-01',
  custom4: 'RESPONSE-FILTER-CUSTOM4-01',
  custom5: 'RESPONSE-FILTER-CUSTOM5-01',
  extRef: 'RESPONSE-FILTER-EXTREF-01',
} as const;

/** A filter by one parameter, as whoever sent it knows it. */
export interface Filtered {
  readonly answer: Answer;
  readonly parameter: FilterParameter;
  readonly value: string;
  /** Ids of records that are known to have the value. */
  readonly wanted: readonly string[];
}

/** Every record with the value. */
export function judgeFiltered(findings: Findings, { answer, parameter, value, wanted }: Filtered): void {
  const expected = `record ${wanted.join(', ')} by ${parameter}=${shown(value)}`;
  const isWhole = missingIn(answer, wanted).length === 0;
  findings.expect(parameterClauses[parameter], isWhole, expected, () => foundIn(idsIn(answer)), `?${parameter}`);
}

/** Records that a filter should find and does not; where it finds more than one page of them, they may be on another. */
export function missingIn(answer: Answer, wanted: readonly string[]): readonly string[] {
  if ((pagingIn(answer)?.totalPages ?? 1) > 1) return [];
  const ids = idsIn(answer);
  return wanted.filter((id) => !ids.includes(id));
}

/**
 * None whose values are nothing like what was asked for, on whatever page and beside whatever else: whether matching is
 * exact is open, and so is how filters combine, but each record found matches one of them.
 */
export function judgeStrangers(findings: Findings, answer: Answer): void {
  const conditions = conditionsIn(answer).filter(([, value]) => value.trim() !== '');
  const [first] = conditions;
  const items = itemsIn(answer);
  if (first === undefined || items.length === 0) return;
  const words = conditions.map(([parameter, value]) => `${parameter}=${shown(value)}`).join(' or ');
  const expectNone = (clause: string, isLike: (came: string, value: string) => boolean): void => {
    // A record that does not show the member at all says nothing.
    const strangers = items.filter((record) =>
      conditions.every(([parameter, value]) => {
        const came = valueIn(record, parameter);
        return came !== undefined && !isLike(textOf(came), value.toLowerCase());
      }),
    );
    const actual = (): string => foundIn(strangers.map(({ responseID }) => asText(responseID)));
    findings.expect(clause, strangers.length === 0, `no record without ${words}`, actual, `?${first[0]}`);
  };
  expectNone(parameterClauses[first[0]], resembles);
  expectNone('RESPONSE-FILTER-LOOSE-01', (came, value) => came.includes(value));
}

/** What a record has where a parameter of the filter looks. */
export function valueIn({ customVariables, externalReference }: Json, parameter: FilterParameter): unknown {
  if (parameter === 'extRef') return externalReference;
  return isRecord(customVariables) ? customVariables[parameter] : customVariables;
}

function textOf(value: unknown): string {
  return asText(value ?? '').toLowerCase();
}

/**
 * Whether two texts share three letters in a row, or all but one of a shorter one's, by which a search that forgives
 * mistakes may take one for the other, or a word, by which a search of words may.
 */
function resembles(came: string, value: string): boolean {
  const length = Math.min(3, Math.max(1, value.length - 1));
  const parts = Array.from({ length: Math.max(0, value.length - length + 1) }, (_, at) => value.slice(at, at + length));
  const words = new Set(wordsIn(came));
  return parts.some((part) => came.includes(part)) || wordsIn(value).some((word) => words.has(word));
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function foundIn(ids: readonly string[]): string {
  return ids.length === 0 ? 'no record' : `record ${ids.slice(0, 20).join(', ')}`;
}

/** A value that no record has. */
export function judgeNoneFound(findings: Findings, answer: Answer): void {
  const ids = idsIn(answer);
  findings.expect('RESPONSE-FILTER-NONE-01', ids.length === 0, 'no record', () => foundIn(ids), '?custom1');
  const pages = pagingIn(answer)?.totalPages;
  if (pages !== undefined && ids.length === 0) findings.observe('Q-EMPTY-TOTAL-PAGES', String(pages), 'filter');
}

/** What a language of filters may take for its own: it separates, quotes, escapes, groups, compares or negates. */
const syntax = /[,;|"'\\<>()[\]{}*:!^~`$\p{C}]/u;

/** A record by a value with characters that a URL encodes, which the record shows unaltered. */
export function judgeSpecialFound(findings: Findings, { answer, parameter, value, wanted }: Filtered): void {
  const ids = idsIn(answer);
  const found = missingIn(answer, wanted).length === 0;
  const expected = `record ${wanted.join(', ')} by ${parameter}=${shown(value)}`;
  const isOpen = value.length < 3 || syntax.test(value);
  const clause = isOpen ? 'RESPONSE-FILTER-SHORT-01' : 'RESPONSE-FILTER-SPECIAL-01';
  findings.expect(clause, found, expected, () => foundIn(ids), `?${parameter}`);
}

/** A record by two filters at once, each of which found it alone. */
export function judgeFoundByBoth(findings: Findings, answer: Answer, wanted: string): void {
  const ids = idsIn(answer);
  const expected = `record ${wanted} by ${conditionsIn(answer)
    .map(([parameter]) => parameter)
    .join(' and ')}`;
  const isTaken = answer.reading.kind === 'administration';
  if (!findings.expect('RESPONSE-FILTER-TWO-02', isTaken, expected, () => cameTo(answer))) return;
  const isFound = missingIn(answer, [wanted]).length === 0;
  findings.expect('RESPONSE-FILTER-TWO-01', isFound, expected, () => foundIn(ids));
}

/** What a filter was asked for. */
function conditionsIn(answer: Answer): readonly (readonly [FilterParameter, string])[] {
  const query = [...queryOf(answer)];
  return query.flatMap(([name, value]) => {
    const parameter = filterParameters.find((each) => each === name);
    return parameter === undefined ? [] : [[parameter, value] as const];
  });
}

/** Each link that there is repeats the filter of the request, with `page` and `perPage`. */
export function judgeFilterLinks(findings: Findings, answer: Answer): void {
  const links = pagingIn(answer)?.links;
  const conditions = conditionsIn(answer);
  if (links === undefined || conditions.length === 0) return;
  for (const name of linkNames) {
    const url = links[name];
    if (url === null) continue;
    const link = resolvedLink(url, answer);
    const holds = (link === null ? [] : queriesIn(link)).some(
      (query) =>
        conditions.every(([key, value]) => query.get(key) === value) && query.has('page') && query.has('perPage'),
    );
    const expected = `${name} with ${conditions.map(([key]) => key).join(', ')}, page and perPage`;
    findings.expect('RESPONSE-FILTER-LINKS-01', holds, expected, () => url, `pagination.links.${name}`);
  }
}
