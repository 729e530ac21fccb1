import { isRecord } from '../../../contract/jsonShape.ts';
import type { AdministrationCall } from '../../administration/call.ts';
import {
  convert,
  convertAll,
  convertIfText,
  convertText,
  cutTo,
  drop,
  type Edit,
  elements,
  every,
  lower,
  type Members,
  replaced,
  set,
  swap,
  unsigned,
  within,
} from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import {
  convertResponse,
  inEachService,
  insteadOfSuccess,
  misreadCalls,
  mutateResources,
  showingRecords,
} from '../mutateAnswer.ts';

const create = ['create-response'] as const;

/** What was sent is not stored: every later look at the record shows another value. */
function stored(edit: Edit): Injection {
  return mutateResources(showingRecords, edit);
}

function storedAnswers(edit: Edit): Injection {
  return stored(every('responseSet', every('answerValues', edit)));
}

/** Takes another record for the one that was sent. */
function sent(edit: Edit): Injection {
  return misreadCalls(create, (call) => {
    if (!isRecord(call.body)) return call;
    const body = structuredClone(call.body);
    edit(body);
    return { ...call, body };
  });
}

function trimmed(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '').trim();
}

function answersIn(body: unknown): readonly Members[] {
  return isRecord(body) ? elements(body, 'responseSet').flatMap((asked) => elements(asked, 'answerValues')) : [];
}

function sends(name: string): (call: AdministrationCall) => boolean {
  return ({ body }) => isRecord(body) && name in body;
}

