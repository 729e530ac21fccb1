import { expect, test } from 'vitest';
import { carriesCredentials, carriesTrace, isInternal } from '../../../src/judging/rules/innerTexts.ts';

const python = 'Traceback (most recent call last):\n  File "/srv/app.py", line 88, in check\nKeyError: 1';
const java = 'java.lang.NullPointerException\n\tat com.acme.Store.save(Store.java:41)';
const php = 'PHP Fatal error\nStack trace:\n#0 /var/www/index.php(31): Survey->load()\n#1 {main}';
const dotNet = 'System.FormatException: bad\n   at Acme.Ids.Parse(String s) in C:\\src\\Ids.cs:line 42';
const sql = 'You have an error in your SQL syntax near abc at line 1';

test.each([python, java, php, dotNet, sql, 'com.acme.survey.StoreException: lost'])(
  'an error shows the inside: %s',
  (message) => {
    expect(isInternal(JSON.stringify({ response: { error: { message } } }))).toBe(true);
  },
);

test('what a link is called tells nothing, nor does a plain message', () => {
  const docs = 'https://docs.example/api/com.example.survey.NotFoundError.html';
  for (const message of ['Invalid URL parameters', 'Question #1 (of 3): choose an answer']) {
    expect(isInternal(JSON.stringify({ response: { error: { docs, message } } }))).toBe(false);
  }
});

test('an answer carries a trace or a password beside what the document has in it', () => {
  const dsn = 'postgres://survey:secret@db.internal/surveys';
  const of = (body: unknown): readonly boolean[] => {
    const text = JSON.stringify(body);
    return [carriesTrace(text), carriesCredentials(text)];
  };
  for (const debug of [python, java, php, dotNet]) expect(of({ response: [{ debug }] })).toEqual([true, false]);
  expect(of({ response: {}, debug: { dsn } })).toEqual([false, true]);
});

test('people may write traces and addresses into surveys and their answers', () => {
  const text = `${java} ftp://user:password@host.example`;
  const body = { response: [{ surveyName: text, responseSet: [{ answerValues: [{ value: { text } }] }] }] };
  expect(carriesTrace(JSON.stringify(body))).toBe(false);
  expect(carriesCredentials(JSON.stringify(body))).toBe(false);
});
