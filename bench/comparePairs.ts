/**
 * How often `compare` calls equal runs SLOWER, on real runs: make a dozen or more runs of one build and profile on a quiet
 * machine, then `node bench/comparePairs.ts FOLDER [runsEach]`. Each draw takes different runs for its two sides.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { latencyShifts } from '../src/report/compare/latencyShifts.ts';
import { compareDefaults } from '../src/report/compare/shift.ts';
import { readResultFile } from '../src/result/resultFile.ts';
import { sampleRandom } from '../test/support/sampleRandom.ts';

const [, , folder = 'reports', each = '3'] = process.argv;
const runsEach = Number(each);
const draws = 200;
const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
const runs = await Promise.all(names.map(({ name }) => readResultFile(join(folder, name, 'result.json'))));
const invalid = runs.filter(({ verdict }) => verdict === 'INVALID').length;
if (runs.length < 2 * runsEach) throw new Error(`${folder} has ${runs.length} runs; ${2 * runsEach} are needed`);

const random = sampleRandom(1);
const verdicts = new Map<string, number>();
let slower = 0;
for (let draw = 0; draw < draws; draw++) {
  const order = runs.map((run) => ({ run, at: random() })).sort((a, b) => a.at - b.at);
  const drawn = order.slice(0, 2 * runsEach).map(({ run }) => run);
  const shifts = latencyShifts(drawn.slice(0, runsEach), drawn.slice(runsEach), compareDefaults);
  if (shifts.some(({ verdict }) => verdict === 'SLOWER')) slower++;
  for (const { endpoint, share, verdict } of shifts) {
    const key = `${endpoint} p${share * 100} ${verdict}`;
    verdicts.set(key, (verdicts.get(key) ?? 0) + 1);
  }
}
console.log(`${runs.length} runs, ${invalid} of them INVALID; ${draws} draws of ${runsEach} against ${runsEach}`);
console.log(`any SLOWER: ${((100 * slower) / draws).toFixed(1)} %`);
for (const [key, count] of [...verdicts].sort()) console.log(`${key}: ${((100 * count) / draws).toFixed(1)} %`);
