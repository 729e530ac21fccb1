import { convert, convertText, drop, type Edit, every, plus, set, within } from '../edits.ts';
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
    how: inRecords(convert('surveyID', plus(1))),
  }),
  fault('record-ip-v6', ['RECORD-IP-01'], 'ipAddress has IPv6 format.', {
    how: inRecords(convert('ipAddress', (ip) => `::ffff:${ip}`)),
  }),
  fault('record-ip-empty', ['RECORD-IP-02'], 'ipAddress is empty where it is not known.', {
    how: inRecords(convert('ipAddress', (ip) => (ip === '0.0.0.0' ? '' : ip))),
  }),
  fault('record-timestamp-month-capitals', ['RECORD-TIMESTAMP-02'], 'The month of timestamp is in capitals.', {
    how: inRecords(
      convertText('timestamp', (text) => text.replace(/^(\d+ )(\w+)/, (_, day, month) => day + month.toUpperCase())),
    ),
  }),
  fault(
    'record-timestamp-halves',
    ['RECORD-UTC-02', 'RESPONSE-ECHO-TIMESTAMP-01', 'RESPONSE-ECHO-MIRRORED-01'],
    'AM and PM of timestamp are exchanged.',
    {
      how: inRecords(
        convertText('timestamp', (text) => text.replace(/[AP]M/, (half) => (half === 'AM' ? 'PM' : 'AM'))),
      ),
    },
  ),
  fault('record-timestamp-iso', ['RECORD-TIMESTAMP-01'], 'timestamp is in ISO format.', {
    how: inRecords(set('timestamp', '2026-03-09T13:05:07Z')),
  }),
  fault('record-timestamp-no-zone', ['RECORD-TIMESTAMP-01'], 'timestamp has no zone.', {
    how: inRecords(convertText('timestamp', (text) => text.split(' ').slice(0, 5).join(' '))),
  }),
  fault('filter-utc-missing', ['RESPONSE-FILTER-UTC-01'], 'Records of the filter have no utctimestamp.', {
    how: mutateResources(['filter-responses'], drop('utctimestamp')),
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
