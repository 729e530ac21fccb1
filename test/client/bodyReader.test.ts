import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReadBody } from '../../src/client/bodyForm.ts';
import { BodyReader } from '../../src/client/bodyReader.ts';

function page(requestID: string, text = 'a question', more: object = {}): Buffer {
  return Buffer.from(JSON.stringify({ response: { status: 'success', questions: [{ text }] }, requestID, ...more }));
}

/** A body with a value that may vary, beside ones that do not. @param around what stands around it, a quote where it is a text */
function varied(value: string, around = ''): Buffer {
  const list = `[{"text":"what stands here is long enough to tell"},{"value":${around}${value}${around}}]`;
  return Buffer.from(
    `{"response":{"list":${list},"more":"what stands here is long enough to tell bodies"},"requestID":"r-1"}`,
  );
}

const varyingValue = fc.oneof(
  fc.integer().map(String),
  fc.double().map(String),
  fc.string({ maxLength: 6 }),
  fc.string(),
);

function readAll(reader: BodyReader, bodies: readonly Buffer[]) {
  return bodies.map((body) => reader.read(body));
}

function responseOf(read: ReadBody | undefined): unknown {
  return (read?.json as { response: unknown } | undefined)?.response;
}

test('whatever comes, and however often, it reads as JSON.parse reads it', () => {
  const body = fc.oneof(
    fc.json().map((text) => Buffer.from(text)),
    fc.tuple(fc.string(), fc.constantFrom('é"\\', 'x', '')).map(([id, text]) => page(id, text)),
    fc.string().map((id) => Buffer.from(`{"requestID":"${id}","response":{"requestID":"${id}"}}`)),
    fc.string().map((id) => Buffer.from(`{"requestID":"a","requestID":"${id}"}`)),
    fc.string().map((id) => Buffer.from(`{"a":{"b":",\\"requestID\\":\\"x"},"requestID":"${id}"}`)),
    fc.string().map((id) => Buffer.from(`{"a":{"b":1,"requestID":"${id}"}}`)),
    fc.tuple(varyingValue, fc.constantFrom('"', '', '\\"', '-', 'e')).map(([value, around]) => varied(value, around)),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(body, fc.integer({ min: 1, max: 5 })), { maxLength: 30 }), (bodies) => {
      const reader = new BodyReader();
      for (const [each, times] of bodies) {
        for (let time = 0; time < times; time++) {
          const read = reader.read(Buffer.from(each));
          const text = each.toString('utf8');
          expect(read.text).toBe(text);
          let json: unknown;
          try {
            json = JSON.parse(text);
          } catch {
            json = undefined;
          }
          expect(read.json).toEqual(json);
        }
      }
    }),
  );
});

test('bodies that differ in their request id and one more value are one repeat, with the values of each', () => {
  const numbers = [1001, 1002, 97.5, 1004, 1005].map((value) => varied(String(value)));
  const texts = ['a.css', 'b.css', 'c.css', 'd.css'].map((value) => varied(value, '"'));
  for (const bodies of [numbers, texts]) {
    const read = readAll(new BodyReader(), bodies);
    const [first, last] = read.slice(-2);
    expect(last?.repeat?.varying).toEqual([['response', 'list', '1', 'value']]);
    expect(last?.repeat).toBe(first?.repeat);
    for (const [at, body] of bodies.entries()) expect(read[at]?.json).toEqual(JSON.parse(body.toString()));
  }
});

/** A page as it is shown again: each question has markup with a text, and JSON with a mark. */
function shownAgain(requestID: string, texts: readonly string[], marks: readonly boolean[], progress = 40): Buffer {
  const questions = texts.map((text, at) => ({
    html: `<label>Question ${at}, with words that are the same each time <textarea name="t_${at}">${text}</textarea></label>`,
    json: JSON.stringify({ id: at, text: `Question ${at}`, answers: [{ id: 1, selected: marks[at] }] }),
  }));
  return Buffer.from(JSON.stringify({ response: { progress, questions }, requestID }));
}

test('bodies that differ in several values are one repeat, whatever two of them have in common', () => {
  const reader = new BodyReader();
  const texts = ['', 'é "quoted" \\ 👩🏽‍🚀', '<b>', '\n\u2028', 'x'.repeat(300)];
  const repeats = Array.from({ length: 60 }, (_, at) => {
    const [one = '', other = ''] = [texts[at % 5], texts[(at >> 2) % 5]];
    const body = shownAgain(`r-${at}`, [`${one} ${at}`, other], [at % 2 > 0, at % 3 > 0]);
    const read = reader.read(body);
    expect(read.text).toBe(body.toString());
    expect(read.json).toEqual(JSON.parse(body.toString()));
    return read.repeat;
  });
  expect(new Set(repeats.slice(30)).size).toBe(1);
  expect(repeats.at(-1)?.varying).toHaveLength(4);
  expect(reader.read(shownAgain('r', ['', ''], [true, true], 60)).json).toMatchObject({ response: { progress: 60 } });
});

