import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { probes } from '../../../src/conformance/probes/allProbes.ts';
import { conformResult } from '../../../src/conformance/run/conformResult.ts';
import { ExchangeLog } from '../../../src/conformance/run/exchangeLog.ts';
import { conform } from '../../../src/conformance/run/exerciseClauses.ts';
import { probesOf } from '../../../src/conformance/run/selection.ts';
import type { ClauseId } from '../../../src/contract/clause.ts';
import { questionIds } from '../../../src/contract/questions/openQuestions.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { resolveProfile } from '../../../src/profile/resolveProfile.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { metaOf } from '../../../src/runs/runMeta.ts';
import { startService } from '../../../src/service/service.ts';
import { listening } from '../../support/freePort.ts';

/** A server whose answer to request `count` (from 1) is up to the test. */
async function serve(answer: (response: ServerResponse, count: number, path: string) => void): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    answer(response, ++count, request.url ?? '');
  });
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

/** Answers as the service does to a plain GET. */
async function passOn(url: string, response: ServerResponse): Promise<void> {
  try {
    const answer = await fetch(url, { headers: { 'api-key': 'canvass-key' } });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  } catch {
    response.destroy();
  }
}

async function resultOf(
  baseUrl: string,
  timeoutMs = 5000,
  key = 'canvass-key',
  mostRequests = Number.POSITIVE_INFINITY,
  only: readonly ClauseId[] = clauseIds,
) {
  const profile = resolveProfile({
    name: 'poor',
    seed: 1,
    target: { baseUrl, timeoutMs, apiKeys: [key] },
    surveys: { walk: [{ id: 1001, weight: 1 }] },
  });
  const log = new ExchangeLog();
  let requests = 0;
  const startedAt = new Date();
  const findings = await conform({
    profile,
    baseUrl,
    probes: only === clauseIds ? probes : only.flatMap(probesOf),
    respondents: only === clauseIds ? 20 : 0,
    seed: 1,
    isOver: () => requests >= mostRequests,
    onExchange: (exchange) => {
      requests++;
      log.onExchange(exchange);
    },
    onProbe: () => {},
  });
  return conformResult(metaOf(profile, 'poor', startedAt, 1, 0, [], null), log, findings, {
    endedAt: new Date(),
    interrupted: false,
    bound: requests >= mostRequests ? `${mostRequests} requests` : null,
    only,
    asked: questionIds,
    acceptable: nothingAcceptable,
    minCoveragePercent: null,
    troubles: [],
  });
}

test('a web site in place of the service: the first reason asks for the base URL', async () => {
  const baseUrl = await serve((response) => response.setHeader('content-type', 'text/html').end('<html>Hello</html>'));
  const { verdict, reasons } = await resultOf(baseUrl);
  expect(verdict).toBe('INVALID');
  expect(reasons[0]).toBe(
    '20 of 20 walks of survey 1001 got nowhere: answers had no documented form. Is target.baseUrl the survey service? Correct it if not.',
  );
});

test('a key that the service does not know: the first reason asks for the key', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const { verdict, reasons } = await resultOf(service.baseUrl, 5000, 'another-key');
  expect(verdict).toBe('INVALID');
  expect(reasons[0]).toMatch(
    /^\d+ of \d+ walks of survey 1001 .* the API key was refused \(401 or 403\)\. Set target\.apiKeys/,
  );
});

test('a clause that the profile leaves no way to exercise: reason and next step name what it lacks', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const result = await resultOf(service.baseUrl, 5000, 'canvass-key', Number.POSITIVE_INFINITY, ['KEY-REGENERATE-03']);
  expect(result.verdict).toBe('INVALID');
  expect(result.reasons[0]).toBe('No request was sent: the profile has no admin.regenerateKey.');
  // That canvass stood still for a while besides is no cause to remove.
  const away = { code: 'generator-away', what: 'thread', atSecond: 1, seconds: 1, times: 1 } as const;
  expect(summaryContent({ ...result, reasonCodes: [...(result.reasonCodes ?? []), away] }).next).toEqual([
    'Change what kept it from being looked at, and run again: the profile has no admin.regenerateKey.',
  ]);
});

test('a target that never answers proves nothing, and the run is given up soon', async () => {
  const baseUrl = await serve(() => {});
  const { verdict, reasons, endpoints } = await resultOf(baseUrl, 50);
  expect(verdict).toBe('INVALID');
  expect(reasons).toEqual([expect.stringMatching(/^The target never answered: response-timeout × \d+\.$/)]);
  expect(endpoints.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThan(100);
});

test('a run that ends before anybody has finished a survey proves nothing, and a few requests more do', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const early = await resultOf(service.baseUrl, 5000, 'canvass-key', 8);
  expect(early).toMatchObject({ verdict: 'INVALID', judgements: { promises: { judgement: 'kept' } } });
  expect(early.reasons[0]).toMatch(/^It ended after 8 requests, before anybody came to the end of a survey: what \d+ /);
  const later = await resultOf(service.baseUrl, 5000, 'canvass-key', 200);
  expect(later).toMatchObject({ verdict: 'PASS', judgements: { target: { judgement: 'there' } } });
  expect(later.reasons[0]).toMatch(/^It ended after 200 requests, as asked; not reached: /);
});

test('a target that goes silent in the middle is given up, with the reason', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const baseUrl = await serve((response, count, path) => {
    if (count > 30) return;
    void passOn(service.baseUrl + path, response);
  });
  const { reasons } = await resultOf(baseUrl, 1000);
  expect(reasons.join(' ')).toContain('The target stopped answering: the last');
});

test('a request that is refused with 429 is sent again, and nothing is held against the service', async () => {
  const service = await startService();
  onTestFinished(() => service.close());
  const refused = new Set<number>();
  const baseUrl = await serve((response, count, path) => {
    if (count % 10 === 0) {
      refused.add(count);
      response.writeHead(429, { 'retry-after': '0' }).end('{}');
      return;
    }
    void passOn(service.baseUrl + path, response);
  });
  const { clauses, observations } = await resultOf(baseUrl);
  expect(refused.size).toBeGreaterThan(3);
  expect(clauses.find(({ id }) => id === 'ROUTE-TAKE-01')).toMatchObject({ verdict: 'CONFORMS' });
  expect(observations.find(({ id }) => id === 'Q-RATE-LIMIT')?.alternatives[0]?.value).toBe('429 with Retry-After');
});
