/**
 * Memory over a very long run: real respondents, checks, recording, tallies, timeline and thresholds; only time and
 * network are simulated. What stays in memory after a collection must not depend on how long the run is.
 *
 * `node bench/soak.ts [million exchanges]`
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ThresholdJudge } from '../src/load/thresholds/thresholdJudge.ts';
import { Tally } from '../src/result/tally/tally.ts';
import { TimelineTally } from '../src/result/tally/timelineTally.ts';
import { simulate, simulatedProfile } from '../test/support/simulatedRun.ts';

const exchanges = Number(process.argv[2] ?? 5) * 1_000_000;
const arrivalsPerSecond = 500;
const steps = 10;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Bytes that live after a full collection. */
function liveBytes(): number {
  if (typeof collect === 'function') collect();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

const durationSeconds = exchanges / 2 / arrivalsPerSecond;
const load = { model: 'open', stages: [{ durationSeconds, arrivalsPerSecond }] };
const tally = new Tally();
const timeline = new TimelineTally();
const judge = new ThresholdJudge([{ expression: 'latency.p99 < 1s', windowSeconds: 10, abort: true }]);
let journalBytes = 0;
const { clock, target } = simulate(
  simulatedProfile(load, 200),
  (nowMs) => 5 + (nowMs % 40),
  1_000_000,
  (delta) => {
    tally.add(delta);
    timeline.add(delta);
    judge.onSecond(delta, { tally, generator: null, coverage: null, audit: null, isTolerated: () => false });
    journalBytes += JSON.stringify({ delta, thresholds: [] }).length + 1;
  },
);

console.log(`${arrivalsPerSecond} respondents a second, ${Math.round(durationSeconds)} simulated seconds`);
console.log('exchanges      live MiB   µs each   journal KiB/s');
let beganMs = performance.now();
let before = 0;
for (let step = 1; step <= steps; step++) {
  clock.runTo(1000 + (step / steps) * durationSeconds * 1000);
  const tookUs = ((performance.now() - beganMs) * 1000) / (target.requests - before);
  before = target.requests;
  const live = (liveBytes() / 2 ** 20).toFixed(1).padStart(10);
  const journal = (journalBytes / 1024 / tally.seconds).toFixed(1).padStart(14);
  console.log(`${String(target.requests).padStart(9)} ${live} ${tookUs.toFixed(1).padStart(10)} ${journal}`);
  beganMs = performance.now();
}
console.log(
  `${tally.violations.events(() => false)} violations, ${tally.arrivals} arrivals, ${timeline.timeline.points.length} points`,
);
