import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { startService } from '../../src/service/service.ts';
import { runTrial, trialProfile } from '../support/loadRun.ts';

it('a run that loses a thread goes on, and is invalid', async () => {
  const service = await startService();
  const started = once(process, 'worker');
  const load = { workers: 2, stages: [{ durationSeconds: 3, arrivalsPerSecond: 20 }] };
  let seconds = 0;
  const running = runTrial(trialProfile(service.baseUrl, { load }), {
    onProgress: () => {
      if (++seconds === 1) lost?.terminate();
    },
  });
  const [lost]: Worker[] = await started;
  const result = await running;
  await service.close();
  expect(result.verdict).toBe('INVALID');
  expect(result.reasons[0]).toContain('A generating thread was lost');
  expect(result.respondents.started).toBeGreaterThan(20);
  expect(result.respondents.started).toBeLessThan(60);
  expect(result.run.durationSeconds).toBeGreaterThanOrEqual(3);
});
