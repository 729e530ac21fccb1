/**
 * What it costs the generator to be watched from outside: processor time of metrics that are fed, scraped and pushed once
 * a second, in a busy run with every endpoint, many outcomes and violations. `node bench/metrics.ts` prints shares of one
 * processor.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { endpointIds } from '../src/contract/endpoints.ts';
import { OtlpPush } from '../src/report/metrics/otlpPush.ts';
import { startPrometheusServer } from '../src/report/metrics/prometheus.ts';
import { RunMetrics } from '../src/report/metrics/runMetrics.ts';
import { SeriesTable } from '../src/report/metrics/seriesTable.ts';
import type { SecondDelta } from '../src/result/tally/delta.ts';
import { LatencyCounts } from '../src/result/tally/latencyCounts.ts';
import { emptyDelta } from '../src/result/tally/mergeDeltas.ts';
import { sampleHealth } from '../test/support/sampleDeltas.ts';
import { failingResult } from '../test/support/sampleResults.ts';
import { watchedRun } from '../test/support/watchedRun.ts';

const seconds = 20;
const requestsOfEndpoint = 2000;
const errorOutcomes = ['timeout', 'serverError', 'throttled', 'expectedRejection'] as const;

/** So many latencies, spread as those of a service are. */
function latencies(count: number): number[] {
  const counts = new LatencyCounts();
  for (let i = 0; i < count; i++) counts.record(1000 * Math.exp(1 + 3 * Math.random()));
  return counts.pairs();
}

/** A second of 28,000 requests over all endpoints. */
function busySecond(second: number): SecondDelta {
  const endpoints: SecondDelta['endpoints'] = {};
  for (const endpoint of endpointIds) {
    endpoints[endpoint] = {
      requests: requestsOfEndpoint,
      outcomes: { ok: 1800, timeout: 50, serverError: 50, throttled: 50, expectedRejection: 50 },
      failures: { 'response-timeout': 50 },
      httpStatuses: { 200: 1850, 429: 50, 500: 50 },
      experienced: latencies(1850),
      service: latencies(1850),
      firstByte: latencies(1800),
      rejected: latencies(50),
      byOutcome: Object.fromEntries(errorOutcomes.map((outcome) => [outcome, latencies(50)])),
    };
  }
  const violations = failingResult().violations.map((first) => ({
    key: first.id,
    gating: true,
    count: 1,
    walks: 1,
    first,
  }));
  const health = Array.from({ length: 8 }, () => sampleHealth());
  return {
    ...emptyDelta(second, true),
    arrivals: 500,
    active: 9000,
    ends: { completed: 480 },
    endpoints,
    violations,
    health,
  };
}

/** Prometheus and a collector: the other end of both ways, in a process of its own. */
async function otherEnd(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : null);
  process.on('message', (url: string) => {
    setInterval(async () => process.send?.((await (await fetch(url)).text()).length), 1000);
  });
}

async function measure(): Promise<void> {
  const table = new SeriesTable();
  const metrics = new RunMetrics(table, watchedRun());
  const steps = Array.from({ length: seconds }, (_, second) => busySecond(second));
  const server = await startPrometheusServer(table, { host: '127.0.0.1', port: 0 });
  const other = fork(new URL(import.meta.url), ['other-end']);
  const [port] = await once(other, 'message');
  const push = new OtlpPush(table, {
    url: `http://127.0.0.1:${port}/v1/metrics`,
    version: '0',
    onTrouble: console.error,
  });
  for (const step of steps) metrics.second(step);
  const share = async (isFed: boolean, isPushed: boolean): Promise<string> => {
    await wait(1500);
    const before = process.cpuUsage();
    for (const step of steps) {
      if (isFed) metrics.second(step);
      if (isPushed) push.push();
      await wait(1000);
    }
    const { user, system } = process.cpuUsage(before);
    return `${((user + system) / 1e4 / seconds).toFixed(2)} %`;
  };
  console.log(`nothing:                   ${await share(false, false)} of a processor`);
  console.log(`fed with 28,000 requests/s: ${await share(true, false)}`);
  let bytes = 0;
  other.on('message', (length: number) => {
    bytes = length;
  });
  other.send(server.url);
  console.log(`and scraped once a second:  ${await share(true, false)}`);
  console.log(`and pushed once a second:   ${await share(true, true)}`);
  console.log(`a scrape is ${(bytes / 1024).toFixed(0)} KiB`);
  await push.close();
  other.kill();
  await server.close();
}

await (process.argv[2] === 'other-end' ? otherEnd() : measure());
