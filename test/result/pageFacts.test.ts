import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { repeatScript } from '../../src/result/curl.ts';
import type { Defect } from '../../src/result/defectCheck.ts';
import type { WitnessStep } from '../../src/result/verdict.ts';
import { altered } from '../../src/selftest/altered.ts';
import { renumberQuestions } from '../../src/selftest/dimensions/renumber.ts';
import { chooseFaults } from '../../src/selftest/faults/faults.ts';
import type { Injection } from '../../src/selftest/faults/injection.ts';
import { startService } from '../../src/service/service.ts';
import { conversing } from '../support/probeSession.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serviceWith(faults: string, how: readonly Injection[] = []): Promise<string> {
  const injected = how.map((each) => ({ how: each, everyNth: 1, among: 'anybody' as const }));
  const service = await startService(
    altered({ faults: chooseFaults(faults), injected, keys: { valid: ['canvass-key'], forbidden: [] } }),
  );
  closing.push(() => service.close());
  return service.baseUrl;
}

/** Exit code of a script, and what it printed. */
function ended(script: string, baseUrl: string): Promise<{ code: unknown; out: string }> {
  const env = { ...process.env, BASE_URL: baseUrl, CANVASS_API_KEY: 'canvass-key' };
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, out: stdout + stderr }),
    );
  });
}

/** The script of a respondent who took a survey, answered its first page, and went back. */
async function scriptOfBack(baseUrl: string, defect: Partial<Defect>): Promise<string> {
  const talk = conversing(baseUrl);
  closing.push(() => talk.close());
  const respondent = talk.begin();
  await respondent.take();
  await respondent.answer();
  await respondent.back();
  const steps = talk.steps();
  const { curl } = repeatScript(steps, {
    ...{ expected: 'as due', actual: 'otherwise', path: '', symptom: {}, classification: 'always' },
    ...{ failingStep: steps.length - 1, shownBy: 'answer' },
    ...defect,
  });
  return curl;
}

describe('the script of a wrong page', () => {
  const due = { page: '101, 102' };

  it('tells it by the pages before, whatever else another build writes into them', async () => {
    const script = await scriptOfBack(await serviceWith('back-stays'), { symptom: { due } });
    const otherBuild = 'back-stays,theme-css-words,progress-over-hundred,page-with-trace';
    expect(await ended(script, await serviceWith(otherBuild))).toMatchObject({ code: 1 });
    expect(await ended(script, await serviceWith('theme-css-words'))).toMatchObject({ code: 0 });
  });

  it('says that nothing could be tried where the answers before are not taken', async () => {
    const script = await scriptOfBack(await serviceWith('back-stays'), { symptom: { due } });
    const renumbered = await serviceWith('back-stays', [renumberQuestions((id) => id + 5000)]);
    const { code, out } = await ended(script, renumbered);
    expect(code).toBe(2);
    expect(out).toContain('Step 2 led on when this was recorded, and does not here');
  });

  it('tells by its status one that shows no page', async () => {
    const faulty = await serviceWith('back-as-complete');
    const script = await scriptOfBack(faulty, { symptom: { due } });
    expect(await ended(script, faulty)).toMatchObject({ code: 1 });
    expect(await ended(script, await serviceWith(''))).toMatchObject({ code: 0 });
  });

  it('is none where its last answer is the page that was due: an earlier one is wrong', async () => {
    expect(await scriptOfBack(await serviceWith(''), { symptom: { due } })).toBe('');
  });
});

