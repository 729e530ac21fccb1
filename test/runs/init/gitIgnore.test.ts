import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { gitIgnoreText } from '../../../src/runs/init/init.ts';

const folders = ['/node_modules/', '/reports/', '/canvass-reports/', '/canvass-comparison/', '/canvass-baseline/'];
let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canvass-ignore-'));
  return () => rm(root, { recursive: true, force: true });
});

test('a repository without one gets one', () => {
  expect(gitIgnoreText(root)).toBe(`${folders.join('\n')}\n`);
});

test('what its owner has stays, and what it names is not named again', async () => {
  await writeFile(join(root, '.gitignore'), 'node_modules\nreports/*\n/canvass-reports');
  expect(gitIgnoreText(root)).toBe(
    'node_modules\nreports/*\n/canvass-reports\n/reports/\n/canvass-comparison/\n/canvass-baseline/\n',
  );
});

test('one that names them all stays as it is', async () => {
  await writeFile(join(root, '.gitignore'), gitIgnoreText(root) ?? '');
  expect(gitIgnoreText(root)).toBeNull();
});
