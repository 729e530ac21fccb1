import { shardsLaws } from '../../load/shard/shardsLaws.ts';
import { leadFleet, startWorker } from '../../support/fleet.ts';
import { startNats } from '../../support/natsServer.ts';

shardsLaws('machines', async () => {
  const nats = await startNats();
  const workers = ['a', 'b'].map((name) => startWorker(nats.url, 'laws', { name }));
  await Promise.all(workers.map(({ ready }) => ready));
  const generators = await leadFleet(nats.url, 'laws', 2);
  return {
    generators,
    tellsHalves: false,
    loseOne: () => void workers.pop()?.end(),
    close: async () => {
      await generators.close();
      await Promise.all(workers.map((worker) => worker.end()));
      await nats.stop();
    },
  };
});
