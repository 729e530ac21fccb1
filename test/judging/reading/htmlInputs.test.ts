import { expect, test } from 'vitest';
import { htmlInputsOf, isLive } from '../../../src/judging/reading/htmlInputs.ts';
import { expectLinear } from '../../support/growth.ts';

test('inputs are read with their kinds and values, whatever they are written like', () => {
  const html =
    '<INPUT TYPE=Radio NAME=u_1><input name="h" type=hidden><textarea name=t_1>\na &lt; <input name=no></textarea>' +
    `<select name='d'><option value=1><option value=2 selected></select><input/name="x"/value='&#39;'>`;
  expect(Object.fromEntries(htmlInputsOf(html).types)).toEqual({
    u_1: 'radio',
    t_1: 'textarea',
    d: 'select',
    x: 'text',
  });
  const values = { u_1: '', h: '', t_1: 'a < <input name=no>', d: '2', x: "'" };
  expect(Object.fromEntries(htmlInputsOf(html).values)).toEqual(values);
});

test('an option without a value has that of its text, as in a browser', () => {
  const chosenOf = (options: string) => htmlInputsOf(`<select name=d>${options}</select>`).values.get('d');
  expect(chosenOf('<option></option><option selected> A&amp;M </option>')).toBe('A&M');
  expect(chosenOf('<option>AM<option selected>PM')).toBe('PM');
  expect(chosenOf('<option selected value="">none</option>')).toBe('');
});

const units = [
  '<',
  '<input ',
  '<input / ',
  '<input =',
  '<input a= ',
  '<input a="',
  "<input a='",
  '<input name=a',
  '<input name=q>',
  '<textarea name=x>',
  '<select name=x><option',
  '<select name=x><option selected>',
  '</textarea',
  '&amp;',
  '&#',
  '=',
  '/',
  ' ',
];

test.each(units.flatMap((unit) => [unit, `<input ${unit}`]))(
  'the time for %j over and over grows as its length',
  (unit) => {
    expectLinear(12_000, (size) => {
      const html = `<input ${unit.repeat(size / unit.length)}`;
      htmlInputsOf(html);
      isLive(html, ['<b>']);
    });
  },
);

test('elements without an end are not read again for each of them', () => {
  expectLinear(1000, (size) => {
    const names = Array.from({ length: size }, (_, at) => `<textarea name=t${at}><select name=s${at}>`);
    htmlInputsOf(names.join(''));
    htmlInputsOf(`${names.join('')}</textarea></select>`);
    isLive(names.join(''), ['<b>']);
  });
});

test('character references of any name are resolved', () => {
  const html =
    '<textarea name=t_1>&Uuml;bung &hellip; &#127881; &copy;</textarea><input name=t_2 value="&eacute;&amp;uuml;">';
  expect(Object.fromEntries(htmlInputsOf(html).values)).toEqual({ t_1: 'Übung … 🎉 ©', t_2: 'é&uuml;' });
});

test.each([
  ['<p><b>hi', true],
  ['<p title="x">a <B >b <b>hi', true],
  ['<input value="a"><b>">', true],
  ['<textarea name=t>x</textarea><b>', true],
  ['<input name=t value="a <b>hi</b>"><i>', false],
  ["<input value='<b>'>", false],
  ['<textarea name=t><b>hi</b></textarea>', false],
  ['a < b &lt;b> <!-- --> <', false],
  ['<p title="<b>', false],
])('%s holds live markup: %s', (html, live) => expect(isLive(html, ['<b>'])).toBe(live));
