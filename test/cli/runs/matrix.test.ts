import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedFolder } from '../../support/folder.ts';
import { type OtherService, startOtherService } from '../../support/otherService.ts';
import { canvass } from '../canvass.ts';

let clean: OtherService;
let failing: OtherService;
const cwd = sharedFolder();
const environment = { CANVASS_API_KEY: 'other-key' };

beforeAll(async () => {
  [clean, failing] = await Promise.all([startOtherService(), startOtherService('failing')]);
  await writeFile(
    join(cwd, 'own.yaml'),
    `surveys: { walk: [{ id: 7001 }], required: { 7001: [11, 13] } }
respondent: { thinkTimeMs: { distribution: none }, back: 0.5 }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1 }
thresholds: ["violations == 0"]
`,
  );
  await writeFile(
    join(cwd, 'datacenters.yaml'),
    `eu: { baseUrl: "${clean.baseUrl}" }
eu@BETA: { baseUrl: "${failing.baseUrl}" }
gone: { baseUrl: "http://127.0.0.1:9" }
`,
  );
});
afterAll(async () => {
  await Promise.all([clean.close(), failing.close()]);
});

test('datacenters and releases: one table of verdicts, each with its report', async () => {
  const words = [
    'load',
    'own.yaml',
    '--datacenter',
    'eu,gone',
    '--release',
    'ALPHA,BETA',
    '--no-shrink',
    '--out',
    'all',
  ];
  const { exitCode, stdout } = await canvass(words, { cwd, environment });
  expect(stdout).toMatch(/^FAIL {2}\d of 4 runs passed\./m);
  expect(stdout).toMatch(/Datacenter {2}ALPHA {4}BETA\s+eu {10}(PASS|INVALID) +FAIL\s+gone {8}NOT RUN {2}NOT RUN\n/);
  expect(stdout).toContain('gone, ALPHA: http://127.0.0.1:9: nothing is listening there');
  expect(exitCode).toBe(1);
  const page = join(
    cwd,
    stdout
      .trim()
      .split('\n')
      .find((line) => line.endsWith('matrix.html')) ?? '',
  );
  // The script of the page has templates of links.
  const links = [...(await readFile(page, 'utf8')).matchAll(/<a href="([^#"$]+)">/g)].map(([, href]) => href ?? '');
  expect(links).toHaveLength(2);
  for (const link of links) expect(existsSync(join(dirname(page), link))).toBe(true);
  expect(await readFile(page.replace('.html', '.md'), 'utf8')).toMatch(/\| eu \| \[.*\]\(<.*report\.html>\) \|/);
});

test('one release of one datacenter is a run as ever, and the entry of that release goes first', async () => {
  const words = ['conform', 'own.yaml', '--datacenter', 'eu', '--respondents', '20', '--no-shrink', '--json'];
  const beta = JSON.parse((await canvass([...words, '--release', 'BETA'], { cwd, environment })).stdout);
  expect(beta).toMatchObject({
    verdict: 'FAIL',
    target: { datacenter: 'eu', release: 'BETA', baseUrl: failing.baseUrl },
  });
});

test('a datacenter that nobody knows stops everything before it is run', async () => {
  const words = ['load', 'own.yaml', '--datacenter', 'eu,eux', '--out', 'none'];
  const { exitCode, stderr } = await canvass(words, { cwd, environment });
  expect(stderr).toContain('there is no datacenter "eux"');
  expect(exitCode).toBe(2);
  expect(await readdir(cwd)).not.toContain('none');
});
