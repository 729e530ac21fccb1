import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadProfile } from '../../src/profile/loadProfile.ts';
import { Secret } from '../../src/profile/secret.ts';
import { digestsIn, writeIndex } from '../../src/report/writeReports.ts';
import { postSummary, writeRun } from '../../src/runs/runFolder.ts';
import { folderOf } from '../support/folder.ts';
import { listening } from '../support/freePort.ts';
import { sampleResult } from '../support/sampleResults.ts';

let server: Server;
let url = '';
let status = 200;
let posted = Promise.withResolvers<{ type: string | undefined; body: string }>();

beforeEach(async () => {
  status = 200;
  posted = Promise.withResolvers();
  server = createServer(async (request, response) => {
    posted.resolve({ type: request.headers['content-type'], body: await text(request) });
    response.writeHead(status).end();
  });
  const port = await listening(server);
  url = `http://127.0.0.1:${port}/services/T0/secret-part`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const result = sampleResult();

/** The first notice that comes of it. */
function noticeOf(webhook: string): Promise<string> {
  return new Promise((resolve) => postSummary(new Secret(webhook), result, resolve));
}

test('a summary is posted as Slack takes it', async () => {
  postSummary(new Secret(url), result, () => {});
  const { type, body } = await posted.promise;
  const { text: told } = JSON.parse(body);
  expect(type).toBe('application/json');
  expect(told).toContain(`*${result.verdict}*`);
  expect(told).toContain(`canvass ${result.kind} ${result.run.profile}`);
});

test('it is not waited for: a chat that is not there, or refuses, is a notice without its address', async () => {
  status = 403;
  expect(await noticeOf(url)).toBe('output.webhook refused the summary (HTTP 403).');
  const gone = await noticeOf('http://127.0.0.1:9/services/T0/secret-part');
  expect(gone).toBe('output.webhook was not told of the run: it could not be reached.');
});

test('nobody who reads the profile learns the address', () => {
  const environment = { CANVASS_WEBHOOK: url };
  const load = (webhook: string) => {
    const cwd = folderOf({ 'own.yaml': `target: { baseUrl: embedded }\noutput: { webhook: "${webhook}" }\n` });
    return loadProfile({ profile: 'own.yaml', baseUrl: null, datacenter: null, seed: null, set: [], cwd, environment });
  };
  expect(JSON.stringify(load('$' + '{CANVASS_WEBHOOK}'))).toContain('"webhook":"[redacted]"');
  expect(() => load('https://hooks.example.com/services/T0/x')).toThrow(
    /own\.yaml:2 {2}output\.webhook is written out/,
  );
});

test('a run stands among the runs of its folder as it would be read', async () => {
  const out = folderOf({});
  for (const folder of ['first', 'second']) {
    const directory = join(out, folder);
    mkdirSync(directory);
    const formats = folder === 'first' ? (['html'] as const) : [];
    const { history } = await writeRun({ result, directory }, out, { formats, har: 'none', webhook: null }, () => {});
    expect(history).toContainEqual(expect.objectContaining({ folder, hasPage: folder === 'first' }));
    expect(history).toEqual((await digestsIn(out)).runs);
  }
});

test('the result of an earlier run is read once, and again where it was written anew', async () => {
  const out = folderOf({});
  const directory = join(out, 'first');
  mkdirSync(directory);
  await writeRun({ result, directory }, out, { formats: [], har: 'none', webhook: null }, () => {});
  const path = join(directory, 'result.json');
  const written = new Date(1_000_000);
  utimesSync(path, written, written);
  await writeIndex(out);
  const { size } = statSync(path);
  const tellsOf = async (modified: Date) => {
    writeFileSync(path, ' '.repeat(size));
    utimesSync(path, modified, modified);
    const { runs, unreadable } = await digestsIn(out);
    return { runs: runs.map(({ folder }) => folder), unreadable };
  };
  expect(await tellsOf(written)).toEqual({ runs: ['first'], unreadable: [] });
  expect(await tellsOf(new Date(0))).toEqual({ runs: [], unreadable: ['first'] });
});

test.each(['', '[]', '{"version":"0.0.1","runs":{}}', '{"version":1}'])(
  'digests that cannot be used are made anew: %s',
  async (text) => {
    const out = folderOf({ '.digests.json': text });
    const directory = join(out, 'first');
    mkdirSync(directory);
    await writeRun({ result, directory }, out, { formats: [], har: 'none', webhook: null }, () => {});
    expect((await digestsIn(out)).runs).toHaveLength(1);
  },
);
