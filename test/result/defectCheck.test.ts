import { execFile } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { repeatScript } from '../../src/result/curl.ts';
import type { Defect } from '../../src/result/defectCheck.ts';
import { howItShows } from '../../src/result/howItShows.ts';
import type { WitnessStep } from '../../src/result/verdict.ts';
import { altered } from '../../src/selftest/altered.ts';
import { chooseFaults } from '../../src/selftest/faults/faults.ts';
import { startService } from '../../src/service/service.ts';
import { conversing } from '../support/probeSession.ts';

const apiKey = 'canvass-key';
const keys = { forbidden: 'canvass-forbidden-key' };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serviceWith(faults: string): Promise<string> {
  const service = await startService(
    altered({
      faults: chooseFaults(faults),
      keys: { valid: [apiKey], forbidden: [keys.forbidden] },
    }),
  );
  closing.push(() => service.close());
  return service.baseUrl;
}

/** What was said with a service, and the respondent who said it. */
function sessionAt(baseUrl: string) {
  const talk = conversing(baseUrl, { forbiddenApiKey: keys.forbidden });
  closing.push(() => talk.close());
  return { ...talk, respondent: talk.begin() };
}

type Session = ReturnType<typeof sessionAt>;

/** The script of what a session did, its last answer showing the defect. */
function scriptOf(session: Session, defect: Partial<Defect>): string {
  const steps = session.steps();
  const { curl } = repeatScript(steps, {
    expected: 'as due',
    actual: 'otherwise',
    path: '',
    symptom: {},
    classification: 'always',
    failingStep: steps.length - 1,
    shownBy: 'answer',
    ...defect,
  });
  return curl;
}

/** Exit code of a script, and what it printed; with `TRIES` of fewer tries than it has by itself. */
function ended(script: string, baseUrl: string, tries: object = {}): Promise<{ code: unknown; out: string }> {
  const env = {
    ...process.env,
    ...tries,
    BASE_URL: baseUrl,
    CANVASS_API_KEY: apiKey,
    CANVASS_FORBIDDEN_KEY: keys.forbidden,
  };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, out: stdout + stderr }),
    );
  });
}

async function taken(faults: string): Promise<{ baseUrl: string; session: Session }> {
  const baseUrl = await serviceWith(faults);
  const session = sessionAt(baseUrl);
  await session.respondent.take();
  return { baseUrl, session };
}

test.each([
  ['key-in-header:1', 'no-key'],
  ['cookie-open-to-scripts', 'http-only'],
  ['content-type-text', 'json'],
] as const)(
  'the script of %s looks at the head, not at the body, which is the same without it',
  async (fault, head) => {
    const { baseUrl, session } = await taken(fault);
    const script = scriptOf(session, { symptom: { due: { head } } });

    expect(await ended(script, baseUrl)).toMatchObject({
      code: 1,
      out: expect.stringContaining('The defect is there'),
    });
    expect(await ended(script, await serviceWith(''))).toMatchObject({ code: 0 });
  },
);

test.each([
  [200, {}, true],
  [201, {}, true],
  [401, {}, false],
  // That it is refused is what should be.
  [200, { 'api-key': '' }, false],
])(
  'a script whose first step was answered by %i with %j asks whether the key is refused now: %s',
  (httpStatus, headers, asks) => {
    const step = (status: number): WitnessStep => ({
      ...{ session: 0, endpoint: 'create-response', method: 'POST', path: '/a/api/v2/surveys/1001/responses' },
      ...{ headers, body: '{}', sessionTransport: 'keep', concurrent: 0 },
      response: { httpStatus: status, failure: null, body: '{"response":{"error":{"id":1040}}}' },
    });
    const { curl: script } = repeatScript([step(httpStatus), step(404)], {
      ...{ expected: 'as due', actual: 'otherwise', path: 'response.error.id' },
      symptom: { due: { kind: 'a string' }, found: { path: 'response.error.id', value: '1040' } },
      ...{ classification: 'always' as const, failingStep: 1, shownBy: 'answer' },
    });
    expect(script.includes('is CANVASS_API_KEY a key of')).toBe(asks);
  },
);

