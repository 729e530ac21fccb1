/**
 * What a request costs that canvass sends and judges: each line pits canvass, with every check and histogram, against a
 * yardstick on the same walk of the same target (mostly the bare loop, which judges nothing), in turns in one process.
 * Counted is the process's CPU time, user and system, of code that has run for a while: what the compiler takes in the
 * first seconds of a process, and what a run takes to know its pages, is told by `--warm 0 --first 0`.
 *
 * `node bench/cost.ts [--rounds 9] [--requests 10000] [--warm 100000] [--first 5000] [--only TEXT] [--against COMMIT]`:
 * `--warm` for the requests of each contender before the first round; `--first` for those that begin a round uncounted,
 * beside the two of each connection; `--only` for the lines whose name has the text; `--against` runs the code of that
 * commit in turns with today's.
 */
import { parseArgs } from 'node:util';
import { runBareLoop } from './bareLoop.ts';
import { codeOf } from './cost/codeOf.ts';
import { runFloor } from './cost/floors.ts';
import { type Contender, type Line, lines } from './cost/lines.ts';
import { Meter } from './cost/meter.ts';
import { quartiles } from './cost/quartiles.ts';
import * as today from './crowdLoop.ts';
import { startTarget, type Target } from './target/startTarget.ts';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '10000' },
    warm: { type: 'string', default: '100000' },
    first: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
    against: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const requestsPerRound = Number(options.requests);
const warmUp = Number(options.warm);
const firstOfRound = Number(options.first);
const surveyId = 1001;
type Loop = typeof today.runCrowdLoop;

/** CPU µs per request of a contender on its target, in one round; round 0 is for the compiler. */
async function costOf(contender: Contender, target: Target, round: number, loop: Loop): Promise<number> {
  const { connections: max, perPage, protocol, style, walk } = contender;
  // A round of large pages is as long as any other.
  const scaled = (requests: number): number => Math.ceil(requests / Math.max(1, perPage / 10));
  const meter = new Meter(2 * max + scaled(firstOfRound), scaled(round === 0 ? warmUp : requestsPerRound));
  if (walk === 'bare') await runBareLoop(target.baseUrl, surveyId, max, protocol, meter);
  else if (walk === 'sockets' || walk === 'transport')
    await runFloor(walk, target.baseUrl, surveyId, max, protocol, meter);
  else {
    const shared = { mode: 'shared', max } as const;
    const run = await loop(target.baseUrl, surveyId, protocol, max, shared, walk, meter, round);
    const failed = Object.keys(run.outcomes).filter((outcome) => outcome !== 'ok' && outcome !== 'expectedRejection');
    if (run.violations.length > 0 !== (style === 'wrong') || failed.length > 0) {
      throw new Error(`the walks went wrong: ${JSON.stringify([run.violations.slice(0, 5), run.outcomes])}`);
    }
  }
  return meter.costUs;
}

/** Bytes of a target's first page. */
async function pageBytes({ baseUrl }: Target): Promise<number> {
  const response = await fetch(`${baseUrl}/a/api/v2/surveys/${surveyId}/take`, { headers: { 'api-key': 'k' } });
  return (await response.arrayBuffer()).byteLength;
}

const start = ({ protocol, style, perPage }: Contender): Promise<Target> => startTarget(protocol, style, perPage);

async function measure({ name, measured, yardstick, perByte }: Line, before: Loop | null): Promise<void> {
  const [mine, its] = [await start(measured), await start(yardstick)];
  const share = perByte ? (await pageBytes(its)) / (await pageBytes(mine)) : 1;
  const costs: number[] = [];
  const ratios: number[] = [];
  const changes: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const yard = await costOf(yardstick, its, round, today.runCrowdLoop);
    const cost = await costOf(measured, mine, round, today.runCrowdLoop);
    const earlier = before === null ? Number.NaN : await costOf(measured, mine, round, before);
    if (round === 0) continue;
    costs.push(cost);
    ratios.push((cost / yard) * share);
    changes.push(cost / earlier);
  }
  mine.stop();
  its.stop();
  const cells = [name, Math.min(...costs).toFixed(1), quartiles(ratios), before === null ? '' : quartiles(changes)];
  console.log(`| ${cells.filter((cell) => cell !== '').join(' | ')} |`);
}

const code = options.against === undefined ? null : codeOf(options.against);
try {
  const before = code === null ? null : ((await import(code.file('bench/crowdLoop.ts'))) as typeof today).runCrowdLoop;
  const heads = ['canvass, against', 'least µs', 'ratio', ...(before === null ? [] : [`to ${options.against}`])];
  console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => ' --- |').join('')}`);
  for (const line of lines) if (line.name.includes(options.only)) await measure(line, before);
} finally {
  code?.remove();
}
