/**
 * How often `duet` calls equal builds SLOWER, and finds builds that are slower, on real processes beside foreign load
 * that comes and goes on every core; and `compare` on runs of the same length beside it.
 *
 * `node bench/duet.ts [PAIRS] [SECONDS] [COMPARISONS]`: duets of each kind (40), their length (60), and comparisons of
 * each kind with one run and with three runs a side (0: none). The environment may set SLOWER, percentages by comma
 * (0,3,5,10), RATE, arrivals a second (15), LANES, duets at a time (1), which then disturb each other as well, OUT, the
 * folder for reports (a scratch folder). The full set takes hours.
 */
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compareResults } from '../src/report/compare/compareResults.ts';
import type { TwinComparison } from '../src/report/compare/compareTwins.ts';
import { readResultFile } from '../src/result/resultFile.ts';
import type { RunResult } from '../src/result/runResult.ts';
import { defaultKeys } from '../src/service/apiKeys.ts';
import { firstLine, run } from './childProcess.ts';

const [, , pairsText = '40', secondsText = '60', comparisonsText = '0'] = process.argv;
const [pairs, seconds, comparisons] = [pairsText, secondsText, comparisonsText].map(Number) as [number, number, number];
const slower = (process.env.SLOWER ?? '0,3,5,10').split(',').map(Number);
const rate = Number(process.env.RATE ?? 15);
const lanes = Number(process.env.LANES ?? 1);
const out = process.env.OUT ?? (await mkdtemp(join(tmpdir(), 'canvass-duet-')));

/** What the services hold answers back by; requests themselves take about a millisecond. */
const medianMs = 40;
process.env.CANVASS_API_KEY = defaultKeys.valid[0];

const walks = [
  '--set',
  'respondent.thinkTimeMs={distribution: exponential, mean: 200}',
  '--set',
  `load.stages=[{durationSeconds: ${seconds}, arrivalsPerSecond: ${rate}}]`,
  '--set',
  'load.warmupSeconds=3',
  '--set',
  'thresholds=[]',
  '--set',
  'audit.enabled=false',
  // What differs anyway is no matter of time.
  '--set',
  'duet.learnSeconds=2',
];

/** Starts a service that is slower than usual by some percent. */
async function serve(percent: number, seed: number) {
  const latency = `lognormal:${medianMs * (1 + percent / 100)}:0.3`;
  const child = run('../src/main.ts', ['serve', '--port', '0', '--latency', latency, '--seed', String(seed)], 'pipe');
  const baseUrl = /http:\S+/.exec(await firstLine(child))?.[0] ?? '';
  return { baseUrl, close: () => child.kill() };
}

async function duetOf(base: string, candidate: string, seed: number): Promise<TwinComparison> {
  const child = run(
    '../src/main.ts',
    ['duet', base, candidate, 'ci-regression', '--json', '--seed', String(seed), '--out', out, ...walks],
    'pipe',
  );
  if (child.stdout === null) throw new Error('the duet has no output');
  return JSON.parse(await text(child.stdout));
}

async function loadOf(baseUrl: string, seed: number): Promise<RunResult> {
  const folder = await mkdtemp(join(out, 'load-'));
  const target = ['--base-url', baseUrl, '--seed', String(seed), '--out', folder, '--no-shrink'];
  await once(run('../src/main.ts', ['load', 'ci-regression', ...target, ...walks], 'ignore'), 'exit');
  const [name = ''] = (await readdir(folder, { withFileTypes: true })).flatMap((e) =>
    e.isDirectory() ? [e.name] : [],
  );
  return await readResultFile(join(folder, name, 'result.json'));
}

/** Runs of each side by turns, as `compare` wants them. */
async function comparedWith(each: number, base: string, candidate: string, seed: number) {
  const [ours, theirs]: [RunResult[], RunResult[]] = [[], []];
  for (let at = 0; at < each; at++) {
    ours.push(await loadOf(base, seed + at));
    theirs.push(await loadOf(candidate, seed + at));
  }
  return compareResults(ours, theirs, { minimumEffect: 0.03, falseAlarms: 0.05, betweenRuns: 0.01 });
}

/** How it came out, and the p95 of the busiest endpoint. */
interface Outcome {
  readonly latency: string;
  readonly p95: { readonly verdict: string; readonly shift: number } | undefined;
}

interface Judged {
  readonly latency: string;
  readonly shifts: readonly { endpoint: string; share: number; verdict: string; shift: number }[];
}

function outcomeOf({ latency, shifts }: Judged): Outcome {
  return { latency, p95: shifts.find(({ endpoint, share }) => endpoint === 'submit-page' && share === 0.95) };
}

/** Judges so many pairs of services, a few at a time: processes of their own each, as two of one build differ, too. */
async function inLanes(
  count: number,
  percent: number,
  judge: (base: string, candidate: string, at: number) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const left = Array.from({ length: count }, (_, at) => at);
  const lane = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined; at = left.shift()) {
      const [base, candidate] = [await serve(0, at), await serve(percent, at + 1000)];
      const outcome = await judge(base.baseUrl, candidate.baseUrl, at);
      base.close();
      candidate.close();
      outcomes.push(outcome);
      const { latency, p95 } = outcome;
      process.stderr.write(`${percent} %  ${latency}  p95 ${p95?.verdict} ${((p95?.shift ?? 0) * 100).toFixed(1)} %\n`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

function row(kind: string, percent: number, outcomes: readonly Outcome[]): Record<string, string> {
  const share = (count: number): string => `${count} of ${outcomes.length}`;
  const count = (holds: (outcome: Outcome) => boolean): string => share(outcomes.filter(holds).length);
  const logs = outcomes.flatMap(({ p95 }) => (p95 === undefined ? [] : [Math.log1p(p95.shift)]));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const scatter = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / Math.max(1, logs.length - 1));
  return {
    kind,
    'really slower by': `${percent} %`,
    'any SLOWER': count(({ latency }) => latency === 'SLOWER'),
    'p95 SLOWER': count(({ p95 }) => p95?.verdict === 'SLOWER'),
    'p95 SAME': count(({ p95 }) => p95?.verdict === 'SAME'),
    'p95 shift, mean': `${(100 * Math.expm1(mean)).toFixed(1)} %`,
    'scatter of its logarithm': scatter.toFixed(4),
  };
}

const foreign = run('foreignLoad.ts', ['7'], 'ignore');
const rows: Record<string, string>[] = [];
try {
  for (const percent of slower) {
    const outcomes = await inLanes(pairs, percent, async (base, candidate, at) =>
      outcomeOf(await duetOf(base, candidate, at + 1)),
    );
    rows.push(row('duet', percent, outcomes));
    for (const each of comparisons === 0 ? [] : [1, 3]) {
      const compared = await inLanes(comparisons, percent, async (base, candidate, at) =>
        outcomeOf(await comparedWith(each, base, candidate, at + 1)),
      );
      rows.push(row(`compare, ${each} a side`, percent, compared));
    }
  }
} finally {
  foreign.kill();
}
console.table(rows);
