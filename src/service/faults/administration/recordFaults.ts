import type { AdministrationEndpoint } from '../../administration/call.ts';
import type { Fault } from '../fault.ts';
import { at, each, type Members } from '../replyDraft.ts';
import { replaced, spoilResources, without } from './answerFaults.ts';

const all: readonly AdministrationEndpoint[] = [
  'create-response',
  'list-responses',
  'filter-responses',
  'fetch-response',
];
const reads: readonly AdministrationEndpoint[] = ['list-responses', 'filter-responses', 'fetch-response'];
const fetch: readonly AdministrationEndpoint[] = ['fetch-response'];

function member(id: string, description: string, name: string, value: (before: unknown) => unknown): Fault {
  return replaced({ id, section: 'record', description }, all, name, value);
}

function missing(id: string, name: string): Fault {
  const description = `A fetched record has no ${name}.`;
  return without({ id, section: 'fetch-response', description }, fetch, name);
}

function within(id: string, description: string, change: (record: Members) => void): Fault {
  return spoilResources({ id, section: 'record', description }, all, change);
}

/** Spoils every answered question. */
function question(id: string, description: string, change: (question: Members) => void): Fault {
  return within(id, description, (record) => {
    for (const answered of each(record, 'responseSet')) change(answered);
  });
}

/** Spoils every answer value. */
function answer(id: string, description: string, change: (answer: Members) => void): Fault {
  return question(id, description, (answered) => {
    for (const value of each(answered, 'answerValues')) change(value);
  });
}

/** Broken promises about response records (document, Survey response record; Endpoint 12). */
export const recordFaults: readonly Fault[] = [
  member('record-id-string', 'responseID is a string.', 'responseID', String),
  member('record-survey-other', 'surveyID is not that of the request.', 'surveyID', (id) => Number(id) + 1),
  member('record-survey-name-null', 'surveyName is null.', 'surveyName', () => null),
  member('record-ip-v6', 'ipAddress has IPv6 format.', 'ipAddress', (ip) => `::ffff:${ip}`),
  member('record-timestamp-iso', 'timestamp is in ISO format.', 'timestamp', () => '2026-03-09T13:05:07Z'),
  member('record-timestamp-no-zone', 'timestamp has no zone.', 'timestamp', (text) =>
    String(text).split(' ').slice(0, 5).join(' '),
  ),
  member('record-quality-number', 'dataQuality is a number.', 'dataQuality', () => 1),
  member('record-score-string', 'dataQualityScore is a string.', 'dataQualityScore', String),
  member('record-duplicate-number', 'duplicate is a number.', 'duplicate', Number),
  member('record-time-taken-fraction', 'timeTaken is no integer.', 'timeTaken', (taken) => Number(taken) + 0.5),
  member('record-status-number', 'responseStatus is a number.', 'responseStatus', () => 1),
  member('record-external-null', 'externalReference is null where there is none.', 'externalReference', (reference) =>
    reference === '' ? null : reference,
  ),
  member('record-language-object', 'language is an object.', 'language', (name) => ({ name })),
  member('record-inset-null', 'currentInset is null.', 'currentInset', () => null),
  member('record-system-array', 'operatingSystem is an array.', 'operatingSystem', (name) => [name]),
  member('record-device-null', 'osDeviceType is null.', 'osDeviceType', () => null),
  member('record-browser-number', 'browser is a number.', 'browser', () => 7),
  member('record-answers-by-question', 'responseSet is an object by question id.', 'responseSet', (set) => ({ set })),
  within('record-country-number', 'location.country is a number.', (record) => {
    at(record, 'location').country = 47;
  }),
  within('record-region-null', 'location.region is null.', (record) => {
    at(record, 'location').region = null;
  }),
  within('record-latitude-string', 'location.latitude is a string.', (record) => {
    const location = at(record, 'location');
    location.latitude = String(location.latitude);
  }),
  within('record-longitude-missing', 'location has no longitude.', (record) => delete at(record, 'location').longitude),
  within('record-radius-null', 'location.radius is null.', (record) => {
    at(record, 'location').radius = null;
  }),
  within(
    'record-country-code-missing',
    'location has no countryCode.',
    (record) => delete at(record, 'location').countryCode,
  ),
  within(
    'record-custom5-missing',
    'customVariables has no custom5.',
    (record) => delete at(record, 'customVariables').custom5,
  ),
  within('record-custom1-number', 'customVariables.custom1 is a number.', (record) => {
    at(record, 'customVariables').custom1 = 1;
  }),
  missing('fetch-browser-missing', 'browser'),
  missing('fetch-quality-missing', 'dataQuality'),
  missing('fetch-score-missing', 'dataQualityScore'),
  missing('fetch-location-missing', 'location'),
  missing('fetch-inset-missing', 'currentInset'),
  missing('fetch-utc-missing', 'utctimestamp'),
  without(
    { id: 'list-utc-missing', section: 'record', description: 'Records of the list have no utctimestamp.' },
    ['list-responses'],
    'utctimestamp',
  ),
  without(
    { id: 'filter-utc-missing', section: 'record', description: 'Records of the filter have no utctimestamp.' },
    ['filter-responses'],
    'utctimestamp',
  ),
  replaced(
    { id: 'record-utc-string', section: 'record', description: 'utctimestamp is a string.' },
    reads,
    'utctimestamp',
    String,
  ),
  question('record-question-id-string', 'questionID is a string.', (answered) => {
    answered.questionID = String(answered.questionID);
  }),
  question('record-question-description-null', 'questionDescription is null.', (answered) => {
    answered.questionDescription = null;
  }),
  question('record-question-code-number', 'questionCode is a number.', (answered) => {
    answered.questionCode = Number(answered.questionID);
  }),
  question('record-question-text-missing', 'An answered question has no questionText.', (answered) => {
    delete answered.questionText;
  }),
  question('record-image-number', 'imageUrl is a number.', (answered) => {
    answered.imageUrl = 0;
  }),
  question('record-single-answer-value', 'answerValues is an object where there is one answer.', (answered) => {
    const values = each(answered, 'answerValues');
    if (values.length === 1) answered.answerValues = values[0];
  }),
  answer('record-answer-id-string', 'answerID is a string.', (value) => {
    value.answerID = String(value.answerID);
  }),
  answer('record-answer-text-null', 'answerText is null.', (value) => {
    value.answerText = null;
  }),
  answer('record-value-scale-number', 'value.scale is a number.', ({ value }) => {
    if (isObject(value)) value.scale = Number(value.scale);
  }),
  answer('record-value-other-null', 'value.other is null.', ({ value }) => {
    if (isObject(value)) value.other = null;
  }),
  answer('record-value-explode-missing', 'value has no dynamicExplodeText.', ({ value }) => {
    if (isObject(value)) delete value.dynamicExplodeText;
  }),
  answer('record-value-result-boolean', 'value.result is a boolean.', ({ value }) => {
    if (isObject(value)) value.result = false;
  }),
  answer('record-value-file-null', 'value.fileLink is null.', ({ value }) => {
    if (isObject(value)) value.fileLink = null;
  }),
  answer('record-value-weight-string', 'value.weight is a string.', ({ value }) => {
    if (isObject(value)) value.weight = String(value.weight);
  }),
  answer('record-text-elsewhere', 'The free text of a text answer is in value.result.', ({ value }) => {
    if (!isObject(value) || value.text === '') return;
    value.result = value.text;
    value.text = '';
  }),
];

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}
