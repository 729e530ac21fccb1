import { expect, test } from 'vitest';
import { redactedText } from '../../src/profile/secret.ts';
import { harOfViolations } from '../../src/report/formats/har.ts';
import { junitXml } from '../../src/report/formats/junit.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { secretForms } from '../support/secretForms.ts';
import { conformOf, hostileKey, loadOf, runCase } from './hostileRun.ts';
import type { HostileRequest, WholeAnswer } from './hostileTarget.ts';
import { element, page, status, survey } from './soundAnswers.ts';

/** Where a service may write what it was told: `leak` is a secret in some form. */
const fields: Readonly<Record<string, (leak: string, request: HostileRequest) => unknown>> = {
  'a status': (leak, request) => status(leak, request),
  'an error': (leak) => ({ response: { error: { id: leak, name: leak, message: leak, docs: leak } } }),
  'a session error': (leak) => ({ error: { code: 1002, message: leak } }),
  'a link': (leak, request) =>
    page({ navigation: { previousPageUrl: leak, nextPageSubmitUrl: `/${leak.replace(/[^!-~]/g, '')}` } }, request),
  'a question': (leak, request) => page({ questions: [element({ text: leak, type: leak, formParam: leak })] }, request),
  'a prefix': (leak, request) => page({ questions: [element({ formParam: { paramPrefix: leak } })] }, request),
  markup: (leak, request) => page({ questions: [element({}, `<input name="u_99 ${leak}">`)] }, request),
  meta: (leak, request) => page({ meta: { isFinalPage: leak, progressPercentage: leak } }, request),
  'the body': (leak) => leak,
};

/** A survey whose answers give away key and session in one form, in one field. */
function leaking(form: (secret: string) => string, field: (leak: string, request: HostileRequest) => unknown) {
  const sessions = new Set<string>();
  const does = {
    answer: (request: HostileRequest): WholeAnswer => {
      const session = /JSESSIONID=(\w+)/.exec(request.headers)?.[1];
      if (session !== undefined) sessions.add(session);
      const leak = `${form(hostileKey)} ${session === undefined ? '' : form(session)}`;
      return survey((each) => field(leak, each))(request);
    },
  };
  const each = { name: '', does, over: ['plain'], service: 'blamed', failure: 'any', clause: null } as const;
  return { each, leaks: () => [hostileKey, ...sessions].map(form) };
}

function expectNone(result: RunResult, leaks: readonly string[]): void {
  // As it is, and as it stands in JSON.
  const written = leaks.flatMap((leak) => [leak, JSON.stringify(leak).slice(1, -1)]);
  for (const text of [JSON.stringify(result), JSON.stringify(harOfViolations(result)), junitXml(result)]) {
    for (const leak of written) {
      const at = text.indexOf(leak);
      expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at + leak.length)).toBe('');
    }
  }
}

/** Each form and each field at least once: what a form is found by, `client/redact.test.ts` shows in any text. */
const names = Object.keys(fields);
const rows = Object.keys(secretForms).map((form, at) => [form, names[at % names.length] ?? ''] as const);

test.each(rows)('a secret %s in %s reaches no artifact of a load', async (form, field) => {
  const { each, leaks } = leaking(secretForms[form] ?? String, fields[field] ?? (() => null));
  expectNone(await runCase(each, 'plain', loadOf), leaks());
});

test.each(rows.filter((_, at) => at % 5 === 0))(
  'a secret %s in %s reaches no artifact of conform',
  async (form, field) => {
    const { each, leaks } = leaking(secretForms[form] ?? String, fields[field] ?? (() => null));
    expectNone(await runCase(each, 'plain', conformOf), leaks());
  },
);

test('what is taken out is said to be', async () => {
  const { each } = leaking(
    (secret) => secret.toUpperCase(),
    (leak, request) => status(leak, request),
  );
  expect(JSON.stringify(await runCase(each, 'plain', loadOf))).toContain(redactedText);
});