describe('the script of a part of a page', () => {
  it.each([
    ['back-loses-answers', 'questions[].json.answers[].selected'],
    ['back-with-validation', 'response'],
    ['html-undefined', 'questions[].html'],
  ])('of %s looks at that part alone', async (fault, path) => {
    const script = await scriptOfBack(await serviceWith(fault), { path });
    expect(await ended(script, await serviceWith(`${fault},theme-css-words`))).toMatchObject({ code: 1 });
    expect(await ended(script, await serviceWith('theme-css-words'))).toMatchObject({ code: 0 });
  });

  it('looks at the JSON of a question too, where its HTML is the same with the defect and without', async () => {
    const path = 'questions[].html';
    const faulty = await serviceWith('back-loses-answers,html-undefined');
    const script = await scriptOfBack(faulty, { path });
    expect(await ended(script, faulty)).toMatchObject({ code: 1 });
    expect(await ended(script, await serviceWith('html-undefined'))).toMatchObject({ code: 0 });
  });

  it('says nothing of a page where the errors of another one stand beside it', async () => {
    const bodyOf = (id: number): string =>
      JSON.stringify({
        response: {
          status: 'validation_errors',
          questions: [{ html: '', json: JSON.stringify({ id }) }],
          validationErrors: [{ questionId: 101 }],
        },
      });
    const submit: WitnessStep = {
      ...{ session: 0, endpoint: 'submit-page', method: 'POST', path: '/a/api/v2/surveys/1001/submit-page' },
      ...{ headers: {}, body: '{}', sessionTransport: 'keep', concurrent: 0 },
      response: { httpStatus: 200, failure: null, body: bodyOf(102) },
    };
    const path = 'response.validationErrors[].questionId';
    const { curl } = repeatScript([submit], {
      ...{ expected: 'of the page', actual: '101', path, symptom: {} },
      ...{ classification: 'always', failingStep: 0, shownBy: 'answer' },
    });
    expect(await ended(curl, await answering(bodyOf(102)))).toMatchObject({ code: 1 });
    expect(await ended(curl, await answering(bodyOf(101)))).toMatchObject({ code: 0 });
  });

  it('tells a question whose JSON is an object from one whose text is that of an object', async () => {
    const question = { id: 101, text: 'How was it?', answers: [{ id: 1, text: 'x'.repeat(300), selected: false }] };
    const bodyOf = (json: unknown): string =>
      JSON.stringify({
        response: {
          status: 'success',
          questions: [
            { html: '', json },
            { html: '', json },
          ],
        },
      });
    const value = `${JSON.stringify(question).slice(0, 300)}… (391 characters)`;
    const path = 'response.questions[].json';
    const take: WitnessStep = {
      ...{ session: 0, endpoint: 'take', method: 'GET', path: '/a/api/v2/surveys/1001/take', headers: {} },
      ...{ body: null, sessionTransport: 'keep', concurrent: 0 },
      response: { httpStatus: 200, failure: null, body: bodyOf(question) },
    };
    const { curl } = repeatScript([take], {
      ...{ expected: 'a string', actual: value, path, symptom: { due: { kind: 'a string' }, found: { path, value } } },
      ...{ classification: 'always', failingStep: 0, shownBy: 'answer' },
    });
    expect(await ended(curl, await answering(bodyOf(question)))).toMatchObject({ code: 1 });
    expect(await ended(curl, await answering(bodyOf(JSON.stringify(question))))).toMatchObject({ code: 0 });
  });
});

describe('the script of what a service stores', () => {
  const stepOf = (change: Partial<WitnessStep>): WitnessStep => ({
    ...{ session: 0, endpoint: 'fetch-response', method: 'GET', path: '/a/api/v2/surveys/1001/responses/1' },
    ...{ headers: {}, body: null, sessionTransport: 'keep', concurrent: 0 },
    response: { httpStatus: 200, failure: null, body: '{"response":{"weight":"0"}}' },
    ...change,
  });
  const scriptOf = (step: WitnessStep): string =>
    repeatScript([step], {
      ...{ expected: 'a number', actual: '"0"', path: 'response.weight' },
      symptom: { due: { kind: 'a number' }, found: { path: 'response.weight', value: '"0"' } },
      ...{ classification: 'always', failingStep: 0, shownBy: 'answer' },
    }).curl;

  it('says that nothing could be tried where it is not stored any more', async () => {
    const script = scriptOf(stepOf({}));
    expect(await ended(script, await answering('{"response":{"weight":"0"}}'))).toMatchObject({ code: 1 });
    expect(await ended(script, await answering('{"response":{"weight":0}}'))).toMatchObject({ code: 0 });
    expect(await ended(script, await answering('{"response":{"error":{}}}', 404))).toMatchObject({ code: 2 });
  });

  it('tries a change some times: it may go wrong from the second time on', async () => {
    const change = { endpoint: 'update-datapad', method: 'PUT', path: '/a/api/v2/surveys/1001/datapads/5', body: '{}' };
    const { code, out } = await ended(scriptOf(stepOf(change)), await answering('{"response":{"weight":0}}'));
    expect(code).toBe(0);
    expect(out).toContain('times tried: 3');
  });
});

/** A service that answers whatever it is asked with one body. */
async function answering(body: string, httpStatus = 200): Promise<string> {
  const server = createServer((_, response) => response.writeHead(httpStatus).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return `http://127.0.0.1:${address.port}`;
}
