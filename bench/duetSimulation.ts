/**
 * How often `duet` is wrong about speed, by simulation: runs of 60 seconds with 60 pairs a second over three endpoints.
 * What disturbs the machine disturbs both sides of a second alike (by `storm`), and each side by itself (by `own`); two
 * processes of one build differ by 0.5 % each.
 *
 * `node bench/duetSimulation.ts [RUNS]`: runs of each kind (200). Prints the table of docs/duet.md.
 */
import { type PairedShift, pairedShifts } from '../src/report/compare/pairedShifts.ts';
import { type PairSecond, pairBucketOf } from '../src/result/duetResult.ts';
import { normal, sampleRandom } from '../test/support/sampleRandom.ts';

const runs = Number(process.argv[2] ?? 200);
const endpoints = [
  ['submit-page', 40],
  ['take', 12],
  ['previous-page', 8],
] as const;
const options = { minimumEffect: 0.03, falseAlarms: 0.05, instanceNoise: 0.005, look: 0 };

function pairsOf(slower: number, storm: number, own: number, seconds: number, seed: number): PairSecond[] {
  const random = sampleRandom(seed);
  const builds = [1, 1 + slower].map((factor) => factor * Math.exp(0.005 * normal(random)));
  let weather = 0;
  return Array.from({ length: seconds }, (_, second) => {
    weather = 0.7 * weather + storm * Math.sqrt(1 - 0.7 ** 2) * normal(random);
    const levels = builds.map((build) => 40_000 * build * Math.exp(weather + own * normal(random)));
    const drawn = (level: number, count: number): number[] =>
      Array.from({ length: count }, () => [pairBucketOf(level * Math.exp(0.3 * normal(random))), 1]).flat();
    return {
      second,
      endpoints: Object.fromEntries(
        endpoints.map(([name, count]) => [
          name,
          { base: drawn(levels[0] ?? 0, count), candidate: drawn(levels[1] ?? 0, count) },
        ]),
      ),
    };
  });
}

function share(all: readonly (readonly PairedShift[])[], holds: (shifts: readonly PairedShift[]) => boolean): string {
  return `${((100 * all.filter(holds).length) / all.length).toFixed(1)} %`;
}

const p95Is = (wanted: string) => (shifts: readonly PairedShift[]) =>
  shifts.some((one) => one.endpoint === 'submit-page' && one.share === 0.95 && one.verdict === wanted);
const anySlower = (shifts: readonly PairedShift[]) => shifts.some(({ verdict }) => verdict === 'SLOWER');

const situations = [
  ['quiet: 3 % together, 1 % each', 0.03, 0.01, 60],
  ['restless: 30 % together, 3 % each', 0.3, 0.03, 60],
  ['stormy: 80 % together, 10 % each', 0.8, 0.1, 60],
  ['restless, 20 s', 0.3, 0.03, 20],
  ['restless, 5 min', 0.3, 0.03, 300],
] as const;

console.log(
  '| Situation | Equal: any SLOWER | Equal: p95 SAME | 3 %: any SLOWER | 5 %: p95 SLOWER | 5 %: any | 10 %: p95 SLOWER | 10 %: any |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
for (const [name, storm, own, seconds] of situations) {
  const [equal = [], three = [], five = [], ten = []] = [0, 0.03, 0.05, 0.1].map((slower) =>
    Array.from({ length: runs }, (_, run) => pairedShifts(pairsOf(slower, storm, own, seconds, 1 + run), options)),
  );
  const cells = [
    share(equal, anySlower),
    share(equal, p95Is('SAME')),
    share(three, anySlower),
    share(five, p95Is('SLOWER')),
    share(five, anySlower),
    share(ten, p95Is('SLOWER')),
    share(ten, anySlower),
  ];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
