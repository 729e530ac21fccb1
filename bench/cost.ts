/**
 * What a validated request costs: canvass with every check, histogram and behaviour against the smallest undici loop
 * without any, on the same walk of the same target, in turns, in one process. CPU time is the process's own, so that
 * what else runs on the machine matters little.
 *
 * `node bench/cost.ts [rounds] [requests per round]`
 */
import { runBareLoop } from './bareLoop.ts';
import { type Behaviour, runCrowdLoop } from './crowdLoop.ts';
import { startTarget } from './target/startTarget.ts';

const rounds = Number(process.argv[2] ?? 15);
const requestsPerRound = Number(process.argv[3] ?? 10_000);
const surveyId = 1001;
const connections = 64;

interface Contender {
  readonly name: string;
  run(requests: number, round: number): Promise<number>;
}

class Counter {
  ended = 0;
  readonly #wanted: number;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  onRequest(): boolean {
    return ++this.ended < this.#wanted;
  }
}

const target = await startTarget('fastTarget.ts');

function bare(dispatchers: 'pool' | 'clients'): Contender {
  return {
    name: `bare undici loop, ${dispatchers === 'pool' ? 'Pool' : 'one Client each'}`,
    run: async (requests) => {
      const counter = new Counter(requests);
      await runBareLoop(target.baseUrl, surveyId, connections, dispatchers, counter);
      return counter.ended;
    },
  };
}

function canvass(behaviour: Behaviour, population: number, max: number): Contender {
  return {
    name: `canvass, ${behaviour}${max === connections ? '' : `, ${max} connections`}`,
    run: async (requests, round) => {
      const counter = new Counter(requests);
      const shared = { mode: 'shared', max } as const;
      const run = await runCrowdLoop(target.baseUrl, surveyId, population, shared, behaviour, counter, round);
      const failed = Object.entries(run.outcomes).filter(
        ([outcome]) => outcome !== 'ok' && outcome !== 'expectedRejection',
      );
      if (run.violations.length > 0 || failed.length > 0) {
        throw new Error(`the walks went wrong: ${JSON.stringify([run.violations, run.outcomes])}`);
      }
      return counter.ended;
    },
  };
}

const contenders = [
  bare('pool'),
  bare('clients'),
  canvass('submit only', connections, connections),
  canvass('all behaviours', connections, connections),
  canvass('all behaviours', 5000, 5000),
];
const costs = contenders.map((): number[] => []);
for (const contender of contenders) await contender.run(requestsPerRound, 0);
for (let round = 1; round <= rounds; round++) {
  for (const [at, contender] of contenders.entries()) {
    const before = process.cpuUsage();
    const requests = await contender.run(requestsPerRound, round);
    const used = process.cpuUsage(before);
    costs[at]?.push((used.user + used.system) / requests);
  }
}
target.stop();

/** The cheaper of the two bare loops, round by round: what else the machine does drifts, and rounds are neighbours. */
const yardstick = (costs[0] ?? []).map((cost, round) => Math.min(cost, costs[1]?.[round] ?? cost));
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
