import { expect, test } from 'vitest';
import { canvass } from './canvass.ts';

test('help names every common option, gives examples and the exit codes', async () => {
  const { exitCode, stdout } = await canvass(['--help']);
  expect(exitCode).toBe(0);
  for (const option of ['--json', '--quiet', '--out', '--seed', '--base-url', '--datacenter', '--set']) {
    expect(stdout).toContain(option);
  }
  expect(stdout).toContain('Examples:');
  expect(stdout).toContain('130  interrupted');
});

test('the version is that of the package', async () => {
  expect((await canvass(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('examples of the help stand whole on a line of their own, to be copied', async () => {
  const { stdout } = await canvass(['compare', '--help']);
  expect(stdout).toContain(
    '\n  canvass compare b1/result.json b2/result.json --candidate c1/result.json --candidate c2/result.json\n',
  );
});

test('the help of a command leaves out the options that it has no use for', async () => {
  const { stdout } = await canvass(['serve', '--help']);
  expect(stdout).toContain('--seed');
  expect(stdout).not.toContain('--base-url');
});
