/**
 * Do the reported latencies agree with what the service really did? A server with known delays keeps its own record;
 * canvass loads it at half (or another share) of what this generator can do, and both records are laid side by side. Then the server stops
 * the world for 200 ms every second, which experienced latency must show; service latency hides it behind a few
 * connections.
 *
 * `node bench/truth.ts [seconds] [share of the generator's limit] [plain | tls | h2]`
 */

import { newRunTag } from '../src/judging/tokens.ts';
import { workersOf } from '../src/load/loadPlan.ts';
import { localThreads } from '../src/load/shard/shardThreads.ts';
import { resolveProfile } from '../src/profile/resolveProfile.ts';
import { saturation } from '../src/result/tally/generatorHealth.ts';
import { LatencyCounts } from '../src/result/tally/latencyCounts.ts';
import { Tally } from '../src/result/tally/tally.ts';
import { trustedFile } from '../test/support/tlsFront.ts';
import { protocols } from './target/front.ts';
import { startTruthServer, type TruthServer } from './truth/truthServer.ts';

const seconds = Number(process.argv[2] ?? 10);
const share = Number(process.argv[3] ?? 0.5);
const protocol = protocols.find((each) => each === process.argv[4]) ?? 'plain';
/** So few that most requests wait for one while the world stands still, where service latency does not see them. */
const fewConnections = 8;
/** As many arrivals a second as they carry beside the stalls. */
const fewRate = 1500;
const percentiles = [50, 90, 99, 99.9] as const;

interface Trial {
  readonly take: { readonly experienced: LatencyCounts; readonly service: LatencyCounts };
  readonly all: LatencyCounts;
  readonly requestsPerSecond: number;
  readonly saturated: ReturnType<typeof saturation>;
}

/** Offers arrivals at a rate; the first two seconds are not counted. */
async function offer(
  server: TruthServer,
  arrivalsPerSecond: number,
  lasting: number,
  connections = 4000,
): Promise<Trial> {
  const profile = resolveProfile({
    seed: 9,
    target: {
      baseUrl: server.baseUrl,
      apiKeys: ['truth-key'],
      session: 'cookie',
      timeoutMs: 30_000,
      http2: protocol === 'h2',
      tls: { caFile: trustedFile },
    },
    surveys: { walk: [{ id: 1013 }] },
    respondent: {
      thinkTimeMs: { distribution: 'none' },
      back: 0,
      expire: { probability: 0 },
      invalid: 0,
      abandon: 0,
      resume: 0,
    },
    load: { arrivals: 'poisson', workers: 1, connections: { mode: 'shared', max: connections } },
  });
  const tally = new Tally();
  const finished = Promise.withResolvers<void>();
  const { baseUrl } = server;
  const engine = await localThreads(workersOf(profile)).start(
    { profile, baseUrl, runTag: newRunTag(), schedule: 'adjustable', keepCompletions: false },
    {
      onSecond: (delta) => {
        if (delta.second >= 2 && delta.second < 2 + lasting) tally.add(delta);
        if (delta.second === 1) server.reset();
        if (delta.second === 1 + lasting) finished.resolve();
      },
      onLost: () => {},
    },
  );
  engine.begin();
  engine.setRate(arrivalsPerSecond);
  await finished.promise;
  engine.stop(5000);
  await engine.finished();
  const all = new LatencyCounts();
  let requests = 0;
  for (const endpoint of tally.endpoints.values()) {
    requests += endpoint.requests;
    all.addPairs(endpoint.service.pairs());
  }
  const take = tally.endpoints.get('take') ?? { experienced: new LatencyCounts(), service: new LatencyCounts() };
  return { take, all, requestsPerSecond: requests / lasting, saturated: saturation(tally) };
}

function row(name: string, cells: readonly string[]): void {
  console.log(`${name.padEnd(34)}${cells.map((cell) => cell.padStart(10)).join('')}`);
}

function readings(counts: LatencyCounts): number[] {
  return percentiles.map((percentile) => counts.percentileUs(percentile) / 1000);
}

/** The highest rate of a climb that this generator serves without being at its own limit. */
async function findLimit(): Promise<number> {
  const server = await startTruthServer('none', protocol);
  let limit = 100;
  for (let rate = 500; rate <= 20_000; rate *= 1.5) {
    const { requestsPerSecond, saturated } = await offer(server, rate, 3);
    if (saturated !== null || requestsPerSecond < rate * 2 * 0.97) break;
    limit = rate;
  }
  await server.stop();
  return limit;
}

const limit = await findLimit();
const rate = Math.round(limit * share);
console.log(`generator's limit: about ${Math.round(limit)} arrivals a second (2 requests each); offered: ${rate}\n`);

const server = await startTruthServer('lognormal', protocol);
const known = await offer(server, rate, seconds);
const itself = readings(await server.record());
await server.stop();
row(
  'ms',
  percentiles.map((percentile) => `p${percentile}`),
);
row(
  'the server itself',
  itself.map((value) => value.toFixed(2)),
);
row(
  'reported, service',
  readings(known.all).map((value) => value.toFixed(2)),
);
row(
  'reported, experienced (take)',
  readings(known.take.experienced).map((value) => value.toFixed(2)),
);
let agreed = true;
row(
  'difference, service',
  readings(known.all).map((value, at) => {
    const own = itself[at] ?? 0;
    const within = Math.abs(value - own) <= Math.max(0.5, own * 0.02);
    agreed &&= within;
    return `${(value - own).toFixed(2)}${within ? ' ✓' : ' ✗'}`;
  }),
);
console.log(
  `${Math.round(known.requestsPerSecond)} requests a second; within 2 % or 0.5 ms: ${agreed ? 'yes' : 'no'}\n`,
);

const stalling = await startTruthServer('stalls', protocol);
const stalled = await offer(stalling, Math.min(rate, fewRate), seconds, fewConnections);
await stalling.stop();
console.log(
  `stops the world for 200 ms every second: a fifth of the arrivals wait up to 200 ms; ${fewConnections} connections`,
);
row('ideal', ['~1', '~100', '~190', '~199']);
row(
  'reported, experienced (take)',
  readings(stalled.take.experienced).map((value) => value.toFixed(2)),
);
row(
  'reported, service (take)',
  readings(stalled.take.service).map((value) => value.toFixed(2)),
);
