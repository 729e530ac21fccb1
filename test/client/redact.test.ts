import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor } from '../../src/client/redact.ts';
import { redactedText } from '../../src/profile/secret.ts';
import { expectLinear } from '../support/growth.ts';
import { secretForms } from '../support/secretForms.ts';

test('no listed secret is left in any text, as it is, percent-encoded or escaped', () => {
  const unit = fc.constantFrom(...'AZ09+/%"\\ ü-');
  const secret = fc.string({ unit, minLength: 4, maxLength: 30 });
  fc.assert(
    fc.property(fc.array(secret, { maxLength: 4 }), secret, fc.string(), fc.string(), (listed, own, before, after) => {
      const redactor = new Redactor(listed);
      for (const each of [...listed, own]) {
        expect(redactor.redact(before + each + after, [own])).not.toContain(each);
      }
      for (const each of listed) {
        const forms = [encodeURIComponent(each), JSON.stringify(each).slice(1, -1)];
        for (const form of forms) expect(redactor.redact(`<${form}>`)).not.toContain(form);
      }
    }),
  );
});

test.each([
  ['Set-Cookie: JSESSIONID=AB12CD; Path=/', 'AB12CD'],
  ['{"response":{"apiKey":"new-key-1"}}', 'new-key-1'],
  ['api-key: abc-def', 'abc-def'],
  ['{"x-survey-token":"ey.abc"}', 'ey.abc'],
])('what stands beside the name of a session transport goes, though nobody listed it: %s', (text, secret) => {
  expect(new Redactor().redact(text)).not.toContain(secret);
});

test('texts too short to be secrets are left', () => {
  expect(new Redactor(['ab']).redact('abba')).toBe('abba');
});

test('a text that was cut in the middle of a secret keeps nothing of its beginning', () => {
  const secret = 'key-0123456789';
  for (let kept = 4; kept < secret.length; kept++) {
    const shown = new Redactor([secret]).redact(`before ${secret.slice(0, kept)}… (400 characters) after`);
    expect(shown).toBe('before [redacted]… (400 characters) after');
    expect(new Redactor().redact(`before ${secret.slice(0, kept)}…`, [secret])).toBe('before [redacted]…');
  }
});

test.each(Object.keys(secretForms))('a secret %s is taken out, wherever it stands', (name) => {
  const unit = fc.constantFrom(...'abcXYZ0189-_.+/:');
  const form = secretForms[name] ?? String;
  fc.assert(
    fc.property(fc.string({ unit, minLength: 12, maxLength: 40 }), fc.boolean(), (secret, isListed) => {
      const written = form(secret);
      const shown = new Redactor(isListed ? [secret] : []).redact(`<<${written}>>`, isListed ? [] : [secret]);
      // Two digits of base64 at either end belong to what stands beside the secret, too.
      expect(shown.replaceAll(redactedText, '').length).toBeLessThanOrEqual(4 + 10);
    }),
  );
});

test('the time that it takes grows as the text does, whatever the text', () => {
  const redactor = new Redactor(['distinctive-key-5c1f77', 'aaaaaaaaaaaaaaaaaaaaaaab']);
  for (const unit of ['…', 'a', '%', '&', '&#', '\\', '\\u00', 'distinctive-key', 'distinctive…', 'api-key ', 'ü']) {
    expectLinear(8000, (size) => {
      redactor.redact(unit.repeat(size / unit.length), ['x'.repeat(4000)]);
    });
  }
});

test('a session whose token changes with every answer is redacted in time that grows as its answers do', () => {
  expectLinear(20, (answers) => {
    const redactor = new Redactor(['distinctive-key-5c1f77']);
    const tokens: string[] = [];
    for (let answer = 0; answer < answers; answer++) {
      tokens.push(`eyJhbGciOiJIUzI1NiJ9.${answer}.${'0123456789abcdef'.repeat(4)}`);
      for (let part = 0; part < 40; part++) redactor.redact('a text of forty letters, as answers have', tokens);
      expect(redactor.redact(`<${tokens[answer >> 1]}>`, tokens)).toBe(`<${redactedText}>`);
    }
  });
});
