import type { Exchange } from '../../result/exchange.ts';
import { markerStart } from '../drive/respondentTokens.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { type FieldRule, isObject, judgeFields, memberOf } from './fields.ts';
import { sameAsPath } from './pathIds.ts';

const recordFields: readonly FieldRule[] = [
  { path: 'responseID', kind: 'integer', clause: 'RECORD-ID-01' },
  { path: 'surveyID', kind: 'integer', clause: 'RECORD-SURVEY-ID-01' },
  { path: 'surveyName', kind: 'string', clause: 'RECORD-SURVEY-NAME-01' },
  { path: 'ipAddress', kind: 'string', clause: 'RECORD-IP-01' },
  { path: 'timestamp', kind: 'string', clause: 'RECORD-TIMESTAMP-01' },
  { path: 'utctimestamp', kind: 'integer', clause: 'RECORD-UTC-01', optional: true },
  { path: 'dataQuality', kind: 'string', clause: 'RECORD-QUALITY-01' },
  { path: 'dataQualityScore', kind: 'number', clause: 'RECORD-SCORE-01' },
  { path: 'location.country', kind: 'string or null', clause: 'RECORD-COUNTRY-01' },
  { path: 'location.region', kind: 'string', clause: 'RECORD-REGION-01' },
  { path: 'location.latitude', kind: 'number', clause: 'RECORD-LATITUDE-01' },
  { path: 'location.longitude', kind: 'number', clause: 'RECORD-LONGITUDE-01' },
  { path: 'location.radius', kind: 'number', clause: 'RECORD-RADIUS-01' },
  { path: 'location.countryCode', kind: 'string', clause: 'RECORD-COUNTRY-CODE-01' },
  { path: 'duplicate', kind: 'boolean', clause: 'RECORD-DUPLICATE-01' },
  { path: 'timeTaken', kind: 'integer', clause: 'RECORD-TIME-TAKEN-01' },
  { path: 'responseStatus', kind: 'string', clause: 'RECORD-STATUS-01' },
  { path: 'externalReference', kind: 'string', clause: 'RECORD-EXTERNAL-01' },
  { path: 'customVariables.custom1', kind: 'string or null', clause: 'RECORD-CUSTOM-01' },
  { path: 'customVariables.custom2', kind: 'string or null', clause: 'RECORD-CUSTOM-01' },
  { path: 'customVariables.custom3', kind: 'string or null', clause: 'RECORD-CUSTOM-01' },
  { path: 'customVariables.custom4', kind: 'string or null', clause: 'RECORD-CUSTOM-01' },
  { path: 'customVariables.custom5', kind: 'string or null', clause: 'RECORD-CUSTOM-01' },
  { path: 'language', kind: 'string', clause: 'RECORD-LANGUAGE-01' },
  { path: 'currentInset', kind: 'string', clause: 'RECORD-INSET-01' },
  { path: 'operatingSystem', kind: 'string', clause: 'RECORD-SYSTEM-01' },
  { path: 'osDeviceType', kind: 'string', clause: 'RECORD-DEVICE-01' },
  { path: 'browser', kind: 'string', clause: 'RECORD-BROWSER-01' },
  { path: 'responseSet', kind: 'array', clause: 'RECORD-SET-01' },
];

const questionFields: readonly FieldRule[] = [
  { path: 'questionID', kind: 'integer', clause: 'RECORD-QUESTION-ID-01' },
  { path: 'questionDescription', kind: 'string', clause: 'RECORD-QUESTION-DESCRIPTION-01' },
  { path: 'questionCode', kind: 'string', clause: 'RECORD-QUESTION-CODE-01' },
  { path: 'questionText', kind: 'string', clause: 'RECORD-QUESTION-TEXT-01' },
  { path: 'imageUrl', kind: 'string or null', clause: 'RECORD-QUESTION-IMAGE-01', optional: true },
  { path: 'answerValues', kind: 'array', clause: 'RECORD-QUESTION-VALUES-01' },
];

const answerFields: readonly FieldRule[] = [
  { path: 'answerID', kind: 'integer', clause: 'RECORD-ANSWER-ID-01' },
  { path: 'answerText', kind: 'string', clause: 'RECORD-ANSWER-TEXT-01' },
  { path: 'value.scale', kind: 'string', clause: 'RECORD-VALUE-SCALE-01' },
  { path: 'value.other', kind: 'string', clause: 'RECORD-VALUE-OTHER-01' },
  { path: 'value.dynamicExplodeText', kind: 'string', clause: 'RECORD-VALUE-EXPLODE-01' },
  { path: 'value.text', kind: 'string', clause: 'RECORD-VALUE-TEXT-01' },
  { path: 'value.result', kind: 'string', clause: 'RECORD-VALUE-RESULT-01' },
  { path: 'value.fileLink', kind: 'string', clause: 'RECORD-VALUE-FILE-01' },
  { path: 'value.weight', kind: 'number', clause: 'RECORD-VALUE-WEIGHT-01' },
];

