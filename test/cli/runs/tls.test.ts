import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { folderOf } from '../../support/folder.ts';
import { startTlsFront, type TlsFront, trustedFile } from '../../support/tlsFront.ts';
import { canvass } from '../canvass.ts';

let service: RunningService;
let front: TlsFront;
beforeAll(async () => {
  service = await startService();
  front = await startTlsFront(service.baseUrl, 'both');
});
afterAll(async () => {
  await front.close();
  await service.close();
});

/** @param target more keys of the target, in YAML's flow style. */
function profile(target: string): Record<string, string> {
  return {
    'mine.yaml': `target: { baseUrl: "${front.baseUrl}", apiKeys: [canvass-key], ${target} }
surveys: { walk: [{ id: 1001 }] }
respondent: { thinkTimeMs: { distribution: none } }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 10 }], warmupSeconds: 0, workers: 1 }
output: { formats: [json] }
`,
  };
}

describe('a service behind TLS', () => {
  it('is spoken to in HTTP/2, and trusted by the CA file of the profile', async () => {
    const cwd = folderOf(profile(`http2: true, tls: { caFile: "${trustedFile}" }`));
    const { exitCode, stdout } = await canvass(['load', 'mine.yaml', '--json'], { cwd });
    const result = JSON.parse(stdout);
    expect(result.violations).toEqual([]);
    expect(exitCode).toBe(0);
    // Each connection has its time, and that of its handshake.
    const { opened, connect, handshake } = result.connections;
    expect(opened).toBeGreaterThan(0);
    expect([connect.count, handshake.count]).toEqual([opened, opened]);
    expect(handshake.min).toBeGreaterThan(0);
    expect(front.byVersion['2.0']).toBeGreaterThan(10);
    expect(front.byVersion['1.1']).toBeUndefined();
  });

  it('is not trusted without it: the target is not there, and it says what to change', async () => {
    const cwd = folderOf(profile('http2: false'));
    const before = await canvass(['load', 'mine.yaml'], { cwd });
    expect(before).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('target.tls.caFile') });
  });
});
