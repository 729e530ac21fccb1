import { CreateResponseRequest, ResponseRecord } from '../../contract/administrationSchemas.ts';
import { filterNames, surveyOfPath } from '../../contract/endpoints.ts';
import { isRecord, type Json, membersOf, objectsIn, parseJson } from '../../contract/jsonShape.ts';
import { keyForms } from '../../contract/keyForms.ts';
import type { Exchange } from '../../result/exchange.ts';
import { remembered } from '../memoised.ts';

/** What a text may hold that a service may treat otherwise. */
export const textFeatures = {
  'a line break': /\n/,
  'a quotation mark': /["']/,
  markup: /<\w/,
  'an emoji': /[\u{10000}-\u{10FFFF}]/u,
  'letters beyond ASCII': /\P{ASCII}/u,
  'blanks at an end': /^\s|\s$/,
  '“&”, “+”, “%” or “#”': /[&+%#]/,
  'digits alone': /^\d+$/,
  'signs that a link must encode': /[&+%#\r\n]/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** Which of them a text holds. */
export function heldBy(text: string): string[] {
  return Object.entries(textFeatures).flatMap(([what, holds]) => (holds.test(text) ? [what] : []));
}

/** Lengths that stores and caches cut at, or near; the longest that fits is the likeliest. */
const lengths = [4000, 1000, 250, 100, 40];

/** So many items of a list may be all that is kept. */
const counts = [2, 3, 5];

const ofCustom = Object.keys(ResponseRecord.properties.customVariables.properties);

const filters: ReadonlySet<string> = new Set(filterNames);

/**
 * What of a request may decide how it is answered, each in words that go on a sentence: `when “extRef” is given`,
 * `in survey 7013`; the most likely ones first.
 */
export function requestFeatures({ endpoint, path, requestBody }: Exchange): string[] {
  const [, query = ''] = path.split('?');
  const survey = surveyIn(path);
  const features = new Set<string>();
  const given = [...new URLSearchParams(query)];
  for (const [name, value] of given) {
    features.add(`when “${name}” is given`);
    if (name === 'page' && Number(value) > 1) features.add('from the second page on');
    if (filters.has(name)) noteText(value, features);
  }
  if (given.filter(([name]) => filters.has(name)).length > 1) features.add('when several filters are given');
  if (given.length > 0) features.add('when a query is given');
  const body = requestBody === null ? undefined : parseJson(requestBody);
  if (isRecord(body)) {
    noteMembers(body, endpoint === 'submit-page', features);
    if (objectsIn(body.responseSet).filter(hasText).length > 1) features.add('when several questions have a text');
    const { customVariables } = body;
    const without = isRecord(customVariables)
      ? ofCustom.filter((name) => (customVariables[name] ?? null) === null)
      : [];
    for (const name of without) features.add(`when “${name}” has no value`);
  }
  if (survey !== null) features.add(`in survey ${survey}`);
  return [...features];
}

/** Whether a question of a record that is created is answered by a text. */
function hasText({ answerValues }: Json): boolean {
  return objectsIn(answerValues).some(({ value }) => isRecord(value) && typeof value.text === 'string');
}

/** What a client may leave out of a response that it creates. */
export const optionalMembers = Object.keys(CreateResponseRequest.properties).filter((name) => name !== 'responseSet');

/** What may be left out of what is shown again, by what creates it. */
const optional: Readonly<Record<string, readonly string[]>> = {
  'create-response': optionalMembers,
  'create-department': ['primaryAccountID'],
};

/** A department that has none has 0. */
const withoutAccount = 'for what was created with “primaryAccountID” 0, or without it';

/** How a thing was created, in words about it where it is shown again. */
export function creationFeatures(exchange: Exchange): string[] {
  const body = membersOf(exchange.requestBody ?? '');
  // A department always has a name.
  const sent = requestFeatures(exchange).filter(
    (feature) => feature.startsWith('when ') && !feature.includes('“name”'),
  );
  const leftOut = (optional[exchange.endpoint] ?? []).filter((name) => body[name] === undefined);
  const none = exchange.endpoint === 'create-department' && !body.primaryAccountID ? [withoutAccount] : [];
  return [...sent.map(aboutCreation), ...leftOut.map((name) => `for what was created without “${name}”`), ...none];
}

/** `when “country” is null` of a request as it is said of what that created. */
function aboutCreation(feature: string): string {
  const how = feature
    .replace(/^when (“[^”]*”) is given$/, 'with $1')
    .replace(/^when (“[^”]*”) is (null|true|false|0)$/, 'with $1 $2')
    .replace(/^when a text (holds .*)$/, 'with a text that $1')
    .replace(/^when a text is (longer .*)$/, 'with a text $1')
    .replace(/^when /, 'where ');
  return `for what was created ${how}`;
}

/** The survey that a path is of. */
export const surveyIn = remembered(surveyOfPath);

const deepest = 6;

function noteMembers(body: Json, isFlow: boolean, features: Set<string>, depth = 0): void {
  for (const [name, value] of Object.entries(body)) {
    const said = isFlow ? answered(name) : `“${name}”`;
    features.add(isFlow ? `when ${said} is answered` : `when ${said} is given`);
    if (value === null || value === true || value === false || value === 0) features.add(`when ${said} is ${value}`);
    if (Array.isArray(value) && value.length !== 1)
      features.add(`when ${said} ${value.length === 0 ? 'is sent empty' : 'has several items'}`);
    if (Array.isArray(value))
      for (const count of counts) if (value.length > count) features.add(`when ${said} has more than ${count} items`);
    // Ids of answers and numbers of dates are texts that nobody wrote.
    const isWritten = !isFlow || name.startsWith(keyForms.text.prefix);
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof each === 'string' && isWritten) noteText(each, features);
      else if (isRecord(each) && depth < deepest) noteMembers(each, isFlow, features, depth + 1);
    }
  }
}

const useOf = new Map<string, string>(
  Object.values(keyForms).map(({ prefix, use }) => [prefix, use.replace(/[;,].*/, '')]),
);

/** What a key of a submission answers; a text may be that of an option. */
function answered(key: string): string {
  if (key.startsWith(keyForms.text.prefix)) return 'a text';
  const prefix = key.slice(0, key.lastIndexOf('_') + 1);
  return `a ${useOf.get(prefix) ?? `“${prefix}”`}`;
}

function noteText(text: string, features: Set<string>): void {
  if (text === '') features.add('when a text is empty');
  for (const what of heldBy(text)) features.add(`when a text holds ${what}`);
  for (const length of lengths)
    if (text.length > length) features.add(`when a text is longer than ${length} characters`);
}
