/** `node canvass.ts URL SECONDS PROTOCOL`: a closed population of canvass for so long, as `canvass load` runs it in one thread. */

import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { Redactor } from '../../src/client/redact.ts';
import { HealthMonitor } from '../../src/load/health/healthMonitor.ts';
import { ShardRunner } from '../../src/load/shard/shardRunner.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { createCrowd } from '../../src/respondent/createCrowd.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { targetOptions } from '../../test/support/targetOptions.ts';
import { trustedFile } from '../../test/support/tlsFront.ts';

const [, , baseUrl = '', seconds = '10', protocol] = process.argv;
const profile = resolveProfile({
  seed: 1,
  target: { baseUrl, apiKeys: ['bench-key'], session: 'cookie' },
  surveys: { walk: [{ id: 1001 }], required: { '1001': [101, 103, 105, 106, 107] } },
  respondent: { thinkTimeMs: { distribution: 'none' } },
  load: { model: 'closed', stages: [{ durationSeconds: Number(seconds), respondents: 64 }], warmupSeconds: 0 },
});
const clock = new RealClock();
const health = new HealthMonitor();
const transport = createTransport(
  targetOptions(baseUrl, {
    connections: { mode: 'shared', max: 64 },
    http2: protocol === 'h2',
    tls: { caFile: trustedFile },
  }),
);
const tally = new Tally();
const cpu = process.cpuUsage();
const runner = new ShardRunner(
  { profile, baseUrl, runTag: 'bench0', schedule: 'stages', keepCompletions: false, shard: 0, shards: 1 },
  {
    clock,
    transport,
    completions: null,
    exchangeEnded: (endMs) => clock.nudge(endMs),
    takeConnections: () => null,
    takeHealth: (sockets) => health.take(sockets),
    createCrowd: (observer, completions) =>
      createCrowd({
        profile,
        baseUrl,
        transport,
        clock,
        observer,
        seed: 1,
        run: 'bench0',
        redactor: new Redactor(['bench-key']),
        completions,
      }),
  },
  {
    onSecond: (delta) => tally.add(delta),
    onFinished: () => {
      health.close();
      if (tally.violations.events(() => false) > 0) throw new Error(JSON.stringify(tally.listViolations()[0]));
      const { user, system } = process.cpuUsage(cpu);
      console.log(`requests ${tally.requestsEver}\nloaded cpu ${(user + system) / 1e6}`);
    },
  },
  performance.now(),
);
runner.run();
