import { Department, ResponseRecord } from '../../contract/administrationSchemas.ts';
import { asText, isRecord, type Json, namesIn } from '../../contract/jsonShape.ts';
import { ordinalWord } from '../../result/chances.ts';
import { entryOf } from '../memoised.ts';
import { pagingIn } from '../reading/administrationAnswer.ts';
import type { Answer } from '../reading/answer.ts';
import { keysOf } from '../reading/answerForm.ts';
import { kindName, type QuestionReading } from '../reading/questionView.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import { markerStart, tokensIn } from '../tokens.ts';
import { heldBy } from './requestFeatures.ts';

/** What tells a part of an answer from its other parts, each in words that go on a sentence: the place first, then values. */
export interface PartFeatures {
  readonly place: readonly string[];
  readonly values: readonly string[];
}

/** Of a question: its kind, and which of its page it is. */
export function questionFeatures(
  { question }: QuestionReading,
  page: ShownPage | null,
  more: readonly string[],
): PartFeatures {
  if (question === null) return { place: [], values: more };
  const { otherPrefix } = question;
  const kind = kindName(question);
  const all = page?.questions ?? [];
  const kin = all.filter((each) => kindName(each) === kind);
  return {
    place: [
      ...more,
      `at ${kind} questions`,
      ...(kin.length > 1 ? [`at the ${placeAmong(kin, question)} ${kind} question of a page`] : []),
      ...(all.length > 1 ? [`at the ${placeAmong(all, question)} question of a page`] : []),
      ...(all.length > 1 && all.at(-1) === question ? ['at the last question of a page'] : []),
      ...(all.indexOf(question) > 0 ? ['at questions after the first of a page'] : []),
      ...(otherPrefix === null ? [] : ['at questions with an “Other” option']),
    ],
    values: [],
  };
}

/** Of a submission: which questions of the page it answers. */
export function answeredFeatures({ questions }: ShownPage, body: Json): string[] {
  return questions
    .filter(({ form }) => keysOf(form).some((key) => body[key] !== undefined))
    .flatMap(({ id, form }) => [
      ...('other' in form && form.other !== null ? otherFeatures(body[form.other.key]) : []),
      `when question ${id} is answered`,
    ]);
}

function otherFeatures(text: unknown): string[] {
  if (text === undefined) return [];
  const held = heldBy(asText(text)).map((what) => `when the text of an “Other” option holds ${what}`);
  return ['when an “Other” option has a text', ...held];
}

/** Of a submission: how it fills its page, which says more than how many answers that are. */
export function fillingFeatures({ questions }: ShownPage, body: Json): string[] {
  const isFull = questions.some(({ form, answers }) => {
    const chosen = form.kind === 'multiple' ? body[form.key] : null;
    return Array.isArray(chosen) && chosen.length > 1 && chosen.length === answers.length;
  });
  return isFull ? ['when every option is chosen'] : [];
}

function placeAmong<Each>(all: readonly Each[], one: Each): string {
  return ordinalWord(all.indexOf(one) + 1);
}

/**
 * Of a record, a department: which item of its page it is, who made it and how, and what it holds.
 *
 * @param of items on the page @param made how it was created
 */
export function itemFeatures(item: unknown, at: number, of: number, made: readonly string[] = []): PartFeatures {
  if (!isRecord(item)) return { place: [], values: [] };
  const marks = [item.externalReference, item.name].map(asText);
  const isOwn = marks.some((mark) => mark.startsWith(markerStart));
  return {
    place: [
      ...(of > 1 && at === 0 ? ['at the first item of a page'] : []),
      ...(of > 1 && at === of - 1 ? ['at the last item of a page'] : []),
      ...(at > 0 ? ['at items after the first of a page'] : []),
    ],
    values: [...new Set([...made, ...valueFeatures(item)]), ...(isOwn ? [ownFeature] : strangeFeatures(item))],
  };
}

/** What the members of an item hold that a service may treat otherwise. */
export function valueFeatures(item: unknown): string[] {
  const values = new Set<string>();
  if (isRecord(item)) noteValues(item, values);
  return [...values];
}

/** Of what canvass did not create: whether its respondents left it; of departments, which are few, which one. */
function strangeFeatures(item: Json): string[] {
  const { departmentID, name } = item;
  const isOfWalk = tokensIn(JSON.stringify(item)).length > 0;
  return [
    ...(isOfWalk ? ['for what respondents completed'] : []),
    'for what canvass did not make',
    ...(departmentID === undefined || name === undefined ? [] : [`for department ${asText(departmentID)}`]),
  ];
}

/** Of things whose creation is known. */
export const ownFeature = 'for what canvass made itself';

const deepest = 6;

/** The names of members that the document gives; others are the service's words, which may be anything, a secret too. */
const documented: ReadonlySet<string> = new Set([ResponseRecord, Department].flatMap(namesIn));

function noteValues(item: Json, values: Set<string>, depth = 0): void {
  for (const [name, value] of Object.entries(item)) {
    const said = valueWords(value);
    if (said !== '' && documented.has(name)) values.add(featureOf(name, said));
    for (const each of Array.isArray(value) ? value : [value])
      if (isRecord(each) && depth < deepest) noteValues(each, values, depth + 1);
  }
}

/** The words of each value of each member: thousands of items have the same. */
const features = new Map<string, Map<string, string>>();

function featureOf(name: string, said: string): string {
  const own = entryOf(features, name, () => new Map<string, string>());
  return entryOf(own, said, () => `where “${name}” ${said}`);
}

