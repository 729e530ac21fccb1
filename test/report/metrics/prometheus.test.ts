import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type PrometheusServer,
  prometheusText,
  startPrometheusServer,
} from '../../../src/report/metrics/prometheus.ts';
import { sharedFolder } from '../../support/folder.ts';
import { freePort } from '../../support/freePort.ts';
import { watchedTable } from '../../support/watchedRun.ts';
import { annotationExpressions, panelExpressions } from './dashboardExpressions.ts';

/** As Prometheus answers a query that it understands; `value` is an instant and a number as text. */
const QueryAnswer = Type.Object({
  status: Type.Literal('success'),
  data: Type.Object({ result: Type.Array(Type.Object({ value: Type.Tuple([Type.Number(), Type.String()]) })) }),
});

/** What ends a label, a line or the whole text where it is not escaped. */
const hostile = 'a"b\\c\nd{e="f"} 1\n# TYPE x counter';

describe('promtool check metrics', () => {
  async function complaints(metrics: string): Promise<readonly [code: number, words: string]> {
    const promtool = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'pipe'] });
    promtool.stdin.end(metrics);
    const [words, [code]] = await Promise.all([text(promtool.stderr), once(promtool, 'exit')]);
    return [Number(code), words];
  }

  it('has nothing to say of what is served, whatever the names of a run', async () => {
    const served = prometheusText(watchedTable(2, hostile));
    expect(served).toContain('profile="a\\"b\\\\c\\nd{e=\\"f\\"} 1\\n# TYPE x counter"');
    expect(await complaints(served)).toEqual([0, '']);
  });

  it('would have, were it wrong', async () => {
    const [code, words] = await complaints('# TYPE canvass_requests counter\ncanvass_requests 1\n');
    expect(code).toBeGreaterThan(0);
    expect(words).toContain('_total');
  });
});

describe('Prometheus', () => {
  const folder = sharedFolder();
  let server: PrometheusServer;
  let prometheus: ChildProcess;
  let api = '';

  beforeAll(async () => {
    server = await startPrometheusServer(watchedTable(3), { host: '127.0.0.1', port: 0 });
    const port = await freePort();
    const { host } = new URL(server.url);
    writeFileSync(
      join(folder, 'prometheus.yml'),
      `global: { scrape_interval: 1s }\nscrape_configs: [{ job_name: canvass, static_configs: [{ targets: ['${host}'] }] }]\n`,
    );
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    api = `http://127.0.0.1:${port}/api/v1/query?query=`;
  });

  afterAll(async () => {
    prometheus.kill();
    await once(prometheus, 'exit');
    await server.close();
  });

  /** The first value that an expression has; null where it has none, or Prometheus does not answer yet. */
  async function answerTo(expression: string): Promise<number | null> {
    const answer = await fetch(api + encodeURIComponent(expression)).catch(() => null);
    if (answer === null || answer.status === 503) return null;
    const [first] = Parse(QueryAnswer, await answer.json()).data.result;
    return first === undefined ? null : Number(first.value[1]);
  }

  it('scrapes a run, and knows what it told', async () => {
    await expect.poll(() => answerTo('count_over_time(up[1m]) >= 3'), { timeout: 30_000 }).not.toBeNull();
    expect(await answerTo('sum(canvass_requests_total{job="canvass",outcome="ok"})')).toBe(9);
    expect(await answerTo('canvass_request_duration_seconds_bucket{outcome="ok",le="0.05"}')).toBe(6);
    expect(await answerTo('canvass_run_phase{phase="finished"}')).toBe(1);
  });

  it('understands every expression of the dashboard, and has an answer to each', async () => {
    expect(panelExpressions.length).toBeGreaterThan(30);
    const asked = (expression: string) =>
      answerTo(expression.replaceAll('$__rate_interval', '1m').replaceAll('$run', '.+'));
    for (const expression of panelExpressions)
      expect([expression, await asked(expression)]).toEqual([expression, expect.any(Number)]);
    for (const expression of annotationExpressions) await asked(expression);
  });
});

describe('the address of the metrics', () => {
  it('has them under /metrics, and nothing else', async () => {
    const server = await startPrometheusServer(watchedTable(1), { host: '127.0.0.1', port: 0 });
    const answer = await fetch(server.url);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await answer.text()).toMatch(/^canvass_run_info\{.*kind="load"/m);
    expect((await fetch(new URL('/', server.url))).status).toBe(404);
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(404);
    const taken = startPrometheusServer(watchedTable(1), { host: '127.0.0.1', port: Number(new URL(server.url).port) });
    await expect(taken).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: expect.stringContaining('--metrics [HOST:]PORT'),
    });
    await server.close();
  });
});
