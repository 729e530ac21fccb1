import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { localThreads } from '../../../src/load/shard/shardThreads.ts';
import type { SecondDelta } from '../../../src/result/tally/delta.ts';
import { startService } from '../../../src/service/service.ts';
import { trialProfile } from '../../support/loadRun.ts';
import { shardsLaws } from './shardsLaws.ts';

shardsLaws('threads', async () => {
  let newest: Worker | null = null;
  const onWorker = (worker: Worker): void => {
    newest = worker;
  };
  process.on('worker', onWorker);
  return {
    generators: localThreads(2),
    loseOne: () => void newest?.terminate(),
    close: async () => {
      process.off('worker', onWorker);
    },
  };
});

it('threads tell half of each second while it goes on, and the second holds it', async () => {
  const service = await startService();
  const { baseUrl } = service;
  const profile = trialProfile(baseUrl, { load: { stages: [{ durationSeconds: 3, arrivalsPerSecond: 40 }] } });
  const plan = { profile, baseUrl, runTag: 'halves1', schedule: 'stages', keepCompletions: false } as const;
  const halves: SecondDelta[] = [];
  const seconds: SecondDelta[] = [];
  let late = 0;
  const shards = await localThreads(2).start(plan, {
    onUnsummed: (delta) => {
      if (seconds.length > delta.second) late++;
      if (delta.seconds === 0.5) halves.push(delta);
    },
    onSecond: (delta) => seconds.push(delta),
    onLost: () => {},
  });
  shards.begin();
  await shards.finished();
  await service.close();
  expect(late).toBe(0);
  expect(halves.filter(({ second }) => second < 3).map(({ shard }) => shard)).toEqual(
    expect.arrayContaining([0, 0, 0, 1, 1, 1]),
  );
  const whole = seconds.reduce((sum, { arrivals }) => sum + arrivals, 0);
  expect(whole).toBe(120);
  for (const { second, endpoints, health } of seconds.slice(0, 3)) {
    const requests = halves
      .filter((half) => half.second === second)
      .reduce((sum, half) => sum + (half.endpoints.take?.requests ?? 0), 0);
    expect(endpoints.take?.requests ?? 0).toBeGreaterThanOrEqual(requests);
    expect(health.length).toBe(2);
  }
});
