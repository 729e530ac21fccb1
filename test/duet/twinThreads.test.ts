import type { Worker } from 'node:worker_threads';
import { localTwins } from '../../src/duet/duetWork.ts';
import { twinsLaws } from './twinsLaws.ts';

twinsLaws('threads', async () => {
  let newest: Worker | null = null;
  const onWorker = (worker: Worker): void => {
    newest = worker;
  };
  process.on('worker', onWorker);
  return {
    generators: localTwins(2),
    loseOne: () => void newest?.terminate(),
    share: /A generating thread was lost: .* Its share of the load is missing/,
    close: async () => {
      process.off('worker', onWorker);
    },
  };
});
