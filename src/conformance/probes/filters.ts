import { queryText } from '../../contract/endpoints.ts';
import { asText } from '../../contract/jsonShape.ts';
import { itemsIn, type Json } from '../../judging/reading/administrationAnswer.ts';
import {
  type FilterParameter,
  filterParameters,
  judgeFiltered,
  judgeNoneFound,
  judgeSpecialFound,
  missingIn,
  valueIn,
} from '../../judging/rules/filter.ts';
import { judgeListedRecord } from '../../judging/rules/responses.ts';
import { digitsOf, textVarieties, variedText } from '../../respondent/answers/texts.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { type CreatedRecord, createRecord } from './createdRecords.ts';
import { askMatching, askPaging } from './filterQuestions.ts';
import { fullSet, type LearntSurvey, learnSurvey, leastSet, withAnotherText } from './learntSurvey.ts';
import { walkList } from './listPages.ts';
import type { Probe } from './probeContext.ts';

/** Records that share a value of one parameter. */
const matches = 3;

/** By which records that come later are looked for. */
const laterBy = 'custom4';

/** 11. GET responses/filter, and the paging of its lists, over records that it made itself. */
export const filters: Probe = {
  id: 'filters',
  area: 'filter-responses',
  asks: [
    'Q-MAX-PER-PAGE',
    'Q-PER-PAGE-TOO-LARGE',
    'Q-PER-PAGE-DEFAULT-RESPONSES',
    'Q-PER-PAGE-ZERO',
    'Q-PAGE-ZERO',
    'Q-PAGE-TOO-FAR',
    'Q-PAGE-NOT-NUMBER',
    'Q-EMPTY-TOTAL-PAGES',
    'Q-CURREXT-PAGE',
    'Q-FILTER-COMBINE',
    'Q-FILTER-EXACT',
    'Q-FILTER-CASE',
    'Q-FILTER-WITHOUT',
    'Q-FILTER-CUSTOM6',
  ],
  lacks: lacksAdmin('surveyId', 'mutate'),
  async run(context) {
    const admin = new Administrator(context);
    const survey = await learnSurvey(admin);
    // One that none of them may find, also where nothing else is stored.
    const unmarked = admin.marker();
    await createRecord(admin, unmarked, { responseSet: leastSet(survey, unmarked) });
    const groups = await Promise.all(filterParameters.map((parameter) => createGroup(admin, survey, parameter)));
    const made = groups.flatMap(({ records }) => records);
    if (made.length === 0) throw new ProbeBlocked('no record was created to filter by');
    // What is wrong with all lists shows in the first one: where it is known, none is waited for (`walkList`).
    for (const some of [groups.slice(0, 1), groups.slice(1)])
      await context.inEach(some, (group) => findGroup(admin, survey, group));
    await context.inEach(
      [() => findSpecial(admin, survey), () => askMatching(admin, made), () => askPaging(admin)],
      (ask) => ask(),
    );
  },
};

interface Group {
  readonly parameter: FilterParameter;
  /** What its records share, and no other has. */
  readonly value: string;
  readonly records: readonly CreatedRecord[];
}

/** The members of a body that a parameter of the filter looks at, and the mark where it looks elsewhere. */
function valuesFor(mark: Json, parameter: FilterParameter, value: string): Json {
  if (parameter === 'extRef') return { externalReference: value, customVariables: mark };
  return { customVariables: { ...mark, [parameter]: value } };
}

/** Records that share a value of one parameter. */
async function createGroup(admin: Administrator, survey: LearntSurvey, parameter: FilterParameter): Promise<Group> {
  const value = plain(`${admin.marker()}-${parameter}`);
  // One that comes with the reference of another may replace it.
  const records = new Map<string, CreatedRecord>();
  for (let at = 0; at < matches; at++) {
    const record = await createMember(admin, survey, parameter, value);
    if (record !== null) records.set(record.id, record);
  }
  return { parameter, value, records: [...records.values()] };
}

/** Its records are found by what they share, no others are, and none by what nobody has. */
async function findGroup(admin: Administrator, survey: LearntSurvey, group: Group): Promise<void> {
  const { parameter, value, records } = group;
  if (records.length === 0) return;
  const filtered = await search(admin, parameter, value, records);
  judgeFiltered(filtered.findingsWith(...records.map(({ exchange }) => exchange)), {
    answer: filtered,
    parameter,
    value,
    wanted: records.map(({ id }) => id),
  });
  for (const record of records) {
    const found = itemsIn(filtered).find(({ responseID }) => asText(responseID) === record.id);
    if (found !== undefined) judgeListedRecord(filtered.findingsWith(record.exchange), { ...record, found });
  }
  const filteredList = { endpoint: 'filter-responses', filter: { [parameter]: value }, smallest: 2 } as const;
  await walkList(admin, filteredList, latest(records));
  const none = await admin.call('filter-responses', { query: queryFor(parameter, unlike(value)) });
  judgeNoneFound(none.findings, none);
  if (parameter === laterBy) await findLater(admin, survey, group, filtered);
}

