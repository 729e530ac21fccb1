import { expect, test } from 'vitest';
import { sameAnswer } from '../../../src/conformance/replay/judgeAgain.ts';
import { sampleViolations } from '../../support/sampleVerdicts.ts';

const answer = (body: string, httpStatus = 200) => ({ httpStatus, failure: null, body });
const steps = sampleViolations(1).flatMap(({ witness }) =>
  witness.steps.map((step) => ({ ...step, body: '{"t_1":"cvs-run1-b-aa"}' })),
);

function pageOf(id: string): string {
  return JSON.stringify({
    response: { status: 'success', questions: [{ html: '', json: `{"id":${id},"text":"And?"}` }] },
  });
}

function refused(questionId: number): string {
  return JSON.stringify({ response: { status: 'validation_errors', validationErrors: [{ questionId, message: '' }] } });
}

test.each([
  ['the same', '{"a":1}', '{"a":1}'],
  ['another request id', '{"requestID":"12ab-3","a":1}', '{"requestID":"77","a":1}'],
  ['another instant', '{"at":"2026-11-21T10:00:00Z"}', '{"at":"2027-01-01 09:00:00.123"}'],
  ['another made-up number', '{"id":4711001}', '{"id":99120034}'],
  ['the mark of another respondent than before', '"cvs-run1-a-zz"', '"cvs-run2-b-aa"'],
  ['a service at another address', '{"css":"http://127.0.0.1:18105/a.css"}', '{"css":"http://127.0.0.1:9/a.css"}'],
  ['another timestamp', '{"timestamp":"25 Nov, 2026 08:51:24 AM UTC"}', '{"timestamp":"1 Dec, 2026 09:00:00 PM UTC"}'],
])('an answer is the same with %s', (_, before, now) => {
  expect(sameAnswer(answer(before), answer(now), [])).toBe(true);
});

test.each([
  ['another HTTP status', answer('{}'), answer('{}', 201)],
  ['another failure', answer('{}'), { ...answer('{}'), failure: 'not-json' }],
  ['another status', answer('{"status":"success"}'), answer('{"status":"redirect"}')],
  ['another error id', answer('{"id":"1010"}'), answer('{"id":"1011"}')],
  ['another question, however long its id', answer(pageOf('10000701')), answer(pageOf('10000703'))],
  ['another question refused', answer(refused(10000701)), answer(refused(10000703))],
  [
    'an object in place of JSON',
    answer(pageOf('7')),
    answer(
      pageOf('7')
        .replace(/"(\{.*?\})"/, '$1')
        .replaceAll('\\', ''),
    ),
  ],
  ['one’s own mark in place of another’s', answer('"cvs-run1-a-zz"'), answer('"cvs-run1-b-aa"')],
])('an answer is not the same with %s', (_, before, now) => {
  expect(sameAnswer(before, now, steps)).toBe(false);
});