/** Endpoint 9. */
export const createResponseFaults = inSection('create-response', [
  fault('create-needs-ip', ['RESPONSE-CREATE-01'], 'A record without ipAddress is refused.', {
    how: insteadOfSuccess(create, 400, (call) => isRecord(call.body) && !('ipAddress' in call.body)),
  }),
  fault('create-needs-answer-text', ['RESPONSE-CREATE-01'], 'A record without answerText is refused.', {
    how: insteadOfSuccess(create, 400, ({ body }) => answersIn(body).some((answer) => !('answerText' in answer))),
  }),
  fault('create-full-refused', ['RESPONSE-CREATE-02'], 'A record with customVariables is refused.', {
    how: insteadOfSuccess(create, 400, sends('customVariables')),
  }),
  fault('create-without-set', ['RESPONSE-CREATE-03'], 'A record is created without responseSet.', {
    how: sent((body) => Object.assign(body, { responseSet: [], ...body })),
  }),
  fault('create-set-no-array', ['RESPONSE-CREATE-04'], 'A responseSet that is no array counts as an empty one.', {
    how: sent((body) => {
      if ('responseSet' in body && !Array.isArray(body.responseSet)) body.responseSet = [];
    }),
  }),
  fault(
    'create-only-id',
    ['RESPONSE-CREATE-NAME-01', 'RESPONSE-CREATE-QUALITY-01'],
    'Creation returns the id of the record alone.',
    {
      how: convertResponse(create, ({ responseID }) => ({ responseID })),
    },
  ),
  fault('create-in-array', ['RESPONSE-CREATE-SHAPE-01'], 'A new record comes in an array.', {
    how: convertResponse(create, (record) => [record]),
  }),
  fault('create-timestamp-now', ['RESPONSE-ECHO-TIMESTAMP-01'], 'timestamp is that of the creation.', {
    how: stored(set('timestamp', '21 Nov, 2026 10:00:00 AM UTC')),
  }),
  fault('record-status-other', ['RESPONSE-ECHO-STATUS-01'], 'responseStatus is stored as Partial.', {
    how: stored(set('responseStatus', 'Partial')),
  }),
  fault('create-drops-ip', ['RESPONSE-ECHO-IP-01'], 'ipAddress is not stored.', {
    how: stored(set('ipAddress', '0.0.0.0')),
  }),
  fault('create-drops-external', ['RESPONSE-ECHO-EXTERNAL-01'], 'externalReference is not stored.', {
    how: stored(set('externalReference', '')),
  }),
  fault('create-drops-language', ['RESPONSE-ECHO-LANGUAGE-02'], 'language is not stored.', {
    how: stored(set('language', 'English')),
  }),
  fault('create-language-lower', ['RESPONSE-ECHO-LANGUAGE-01'], 'language is stored in lower case.', {
    how: sent(convertIfText('language', lower)),
  }),
  fault('create-drops-inset', ['RESPONSE-ECHO-INSET-01', 'RESPONSE-ECHO-LOST-01'], 'currentInset is not stored.', {
    how: stored(set('currentInset', '')),
  }),
  fault('create-drops-system', ['RESPONSE-ECHO-SYSTEM-01', 'RESPONSE-ECHO-LOST-01'], 'operatingSystem is not stored.', {
    how: stored(set('operatingSystem', '')),
  }),
  fault('create-drops-device', ['RESPONSE-ECHO-DEVICE-01', 'RESPONSE-ECHO-LOST-01'], 'osDeviceType is not stored.', {
    how: stored(set('osDeviceType', '')),
  }),
  fault('create-drops-browser', ['RESPONSE-ECHO-BROWSER-01', 'RESPONSE-ECHO-LOST-01'], 'browser is not stored.', {
    how: stored(set('browser', '')),
  }),
  fault(
    'create-swaps-browser',
    ['RESPONSE-ECHO-BROWSER-01', 'RESPONSE-ECHO-SWAPPED-01', 'RESPONSE-ECHO-SYSTEM-01'],
    'browser and operatingSystem are stored for one another.',
    {
      how: sent(swap('browser', 'operatingSystem')),
    },
  ),
  fault(
    'create-swaps-coordinates',
    ['RESPONSE-ECHO-LOCATION-01', 'RESPONSE-ECHO-SWAPPED-01'],
    'latitude and longitude are stored for one another.',
    {
      how: sent(within('location', swap('latitude', 'longitude'))),
    },
  ),
  fault('create-longitude-other', ['RESPONSE-ECHO-LOCATION-01'], 'longitude is another one.', {
    how: stored(set('location.longitude', 99.5)),
  }),
  fault(
    'create-longitude-positive',
    ['RESPONSE-ECHO-LOCATION-01', 'RESPONSE-ECHO-MIRRORED-01'],
    'longitude loses its sign.',
    {
      how: stored(convert('location.longitude', unsigned)),
    },
  ),
  fault(
    'create-timestamp-morning',
    ['RESPONSE-ECHO-TIMESTAMP-01', 'RESPONSE-ECHO-MIRRORED-01'],
    'PM of a timestamp becomes AM.',
    { how: stored(convertText('timestamp', replaced(' PM', ' AM'))) },
  ),
  fault('create-drops-time-taken', ['RESPONSE-ECHO-TIME-TAKEN-01'], 'timeTaken is not stored.', {
    how: stored(set('timeTaken', 0)),
  }),
  fault('create-drops-custom', ['RESPONSE-ECHO-CUSTOM-01'], 'custom2 is not stored.', {
    how: stored(set('customVariables.custom2', null)),
  }),
  fault('create-cuts-text', ['RESPONSE-ECHO-ANSWERS-01'], 'Texts of answers are stored up to 10 characters.', {
    how: storedAnswers(convertText('value.text', cutTo(10))),
  }),
  fault('create-ascii-text', ['RESPONSE-ECHO-ANSWERS-01'], 'Texts of answers lose what is not ASCII.', {
    how: storedAnswers(convertText('value.text', replaced(/[^ -~]/g, '?'))),
  }),
  fault('create-texts-trimmed', ['RESPONSE-ECHO-ODD-01'], 'Texts lose spaces at their ends and control characters.', {
    how: sent((body) => {
      convertIfText('externalReference', trimmed)(body);
      for (const answer of answersIn(body)) convertIfText('value.text', trimmed)(answer);
    }),
  }),
  fault('create-drops-question', ['RESPONSE-ECHO-ANSWERS-01'], 'The last answered question is not stored.', {
    how: stored(({ responseSet }) => Array.isArray(responseSet) && responseSet.pop()),
  }),
  fault('create-doubles-question', ['RESPONSE-ECHO-ANSWERS-01'], 'The third answered question is stored twice.', {
    how: sent(({ responseSet }) => Array.isArray(responseSet) && responseSet.push(...responseSet.slice(2, 3))),
  }),
  fault('create-adds-answer', ['RESPONSE-ECHO-ANSWERS-02'], 'A question that was not answered is stored.', {
    how: sent(
      ({ responseSet }) => Array.isArray(responseSet) && responseSet.push({ ...responseSet[0], questionID: 7 }),
    ),
  }),
  fault('create-keeps-earlier-texts', ['RESPONSE-ECHO-OTHERS-01'], 'What is not sent is that of an earlier record.', {
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
  fault('create-drops-code', ['RESPONSE-ECHO-LOST-01', 'RESPONSE-ECHO-QUESTION-01'], 'questionCode is not stored.', {
    how: stored(every('responseSet', set('questionCode', ''))),
  }),
  fault('create-drops-weight', ['RESPONSE-ECHO-VALUE-01'], 'weight is not stored.', {
    how: storedAnswers(set('value.weight', 0)),
  }),
  fault('create-drops-answer-text', ['RESPONSE-ECHO-TEXTS-01', 'RESPONSE-ECHO-VALUE-01'], 'answerText is not stored.', {
    how: storedAnswers(set('answerText', '')),
  }),
  fault('custom-null-becomes-text', ['RESPONSE-ECHO-CUSTOM-01'], 'A custom variable sent as null is stored as text.', {
    how: sent(convertAll('customVariables', (value) => (value === null ? 'null' : value))),
  }),
  fault('image-url-dropped', ['RESPONSE-ECHO-LOST-01', 'RESPONSE-ECHO-QUESTION-01'], 'imageUrl is not stored.', {
    how: sent(every('responseSet', drop('imageUrl'))),
  }),
]);
