import { Compile } from 'typebox/schema';
import { afterAll, describe, expect, it } from 'vitest';
import { RunResult } from '../../src/result/runResult.ts';
import { startService } from '../../src/service/service.ts';
import { runTrial, trialProfile } from '../support/loadRun.ts';
import { startRawServer } from '../support/rawServer.ts';

const closing: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function service(...args: Parameters<typeof startService>): Promise<string> {
  const running = await startService(...args);
  closing.push(() => running.close());
  return running.baseUrl;
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
    expect(result.connections?.opened).toBeGreaterThan(0);
    expect(result.connections?.handshake.count).toBe(0);
    const { respondents } = result;
    expect(respondents.started).toBe(20);
    expect(respondents.completed + respondents.abandoned + respondents.failed).toBe(20);
    const take = result.endpoints.find(({ endpoint }) => endpoint === 'take');
    expect(take?.requests).toBeGreaterThanOrEqual(20);
    expect(take?.latency.experienced.count).toBe(take?.outcomes.ok);
    expect(result.timeline.points.reduce((sum, { arrivals }) => sum + arrivals, 0)).toBe(20);
    expect(result.coverage.transitions.items.begin).toBe(20);
    expect(result.judgements?.thresholds).toEqual({ judgement: 'met', met: 2, missed: 0, untold: 0 });
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
});

it('a target that hangs gives time-outs, with the time that was waited as their latency', async () => {
  const server = await startRawServer(() => {});
  closing.push(() => server.close());
  const result = await runTrial(trialProfile(server.baseUrl, { target: { timeoutMs: 300 } }));
  const [take] = result.endpoints;
  expect(result.verdict).toBe('INVALID');
  expect(result.reasons[0]).toContain('never answered');
  expect(take?.outcomes.timeout).toBe(20);
  expect(take?.latency.experienced.min).toBeGreaterThanOrEqual(299_000);
});
