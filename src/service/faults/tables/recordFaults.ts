import { convert, drop, type Members, plus, replaced, rewrite, said, set, within } from '../edits.ts';
import { inSection } from '../fault.ts';

const monthInCapitals = said(
  (text: string) => text.replace(/^(\d+ )(\w+)/, (_, day, month) => day + month.toUpperCase()),
  'has its month in capitals',
);
const halvesExchanged = said(
  (text: string) => text.replace(/[AP]M/, (half) => (half === 'AM' ? 'PM' : 'AM')),
  'has AM for PM, and PM for AM',
);
const textElsewhere = said((value: Members) => {
  if (value.text === '') return;
  value.result = value.text;
  value.text = '';
}, 'the text is in result');

/** Survey response record. */
export const recordFaults = inSection('record', [
  ['record-survey-other', 'RECORD-SURVEY-ID-01', 'records', convert('surveyID', plus(1))],
  ['record-ip-v6', 'RECORD-IP-01', 'records', rewrite('ipAddress', replaced(/^/, '::ffff:'))],
  ['record-ip-empty', 'RECORD-IP-02', 'records', rewrite('ipAddress', replaced(/^0\.0\.0\.0$/, ''))],
  ['record-timestamp-month-capitals', 'RECORD-TIMESTAMP-02', 'records', rewrite('timestamp', monthInCapitals)],
  [
    'record-timestamp-halves',
    'RECORD-UTC-02 RESPONSE-ECHO-TIMESTAMP-01 RESPONSE-ECHO-MIRRORED-01',
    'records',
    rewrite('timestamp', halvesExchanged),
  ],
  ['record-timestamp-iso', 'RECORD-TIMESTAMP-01', 'records', set('timestamp', '2026-03-09T13:05:07Z')],
  [
    'record-timestamp-no-zone',
    'RECORD-TIMESTAMP-01',
    'records',
    rewrite('timestamp', replaced(/^((?:\S+ ){4}\S+).*/, '$1')),
  ],
  ['filter-utc-missing', 'RESPONSE-FILTER-UTC-01', 'filter-responses', drop('utctimestamp')],
  ['record-text-elsewhere', 'RECORD-FREE-TEXT-01', 'answer values', within('value', textElsewhere)],
]);
