import { isRecord } from '../../../contract/jsonShape.ts';
import { convert, convertText, drop, type Edit, elements, every, set, within } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import { mutateResources, showingRecords } from '../mutateAnswer.ts';

function inRecords(edit: Edit): Injection {
  return mutateResources(showingRecords, edit);
}

function inQuestions(edit: Edit): Injection {
  return inRecords(every('responseSet', edit));
}

function inAnswers(edit: Edit): Injection {
  return inQuestions(every('answerValues', edit));
}

/** Survey response record. */
export const recordFaults = inSection('record', [
  fault('record-survey-other', ['RECORD-SURVEY-ID-01'], 'surveyID is not that of the request.', {
    how: inRecords(convert('surveyID', (id) => Number(id) + 1)),
  }),
  fault('record-ip-v6', ['RECORD-IP-01'], 'ipAddress has IPv6 format.', {
    how: inRecords(convert('ipAddress', (ip) => `::ffff:${ip}`)),
  }),
  fault('record-ip-empty', ['RECORD-IP-02'], 'ipAddress is empty where it is not known.', {
    how: inRecords(convert('ipAddress', (ip) => (ip === '0.0.0.0' ? '' : ip))),
    origin: 'clause',
  }),
  fault('record-timestamp-month-capitals', ['RECORD-TIMESTAMP-02'], 'The month of timestamp is in capitals.', {
    how: inRecords(
      convertText('timestamp', (text) => text.replace(/^(\d+ )(\w+)/, (_, day, month) => day + month.toUpperCase())),
    ),
    origin: 'clause',
  }),
  fault(
    'record-timestamp-halves',
    ['RECORD-UTC-02', 'RESPONSE-ECHO-TIMESTAMP-01', 'RESPONSE-ECHO-MIRRORED-01'],
    'AM and PM of timestamp are exchanged.',
    {
      how: inRecords(
        convertText('timestamp', (text) => text.replace(/[AP]M/, (half) => (half === 'AM' ? 'PM' : 'AM'))),
      ),
      origin: 'clause',
    },
  ),
  fault('record-timestamp-iso', ['RECORD-TIMESTAMP-01'], 'timestamp is in ISO format.', {
    how: inRecords(set('timestamp', '2026-03-09T13:05:07Z')),
  }),
  fault('record-timestamp-no-zone', ['RECORD-TIMESTAMP-01'], 'timestamp has no zone.', {
    how: inRecords(convertText('timestamp', (text) => text.split(' ').slice(0, 5).join(' '))),
  }),
  fault('record-quality-number', ['RECORD-QUALITY-01'], 'dataQuality is a number.', {
    how: inRecords(set('dataQuality', 1)),
  }),
  fault('record-duplicate-number', ['RECORD-DUPLICATE-01'], 'duplicate is a number.', {
    how: inRecords(convert('duplicate', Number)),
  }),
  fault('record-time-taken-fraction', ['RECORD-TIME-TAKEN-01'], 'timeTaken is no integer.', {
    how: inRecords(convert('timeTaken', (taken) => Number(taken) + 0.5)),
  }),
  fault('record-status-number', ['RECORD-STATUS-01'], 'responseStatus is a number.', {
    how: inRecords(set('responseStatus', 1)),
  }),
  fault('record-external-null', ['RECORD-EXTERNAL-01'], 'externalReference is null where there is none.', {
    how: inRecords(convert('externalReference', (reference) => (reference === '' ? null : reference))),
  }),
  fault('record-language-object', ['RECORD-LANGUAGE-01'], 'language is an object.', {
    how: inRecords(convert('language', (name) => ({ name }))),
  }),
  fault('record-system-array', ['RECORD-SYSTEM-01'], 'operatingSystem is an array.', {
    how: inRecords(convert('operatingSystem', (name) => [name])),
  }),
  fault('record-answers-by-question', ['RECORD-SET-01'], 'responseSet is an object by question id.', {
    how: inRecords(convert('responseSet', (set) => ({ set }))),
  }),
  fault('record-country-number', ['RECORD-COUNTRY-01'], 'location.country is a number.', {
    how: inRecords(set('location.country', 47)),
  }),
  fault('record-location-text', ['RECORD-LOCATION-01'], 'location is a text.', {
    how: inRecords(convert('location', (location) => JSON.stringify(location))),
    origin: 'clause',
  }),
  fault('record-custom1-number', ['RECORD-CUSTOM-01'], 'customVariables.custom1 is a number.', {
    how: inRecords(set('customVariables.custom1', 1)),
  }),
  fault('record-customs-array', ['RECORD-CUSTOMS-01'], 'customVariables is an array.', {
    how: inRecords(convert('customVariables', (variables) => Object.values(isRecord(variables) ? variables : {}))),
    origin: 'clause',
  }),
  fault('filter-utc-missing', ['RESPONSE-FILTER-UTC-01'], 'Records of the filter have no utctimestamp.', {
    how: mutateResources(['filter-responses'], drop('utctimestamp')),
  }),
  fault('record-question-code-number', ['RECORD-QUESTION-CODE-01'], 'questionCode is a number.', {
    how: inQuestions((question) => {
      question.questionCode = Number(question.questionID);
    }),
  }),
  fault('record-image-number', ['RECORD-QUESTION-IMAGE-01'], 'imageUrl is a number.', {
    how: inQuestions(set('imageUrl', 0)),
  }),
  fault('record-single-answer-value', ['RECORD-QUESTION-VALUES-01'], 'A single answerValues is no array.', {
    how: inQuestions((question) => {
      const values = elements(question, 'answerValues');
      if (values.length === 1) question.answerValues = values[0];
    }),
  }),
  fault('record-value-scale-number', ['RECORD-VALUE-SCALE-01'], 'value.scale is a number.', {
    how: inAnswers(convert('value.scale', Number)),
  }),
  fault('record-value-text', ['RECORD-VALUE-01'], 'The value of an answer is a text.', {
    how: inAnswers(convert('value', (value) => String(isRecord(value) ? value.text : value))),
    origin: 'clause',
  }),
  fault('record-value-result-boolean', ['RECORD-VALUE-RESULT-01'], 'value.result is a boolean.', {
    how: inAnswers(set('value.result', false)),
  }),
  fault('record-text-elsewhere', ['RECORD-FREE-TEXT-01'], 'The free text of a text answer is in value.result.', {
    how: inAnswers(
      within('value', (value) => {
        if (value.text === '') return;
        value.result = value.text;
        value.text = '';
      }),
    ),
  }),
]);
