import { expect, test } from 'vitest';
import { epochNowMs } from '../../src/client/clock.ts';
import { Dropped } from '../../src/fleet/channel.ts';
import { loadCodec } from '../../src/fleet/messageCodec.ts';
import { Outbox, WorkerRun } from '../../src/fleet/worker/workerRun.ts';
import { loadWork } from '../../src/load/shard/loadWork.ts';
import { wholeRange } from '../../src/load/shard/shards.ts';
import { threadsHere } from '../support/inThisThread.ts';
import { trialProfile } from '../support/loadRun.ts';

test('a rate that the leader tells before the run begins counts when it has begun', async () => {
  const baseUrl = 'http://127.0.0.1:1';
  const profile = trialProfile(baseUrl, { load: { stages: [{ durationSeconds: 0.25, arrivalsPerSecond: 4 }] } });
  const plan = { profile, baseUrl, runTag: 'early', schedule: 'stages', keepCompletions: false } as const;
  let arrivals = 0;
  const ended = Promise.withResolvers<void>();
  const outbox = new Outbox(async (_, message) => {
    if (message.kind === 'second') arrivals += message.delta.arrivals;
    else ended.resolve();
  });
  const threadsAgain = threadsHere();
  const run = await WorkerRun.prepare('early', loadWork(plan), loadCodec, wholeRange(1), outbox, new Dropped(() => {}));
  threadsAgain();
  const rates = [{ fromMs: 0, arrivalsPerSecond: 400 }];
  const beat = { run: 'early', rates, stops: [], summedSeconds: 0, lost: [], over: false };
  run.follow(beat);
  run.begin(epochNowMs());
  run.follow(beat);
  await ended.promise;
  expect(arrivals).toBeGreaterThan(4);
});
