import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { Compile } from 'typebox/schema';
import { afterAll, describe, expect, it } from 'vitest';
import { ToolError } from '../../src/errors.ts';
import { RunResult } from '../../src/result/runResult.ts';
import { altered } from '../../src/selftest/altered.ts';
import { startService } from '../../src/service/service.ts';
import { runTrial, trialProfile } from '../support/loadRun.ts';

/** What tests opened stays open until the last one is done: some run at the same time. */
const closing: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function service(...args: Parameters<typeof startService>): Promise<string> {
  const running = await startService(...args);
  closing.push(() => running.close());
  return running.baseUrl;
}

async function httpTarget(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

async function tcpTarget(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const validator = Compile(RunResult);

describe('a load run', () => {
  it('against a service that limits calls is no measurement of the load that was asked for, and says what is left', async () => {
    const baseUrl = await service({
      rateLimits: { perKeyPerMinute: 60, perOrganizationPerMinute: 60, minuteMs: 1000 },
    });
    const { verdict, reasons, reasonCodes } = await runTrial(trialProfile(baseUrl));
    expect(verdict).toBe('INVALID');
    expect(reasonCodes?.map(({ code }) => code)).toContain('rate-limited');
    expect(reasons.join(' ')).toMatch(/leaves room for about \d+ of these respondents a minute/);
  });

  it('against a faithful service passes, with everything counted', async () => {
    const baseUrl = await service();
    const result = await runTrial(trialProfile(baseUrl, { thresholds: ['violations == 0', 'errors.rate == 0%'] }));
    expect(result).toMatchObject({ verdict: 'PASS', reasons: [], violations: [] });
    expect(validator.Check(result)).toBe(true);
    const { respondents } = result;
    expect(respondents.started).toBe(20);
    expect(respondents.completed + respondents.abandoned + respondents.failed).toBe(20);
    const take = result.endpoints.find(({ endpoint }) => endpoint === 'take');
    expect(take?.requests).toBeGreaterThanOrEqual(20);
    expect(take?.latency.experienced.count).toBe(take?.outcomes.ok);
    expect(result.timeline.points.reduce((sum, { arrivals }) => sum + arrivals, 0)).toBe(20);
    expect(result.coverage.transitions.items.begin).toBe(20);
    expect(result.thresholds.every(({ passed }) => passed)).toBe(true);
  });

  it('sends the same requests, however many threads share them', async () => {
    const baseUrl = await service();
    const counts = await Promise.all(
      [1, 3].map(async (workers) => {
        const result = await runTrial(trialProfile(baseUrl, { load: { workers } }));
        return result.endpoints.map(({ endpoint, requests }) => [endpoint, requests]);
      }),
    );
    expect(counts[0]).toEqual(counts[1]);
  });

  it('keeps a population in the closed model', async () => {
    const baseUrl = await service();
    const load = { model: 'closed', arrivals: 'poisson', stages: [{ durationSeconds: 1, respondents: 4 }] };
    const result = await runTrial(trialProfile(baseUrl, { load }));
    // Whether a busy machine kept up with the measurement is another matter.
    expect(result).toMatchObject({ violations: [], validity: { conformance: { valid: true } } });
    expect(result.respondents.peak).toBeLessThanOrEqual(4);
    expect(result.respondents.started).toBeGreaterThan(4);
  });

  it('fails when the service breaks a promise, with a witness', async () => {
    const { chooseFaults } = await import('../../src/selftest/faults/faults.ts');
    const baseUrl = await service(altered({ faults: chooseFaults('server-error:10') }));
    const result = await runTrial(trialProfile(baseUrl));
    expect(result.verdict).toBe('FAIL');
    expect(result.violations[0]?.witness.steps.length).toBeGreaterThan(0);
    expect(result.reasons[0]).toContain('breaks');
  });

  it('fails when a threshold is missed, and is invalid when one could not be judged', async () => {
    const baseUrl = await service();
    const missed = await runTrial(trialProfile(baseUrl, { thresholds: ['requests < 3'] }));
    expect(missed).toMatchObject({ verdict: 'FAIL', reasons: [expect.stringContaining('requests < 3')] });
    const unknown = await runTrial(
      trialProfile(baseUrl, { thresholds: ['endpoint(fetch-response).latency.p99 < 1s'] }),
    );
    expect(unknown.verdict).toBe('INVALID');
    expect(unknown.reasons[0]).toContain('could not be judged');
  });

  it('ends early when a threshold says so', async () => {
    const baseUrl = await service();
    const load = { stages: [{ durationSeconds: 30, arrivalsPerSecond: 10 }] };
    const thresholds = [{ expression: 'requests < 5', windowSeconds: 1, abort: true }];
    const result = await runTrial(trialProfile(baseUrl, { load, thresholds }));
    expect(result.run.durationSeconds).toBeLessThan(20);
    expect(result.thresholds[0]).toMatchObject({ passed: false, abortedAtSecond: 0 });
    expect(result.verdict).toBe('FAIL');
  });

  it('is invalid when arrivals are dropped', async () => {
    const baseUrl = await service({ latency: () => 300 });
    const result = await runTrial(trialProfile(baseUrl, { load: { maxRespondents: 2 } }));
    expect(result.verdict).toBe('INVALID');
    expect(result.generator.droppedArrivals).toBeGreaterThan(0);
    expect(result.reasons.join(' ')).toContain('dropped');
    expect(result.generator.advice.join(' ')).toContain('maxRespondents');
  });

  it('writes what it has when it is interrupted', async () => {
    const baseUrl = await service();
    const interrupt = new AbortController();
    const load = { stages: [{ durationSeconds: 60, arrivalsPerSecond: 10 }] };
    const result = await runTrial(trialProfile(baseUrl, { load, respondent: {} }), {
      interrupt: interrupt.signal,
      onProgress: () => interrupt.abort(),
    });
    expect(result.run.interrupted).toBe(true);
    expect(result.respondents.started).toBeGreaterThan(0);
    expect(result.run.durationSeconds).toBeLessThan(30);
  });

  it('refuses a threshold that it does not understand before anything is sent', async () => {
    let asked = 0;
    const baseUrl = await httpTarget((_, response) => {
      asked++;
      response.end();
    });
    await expect(runTrial(trialProfile(baseUrl, { thresholds: ['latency.p99 < 4'] }))).rejects.toThrow(ToolError);
    expect(asked).toBe(0);
  });
});

describe.concurrent('a target that', () => {
  it('is down gives an invalid run that says so', async () => {
    const gone = await startService();
    await gone.close();
    const result = await runTrial(trialProfile(gone.baseUrl));
    expect(result.verdict).toBe('INVALID');
    expect(result.reasons[0]).toBe('The target never answered: refused × 20.');
  });

  it('hangs gives time-outs, with the time that was waited as their latency', async () => {
    const baseUrl = await tcpTarget(() => {});
    const result = await runTrial(trialProfile(baseUrl, { target: { timeoutMs: 300 } }));
    const [take] = result.endpoints;
    expect(result.verdict).toBe('INVALID');
    expect(result.reasons[0]).toContain('never answered');
    expect(take?.outcomes.timeout).toBe(20);
    expect(take?.latency.experienced.min).toBeGreaterThanOrEqual(299_000);
  });

  it.each([
    ['sends HTML', '<html><body>Welcome</body></html>', 'text/html'],
    ['sends half a JSON', '{"response": {"status": "succ', 'application/json'],
  ])('%s proves nothing of the service, and what is wrong has its witness', async (_, body, type) => {
    const baseUrl = await httpTarget((_request, response) => {
      response.setHeader('content-type', type).end(body);
    });
    const result = await runTrial(trialProfile(baseUrl));
    expect(result.verdict).toBe('INVALID');
    expect(result.reasons[0]).toContain('answers had no documented form');
    expect(result.endpoints[0]?.outcomes.malformed).toBe(20);
    expect(result.violations.length).toBeGreaterThan(0);
  });
});
