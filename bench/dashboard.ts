/**
 * What the live page costs the generator with one viewer: processor time of `update`, once a second, in a run with
 * many violations. `node bench/dashboard.ts` prints the share of one processor.
 */
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { startDashboard } from '../src/report/live/dashboard.ts';
import { sampleProgress } from '../test/support/sampleProgress.ts';
import { sampleResult } from '../test/support/sampleResults.ts';

const seconds = 30;
const result = sampleResult({ seconds: 120, arrivalsPerSecond: 100, violations: 200 });
const steps = Array.from({ length: seconds }, (_, i) => sampleProgress(result, 90 + (i % 30)));
const dashboard = await startDashboard({ port: 0, onStop: () => {} });
for (let second = 0; second < 90; second++) dashboard.update(sampleProgress(result, second));
let bytes = 0;
get(new URL('events', dashboard.url), (response) => {
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
});
await wait(1000);
const before = process.cpuUsage();
const bytesBefore = bytes;
for (const progress of steps) {
  dashboard.update(progress);
  await wait(1000);
}
const { user, system } = process.cpuUsage(before);
console.log(
  `${((user + system) / 1e4 / seconds).toFixed(2)} % of a processor, ${((bytes - bytesBefore) / 1024 / seconds).toFixed(1)} KiB a second, one viewer, 200 violations`,
);
await dashboard.close();
