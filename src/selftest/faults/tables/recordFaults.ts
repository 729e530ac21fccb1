import { isRecord } from '../../../contract/jsonShape.ts';
import { error } from '../../../service/administration/call.ts';
import { inEachService, insteadOfError, insteadOfSuccess, misreadCalls } from '../answerCalls.ts';
import {
  convert,
  convertAll,
  cutTo,
  drop,
  type Edit,
  elements,
  every,
  lower,
  type Members,
  plus,
  replaced,
  rewrite,
  said,
  set,
  swap,
  unsigned,
  within,
} from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';

const monthInCapitals = said(
  (text: string) => text.replace(/^(\d+ )(\w+)/, (_, day, month) => day + month.toUpperCase()),
  'has its month in capitals',
);
const months = new Intl.DateTimeFormat('en', { month: 'long' });
const wholeMonth = said(
  (text: string) => text.replace(/ (\w{3}),/, (_, month) => ` ${months.format(new Date(`1 ${month} 2026`))},`),
  'has the whole name of its month',
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

const placeless = convert(
  'location',
  said((place: unknown) => (isRecord(place) && place.country === null ? null : place), 'is null where country is'),
);

/** Survey response record. */
export const recordFaults = inSection('record', [
  ...inPlace('records', [
    ['record-survey-other', 'RECORD-SURVEY-ID-01', convert('surveyID', plus(1))],
    ['record-ip-v6', 'RECORD-IP-01', rewrite('ipAddress', replaced(/^/, '::ffff:'))],
    ['record-ip-empty', 'RECORD-IP-02', rewrite('ipAddress', replaced(/^0\.0\.0\.0$/, ''))],
    [
      'record-timestamp-month-whole',
      'RECORD-TIMESTAMP-01 RESPONSE-ECHO-TIMESTAMP-01',
      rewrite('timestamp', wholeMonth),
    ],
    ['record-timestamp-month-capitals', 'RECORD-TIMESTAMP-02', rewrite('timestamp', monthInCapitals)],
    [
      'record-timestamp-halves',
      'RECORD-UTC-02 RESPONSE-ECHO-TIMESTAMP-01 RESPONSE-ECHO-MIRRORED-01',
      rewrite('timestamp', halvesExchanged),
    ],
    [
      'record-timestamp-zone',
      'RESPONSE-ECHO-TIMESTAMP-01 RESPONSE-ECHO-MIRRORED-01',
      rewrite('timestamp', replaced(/CET$/, 'UTC')),
    ],
    [
      'record-timestamp-midnight',
      'RECORD-TIMESTAMP-01 RESPONSE-ECHO-TIMESTAMP-01',
      rewrite('timestamp', replaced(/ 12(:\d\d:\d\d AM)/, ' 00$1')),
    ],
    ['record-location-null', 'RECORD-LOCATION-01', placeless],
    ['record-timestamp-iso', 'RECORD-TIMESTAMP-01', set('timestamp', '2026-03-09T13:05:07Z')],
    ['record-timestamp-no-zone', 'RECORD-TIMESTAMP-01', rewrite('timestamp', replaced(/^((?:\S+ ){4}\S+).*/, '$1'))],
  ]),
  ['filter-utc-missing', 'RESPONSE-FILTER-UTC-01', 'filter-responses', drop('utctimestamp')],
  ['record-text-elsewhere', 'RECORD-FREE-TEXT-01', 'answer values', within('value', textElsewhere)],
]);

const create = ['create-response'] as const;

function trimmed(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '').trim();
}

function answersIn(body: unknown): readonly Members[] {
  return isRecord(body) ? elements(body, 'responseSet').flatMap((asked) => elements(asked, 'answerValues')) : [];
}

function ofQuestions(words: string, change: (set: Members[]) => Members[]): Edit {
  return convert(
    'responseSet',
    said((set) => (Array.isArray(set) ? change(set) : set), words),
  );
}

