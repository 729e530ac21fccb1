import { afterAll, beforeAll, expect, it } from 'vitest';
import { badLucks } from '../../../src/result/exchange.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { folderOf } from '../../support/folder.ts';
import { type Gateway, gatewayHeader, gatewayName, gatewayPath, startGateway } from '../../support/gateway.ts';
import { startTlsFront, type TlsFront, trustedFile } from '../../support/tlsFront.ts';
import { canvass } from '../canvass.ts';

let service: RunningService;
let front: TlsFront;
let gateway: Gateway;
beforeAll(async () => {
  service = await startService();
  front = await startTlsFront(service.baseUrl, 'both');
  gateway = await startGateway([service.baseUrl]);
});
afterAll(async () => {
  await Promise.all([gateway.close(), front.close()]);
  await service.close();
});

const behindGateway = (): string =>
  `baseUrl: "https://${gatewayName}", basePath: ${gatewayPath}, connectTo: "127.0.0.1:${gateway.secure}", headers: { ${gatewayHeader.name}: "\${GATEWAY}" }`;

it.each([
  ['over TLS', () => `baseUrl: "${front.baseUrl}"`],
  ['behind a gateway, over HTTP/2', () => `${behindGateway()}, http2: true`],
])('respondents with bad luck walk %s, and a clean service breaks no promise', async (_, target) => {
  const cwd = folderOf({
    // A lost answer is waited for as long as a request may take.
    'mine.yaml': `target: { ${target()}, timeoutMs: 3000, apiKeys: [canvass-key], tls: { caFile: "${trustedFile}" } }
surveys: { walk: [{ id: 1001 }] }
admin: { surveyId: 1001 }
audit: { settleSeconds: 1 }
respondent:
  thinkTimeMs: { distribution: none }
  badLuck: { ${badLucks.map((kind) => `${kind}: 0.1`).join(', ')}, slowReadSeconds: 0.2, hesitateSeconds: 0.2 }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 40 }], warmupSeconds: 0, workers: 1 }
output: { formats: [json] }
`,
  });
  const { stdout, stderr } = await canvass(['load', 'mine.yaml', '--json', '--no-shrink'], {
    cwd,
    environment: { GATEWAY: gatewayHeader.value },
  });
  const result = JSON.parse(stdout || stderr);
  expect(result.violations.map(({ clause, actual }: Record<string, unknown>) => [clause, actual])).toEqual([]);
  expect(result.validity.conformance).toEqual({ valid: true, reasons: [] });
  expect(result.respondents.completed).toBeGreaterThan(10);
  expect(result.audit).toMatchObject({ lost: 0, altered: 0 });
  expect(result.injected.map(({ kind }: { kind: string }) => kind)).toEqual([...badLucks]);
});