test('what comes now and then is tried often enough to come', async () => {
  const { baseUrl, session } = await taken('final-page-string:3');
  await sessionAt(baseUrl).respondent.take();
  await session.respondent.take();
  const due = { kind: 'a boolean' };
  const script = scriptOf(session, {
    path: 'response.meta.isFinalPage',
    symptom: { due, found: { path: 'response.meta.isFinalPage', value: '"false"' } },
    classification: 'sometimes',
    reproduction: { failed: 1, repeated: 3, recordedSteps: 1 },
  });

  expect(await ended(script, baseUrl)).toMatchObject({ code: 1 });
  expect(script.split('\n')[1]).toBe('# Comes now and then, 1 in 3 when it was repeated.');
  // So often by itself; the others of a test are as good.
  expect(script).toMatch(/^tries=\$\{TRIES:-20\} try=1$/m);
  const clean = await ended(script, await serviceWith(''), { TRIES: '2' });
  expect(clean).toMatchObject({ code: 0, out: expect.stringContaining('times tried: 2') });
  // Twice two steps, and every other time one more, so that no service fails out of step with it.
  expect(clean.out.match(/^--- GET/gm)).toHaveLength(5);
});

test('what comes more rarely in the run than when it was repeated is tried as often as the run says', () => {
  const shown = (failed: number, of: number) =>
    howItShows(
      {
        classification: 'sometimes',
        reproduction: { failed: 1, repeated: 3, recordedSteps: 1 },
        chances: { failed, of, what: 'walks' },
      },
      [],
    );
  expect(shown(10, 100)).toMatchObject({ tries: 29, leavesOpen: false });
  expect(shown(90, 100)).toMatchObject({ tries: 20, leavesOpen: false });
  expect(shown(1, 300)).toMatchObject({ tries: 60, leavesOpen: true });
});

const wrongMember = { path: 'response.meta.isFinalPage', symptom: { due: { kind: 'a boolean' } } } as const;

test.each(['load-only', 'not-reproduced', 'unclassified'] as const)(
  'there is no script of what is %s: that it sees nothing would tell nothing',
  async (classification) => {
    const { session } = await taken('final-page-string');
    expect(scriptOf(session, { ...wrongMember, classification })).toBe('');
  },
);

test.each<[string, Partial<Defect>]>([
  ['several answers together', { shownBy: 'answers' }],
  ['the probe of its clause', { reproduction: { failed: 3, repeated: 3, recordedSteps: 1, byProbe: true } }],
  ['an answer that does not hold the member in question', { path: 'response.somewhere', actual: '"else"' }],
])('there is no script of what shows by %s', async (_, defect) => {
  const { session } = await taken('final-page-string');
  expect(scriptOf(session, { ...wrongMember, ...defect })).toBe('');
});

test('the script of what shows among others only takes the steps of all of them, and says so first', async () => {
  const { session } = await taken('final-page-string');
  const script = scriptOf(session, { ...wrongMember, classification: 'interleaving-only' });

  expect(script.split('\n')[1]).toContain('Shows among others only');
  expect(script).toMatch(/^tries=\$\{TRIES:-20\} try=1$/m);
  expect(await ended(script, await serviceWith(''), { TRIES: '2' })).toMatchObject({ code: 0 });
  expect(await ended(script, await serviceWith('final-page-string'))).toMatchObject({ code: 1 });
});