/** A record with a value where a parameter looks, and values of its own, or the mark, elsewhere; `null` where it has not. */
async function createMember(
  admin: Administrator,
  survey: LearntSurvey,
  parameter: FilterParameter,
  value: string,
  more: Json = {},
): Promise<CreatedRecord | null> {
  const own = plain(admin.marker());
  const others = filterParameters.filter((name) => name !== 'extRef');
  const customVariables = {
    ...Object.fromEntries(others.map((name) => [name, `${own}-${name} Grüße 日本`])),
    ...admin.mark,
  };
  const responseSet = withAnotherText(survey, fullSet(survey, [`${own} Grüße`, `${own} 日本 & Co`]), `${own} too`);
  const body = { ...more, responseSet, externalReference: `${own}-ext é`, customVariables };
  const shared =
    parameter === 'extRef'
      ? { ...body, externalReference: value }
      : { ...body, customVariables: { ...customVariables, [parameter]: value } };
  const { created } = await createRecord(admin, own, shared);
  // What the record itself shows otherwise cannot be found by it.
  return created !== null && (valueIn(created.created, parameter) ?? value) === value ? created : null;
}

/** Records that come after a filter was asked are found by it too, and so is one that is a duplicate. */
async function findLater(
  admin: Administrator,
  survey: LearntSurvey,
  { value, records }: Group,
  before: ProbeExchange,
): Promise<void> {
  const later = [...records];
  for (const more of [{}, { duplicate: true }]) {
    const record = await createMember(admin, survey, laterBy, value, more);
    if (record !== null) later.push(record);
  }
  const answer = await search(admin, laterBy, value, later);
  judgeFiltered(answer.findingsWith(before, ...later.map(({ exchange }) => exchange)), {
    answer,
    parameter: laterBy,
    value,
    wanted: later.map(({ id }) => id),
  });
  // Its totals count them too.
  await walkList(admin, { endpoint: 'filter-responses', filter: { [laterBy]: value }, smallest: 2 }, latest(later));
}

/** A text that has nothing in common with any that is stored: not a word, not a beginning, not three letters in a row. */
function unlike(text: string): string {
  return [...text].map((letter) => 'QXZJKVW'[letter.charCodeAt(0) % 7]).join('');
}

/** A text without anything that a URL encodes. */
function plain(text: string): string {
  return text.replaceAll(' ', '-');
}

function queryFor(parameter: FilterParameter, value: string): string {
  return queryText({ [parameter]: value });
}

/** When the last of some records was made. */
function latest(records: readonly CreatedRecord[]): number {
  return Math.max(...records.map(({ sinceMs }) => sinceMs));
}

/** Looks for records, again as long as one that matches may be missing. */
function search(
  admin: Administrator,
  parameter: FilterParameter,
  value: string,
  records: readonly CreatedRecord[],
): Promise<ProbeExchange> {
  const wanted = records.map(({ id }) => id);
  const look = (): Promise<ProbeExchange> => admin.call('filter-responses', { query: queryFor(parameter, value) });
  return admin.lookAgain(
    latest(records),
    look,
    (answer) => isGranted(answer) && missingIn(answer, wanted).length === 0,
  );
}

const specialText = ' & 50% + #é日本 a=b/c?';

/** Every parameter finds a record by a value with characters that a URL encodes, and by each kind of text. */
async function findSpecial(admin: Administrator, survey: LearntSurvey): Promise<void> {
  const texts = Array.from({ length: textVarieties }, (_, at) => variedText('', at)).filter(
    ({ length }) => length < 300,
  );
  const find = async (parameter: FilterParameter, varied: string): Promise<void> => {
    const made: { readonly value: string; readonly record: CreatedRecord }[] = [];
    for (const write of [followedBy(specialText), followedBy(varied), digitsOf, shortOf, () => '0']) {
      const marker = admin.marker();
      const value = write(marker);
      const body = { responseSet: leastSet(survey, marker), ...valuesFor(admin.mark, parameter, value) };
      const { created: record } = await createRecord(admin, marker, body);
      if (record !== null && valueIn(record.created, parameter) === value) made.push({ value, record });
    }
    for (const { value, record } of made) {
      const answer = await search(admin, parameter, value, [record]);
      judgeSpecialFound(answer.findingsWith(record.exchange), { answer, parameter, value, wanted: [record.id] });
    }
  };
  await Promise.all(filterParameters.map((parameter, at) => find(parameter, texts[at % texts.length] ?? '')));
}

function followedBy(text: string): (marker: string) => string {
  return (marker) => `${marker}${text}`;
}

/** Two letters or digits; another record may have the same. */
function shortOf(marker: string): string {
  return marker.slice(-2);
}
