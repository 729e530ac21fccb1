import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';

const token = tokenOf('abcdef12', 7);
const json = JSON.stringify({
  ...{ id: 102, type: 'T', text: 'Why?', answers: [{ id: 1021 }, { id: 1022 }] },
  formParam: { paramPrefix: 't_', paramIdType: 'answerId' },
});

const markups = {
  'a textarea': (text: string) => `<p>Why?</p><textarea name="t_1021" rows=2>${text}</textarea><i>`,
  'a quoted attribute': (text: string) => `<input type="text" name="t_1021" value="${text}"><input name='t_1022'>`,
  'two inputs': (text: string) =>
    `<textarea name="t_1021">${text}</textarea><input name="t_1022" value="${text}"><input name="x" value="1">`,
};

const others = {
  ...markups,
  'an attribute without quotes': (text: string) => `<input name="t_1021" value=${text}>`,
  'single quotes': (text: string) => `<input name="t_1021" title="x" value='${text}'>`,
  'an option': (text: string) => `<select name="t_1021"><option selected>${text}</option></select>`,
  'a label': (text: string) => `<label>${text}<input name="t_1021" value="x"></label>`,
  'a name': (text: string) => `<input name="${text}" value="1"><textarea name="t_1021">${text}</textarea>`,
};

const plain = fc.stringMatching(/^[ -!#-;=?-~äé\n]{0,20}$/).map((text) => `${token} ${text}`);
const anything = fc
  .tuple(fc.string(), fc.constantFrom('"', "'", '>', '<', '</textarea>', '&#34;', '&amp', '\r\n', ''))
  .map(([text, more]) => `${token}${more}${text}`);

test.each(Object.entries(others))(
  'with any own texts in %s a question is read as the first of its kind is',
  (_where, markup) => {
    fc.assert(
      fc.property(fc.array(fc.oneof(plain, anything), { minLength: 2, maxLength: 12 }), (texts) => {
        const reader = new QuestionReader();
        for (const text of texts) {
          const { kin: _, ...read } = reader.of(json, markup(text));
          const { kin: _none, ...due } = new QuestionReader().of(json, markup(text));
          expect(read).toEqual(due);
        }
      }),
    );
  },
);

test.each(Object.entries(markups))('questions that differ in the own texts in %s are of one kind', (_where, markup) => {
  const reader = new QuestionReader();
  const [first, second, third] = ['one', 'two &#34;', 'three'].map(
    (text) => reader.of(json, markup(`${token} ${text}`)).kin,
  );
  expect(first).toBeNull();
  expect(second).not.toBeNull();
  expect(third).toBe(second);
});
