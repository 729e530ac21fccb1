/**
 * How often `compare` is wrong, by simulation: equal services called SLOWER, and a service that is 10 % slower missed.
 * `node bench/compare.ts [pairs]` prints a Markdown table, as docs/compare.md shows it.
 */
import { latencyShifts } from '../src/report/compare/latencyShifts.ts';
import { compareDefaults, type ShiftVerdict } from '../src/report/compare/shift.ts';
import { sampleRandom } from '../test/support/sampleRandom.ts';
import { simulatedRun, type Weather } from './compare/simulatedRun.ts';

const pairs = Number(process.argv[2] ?? 200);

const ordinary: Weather = {
  seconds: 120,
  requestsPerSecond: 300,
  secondDeviation: 0.03,
  persistence: 0.8,
  runDeviation: 0.01,
  stall: 0.001,
  stallFactor: 3,
};

const situations: readonly (readonly [string, Weather, number])[] = [
  ['ordinary, three runs each', ordinary, 3],
  ['ordinary, one run each', ordinary, 1],
  ['60 seconds, three runs each', { ...ordinary, seconds: 60 }, 3],
  ['runs differ by 2 %, one run each', { ...ordinary, runDeviation: 0.02 }, 1],
  ['runs differ by 2 %, three runs each', { ...ordinary, runDeviation: 0.02 }, 3],
  ['runs differ by 3 %, five runs each', { ...ordinary, runDeviation: 0.03 }, 5],
  ['runs differ by 5 %, three runs each', { ...ordinary, runDeviation: 0.05 }, 3],
  ['runs differ by 20 %, three runs each', { ...ordinary, runDeviation: 0.2 }, 3],
  ['stormy seconds, three runs each', { ...ordinary, secondDeviation: 0.1, persistence: 0.9 }, 3],
];

/** Verdicts of p95 and of the whole comparison over many pairs. */
function measure(weather: Weather, runsEach: number, slower: number, seed: number) {
  const random = sampleRandom(seed);
  const p95: Record<ShiftVerdict, number> = { FASTER: 0, SLOWER: 0, SAME: 0, "CAN'T TELL": 0 };
  let anySlower = 0;
  for (let pair = 0; pair < pairs; pair++) {
    const side = (shift: number) => Array.from({ length: runsEach }, () => simulatedRun(random, weather, shift));
    const shifts = latencyShifts(side(0), side(slower), compareDefaults);
    const busiest = shifts.find(({ endpoint, share }) => endpoint === 'submit-page' && share === 0.95);
    if (busiest !== undefined) p95[busiest.verdict]++;
    if (shifts.some(({ verdict }) => verdict === 'SLOWER')) anySlower++;
  }
  return { p95, anySlower };
}

const percent = (count: number): string => `${((100 * count) / pairs).toFixed(1)} %`;

console.log(`${pairs} pairs of each kind\n`);
console.log(
  '| Situation | Equal: any SLOWER | Equal: p95 SAME | 10 % slower: p95 SLOWER | 10 % slower: p95 SAME | 10 % slower: any SLOWER |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
situations.forEach(([name, weather, runsEach], i) => {
  const equal = measure(weather, runsEach, 0, 1000 + i);
  const slow = measure(weather, runsEach, 0.1, 2000 + i);
  console.log(
    `| ${name} | ${percent(equal.anySlower)} | ${percent(equal.p95.SAME)} | ${percent(slow.p95.SLOWER)} | ${percent(slow.p95.SAME)} | ${percent(slow.anySlower)} |`,
  );
});
