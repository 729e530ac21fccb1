import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { type ConnectProxy, startConnectProxy } from '../../support/connectProxy.ts';
import { folderOf } from '../../support/folder.ts';
import { type Gateway, gatewayHeader, gatewayName, gatewayPath, startGateway } from '../../support/gateway.ts';
import { type RecordingFront, startRecordingFront } from '../../support/recordingFront.ts';
import { keyFile, trustedFile } from '../../support/tlsFront.ts';
import { canvass } from '../canvass.ts';

let service: RunningService;
let echo: RecordingFront;
let answers = 0;
/** The trace contexts that came through. */
const traces = new Set<string>();
let gateway: Gateway;
let proxy: ConnectProxy;
beforeAll(async () => {
  service = await startService();
  // One page in nine tells what the gateway's header was: whatever the report says of it, the value is not shown.
  echo = await startRecordingFront(service.baseUrl, (body, number, sent) => {
    answers = number;
    traces.add(String(sent.traceparent).slice(3, 35));
    return number % 9 === 8 ? body.replace('"status":"success"', `"status":"${sent[gatewayHeader.name]}"`) : body;
  });
  gateway = await startGateway([echo.baseUrl]);
  proxy = await startConnectProxy('ada:distinctive-password');
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([proxy.close(), echo.close(), service.close()]);
});

const environment = {
  CANVASS_API_KEY: 'canvass-key',
  GATEWAY: gatewayHeader.value,
  PROXY_PASSWORD: 'distinctive-password',
};

const profile = (): string => `name: behind
target:
  baseUrl: https://${gatewayName}
  basePath: ${gatewayPath}
  connectTo: 127.0.0.1:${gateway.mutual}
  proxy: http://ada:\${PROXY_PASSWORD}@127.0.0.1:${proxy.port}
  headers: { ${gatewayHeader.name}: "\${GATEWAY}", x-stage: beta }
  traceparent: true
  tls: { caFile: "${trustedFile}", certFile: "${trustedFile}", keyFile: "${keyFile}" }
surveys: { walk: [{ id: 1016 }] }
admin: { surveyId: 1016 }
respondent: { thinkTimeMs: { distribution: none } }
load: { stages: [{ durationSeconds: 0.6, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1, gracefulStopSeconds: 2 }
capacity: { startPerSecond: 20, maxPerSecond: 40, stepSeconds: 1, confirmSeconds: 1, maxDurationSeconds: 6 }
output: { formats: [json, html, junit, markdown], traceUrl: 'https://traces.example/{traceId}' }
`;

describe('every command goes the way of the profile, and keeps its secrets', () => {
  it.each([
    ['load', []],
    ['conform', ['--clause', 'TAKE-SHAPE-01', '--no-shrink', '--respondents', '5']],
    ['capacity', []],
  ] as const)('%s', async (command, words) => {
    const cwd = folderOf({ 'mine.yaml': profile() });
    const [asked, answered] = [proxy.asked.length, answers];
    const { exitCode, stdout, stderr } = await canvass([command, 'mine.yaml', '--no-preflight', ...words], {
      cwd,
      environment,
    });
    expect([0, 1, 3], stderr).toContain(exitCode);
    expect(proxy.asked.length).toBeGreaterThan(asked);
    expect(answers).toBeGreaterThan(answered);
    const runs = await readdir(join(cwd, 'reports'), { recursive: true, withFileTypes: true });
    const files = runs.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const texts = await Promise.all(files.map((file) => readFile(file, 'latin1')));
    for (const text of [stdout, stderr, ...texts]) {
      expect(text).not.toMatch(/open-sesame|distinctive-password/);
      expect(text).not.toContain(Buffer.from('ada:distinctive-password').toString('base64'));
    }
    const result = texts[files.findIndex((file) => file.endsWith('result.json'))] ?? '';
    const shown = [...result.matchAll(/"traceId": ?"([0-9a-f]{32})"/g)].map(([, id]) => id ?? '');
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((id) => !traces.has(id))).toEqual([]);
    const way = `behind ${gatewayPath}, connected to 127.0.0.1:${gateway.mutual}, by the proxy http://127.0.0.1:${proxy.port}`;
    for (const text of [stdout, texts[files.findIndex((file) => file.endsWith('report.html'))]]) {
      expect(text).toContain(way);
      expect(text).toContain('x-gateway, x-stage');
    }
  });
});
