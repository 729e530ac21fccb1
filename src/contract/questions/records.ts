import { type OpenQuestion, option } from './question.ts';

const enumerationWhy = 'Enumerations of `operatingSystem`, `osDeviceType` and `browser` are not shown.';

function enumeration(member: string, question: string) {
  return {
    section: 'record',
    question,
    why: enumerationWhy,
    alternatives: [],
    measured: `\`${member}\` may be \`{value}\`.`,
    varies: true,
  } as const;
}

/** Open questions of the response record, and of the edges of endpoints 4 to 12. */
export const recordQuestions = {
  'Q-OPERATING-SYSTEM': enumeration('operatingSystem', 'Which values of `operatingSystem` occur?'),
  'Q-DEVICE-TYPE': enumeration('osDeviceType', 'Which values of `osDeviceType` occur?'),
  'Q-BROWSER': enumeration('browser', 'Which values of `browser` occur?'),
  'Q-RECORD-LOCATION': {
    section: 'record',
    question: 'Is the location of a created record what was sent, or derived from the address?',
    why: '`location` may be sent; whether the service looks the address up itself is not shown.',
    alternatives: [
      option('sent', 'The location of a created record is what was sent.'),
      option('derived', 'The location of a created record is derived from its address.'),
    ],
  },
  'Q-RECORD-DUPLICATE': {
    section: 'record',
    question: 'Is `duplicate` of a created record what was sent, or computed?',
    why: '`duplicate` may be sent; whether the service computes it is not shown.',
    alternatives: [
      option('sent', '`duplicate` of a created record is what was sent.'),
      option('computed', '`duplicate` of a created record is computed.'),
    ],
  },
  'Q-TIME-TAKEN-UNIT': {
    section: 'record',
    question: 'What is the unit of `timeTaken`?',
    why: '"The unit of `timeTaken` … not shown."',
    alternatives: [option('seconds', '`timeTaken` is in seconds.'), option('ms', '`timeTaken` is in milliseconds.')],
    measured: '`timeTaken` is no time in seconds or milliseconds: {value}.',
  },
  'Q-UTC-UNIT': {
    section: 'record',
    question: 'What is the unit of `utctimestamp`?',
    why: 'It is an integer; its unit is not shown.',
    alternatives: [
      option('seconds', '`utctimestamp` is in seconds since 1970.'),
      option('ms', '`utctimestamp` is in milliseconds since 1970.'),
    ],
  },
  'Q-TIMESTAMP-ZONE': {
    section: 'record',
    question: 'In which zone is the `timestamp` of a completed survey?',
    why: 'The form ends in `<zone>`; which one, and how it is written, is not shown.',
    alternatives: [option('UTC', '`timestamp` is in UTC.')],
    measured: '`timestamp` is in the zone {value}.',
  },
  'Q-IMAGE-URL': {
    section: 'record',
    question: 'Is an `imageUrl` that is not there null or absent?',
    why: 'It is a string or null, and the one field that need not be there.',
    alternatives: [
      option('null', 'A question without an image has `imageUrl` null.'),
      option('absent', 'A question without an image has no `imageUrl`.'),
    ],
  },
  'Q-OTHER-TEXT-IN': {
    section: 'record',
    question: 'Which member of `value` has the text of an Other option?',
    why: '`text` holds the free text of a text answer; where the words of an Other option go is not shown.',
    alternatives: [
      option('other', 'The text of an Other option is in `value.other`.'),
      option('text', 'The text of an Other option is in `value.text`.'),
      option('dynamicExplodeText', 'The text of an Other option is in `value.dynamicExplodeText`.'),
    ],
    measured: 'The text of an Other option is in: {value}.',
  },
  'Q-NUMBER-IN': {
    section: 'record',
    question: 'Which member of `value` has the number of a rank or an allocation?',
    why: 'The use of `scale`, `result` and `weight` is not shown.',
    alternatives: [
      option('scale', 'Ranks and allocations are in `value.scale`.'),
      option('text', 'Ranks and allocations are in `value.text`.'),
      option('result', 'Ranks and allocations are in `value.result`.'),
      option('weight', 'Ranks and allocations are in `value.weight`.'),
    ],
    measured: 'Ranks and allocations are in: {value}.',
  },
  'Q-UNKNOWN-MEMBERS': {
    section: 'create-response',
    question: 'What happens to members of a request body that the document does not have?',
    why: 'The document lists mandatory and optional members and is silent on others.',
    alternatives: [
      option('ignored', 'Members of a body that the document does not have are ignored.'),
      option('400', 'Members of a body that the document does not have give error 400.'),
    ],
    measured: 'Members of a body that the document does not have give {value}.',
  },
  'Q-PER-PAGE-TOO-LARGE': {
    section: 'limits',
    question: 'What does a `perPage` above the largest get?',
    why: 'Limits: "Maximum value of `perPage` … not shown."',
    alternatives: [
      option('clamped', 'A `perPage` above the largest counts as the largest.'),
      option('400', 'A `perPage` above the largest gives error 400.'),
    ],
    measured: 'A `perPage` above the largest gives {value}.',
  },
  'Q-PAGE-ZERO': {
    section: 'pagination',
    question: 'What do `page=0` and a negative `page` get?',
    why: 'The range of the paging parameters is not shown.',
    alternatives: [
      option('400', 'A `page` below 1 gives error 400.'),
      option('first', 'A `page` below 1 counts as 1.'),
    ],
    measured: 'A `page` below 1 gives {value}.',
  },
  'Q-PAGING-OLD-NAMES': {
    section: 'pagination',
    question: 'Does pagination still carry the older names `page` and `total`?',
    why: 'The field notes know older samples with these names; the document has `currentPage` and `totalItems`.',
    alternatives: [
      option('absent', 'Pagination has the documented names only.'),
      option('present', 'Pagination carries `page` or `total` beside the documented names.'),
    ],
  },
  'Q-UNKNOWN-DATAPAD': unknown('update-datapad', 'an unknown datapad', 'An unknown datapad'),
  'Q-UNKNOWN-TEMPLATE-SURVEY': unknown('create-template', 'a template for an unknown survey', 'An unknown survey'),
  'Q-UNKNOWN-RESPONSE': unknown('fetch-response', 'an unknown response', 'An unknown response'),
  'Q-MALFORMED-ID': {
    section: 'endpoints',
    question: 'What does administration give for a path parameter that is no integer?',
    why: 'Path parameters are integers; the conditions of 400 and 404 are not shown.',
    alternatives: [
      option('400', 'An organization id that is no integer gives 400, id 1000.'),
      option('404', 'An organization id that is no integer gives 404, id 1040.'),
    ],
    measured: 'An organization id that is no integer gives {value}.',
  },
} as const satisfies Record<string, OpenQuestion>;

function unknown(section: 'update-datapad' | 'create-template' | 'fetch-response', what: string, subject: string) {
  return {
    section,
    question: `What does ${what} get?`,
    why: 'The exact conditions that give 403, 404 and 500 on each endpoint are not shown.',
    alternatives: [
      option('404', `${subject} gives 404, id 1040.`),
      option('403', `${subject} gives 403, id 1013.`),
      option('400', `${subject} gives 400, id 1000.`),
    ],
    measured: `${subject} gives {value}.`,
  } as const;
}
