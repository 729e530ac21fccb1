import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseResult } from '../../../src/result/resultFile.ts';
import { type Collector, startCollector } from '../../support/collector.ts';
import { folderOf } from '../../support/folder.ts';
import { freePort } from '../../support/freePort.ts';
import { canvass } from '../canvass.ts';

const profile = `
target: { baseUrl: embedded, datacenter: here, release: BETA, embedded: { faults: [back-two-pages] } }
surveys: { walk: [{ id: 1001 }] }
respondent: { thinkTimeMs: { distribution: fixed, value: 5 }, back: 0.3 }
load: { stages: [{ durationSeconds: 3, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 2, gracefulStopSeconds: 2 }
capacity: { slo: ["latency.p99 < 8s"], startPerSecond: 5, maxPerSecond: 5, stepSeconds: 1, confirmSeconds: 1, maxDurationSeconds: 20 }
duet: { learnSeconds: 0.2 }
thresholds: ["violations == 0"]
output: { formats: [json] }
`;

const oneThread = ['--set', 'load.workers=1'];

let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.close());

/** Runs a command with a push, and gives the last that was pushed: a value by metric and labels. */
async function pushedAtEnd(words: readonly string[]) {
  const cwd = folderOf({ 'mine.yaml': profile });
  const ended = await canvass([...words, '--no-preflight', '--otlp', collector.url], { cwd });
  const metrics = collector.pushes.at(-1)?.pushed.resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? [];
  const points = metrics.flatMap(({ name, sum, gauge }) =>
    [...(sum?.dataPoints ?? []), ...(gauge?.dataPoints ?? [])].map(({ attributes, asDouble = 0 }) => ({
      name,
      labels: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? ''])),
      value: asDouble,
    })),
  );
  const sumOf = (wanted: string, part: Readonly<Record<string, string>> = {}): number =>
    points
      .filter(({ name, labels }) => name === wanted && Object.entries(part).every(([key, is]) => labels[key] === is))
      .reduce((sum, { value }) => sum + value, 0);
  return { ...ended, cwd, sumOf };
}

describe('a load', () => {
  it('is watched while it goes on, and its last push is what its result says', async () => {
    const port = await freePort();
    const watched: string[] = [];
    const over = Promise.withResolvers<'over'>();
    const scraping = (async () => {
      while ((await Promise.race([collector.next(), over.promise])) !== 'over') {
        const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
          (answer) => answer.text(),
          () => null,
        );
        if (text !== null) watched.push(text);
      }
    })();
    const before = collector.pushes.length;
    const { stderr, cwd, sumOf } = await pushedAtEnd(['load', 'mine.yaml', '--no-shrink', '--metrics', String(port)]);
    over.resolve('over');
    await scraping;
    expect(stderr).toContain(`metrics: http://127.0.0.1:${port}/metrics`);
    expect(watched.some((text) => /^canvass_run_phase\{.*release="BETA",phase="running"\} 1$/m.test(text))).toBe(true);
    expect(watched.some((text) => /^canvass_requests_total\{.*endpoint="take",outcome="ok"\} [1-9]/m.test(text))).toBe(
      true,
    );
    expect(watched.some((text) => /^canvass_threshold_met\{.*threshold="violations == 0"\} 0$/m.test(text))).toBe(true);
    expect(collector.pushes.length - before).toBeGreaterThan(2);
    const [run = ''] = await readdir(join(cwd, 'reports')).then((names) =>
      names.filter((name) => name.endsWith('mine')),
    );
    const result = parseResult(await readFile(join(cwd, 'reports', run, 'result.json'), 'utf8'), run);
    for (const { endpoint, requests, outcomes } of result.endpoints) {
      expect(sumOf('canvass_requests_total', { endpoint })).toBe(requests);
      for (const [outcome, count] of Object.entries(outcomes))
        expect(sumOf('canvass_requests_total', { endpoint, outcome })).toBe(count);
    }
    expect(sumOf('canvass_respondents_started_total')).toBe(result.respondents.started);
    expect(sumOf('canvass_checks_total')).toBe(result.clauses.reduce((sum, { checked }) => sum + checked, 0));
    const seen = result.violations.find(({ clause }) => clause === 'MOVE-BACK-01')?.count;
    expect(sumOf('canvass_violations_total', { clause: 'MOVE-BACK-01' })).toBe(seen);
    expect(sumOf('canvass_run_verdict', { verdict: 'FAIL', datacenter: 'here' })).toBe(1);
    expect(sumOf('canvass_generator_threads')).toBe(2);
  });

  it('is not held up by a collector that is not there: one line says so', async () => {
    const cwd = folderOf({ 'mine.yaml': profile });
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const words = ['--set', 'load.stages=[{durationSeconds: 1, arrivalsPerSecond: 20}]', ...oneThread];
    const { exitCode, stderr } = await canvass(['load', 'mine.yaml', '--no-shrink', '--otlp', nowhere, ...words], {
      cwd,
    });
    expect(exitCode).toBe(1);
    expect(stderr.match(/metrics do not reach .*/g)).toEqual([
      `metrics do not reach ${new URL(nowhere).host} (ECONNREFUSED); the run goes on.`,
    ]);
  });
});

describe('other runs', () => {
  it('of a capacity, the datacenter and what it carries', async () => {
    const { sumOf, stderr } = await pushedAtEnd(['capacity', 'mine.yaml', ...oneThread]);
    expect(sumOf('canvass_run_info', { kind: 'capacity', datacenter: 'here' }), stderr).toBe(1);
    expect(sumOf('canvass_requests_total', { endpoint: 'take' })).toBeGreaterThan(0);
    expect(sumOf('canvass_capacity_respondents', { estimate: 'best' })).toBeGreaterThan(0);
  });

  it('of a duet, both sides', async () => {
    const { sumOf } = await pushedAtEnd(['duet', 'embedded', 'embedded', 'mine.yaml', ...oneThread]);
    for (const side of ['base', 'candidate'])
      expect(sumOf('canvass_requests_total', { side, endpoint: 'take' })).toBeGreaterThan(10);
    expect(sumOf('canvass_run_phase', { phase: 'finished' })).toBe(2);
  });

  it('of conform, requests and probes, and at the end its violations', async () => {
    const clause = 'MOVE-BACK-01';
    const words = ['conform', 'mine.yaml', '--clause', clause, '--no-shrink', '--respondents', '5'];
    const { sumOf, cwd } = await pushedAtEnd(words);
    const [run = ''] = await readdir(join(cwd, 'reports')).then((names) =>
      names.filter((name) => name.endsWith('mine')),
    );
    const result = parseResult(await readFile(join(cwd, 'reports', run, 'result.json'), 'utf8'), run);
    for (const { endpoint, requests } of result.endpoints)
      expect(sumOf('canvass_requests_total', { endpoint })).toBe(requests);
    expect(sumOf('canvass_probes_done')).toBeGreaterThan(0);
    expect(sumOf('canvass_probes_done')).toBe(sumOf('canvass_probes_planned'));
    expect(sumOf('canvass_violations_total', { clause })).toBe(
      result.violations.reduce((sum, { count }) => sum + count, 0),
    );
  });
});
