import type { Worker } from 'node:worker_threads';
import { localThreads } from '../../../src/load/shard/shardThreads.ts';
import { shardsLaws } from './shardsLaws.ts';

shardsLaws('threads', async () => {
  let newest: Worker | null = null;
  const onWorker = (worker: Worker): void => {
    newest = worker;
  };
  process.on('worker', onWorker);
  return {
    generators: localThreads(2),
    tellsHalves: true,
    loseOne: () => void newest?.terminate(),
    close: async () => {
      process.off('worker', onWorker);
    },
  };
});
