/**
 * What a validated request costs: canvass with every check, histogram and behaviour against the smallest undici loop
 * without any, on the same walk of the same target, in turns, in one process. CPU time is the process's own, user and
 * system, from the instant at which every connection is in use: connecting is no part of a request.
 *
 * `node bench/cost.ts [rounds] [requests per round] [plain | tls | h2] [compact | blanks | wrong]`: the last is how the target
 * writes its answers (`target/answerStyle.ts`).
 */
import { runBareLoop } from './bareLoop.ts';
import { type Behaviour, runCrowdLoop } from './crowdLoop.ts';
import { answerStyles } from './target/answerStyle.ts';
import { protocols } from './target/front.ts';
import { startTarget } from './target/startTarget.ts';

const rounds = Number(process.argv[2] ?? 25);
const requestsPerRound = Number(process.argv[3] ?? 6000);
const protocol = protocols.find((each) => each === process.argv[4]) ?? 'plain';
const style = answerStyles.find((each) => each === process.argv[5]) ?? 'compact';
const surveyId = 1001;
const connections = 64;

/** Over TLS each of them costs handshakes on both sides. */
const manyConnections = protocol === 'plain' ? 5000 : 256;

interface Contender {
  readonly name: string;
  readonly connections: number;
  run(meter: Meter, round: number): Promise<void>;
}

/** CPU time of `requestsPerRound` requests that come after a first one or two on each connection. */
class Meter {
  costUs = Number.NaN;
  readonly #first: number;
  readonly #last: number;
  #ended = 0;
  #before = process.cpuUsage();

  constructor(connections: number) {
    this.#first = 2 * connections;
    this.#last = this.#first + requestsPerRound;
  }

  onRequest(): boolean {
    this.#ended++;
    if (this.#ended === this.#first) this.#before = process.cpuUsage();
    if (this.#ended !== this.#last) return this.#ended < this.#last;
    const { user, system } = process.cpuUsage(this.#before);
    this.costUs = (user + system) / requestsPerRound;
    return false;
  }
}

const target = await startTarget('fastTarget.ts', protocol, style);

function bare(dispatchers: 'pool' | 'clients'): Contender {
  return {
    name: `bare undici loop, ${dispatchers === 'pool' ? 'Pool' : 'one Client each'}`,
    connections,
    run: (meter) => runBareLoop(target.baseUrl, surveyId, connections, protocol, dispatchers, meter),
  };
}

function canvass(behaviour: Behaviour, max: number): Contender {
  return {
    name: `canvass, ${behaviour}${max === connections ? '' : `, ${max} connections`}`,
    connections: max,
    run: async (meter, round) => {
      const shared = { mode: 'shared', max } as const;
      const run = await runCrowdLoop(target.baseUrl, surveyId, protocol, max, shared, behaviour, meter, round);
      const failed = Object.entries(run.outcomes).filter(
        ([outcome]) => outcome !== 'ok' && outcome !== 'expectedRejection',
      );
      if (run.violations.length > 0 !== (style === 'wrong') || failed.length > 0) {
        throw new Error(`the walks went wrong: ${JSON.stringify([run.violations, run.outcomes])}`);
      }
    },
  };
}

const contenders = [
  bare('pool'),
  bare('clients'),
  canvass('submit only', connections),
  canvass('all behaviours', connections),
  canvass('all behaviours', manyConnections),
];
const costs = contenders.map((): number[] => []);
for (const contender of contenders) await contender.run(new Meter(contender.connections), 0);
for (let round = 1; round <= rounds; round++) {
  for (const [at, contender] of contenders.entries()) {
    const meter = new Meter(contender.connections);
    await contender.run(meter, round);
    costs[at]?.push(meter.costUs);
  }
}
target.stop();

/** The bare loop that is cheaper in the median, round by round: what else the machine does drifts, rounds are neighbours. */
const [pool = [], clients = []] = costs;
const yardstick = median(pool) < median(clients) ? pool : clients;
console.log(
  `${rounds} rounds of ${requestsPerRound} requests in turns; CPU µs per request: least, median; ratio: median of rounds`,
);
for (const [at, { name }] of contenders.entries()) {
  const each = costs[at] ?? [];
  const ratios = each.map((cost, round) => cost / (yardstick[round] ?? Number.NaN));
  const least = Math.min(...each)
    .toFixed(1)
    .padStart(6);
  console.log(`${name.padEnd(46)} ${least} ${median(each).toFixed(1).padStart(6)}  ratio ${median(ratios).toFixed(2)}`);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
