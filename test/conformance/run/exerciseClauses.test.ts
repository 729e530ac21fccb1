import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { probes as allProbes } from '../../../src/conformance/probes/allProbes.ts';
import { datapads } from '../../../src/conformance/probes/resourceProbes.ts';
import { conform, LivenessGuard } from '../../../src/conformance/run/exerciseClauses.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import { resolveProfile } from '../../../src/profile/resolveProfile.ts';
import { selftestProfile } from '../../../src/selftest/selftestSubjects.ts';
import { startService } from '../../../src/service/service.ts';
import { listening } from '../../support/freePort.ts';

async function run(baseUrl: string, profile = selftestProfile(1), respondents = 20, probes = allProbes) {
  const { environment, crowd } = await conform({
    profile,
    baseUrl,
    probes,
    respondents,
    seed: 1,
    isOver: () => false,
    onExchange: () => {},
    onProbe: () => {},
  });
  return { evidence: environment.evidence, crowd, ...verdictsOf(environment.evidence, nothingAcceptable, clauseIds) };
}

async function serve(
  handler: (path: string) => { status: number; type: string; body: string } | null,
): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const answer = handler(request.url ?? '');
    if (answer === null) request.socket.destroy();
    else response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  });
  const port = await listening(server);
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${port}`;
}

test('a 500 that is no standard error is the reason why its row was not looked at', async () => {
  const url = await serve(() => ({ status: 500, type: 'text/html', body: '<h1>Oh</h1>' }));
  const { clauses } = await run(url, selftestProfile(1), 0);
  expect(clauses.find(({ id }) => id === 'ERROR-500-01')?.reason).toMatch(/^each HTTP 500 came with another body/);
});

test('the bad luck of its respondents is counted', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const profile = selftestProfile(1);
  const badLuck = { ...profile.respondent.badLuck, doubleSubmit: 0.5 };
  const { crowd } = await run(service.baseUrl, { ...profile, respondent: { ...profile.respondent, badLuck } }, 10, []);
  expect(Object.keys(crowd?.injected ?? {})).toEqual(['doubleSubmit']);
});

test('what the profile lacks is not exercised, with the reason', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const profile = resolveProfile({ name: 'bare', seed: 1, target: { baseUrl: 'embedded' } });
  const { clauses, violations } = await run(service.baseUrl, profile, 5);
  expect(violations).toEqual([]);
  const of = (id: string) => clauses.find((clause) => clause.id === id);
  expect(of('STATUS-CLOSED-01')).toMatchObject({
    verdict: 'NOT-EXERCISED',
    reason: 'the profile names no surveys.closed',
  });
  expect(of('DEPARTMENT-CREATE-01')?.reason).toContain('admin.mutate');
});

test('an id of the profile that the service does not know is named', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const admin = { surveyId: 1001, datapadId: 999, mutate: true };
  const profile = resolveProfile({ name: 'wrong', seed: 1, target: { baseUrl: 'embedded' }, admin });
  const { clauses } = await run(service.baseUrl, profile, 0, [datapads]);
  const reason = clauses.find(({ id }) => id === 'DATAPAD-UPDATE-01')?.reason;
  expect(reason).toMatch(/^update-datapad was refused: HTTP 404.*: is admin\.datapadId 999 right\?$/);
});

test('a service that is half broken still gets a whole report', async () => {
  const page = {
    response: {
      status: 'success',
      meta: {},
      navigation: { nextPageSubmitUrl: 7 },
      questions: [{ html: 1, json: '{' }],
    },
    requestID: 1,
  };
  const baseUrl = await serve((path) => {
    if (path.includes('take')) return { status: 200, type: 'application/json', body: JSON.stringify(page) };
    if (path.includes('submit')) return { status: 500, type: 'text/html', body: '<html><h1>Oops</h1></html>' };
    return path.includes('previous') ? null : { status: 404, type: 'application/json', body: '[]' };
  });
  const { evidence, clauses, violations } = await run(baseUrl);
  expect(evidence.probeErrors).toEqual([]);
  expect(clauses.length).toBe(clauseIds.length);
  const failing = new Set(violations.map(({ clause }) => clause));
  for (const clause of [
    'ENVELOPE-REQUEST-ID-01',
    'PAGE-FINAL-01',
    'SANITY-HTML-01',
    'SANITY-5XX-01',
    'SANITY-CONNECTION-01',
    'ROUTE-LIST-RESPONSES-01',
  ]) {
    expect(failing, clause).toContain(clause);
  }
  for (const { witness } of violations) expect(witness.steps[witness.failingStep]).toBeDefined();
});

function afterRefusals(hasKeyInUse: boolean, everyMs = 6000): LivenessGuard {
  const guard = new LivenessGuard();
  for (let count = 0; count < 30; count++)
    guard.note({ endMs: count * everyMs, failure: null, httpStatus: 429 }, hasKeyInUse);
  return guard;
}

test('a service that refuses every request with a good key for minutes is as good as gone', () => {
  const guard = afterRefusals(true);
  expect(guard.isExhausted).toBe(true);
  expect(guard.reason).toMatchObject({ code: 'always-throttled' });
});

test('a limiter that lets nobody in for some seconds is waited for', () => {
  const guard = afterRefusals(true, 1000);
  expect(guard.isExhausted).toBe(false);
  expect(guard.reason).toBeNull();
});

test('a service that locks out who tries wrong keys is there', () => {
  const guard = afterRefusals(false);
  expect(guard.isExhausted).toBe(false);
  expect(guard.reason).toBeNull();
});

test('a service that goes in several ways is said to have gone in the most frequent one', () => {
  const guard = new LivenessGuard();
  const note = (failure: 'reset' | 'closed' | 'refused' | null) =>
    guard.note({ endMs: 1, failure, httpStatus: failure === null ? 200 : 0 }, true);
  for (const failure of ['refused', 'refused', null, 'reset', 'reset', 'reset', 'closed', 'refused'] as const)
    note(failure);
  expect(guard.reason).toEqual({ code: 'stopped-answering', requests: 5, failure: 'reset' });
});