const fraction = 'is a fraction';

/** The class of a value that a service may treat otherwise; `''` of one like any other. */
function valueWords(value: unknown): string {
  if (value === null || typeof value === 'boolean' || value === 0) return `is ${value}`;
  if (value === '') return 'is empty';
  if (Array.isArray(value)) return value.length === 1 ? '' : value.length === 0 ? 'has nothing' : 'has several items';
  return isFraction(value) ? fraction : '';
}

/** Also where it was written as a text. */
function isFraction(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isInteger(value) : typeof value === 'string' && /^-?\d+\.\d+$/.test(value);
}

/** Whether a feature is what is wrong with a member, not what it comes of: that it is null where it is null. */
export function isOfMember(feature: string, path: string): boolean {
  const member = path.split('.').at(-1)?.replaceAll('[]', '') ?? '';
  return member !== '' && feature.startsWith(`where “${member}” `) && !feature.endsWith(fraction);
}

/**
 * Whether a feature only says again what is wrong: a status that came, or a thing that the title is about.
 *
 * @param said what was expected and what came @param title of its problem
 */
export function isSaid(feature: string, said: string, title: string): boolean {
  const [, status] = /^where the status is (\w+)$/.exec(feature) ?? [];
  if (status !== undefined) return said.includes(status);
  const [option] = /“Other” option(?! holds)/.exec(feature) ?? [];
  if (option !== undefined && title.includes(option)) return true;
  const [, thing] = /^(?:at|after|when|on) (.+)$/.exec(feature) ?? [];
  const name = thing?.replace(/^“(\w+)” is given$/, '$1') ?? '';
  return / |[A-Z\d]/.test(name) && title.toLowerCase().includes(name.toLowerCase());
}

const ofShown =
  /^in answers of |^where (?:answers are refused|the page (?:has|was) |a later page is |the \w+ (?:or a later )?page is )/;

/** Of a page that an answer shows: which one it is, and what it asks. @param number by when it was shown first, from 1 on */
export function shownFeatures({ isFinal, questions, status }: ShownPage, number: number): string[] {
  const kinds = new Set(questions.map(kindName));
  return [
    ...(status === 'validation_errors' ? ['where answers are refused'] : []),
    `where ${number === 1 ? 'the first' : 'a later'} page is shown`,
    ...(number > 1 ? [`where the ${ordinalWord(number)} page is shown`] : []),
    ...[3, 4].filter((page) => number >= page).map((page) => `where the ${ordinalWord(page)} or a later page is shown`),
    ...(isFinal === true ? ['where the last page is shown'] : []),
    ...(questions.length > 1 ? ['where the page has several questions'] : []),
    ...[...kinds].map((kind) => `where the page has ${kind} questions`),
  ];
}

/** Whether a feature is of the page that came, where that it came is what is wrong, and no part of it. */
export function isWhatCame(feature: string, path: string): boolean {
  return (path === '' || path === 'response.status') && ofShown.test(feature);
}

/** Whether what came is the beginning of what was due: then its length decides, and nothing else that a request holds. */
export function isCutShort(expected: string, actual: string): boolean {
  const [due = '', came = ''] = [expected, actual].map((words) => /"((?:[^"\\]|\\.)*)"$/.exec(words)?.[1] ?? '');
  return (came !== '' && due !== came && due.startsWith(came)) || / only the first \d+ of \d+ characters /.test(actual);
}

/** Of a whole answer: which page of a list it is; of a survey page, what its progress is; of no page, its status; of an error, that of HTTP. */
export function answerFeatures(answer: Answer): string[] {
  if (answer.page !== null) {
    const { meta } =
      isRecord(answer.exchange.json) && isRecord(answer.exchange.json.response) ? answer.exchange.json.response : {};
    const progress = isRecord(meta) ? meta.progressPercentage : undefined;
    return isFraction(progress) ? [`where “progressPercentage” ${fraction}`] : [];
  }
  const paging = pagingIn(answer);
  if (answer.reading.kind === 'standard-error') return [`in answers of HTTP ${answer.exchange.httpStatus}`];
  if (paging === null) return answer.status === '' ? [] : [`where the status is ${answer.status}`];
  const { currentPage, totalPages, totalItems, perPage } = paging;
  if (totalItems === 0) return ['of an empty list'];
  if (currentPage < 1 || currentPage > Math.max(totalPages, Math.ceil(totalItems / perPage)))
    return ['beyond the last page'];
  const [isFirst, isLast] = [currentPage === 1, currentPage * perPage >= totalItems];
  return [
    ...(isFirst
      ? ['on the first page of a list', isLast ? 'on the only page of a list' : 'on the first of several pages']
      : []),
    ...(isLast && totalItems % perPage === 0 ? ['on the last page of a list, when it is full'] : []),
    ...(isLast ? ['on the last page of a list', ...(isFirst ? [] : ['on the last of several pages'])] : []),
    ...(isFirst || isLast ? [] : ['on pages between the first and the last']),
    ...(isLast ? [] : ['on pages before the last']),
    ...(currentPage > 1 ? [`on the ${ordinalWord(currentPage)} page of a list`, 'from the second page on'] : []),
    ...(currentPage > 2 ? ['from the third page on'] : []),
    ...(totalItems % perPage === 0 ? ['where the last page is full'] : ['where the last page is not full']),
    ...(perPage === 1 ? ['with one item a page'] : []),
  ];
}