const utcClauses = {
  'list-responses': 'RESPONSE-LIST-UTC-01',
  'filter-responses': 'RESPONSE-FILTER-UTC-01',
  'fetch-response': 'RESPONSE-FETCH-UTC-01',
} as const;

const ipv4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const timestampForm = new RegExp(
  `^(0[1-9]|[12]\\d|3[01]) (${months})[a-z]*, \\d{4} (0[0-9]|1[0-2]):[0-5]\\d:[0-5]\\d (AM|PM) \\S.*$`,
);

/** Survey response record, Answered question, Answer value: every cell of the three tables. */
export function checkRecord(judge: Judge, exchange: Exchange, record: unknown): void {
  const whole = judgeFields(judge, record, recordFields, '');
  sameAsPath(judge, exchange, record, 'surveyID', 'surveys', 'RECORD-SURVEY-ID-01');
  const set = memberOf(record, 'responseSet');
  let wholeSet = true;
  for (const question of Array.isArray(set) ? set : []) {
    wholeSet = judgeFields(judge, question, questionFields, 'responseSet[].') && wholeSet;
    const { imageUrl } = isObject(question) ? question : {};
    if (isObject(question) && typeof imageUrl !== 'string') {
      judge.observe('Q-IMAGE-URL', imageUrl === undefined ? 'absent' : 'null');
    }
    const values = memberOf(question, 'answerValues');
    for (const answer of Array.isArray(values) ? values : []) {
      wholeSet = judgeFields(judge, answer, answerFields, 'answerValues[].') && wholeSet;
    }
  }
  checkFormats(judge, record);
  const { endpoint } = exchange;
  const utc = memberOf(record, 'utctimestamp');
  if (typeof utc === 'number') judge.observe('Q-UTC-UNIT', utc > latestInSeconds ? 'ms' : 'seconds');
  if (endpoint === 'list-responses' || endpoint === 'filter-responses' || endpoint === 'fetch-response') {
    judge.expect(utcClauses[endpoint], Number.isInteger(utc), 'utctimestamp, an integer', () => shown(utc));
  }
  const complete = whole && wholeSet;
  if (endpoint === 'fetch-response') {
    judge.expect('RESPONSE-FETCH-02', complete && utc !== undefined, 'every field of a record', () => shown(record));
  }
  if (endpoint === 'create-response') {
    judge.expect('RESPONSE-CREATE-SHAPE-01', complete, 'every field of a record', () => shown(record));
    judge.observe('Q-UTC-ON-CREATE', utc === undefined ? 'absent' : 'present');
    for (const [member, clause] of createdMembers) {
      const value = isObject(record) ? record[member] : undefined;
      judge.expect(clause, value !== undefined && value !== null, member, () => `${member}: ${shown(value)}`);
    }
  }
}

const createdMembers = [
  ['responseID', 'RESPONSE-CREATE-ID-01'],
  ['surveyName', 'RESPONSE-CREATE-NAME-01'],
  ['dataQuality', 'RESPONSE-CREATE-QUALITY-01'],
] as const;

/** Seconds since 1970 in the year 5138; as milliseconds, a time in 1973. */
const latestInSeconds = 1e11;

const clientMembers = [
  ['operatingSystem', 'Q-OPERATING-SYSTEM'],
  ['osDeviceType', 'Q-DEVICE-TYPE'],
  ['browser', 'Q-BROWSER'],
] as const;

/** What the service says of a respondent's device; of records that canvass created through the API it says nothing. */
function observeClient(judge: Judge, record: Record<string, unknown>): void {
  if (typeof record.externalReference === 'string' && record.externalReference.startsWith(markerStart)) return;
  for (const [member, question] of clientMembers) {
    const value = record[member];
    if (typeof value === 'string' && value !== '') judge.observe(question, value, value);
  }
}

function checkFormats(judge: Judge, record: unknown): void {
  if (!isObject(record)) return;
  const { ipAddress, timestamp, dataQuality, responseStatus } = record;
  if (typeof ipAddress === 'string') {
    judge.expect('RECORD-IP-01', ipv4.test(ipAddress), 'ipAddress in IPv4 format', () => shown(ipAddress));
  }
  if (typeof timestamp === 'string') {
    judge.expect('RECORD-TIMESTAMP-01', timestampForm.test(timestamp), 'DD Mon, YYYY hh:mm:ss AM/PM <zone>', () =>
      shown(timestamp),
    );
  }
  observeClient(judge, record);
  if (typeof dataQuality === 'string') judge.observe('Q-DATA-QUALITY', dataQuality, dataQuality);
  if (typeof responseStatus === 'string') judge.observe('Q-RESPONSE-STATUS', responseStatus, responseStatus);
}
