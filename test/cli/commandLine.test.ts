import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../support/folder.ts';
import { canvass, canvassProcess } from './canvass.ts';

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

test('code is compiled once for all commands of a user, and anew each time where nothing can be kept', async () => {
  const home = folderOf({ file: '' });
  const start = (cache: string) =>
    canvassProcess(['--version'], { environment: { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: join(home, cache) } });
  const version = expect.stringMatching(/^\d/);
  expect(await start('caches')).toMatchObject({ exitCode: 0, stdout: version, stderr: '' });
  expect(readdirSync(join(home, 'caches/canvass'))).toHaveLength(1);
  expect(await start('file')).toMatchObject({ exitCode: 0, stdout: version, stderr: '' });
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
