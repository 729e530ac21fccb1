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

test('the shell completes commands, options, and profiles where one belongs', async () => {
  const completed = async (...words: string[]) =>
    (await canvass(['--get-yargs-completions', 'canvass', ...words])).stdout.trim().split('\n');
  expect(await completed('con')).toContain('conform');
  expect(await completed('load', 's')).toEqual(['smoke', 'soak']);
  expect(await completed('load', '--rep')).toContain('--repeat');
  expect(await completed('compare', 's')).not.toContain('smoke');
  expect((await canvass(['completion'])).stdout).toContain('complete -o bashdefault -o default');
});
