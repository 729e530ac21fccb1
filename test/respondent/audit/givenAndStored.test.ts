import { expect, test } from 'vitest';
import { givenAndStored } from '../../../src/respondent/audit/givenAndStored.ts';
import type { AuditedRecord } from '../../../src/respondent/audit/recordSource.ts';

type Stored = AuditedRecord['responseSet'][number]['answerValues'];

const answers = [
  { id: 51, text: 'Yes' },
  { id: 52, text: 'Other' },
  { id: 53, text: '' },
];
const keys = ['u_5', 'm_5', 'r_51', 't_52', 't_53', 't_5'];
const question = { id: 5, text: 'How?', keys, answers };
const long = 'x'.repeat(300);

/** A question's words and its record's are beside each other: `stored` is `null` where there is no record. */
test.each<[body: object, given: string, stored: Stored | null, words: string, differs: boolean]>([
  [
    { u_5: '51' },
    'Yes',
    [{ answerID: 51, answerText: 'Yes', value: { weight: 0, other: '', scale: null } }],
    'Yes',
    false,
  ],
  [{ u_5: '51' }, 'Yes', [{ answerID: 52, answerText: 'Other' }], 'Other', true],
  [{ u_5: '53' }, '53', [{ answerID: 53 }], '', false],
  [
    { m_5: ['51', '9'] },
    'Yes, 9',
    [{ answerID: 51, answerText: 'Yes', value: { text: 'Yes', result: 'on' } }],
    'Yes: on',
    false,
  ],
  [
    { u_5: '52', t_52: 'by boat' },
    'Other, Other: by boat',
    [{ answerID: 52, answerText: 'Other', value: { other: 'by boat', weight: 2 } }],
    'Other: by boat: 2',
    false,
  ],
  [
    { r_51: '2', t_53: 'b' },
    'Yes: 2, b',
    [
      { answerID: 51, value: { scale: '2' } },
      { answerID: 53, answerText: 0, value: { text: 'b' } },
    ],
    '2, b',
    true,
  ],
  [{ t_5: 'a', t_9: 'of another' }, 'a', [], '', true],
  [{ t_5: long }, long.slice(0, 240), [{ answerID: 5, value: { text: long } }], long.slice(0, 240), false],
  [{ t_5: 'a' }, 'a', null, '', true],
  [{}, '', null, '', false],
])('of %j is told %j; of what is stored, %j: %j', (body, given, stored, words, differs) => {
  const sent = JSON.stringify(body);
  const completion = { surveyId: 1, token: 'cvs-me', atMs: 0, indeterminate: false };
  const pages = [{ questions: [question], body: sent, certain: true }];
  const other = { questionID: 6, answerValues: [{ answerID: 51, answerText: 'of another' }] };
  const record = stored && { responseID: 7, responseSet: [other, { questionID: 5, answerValues: stored }] };
  expect(givenAndStored({ ...completion, pages }, record, new Set(differs && stored ? [5] : [6]))).toEqual({
    respondent: 'cvs-me',
    responseId: stored && 7,
    questions: [{ questionId: 5, question: 'How?', given, stored: words, differs }],
    submitted: [sent],
  });
});