const withoutSet = said(
  (body: Members) => Object.assign(body, { responseSet: [], ...body }),
  'responseSet need not be',
);
const setNoArray = said((body: Members) => {
  if ('responseSet' in body && !Array.isArray(body.responseSet)) body.responseSet = [];
}, 'a responseSet that is no array is an empty one');
const textsTrimmed = said((body: Members) => {
  rewrite('externalReference', trimmed)(body);
  for (const answer of answersIn(body)) rewrite('value.text', trimmed)(answer);
}, 'texts lack blanks at their ends and control characters');
const lastLost = ofQuestions('lacks the last question', (set) => set.slice(0, -1));
const thirdTwice = ofQuestions('has the third question twice', (set) => [...set, ...set.slice(2, 3)]);
const oneMore = ofQuestions('has a question more', (set) => [...set, { ...set[0], questionID: 7 }]);
const secondTextLost = ofQuestions('lacks the text of the second answer', (set) =>
  set.map((question) => {
    const answerValues = elements(question, 'answerValues').map((answer, at) =>
      at === 1 ? { answerID: answer.answerID } : answer,
    );
    return { ...question, answerValues };
  }),
);
const namelessTaken = ofQuestions('need not name its question', (set) =>
  set.map((question) => ({ questionID: 0, ...question })),
);
const idAlone = convert(
  'response',
  said((record) => isRecord(record) && { responseID: record.responseID }, 'is the id alone'),
);
const inArray = said((record: unknown) => [record], 'is an array of one');
const alwaysDuplicate = said(
  (body: Members) => 'duplicate' in body && set('duplicate', true)(body),
  'duplicate is true where it is sent',
);
const nullAsText = said((value: unknown) => (value === null ? 'null' : value), 'is the word null where it is null');

