import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { startService } from '../../../src/service/service.ts';
import { folderOf } from '../../support/folder.ts';
import { canvass } from '../canvass.ts';

const variable = '$' + '{BASE_URL}';

test('a violation of a run of a file is replayed from its folder alone, and at the target of a profile that is named', async () => {
  const service = await startService(altered({ faults: chooseFaults('back-two-pages') }));
  try {
    const cwd = folderOf({
      'mine.yaml': `target: { baseUrl: "${service.baseUrl}" }
surveys: { walk: [{ id: 1001 }] }
respondent: { thinkTimeMs: { distribution: none }, back: 0.5 }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1 }
output: { formats: [json] }
`,
      'other.yaml': `target: { baseUrl: "${variable}" }\nsurveys: { walk: [{ id: 1001 }] }\n`,
    });
    const environment = { CANVASS_API_KEY: 'canvass-key' };
    const quiet = await canvass(['load', 'mine.yaml', '--quiet'], { cwd, environment });
    expect(quiet, quiet.stdout).toMatchObject({ exitCode: 1, stderr: '' });
    expect(quiet.stdout).toMatch(/^FAIL[^\n]*\n$/);
    const [folder = ''] = readdirSync(join(cwd, 'reports')).filter((name) => name.endsWith('-mine'));
    const replayed = await canvass(['replay', join('reports', folder), '--violation', 'v1'], { cwd, environment });
    expect(replayed.stderr).toBe('');
    expect(replayed.exitCode).toBe(1);
    const mended = await startService();
    try {
      const other = { BASE_URL: mended.baseUrl, ...environment };
      const named = await canvass(['replay', join('reports', folder), 'other.yaml'], { cwd, environment: other });
      expect(named).toMatchObject({ exitCode: 0, stderr: '' });
      expect(named.stdout).toContain(`Target    ${mended.baseUrl}\n`);
      const back = ['--base-url', service.baseUrl, '--quiet'];
      const at = await canvass(['replay', join('reports', folder), 'other.yaml', ...back], { cwd, environment: other });
      expect(at.exitCode).toBe(1);
    } finally {
      await mended.close();
    }
    const keyless = await canvass(['replay', join('reports', folder)], { cwd, environment: { CANVASS_API_KEY: '' } });
    expect(keyless.stderr).toContain('target.apiKeys is empty: set the environment variable CANVASS_API_KEY');
    expect(keyless.exitCode).toBe(2);
  } finally {
    await service.close();
  }
});
