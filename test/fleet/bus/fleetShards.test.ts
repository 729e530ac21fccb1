import { shardsLaws } from '../../load/shard/shardsLaws.ts';
import { leadFleet, startWorker, type TestWorker } from '../../support/fleet.ts';
import { startNats } from '../../support/natsServer.ts';

shardsLaws('machines', async () => {
  const nats = await startNats();
  const workers: TestWorker[] = [];
  for (const name of ['a', 'b']) {
    const worker = startWorker(nats.url, 'laws', { name });
    // One that cannot join says why here.
    await worker.ready;
    workers.push(worker);
  }
  const generators = await leadFleet(nats.url, 'laws', 2);
  return {
    generators,
    loseOne: () => void workers.pop()?.end(),
    close: async () => {
      await generators.close();
      await Promise.all(workers.map((worker) => worker.end()));
      await nats.stop();
    },
  };
});
