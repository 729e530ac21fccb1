import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { apiKeyHeader, pathOf } from '../../src/contract/endpoints.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { reachTarget, startAhead } from '../../src/runs/embeddedService.ts';

const folder = mkdtempSync(join(tmpdir(), 'canvass-'));

function requestOf(text: string, baseUrl: string | null = null) {
  const profile = join(folder, 'own.yaml');
  writeFileSync(profile, text);
  return { profile, baseUrl, datacenter: null, seed: null, set: [], cwd: folder, environment: {} };
}

/** The threads that are started from now on. */
function threadsStarted(): readonly Worker[] {
  const threads: Worker[] = [];
  const onWorker = (worker: Worker): void => void threads.push(worker);
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  return threads;
}

test('a service that was started ahead is the one that the run reaches, with the keys of its profile', async () => {
  const threads = threadsStarted();
  const request = requestOf('target:\n  baseUrl: embedded\n');
  startAhead(request);
  startAhead(request);
  const target = await reachTarget(resolveProfile({ target: { baseUrl: 'embedded', apiKeys: ['mine'] } }));
  onTestFinished(() => target.close());
  expect(threads).toHaveLength(1);
  const url = target.baseUrl + pathOf('take', { survey_id: 1001 });
  const take = (key: string) => fetch(url, { headers: { [apiKeyHeader]: key } });
  expect([(await take('mine')).status, (await take('canvass-key')).status]).toEqual([200, 401]);
});

test('nothing is started ahead for another service, nor where the profile cannot be read', () => {
  const threads = threadsStarted();
  startAhead(requestOf('target: { baseUrl: http://127.0.0.1:8080 }\n'));
  startAhead(requestOf('target:\n  baseUrl: embedded\n', 'http://127.0.0.1:8080'));
  startAhead({ ...requestOf(''), profile: 'no-such-profile' });
  expect(threads).toEqual([]);
});
