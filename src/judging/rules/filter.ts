import { ClauseTable } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { type Expected, shown } from '../mismatch.ts';
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

/** The clause that tells a filter which is ignored from one that finds wrongly. */
export const findsNone = 'RESPONSE-FILTER-NONE-01';

/** The parameters of the filter, beside paging: the member of a record that each is for. */
const parameters = {
  custom1: { clause: 'RESPONSE-FILTER-CUSTOM1-01', member: 'custom1', anchor: 'filter-responses-custom' },
  custom2: { clause: 'RESPONSE-FILTER-CUSTOM2-01', member: 'custom2', anchor: 'filter-responses-custom' },
  custom3: { clause: 'RESPONSE-FILTER-CUSTOM3-01', member: 'custom3', anchor: 'filter-responses-custom' },
  custom4: { clause: 'RESPONSE-FILTER-CUSTOM4-01', member: 'custom4', anchor: 'filter-responses-custom' },
  custom5: { clause: 'RESPONSE-FILTER-CUSTOM5-01', member: 'custom5', anchor: 'filter-responses-custom' },
  extRef: { clause: 'RESPONSE-FILTER-EXTREF-01', member: 'externalReference', anchor: 'filter-responses-extref' },
} as const;
export type FilterParameter = keyof typeof parameters;
export const filterParameters = Object.keys(parameters) as readonly FilterParameter[];

export const filterClauses = new ClauseTable()
  .group('filter-responses', { probes: ['filters'] })
  .each(Object.entries(parameters), (table, [parameter, { clause, member, anchor }]) =>
    table
      .must(clause, anchor, { topic: 'filter-finds' })
      .says(`\`${parameter}\` finds the records by their ${member}, and no record that cannot match.`)
      .broken(`Filtering by ${parameter} does not find the right records`)
      .why(
        'By values that the record shows; looked for again for some seconds. What is found matches one of the filters.',
      )
      .follows(
        'created-record',
        'record-ids',
        'list-form',
        `stored-${/^custom\d$/.test(member) ? 'customVariables' : member}`,
      ),
  )
  .should('RESPONSE-FILTER-LOOSE-01', 'filter-responses-exact')
  .says('A filter finds no records whose value only resembles the one looked for.')
  .why('Whether matching is exact is not shown: a value that holds the one looked for is fine, in any case.')
  .follows('filter-finds')
  .must(findsNone, 'filter-responses-none')
  .says('A value that no record has, nor one like it, finds no record.')
  .broken('A filter that fits no response finds some')
  .why('An empty list and an error are both fine.')
  .follows('filter-finds')
  .must('RESPONSE-FILTER-TWO-01', 'filter-responses-combine', { topic: 'filter-finds' })
  .says('Two filters that a record matches find it together.')
  .broken('Two filters together do not find the response that each finds alone')
  .why('However filters combine. Judged where each finds the record alone; a refusal is no violation.')
  .should('RESPONSE-FILTER-TWO-02', 'filter-responses-custom')
  .says('Two filters at once are taken.')
  .why('How they combine is not shown, so that one at a time is thinkable.')
  .must('RESPONSE-FILTER-LINKS-01', 'filter-responses-links', { topic: 'link-query' })
  .says('The links repeat the filter with `page` and `perPage`.')
  .broken('The links of a filtered list lose a filter')
  .why('The query of each resolved link, decoded, with `+` as a space or as itself; its order is free.')
  .follows('filter-finds')
  .should('RESPONSE-FILTER-SHORT-01', 'filter-responses-exact')
  .says('Values of one letter or two, and with what a language of filters may take for its own, find their record.')
  .why('A search of texts may leave out short ones; a comma may separate alternatives.')
  .must('RESPONSE-FILTER-SPECIAL-01', 'filter-responses-exact', { topic: 'filter-finds' })
  .says('Values with characters that a URL encodes, and of digits alone, find their record.')
  .broken('A filter with special characters or digits does not find its response')
  .why('Values that the record shows unaltered, without commas, quotes and the like.')
  .follows('created-record', 'record-ids', 'list-form');

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
  findings.expect(parameters[parameter].clause, isWhole, expected, () => foundIn(idsIn(answer)), `?${parameter}`);
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
  const unlike = (isLike: (came: string, value: string) => boolean): Json[] =>
    // A record that does not show the member at all says nothing.
    items.filter((record) =>
      conditions.every(([parameter, value]) => {
        const came = valueIn(record, parameter);
        return came !== undefined && !isLike(textOf(came), value.toLowerCase());
      }),
    );
  const others = unlike((came, value) => came.includes(value));
  const expectNone = (clause: string, strangers: readonly Json[]): void => {
    // Where some are alike, and no more, nobody knows whether they may be found.
    if (strangers.length === 0 && others.length > 0) return;
    const ids = strangers.map(({ responseID }) => asText(responseID));
    const actual = () => ({ words: `${foundIn(ids)}, of ${countIn(answer)} found in all`, came: ['others'] });
    findings.expect(clause, strangers.length === 0, `no record without ${words}`, actual, `?${first[0]}`);
  };
  expectNone(parameters[first[0]].clause, unlike(resembles));
  expectNone('RESPONSE-FILTER-LOOSE-01', others);
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

/** So many records are named. */
const named = 3;

function foundIn(ids: readonly string[]): string {
  return ids.length === 0 ? 'no record' : `record ${ids.slice(0, named).join(', ')}`;
}

/** How many records a filter finds, on all pages. */
function countIn(answer: Answer): number {
  return Math.max(pagingIn(answer)?.totalItems ?? 0, idsIn(answer).length);
}

/** A value that no record has. */
export function judgeNoneFound(findings: Findings, answer: Answer): void {
  const ids = idsIn(answer);
  const path = `?${conditionsIn(answer)[0]?.[0] ?? ''}`;
  const actual = (): string => `${foundIn(ids)}, of ${countIn(answer)} found in all`;
  findings.expect(findsNone, ids.length === 0, 'no record', actual, path);
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
  if (!findings.expect('RESPONSE-FILTER-TWO-02', isTaken, expected, { answer })) return;
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
    // An empty one leads nowhere, which is what the clauses of its own page say.
    if (url === null || url === '') continue;
    const link = resolvedLink(url, answer);
    const lacking = (link === null ? [] : queriesIn(link)).map((query) => [
      ...conditions.filter(([key, value]) => query.get(key) !== value).map(([key]) => key),
      ...['page', 'perPage'].filter((key) => !query.has(key)),
    ]);
    findings.ofPart([`in “${name}”`]);
    const words = `${name} with ${conditions.map(([key]) => key).join(', ')}, page and perPage`;
    const expected = parameterDue(lacking[0]?.[0], words, link, conditions);
    const isWhole = lacking.some(({ length }) => length === 0);
    const actual = (): string => `without ${lacking[0]?.join(', ') ?? 'a query'}: ${url}`;
    findings.expect('RESPONSE-FILTER-LINKS-01', isWhole, expected, actual, `pagination.links.${name}`);
    findings.ofPart(null);
  }
}

/** What of a link is due, as a script can look for it: a parameter, and its value where that needs no encoding. */
function parameterDue(
  name: string | undefined,
  words: string,
  link: URL | null,
  conditions: readonly (readonly [string, string])[],
): Expected {
  if (name === undefined || link === null) return words;
  if (!queriesIn(link).some((query) => query.has(name))) return { parameter: name, words };
  const value = conditions.find(([key]) => key === name)?.[1] ?? '';
  return /^[\w.-]+$/.test(value) ? { parameter: `${name}=${value}`, words } : words;
}