test('a page of which each value has come before is one repeat without any', () => {
  const reader = new BodyReader();
  for (let at = 0; at < 30; at++) reader.read(shownAgain(`r-${at}`, [`${at}`, 'b'], [true, at % 2 > 0]));
  const [, , , again] = readAll(
    reader,
    ['a', 'b', 'c', 'd'].map((id) => shownAgain(id, ['7', 'b'], [true, true])),
  );
  expect(again?.repeat?.varying).toEqual([]);
});

test('what one more value is not written as, is parsed', () => {
  const hidden = ['1', '2', '3', '4,"b":5', '5}],"x":[{"y":6', '01', '1e3', '-0', '"', '""'];
  const read = readAll(
    new BodyReader(),
    hidden.map((value) => varied(value)),
  );
  for (const [at, value] of hidden.entries()) {
    const isJson = at < 5 || ['1e3', '-0', '""'].includes(value);
    expect(read[at]?.json).toEqual(isJson ? JSON.parse(varied(value).toString()) : undefined);
  }
});

test('bodies that differ in their request id alone are one repeat, with the id of each', () => {
  const pages = ['a-1', 'a-2', 'a-3', 'a-4', 'b-5'].map((id) => page(id));
  const [, , first, second, third] = readAll(new BodyReader(), pages);
  expect(first?.repeat).not.toBeNull();
  expect(second?.repeat).toBe(first?.repeat);
  expect(third?.repeat).toBe(first?.repeat);
  expect(third?.json).toMatchObject({ requestID: 'b-5', response: { status: 'success' } });
  expect(responseOf(third)).toBe(responseOf(second));
});

test('a body is known again however its request ids begin, and wherever they stand', () => {
  for (let before = 0; before < 8; before++) {
    const reader = new BodyReader();
    const bodies = ['7f3c', '04ab', 'ee10', '9d52'].map((id) => page(id, 'q'.repeat(before)));
    expect(readAll(reader, bodies).at(-1)?.repeat).not.toBeNull();
  }
});

test('one differing byte anywhere else makes another body', () => {
  const reader = new BodyReader();
  const known = readAll(
    reader,
    ['a-1', 'a-2', 'a-3', 'a-4'].map((id) => page(id)),
  ).at(-1);
  const other = reader.read(page('a-4', 'a questiom'));
  expect(other.repeat === null || other.repeat !== known?.repeat).toBe(true);
  expect(other.json).toMatchObject({ response: { questions: [{ text: 'a questiom' }] } });
});

test('what follows the request id is compared as well', () => {
  const reader = new BodyReader();
  readAll(
    reader,
    ['a-1', 'a-2', 'a-3'].map((id) => page(id, 'q', { last: 1 })),
  );
  expect(reader.read(page('a-4', 'q', { last: 2 })).json).toMatchObject({ last: 2 });
});

test('a request id that hides JSON is not taken for one', () => {
  const reader = new BodyReader();
  readAll(reader, [
    page('aaaaaaaaaaaaaaaaaaaaaaaa'),
    page('bbbbbbbbbbbbbbbbbbbbbbbb'),
    page('cccccccccccccccccccccccc'),
  ]);
  const hidden = Buffer.from(
    page('dddddddddddddddddddddddd').toString().replace('d'.repeat(24), `","response":{},"x":"yyy`),
  );
  const read = reader.read(hidden);
  expect(read.json).toEqual(JSON.parse(hidden.toString()));
});

test('what repeats share cannot be changed by who reads it', () => {
  const read = readAll(
    new BodyReader(),
    ['a-1', 'a-2', 'a-3', 'a-4'].map((id) => page(id)),
  ).at(-1);
  const response = responseOf(read) as { status: string };
  expect(() => {
    response.status = 'changed';
  }).toThrow(TypeError);
});

test('any number of bodies of one length are known again, each by its bytes', () => {
  const reader = new BodyReader();
  const texts = Array.from({ length: 60 }, (_, at) => `answer ${String(at).padStart(2, '0')} is marked`);
  for (const round of ['a', 'b', 'c']) for (const text of texts) reader.read(page(round, text));
  const repeats = texts.map((text) => {
    const read = reader.read(page('d', text));
    expect(read.json).toEqual(JSON.parse(page('d', text).toString()));
    return read.repeat;
  });
  expect(repeats).not.toContain(null);
  expect(new Set(repeats).size).toBe(texts.length);
});
