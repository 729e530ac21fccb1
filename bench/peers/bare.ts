/** `node bare.ts URL SECONDS`: the bare undici loop for so long. */
import { runBareLoop } from '../bareLoop.ts';

const [, , baseUrl = '', seconds = '10'] = process.argv;
const cpu = process.cpuUsage();
const endMs = performance.now() + Number(seconds) * 1000;
let requests = 0;
await runBareLoop(baseUrl, 1001, 64, 'clients', {
  onRequest: () => {
    requests++;
    return performance.now() < endMs;
  },
});
const { user, system } = process.cpuUsage(cpu);
console.log(`requests ${requests}\nloaded cpu ${(user + system) / 1e6}`);
