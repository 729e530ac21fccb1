/** `node bare.ts URL SECONDS PROTOCOL`: the bare undici loop for so long. */
import { runBareLoop } from '../bareLoop.ts';
import { protocols } from '../target/front.ts';

const [, , baseUrl = '', seconds = '10', spoken] = process.argv;
const protocol = protocols.find((each) => each === spoken) ?? 'plain';
const cpu = process.cpuUsage();
const endMs = performance.now() + Number(seconds) * 1000;
let requests = 0;
await runBareLoop(baseUrl, 1001, 64, protocol, {
  onRequest: () => {
    requests++;
    return performance.now() < endMs;
  },
});
const { user, system } = process.cpuUsage(cpu);
console.log(`requests ${requests}\nloaded cpu ${(user + system) / 1e6}`);