/** Endpoint 9. */
export const createResponseFaults = inSection('create-response', [
  fault('create-needs-ip', 'RESPONSE-CREATE-01', 'A record without ipAddress is refused.', {
    how: insteadOfSuccess(create, 400, (call) => isRecord(call.body) && !('ipAddress' in call.body)),
  }),
  fault('create-needs-answer-text', 'RESPONSE-CREATE-01', 'A record without answerText is refused.', {
    how: insteadOfSuccess(create, 400, ({ body }) => answersIn(body).some((answer) => !('answerText' in answer))),
  }),
  fault('create-full-refused', 'RESPONSE-CREATE-02', 'A record with customVariables is refused.', {
    how: insteadOfSuccess(create, 400, ({ body }) => isRecord(body) && 'customVariables' in body),
  }),
  fault('create-refused-stored', 'RESPONSE-CREATE-03', 'A record without responseSet is refused, and stored.', {
    how: insteadOfError(400, create, (call, clean) => {
      const answerValues = [{ answerID: 10301, value: { text: 'words' } }];
      const body = { ...(isRecord(call.body) ? call.body : {}), responseSet: [{ questionID: 103, answerValues }] };
      clean({ ...call, body });
      return error(400);
    }),
  }),
  ...inPlace('sent records', [
    ['create-without-set', 'RESPONSE-CREATE-03', withoutSet],
    ['create-set-no-array', 'RESPONSE-CREATE-04', setNoArray],
    ['create-nameless', 'RESPONSE-CREATE-05', namelessTaken],
    ['create-language-lower', 'RESPONSE-ECHO-LANGUAGE-01', rewrite('language', lower)],
    [
      'create-swaps-browser',
      'RESPONSE-ECHO-BROWSER-01 RESPONSE-ECHO-SWAPPED-01 RESPONSE-ECHO-SYSTEM-01',
      swap('browser', 'operatingSystem'),
    ],
    [
      'create-swaps-coordinates',
      'RESPONSE-ECHO-LOCATION-01 RESPONSE-ECHO-SWAPPED-01',
      within('location', swap('latitude', 'longitude')),
    ],
    ['create-texts-trimmed', 'RESPONSE-ECHO-ODD-01', textsTrimmed],
    ['create-doubles-question', 'RESPONSE-ECHO-ANSWERS-01', thirdTwice],
    ['create-adds-answer', 'RESPONSE-ECHO-ANSWERS-02', oneMore],
    ['create-second-text-lost', 'RESPONSE-ECHO-ANSWERS-01 RESPONSE-ECHO-VALUE-01', secondTextLost],
    ['create-turns-duplicate', 'RESPONSE-ECHO-MIRRORED-01', alwaysDuplicate],
    ['custom-null-becomes-text', 'RESPONSE-ECHO-CUSTOM-01', convertAll('customVariables', nullAsText)],
    ['image-url-dropped', 'RESPONSE-ECHO-LOST-01 RESPONSE-ECHO-QUESTION-01', every('responseSet', drop('imageUrl'))],
  ]),
  ['create-only-id', 'RESPONSE-CREATE-NAME-01 RESPONSE-CREATE-QUALITY-01', 'answer of create-response', idAlone],
  ['create-in-array', 'RESPONSE-CREATE-SHAPE-01', 'answer of create-response', convert('response', inArray)],
  ['create-timestamp-now', 'RESPONSE-ECHO-TIMESTAMP-01', 'records', set('timestamp', '21 Nov, 2026 10:00:00 AM UTC')],
  ['record-status-other', 'RESPONSE-ECHO-STATUS-01', 'records', set('responseStatus', 'Partial')],
  ['create-drops-ip', 'RESPONSE-ECHO-IP-01', 'records', set('ipAddress', '0.0.0.0')],
  ['create-drops-external', 'RESPONSE-ECHO-EXTERNAL-01', 'records', set('externalReference', '')],
  ['create-drops-language', 'RESPONSE-ECHO-LANGUAGE-02', 'records', set('language', 'English')],
  ['create-drops-inset', 'RESPONSE-ECHO-INSET-01 RESPONSE-ECHO-LOST-01', 'records', set('currentInset', '')],
  ['create-drops-system', 'RESPONSE-ECHO-SYSTEM-01 RESPONSE-ECHO-LOST-01', 'records', set('operatingSystem', '')],
  ['create-drops-device', 'RESPONSE-ECHO-DEVICE-01 RESPONSE-ECHO-LOST-01', 'records', set('osDeviceType', '')],
  ['create-drops-browser', 'RESPONSE-ECHO-BROWSER-01 RESPONSE-ECHO-LOST-01', 'records', set('browser', '')],
  ['create-longitude-other', 'RESPONSE-ECHO-LOCATION-01', 'records', set('location.longitude', 99.5)],
  [
    'create-longitude-positive',
    'RESPONSE-ECHO-LOCATION-01 RESPONSE-ECHO-MIRRORED-01',
    'records',
    convert('location.longitude', unsigned),
  ],
  [
    'create-timestamp-morning',
    'RESPONSE-ECHO-TIMESTAMP-01 RESPONSE-ECHO-MIRRORED-01',
    'records',
    rewrite('timestamp', replaced(' PM', ' AM')),
  ],
  ['create-drops-time-taken', 'RESPONSE-ECHO-TIME-TAKEN-01', 'records', set('timeTaken', 0)],
  ['create-drops-custom', 'RESPONSE-ECHO-CUSTOM-01', 'records', set('customVariables.custom2', null)],
  ['create-cuts-text', 'RESPONSE-ECHO-ANSWERS-01', 'answer values', rewrite('value.text', cutTo(10))],
  ['create-ascii-text', 'RESPONSE-ECHO-ANSWERS-01', 'answer values', rewrite('value.text', replaced(/[^ -~]/g, '?'))],
  ['create-drops-question', 'RESPONSE-ECHO-ANSWERS-01', 'records', lastLost],
  fault('create-keeps-earlier-texts', 'RESPONSE-ECHO-OTHERS-01', 'What is not sent is that of an earlier record.', {
    how: inEachService(() => {
      let earlier: unknown = '';
      return misreadCalls(create, (call) => {
        const { body } = call;
        if (!isRecord(body)) return call;
        if ('externalReference' in body) earlier = body.externalReference;
        return { ...call, body: { externalReference: earlier, ...body } };
      });
    }),
  }),
  ...inPlace('answered questions', [
    ['create-drops-code', 'RESPONSE-ECHO-LOST-01 RESPONSE-ECHO-QUESTION-01', set('questionCode', '')],
  ]),
  ['create-drops-weight', 'RESPONSE-ECHO-VALUE-01', 'answer values', set('value.weight', 0)],
  ['create-drops-answer-text', 'RESPONSE-ECHO-TEXTS-01 RESPONSE-ECHO-VALUE-01', 'answer values', set('answerText', '')],
]);
