import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { flatten, flattened } from '../../src/result/flatten.ts';

/** What the shell prints of a text. */
function byShell(json: string): string[] {
  const script = `${flatten}\nflatten /dev/stdin`;
  return execFileSync('sh', ['-c', script], { input: json, encoding: 'utf8' }).split('\n').slice(0, -1);
}

const question = {
  id: 103,
  type: 'T',
  text: 'Say "so" \\ or\nelse é',
  answers: [{ id: 9, selected: false }],
  e: {},
  l: [],
};

test.each([
  ['{"a":{"b":[1,-2.5e3,true,null,"x \\" y"],"c":{}},"d":[]}'],
  ['{ "a" : [ [ 1 ] , { "b" : "" } ]\n}'],
  ['"alone"'],
  [JSON.stringify({ response: { questions: [{ html: '<a href="/x">', json: JSON.stringify(question) }] } })],
  [JSON.stringify({ response: { questions: [{ json: JSON.stringify(question, null, 2) }, { json: 'none' }] } })],
  [
    '{"response":{"questions":[{"json":"{\\u0022id\\u0022:7,\\"u\\":\\"\\\\u00e9\\\\\\/\\"}"},{"json":"[1,{\\"a\\":2}]"}]}}',
  ],
])('the shell reads the same values of %s', (json) => {
  const lines = flattened(json).map(({ path, value }) => `${path} ${value}`);
  expect(lines.length).toBeGreaterThan(0);
  expect(byShell(json)).toEqual(lines);
});

test('the JSON of a question is read as part of its page', () => {
  const json = JSON.stringify({ response: { questions: [{ json: JSON.stringify(question) }] } });
  expect(flattened(json)).toContainEqual({ path: 'response.questions[0].json.answers[0].id', value: '9' });
});

test('of a text that was cut the values up to there are read, and no value that may go on', () => {
  const whole = '{"a":"one","b":123,"c":"three"}';
  const paths = (length: number): string[] => flattened(whole.slice(0, length)).map(({ path }) => path);
  expect(paths(whole.indexOf('3,'))).toEqual(['', 'a']);
  expect(paths(whole.indexOf('3,') + 1)).toEqual(['', 'a']);
  expect(paths(whole.indexOf('ree'))).toEqual(['', 'a', 'b']);
});
