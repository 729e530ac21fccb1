import { expect, test } from 'vitest';
import { startDashboard } from '../../src/report/live/dashboard.ts';
import { startService } from '../../src/service/service.ts';
import { fuzz, livePageToFuzz, serviceToFuzz } from '../support/fuzz.ts';
import { sampleProgress } from '../support/sampleProgress.ts';
import { failingResult } from '../support/sampleResults.ts';

// The long run of the same, in processes of their own, is bench/fuzz.ts.
const shortMs = 1000;
const seed = 20_260_301;

test('the embedded service goes on answering under random bytes, broken HTTP and random JSON', async () => {
  const service = await startService();
  const port = Number(new URL(service.baseUrl).port);
  const { attempts, failures } = await fuzz(serviceToFuzz(port), seed, performance.now() + shortMs);
  await service.close();
  expect(failures).toEqual([]);
  expect(attempts).toBeGreaterThan(10);
});

test('the live page goes on answering under the same, and nobody stops its run', async () => {
  let stops = 0;
  const dashboard = await startDashboard({ port: 0, onStop: () => stops++ });
  dashboard.update(sampleProgress(failingResult(), 1));
  const port = Number(new URL(dashboard.url).port);
  const { attempts, failures } = await fuzz(livePageToFuzz(port), seed, performance.now() + shortMs);
  await dashboard.close();
  expect({ failures, stops }).toEqual({ failures: [], stops: 0 });
  expect(attempts).toBeGreaterThan(10);
});
