import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { load } from '../../src/runs/load.ts';

it('a load needs no terminal: who watches hears how it goes, may end it, and finds it written', async () => {
  const out = await mkdtemp(join(tmpdir(), 'canvass-runs-'));
  try {
    const controller = new AbortController();
    const heard: number[] = [];
    const { result, directory } = await load(
      {
        profile: {
          profile: 'smoke',
          baseUrl: null,
          datacenter: null,
          seed: 5,
          set: ['load.stages.0.durationSeconds=60'],
          cwd: process.cwd(),
          environment: {},
        },
        out,
        baseline: null,
        dashboardPort: null,
        monitoring: { metrics: null, otlpUrl: null },
        shrink: false,
        preflight: true,
        fleet: null,
      },
      {
        interrupt: controller.signal,
        abandon: new AbortController().signal,
        onNotice: () => {},
        onTrouble: () => {},
        onProgress: ({ elapsedSeconds }) => {
          heard.push(elapsedSeconds);
          controller.abort();
        },
      },
    );
    expect(heard.length).toBeGreaterThan(0);
    expect(result).toMatchObject({ kind: 'load', run: { seed: 5, interrupted: true } });
    expect(result.verdict).toBe('INVALID');
    // A busy machine is told beside it.
    expect(result.reasons).toContainEqual(
      expect.stringMatching(/^The run was interrupted after \d+ s: it is not finished\.$/),
    );
    expect(await readdir(directory)).toEqual(expect.arrayContaining(['report.html', 'result.json']));
    expect(await readdir(out)).toContain('index.html');
  } finally {
    await rm(out, { recursive: true });
  }
});
