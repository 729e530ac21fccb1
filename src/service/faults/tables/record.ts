import { convert, convertText, drop, type Edit, elements, every, isMembers, set, within } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import { mutateResources, showingRecords } from '../mutateAnswer.ts';

const reads = ['list-responses', 'filter-responses', 'fetch-response'] as const;

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
  fault('record-id-string', ['RECORD-ID-01'], 'responseID is a string.', {
    how: inRecords(convert('responseID', String)),
  }),
  fault('record-survey-other', ['RECORD-SURVEY-ID-01'], 'surveyID is not that of the request.', {
    how: inRecords(convert('surveyID', (id) => Number(id) + 1)),
  }),
  fault('record-survey-name-null', ['RECORD-SURVEY-NAME-01'], 'surveyName is null.', {
    how: inRecords(set('surveyName', null)),
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
  fault('record-timestamp-iso', ['RECORD-TIMESTAMP-01'], 'timestamp is in ISO format.', {
    how: inRecords(set('timestamp', '2026-03-09T13:05:07Z')),
  }),
  fault('record-timestamp-no-zone', ['RECORD-TIMESTAMP-01'], 'timestamp has no zone.', {
    how: inRecords(convertText('timestamp', (text) => text.split(' ').slice(0, 5).join(' '))),
  }),
  fault('record-quality-number', ['RECORD-QUALITY-01'], 'dataQuality is a number.', {
    how: inRecords(set('dataQuality', 1)),
  }),
  fault('record-score-string', ['RECORD-SCORE-01'], 'dataQualityScore is a string.', {
    how: inRecords(convert('dataQualityScore', String)),
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
  fault('record-inset-null', ['RECORD-INSET-01'], 'currentInset is null.', {
    how: inRecords(set('currentInset', null)),
  }),
  fault('record-system-array', ['RECORD-SYSTEM-01'], 'operatingSystem is an array.', {
    how: inRecords(convert('operatingSystem', (name) => [name])),
  }),
  fault('record-device-null', ['RECORD-DEVICE-01'], 'osDeviceType is null.', {
    how: inRecords(set('osDeviceType', null)),
  }),
  fault('record-browser-number', ['RECORD-BROWSER-01'], 'browser is a number.', { how: inRecords(set('browser', 7)) }),
  fault('record-answers-by-question', ['RECORD-SET-01'], 'responseSet is an object by question id.', {
    how: inRecords(convert('responseSet', (set) => ({ set }))),
  }),
  fault('record-country-number', ['RECORD-COUNTRY-01'], 'location.country is a number.', {
    how: inRecords(set('location.country', 47)),
  }),
  fault('record-region-null', ['RECORD-REGION-01'], 'location.region is null.', {
    how: inRecords(set('location.region', null)),
  }),
  fault('record-latitude-string', ['RECORD-LATITUDE-01'], 'location.latitude is a string.', {
    how: inRecords(convert('location.latitude', String)),
  }),
  fault('record-longitude-null', ['RECORD-LONGITUDE-01'], 'location.longitude is null.', {
    how: inRecords(set('location.longitude', null)),
  }),
  fault('record-radius-null', ['RECORD-RADIUS-01'], 'location.radius is null.', {
    how: inRecords(set('location.radius', null)),
  }),
  fault('record-country-code-null', ['RECORD-COUNTRY-CODE-01'], 'location.countryCode is null.', {
    how: inRecords(set('location.countryCode', null)),
  }),
  fault('record-country-code-missing', ['RESPONSE-FETCH-02'], 'location has no countryCode.', {
    how: inRecords(drop('location.countryCode')),
  }),
  fault('record-location-text', ['RECORD-LOCATION-01'], 'location is a text.', {
    how: inRecords(convert('location', (location) => JSON.stringify(location))),
    origin: 'clause',
  }),
  fault('record-custom5-missing', ['RESPONSE-FETCH-02'], 'customVariables has no custom5.', {
    how: inRecords(drop('customVariables.custom5')),
  }),
  fault('record-custom1-number', ['RECORD-CUSTOM-01'], 'customVariables.custom1 is a number.', {
    how: inRecords(set('customVariables.custom1', 1)),
  }),
  fault('record-customs-array', ['RECORD-CUSTOMS-01'], 'customVariables is an array.', {
    how: inRecords(convert('customVariables', (variables) => Object.values(isMembers(variables) ? variables : {}))),
    origin: 'clause',
  }),
  fault('list-utc-missing', ['RESPONSE-LIST-UTC-01'], 'Records of the list have no utctimestamp.', {
    how: mutateResources(['list-responses'], drop('utctimestamp')),
  }),
  fault('filter-utc-missing', ['RESPONSE-FILTER-UTC-01'], 'Records of the filter have no utctimestamp.', {
    how: mutateResources(['filter-responses'], drop('utctimestamp')),
  }),
  fault('record-utc-string', ['RECORD-UTC-01'], 'utctimestamp is a string.', {
    how: mutateResources(reads, convert('utctimestamp', String)),
  }),
  fault('record-question-id-string', ['RECORD-QUESTION-ID-01'], 'questionID is a string.', {
    how: inQuestions(convert('questionID', String)),
  }),
  fault('record-question-description-null', ['RECORD-QUESTION-DESCRIPTION-01'], 'questionDescription is null.', {
    how: inQuestions(set('questionDescription', null)),
  }),
  fault('record-question-code-number', ['RECORD-QUESTION-CODE-01'], 'questionCode is a number.', {
    how: inQuestions((question) => {
      question.questionCode = Number(question.questionID);
    }),
  }),
  fault('record-question-text-missing', ['RESPONSE-FETCH-02'], 'An answered question has no questionText.', {
    how: inQuestions(drop('questionText')),
  }),
  fault('record-question-text-null', ['RECORD-QUESTION-TEXT-01'], 'questionText is null.', {
    how: inQuestions(set('questionText', null)),
    origin: 'clause',
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
  fault('record-answer-id-string', ['RECORD-ANSWER-ID-01'], 'answerID is a string.', {
    how: inAnswers(convert('answerID', String)),
  }),
  fault('record-answer-text-null', ['RECORD-ANSWER-TEXT-01'], 'answerText is null.', {
    how: inAnswers(set('answerText', null)),
  }),
  fault('record-value-scale-number', ['RECORD-VALUE-SCALE-01'], 'value.scale is a number.', {
    how: inAnswers(convert('value.scale', Number)),
  }),
  fault('record-value-other-null', ['RECORD-VALUE-OTHER-01'], 'value.other is null.', {
    how: inAnswers(set('value.other', null)),
  }),
  fault('record-value-text', ['RECORD-VALUE-01'], 'The value of an answer is a text.', {
    how: inAnswers(convert('value', (value) => String(isMembers(value) ? value.text : value))),
    origin: 'clause',
  }),
  fault('record-value-explode-missing', ['RESPONSE-FETCH-02'], 'value has no dynamicExplodeText.', {
    how: inAnswers(drop('value.dynamicExplodeText')),
  }),
  fault('record-value-explode-null', ['RECORD-VALUE-EXPLODE-01'], 'value.dynamicExplodeText is null.', {
    how: inAnswers(set('value.dynamicExplodeText', null)),
    origin: 'clause',
  }),
  fault('record-value-result-boolean', ['RECORD-VALUE-RESULT-01'], 'value.result is a boolean.', {
    how: inAnswers(set('value.result', false)),
  }),
  fault('record-value-file-null', ['RECORD-VALUE-FILE-01'], 'value.fileLink is null.', {
    how: inAnswers(set('value.fileLink', null)),
  }),
  fault('record-value-weight-string', ['RECORD-VALUE-WEIGHT-01'], 'value.weight is a string.', {
    how: inAnswers(convert('value.weight', String)),
  }),
  fault('record-text-null', ['RECORD-VALUE-TEXT-01'], 'value.text is null.', {
    how: inAnswers(set('value.text', null)),
    origin: 'clause',
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
