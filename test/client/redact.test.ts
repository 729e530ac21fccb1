import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor } from '../../src/client/redact.ts';

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