test('a key that is nearly the good one, or that may nothing, is sent as it was, and never written down', async () => {
  const baseUrl = await serviceWith('');
  const session = sessionAt(baseUrl);
  await session.respondent.take({ key: { text: `${apiKey}x` } });
  await session.respondent.take({ key: 'forbidden' });
  await session.respondent.take({ key: 'none' });
  await session.respondent.take({ key: { text: '' } });
  await session.respondent.take();
  const script = scriptOf(session, {});
  const { out } = await ended(script, baseUrl);

  expect(script).not.toMatch(/canvass-key|canvass-forbidden-key/);
  const statuses = [...out.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  expect(statuses).toEqual(session.exchanges.map(({ httpStatus }) => httpStatus));
});

test('a service that is not there is no service without the defect', async () => {
  const { session } = await taken('');
  const script = scriptOf(session, {});

  expect(await ended(script, 'http://127.0.0.1:9')).toMatchObject({ code: 2 });
});

test('what is wrong with each record that a service stores is looked for in whatever item there is, made by the script itself', async () => {
  const faulty = await serviceWith('filter-utc-missing');
  const good = await serviceWith('');
  const body = (path: string, of: Partial<WitnessStep>): WitnessStep => ({
    ...{
      session: 0,
      endpoint: 'filter-responses',
      method: 'GET',
      path: `/a/api/v2/surveys/1001/responses${path}`,
      headers: {},
    },
    ...{
      body: null,
      sessionTransport: 'keep',
      concurrent: 0,
      response: { httpStatus: 200, failure: null, body: '{}' },
    },
    ...of,
  });
  const set = [{ questionID: 101, answerValues: [{ answerID: 1011 }] }];
  const created = body('', {
    ...{ endpoint: 'create-response', method: 'POST' },
    body: JSON.stringify({ responseSet: set, externalReference: 'canvass-script' }),
  });
  const { curl: script } = repeatScript([created, body('/filter?extRef=canvass-script', {})], {
    ...{ expected: 'utctimestamp', actual: 'absent', path: 'response[].utctimestamp', symptom: {} },
    ...{ classification: 'always', failingStep: 1, shownBy: 'answer' },
  });
  expect(await ended(script, faulty)).toMatchObject({ code: 1 });
  expect(await ended(script, good)).toMatchObject({ code: 0 });
  expect(await ended(script.replace(/^send 1 .*$/m, 'true'), await serviceWith(''))).toMatchObject({ code: 2 });
});

test('what came of a session that was made up is gone where that is refused', async () => {
  const { baseUrl, session } = await taken('');
  await session.respondent.submit({}, { sessionTransport: 'forge' });
  const [take, submit] = session.steps();
  if (take === undefined || submit === undefined) throw new Error('two steps were sent');
  const back: WitnessStep = { ...take, endpoint: 'previous-page', path: take.path.replace('take', 'previous-page') };
  const { curl: script } = repeatScript([take, { ...submit, response: take.response }, back], {
    ...{ expected: 'no page without a session', actual: 'a page', path: '', symptom: {} },
    ...{ classification: 'always', failingStep: 2, shownBy: 'answer' },
  });

  expect(await ended(script, baseUrl)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The defect is gone: step 2'),
  });
});

/** A witness of which one step was answered otherwise than it was sent, on a service that is right. */
function answeredOtherwise(steps: readonly WitnessStep[], at: number, change: (body: string) => string): WitnessStep[] {
  return steps.map((step, place) =>
    place === at ? { ...step, response: { ...step.response, body: change(step.response.body) } } : step,
  );
}

const ofWalk = { expected: 'as due', actual: 'otherwise', classification: 'always', shownBy: 'answer' } as const;

test('of two showings of a page that differ, the script of either asks for both', async () => {
  const { baseUrl, session } = await taken('');
  await session.respondent.submit({});
  const steps = answeredOtherwise(session.steps(), 0, (body) => body.replace(/\\"text\\":\\"/, '$&Other '));
  expect(steps[0]?.response.body).not.toBe(session.steps()[0]?.response.body);
  const { curl: script } = repeatScript(steps, { ...ofWalk, path: 'questions[].json', symptom: {}, failingStep: 1 });
  expect(await ended(script, baseUrl)).toMatchObject({ code: 0 });
  const same = repeatScript(session.steps(), { ...ofWalk, path: 'questions[].json', symptom: {}, failingStep: 1 });
  expect(await ended(same.curl, baseUrl)).toMatchObject({ code: 1 });
});

test('answers that are refused after other form parameters show nothing', async () => {
  const { baseUrl, session } = await taken('');
  await session.respondent.submit({});
  const defect = { ...ofWalk, path: '', symptom: {}, failingStep: 1 };
  const steps = answeredOtherwise(session.steps(), 0, (body) => body.replaceAll('questionId', 'answerId'));
  expect(await ended(repeatScript(steps, defect).curl, baseUrl)).toMatchObject({ code: 0 });
  expect(await ended(repeatScript(session.steps(), defect).curl, baseUrl)).toMatchObject({ code: 1 });
});

test('a page after a submission without a session is wrong whatever it shows', async () => {
  const { baseUrl, session } = await taken('');
  await session.respondent.submit({});
  const steps = session.steps().map((step, at) => ({ ...step, session: at }));
  const answered = answeredOtherwise(steps, 1, () =>
    JSON.stringify({ response: JSON.parse(nextPage), requestID: 'r' }),
  );
  const { curl: script } = repeatScript(answered, { ...ofWalk, path: '', symptom: {}, failingStep: 1 });
  expect(script).toContain('[ -n "$(page "$answer")" ]');
  expect(await ended(script, baseUrl)).toMatchObject({ code: 0 });
});

const nextPage = JSON.stringify({ status: 'success', questions: [{ json: JSON.stringify({ id: 999 }) }] });
