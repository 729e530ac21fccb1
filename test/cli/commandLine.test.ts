import { expect, test } from 'vitest';
import { canvass } from './canvass.ts';

const wrong: [string, string[], string][] = [
  ['no command', [], 'name a command'],
  ['an unknown command', ['profle'], 'there is no command or option "profle" (did you mean "profile"?)'],
  ['an unknown inner command', ['profile', 'chek'], 'there is no command or option "chek" (did you mean "check"?)'],
  ['an unknown option', ['profile', 'check', '--jsn'], 'there is no command or option "jsn" (did you mean "json"?)'],
  ['an option without its value', ['profile', 'check', '--set'], 'Not enough arguments following: set'],
  ['an option given twice', ['profile', 'check', '--base-url', 'a', '--base-url', 'b'], '--base-url is given 2 times'],
  ['a seed that is no number', ['profile', 'check', '--seed', '-3'], '--seed takes a whole number from 0 on'],
  ['an override without a value', ['profile', 'check', 'smoke', '--set', 'name'], '--set takes path=value'],
];

test.each(wrong)('%s is one clear error, and nothing else', async (_, words, message) => {
  const { exitCode, stdout, stderr } = await canvass(words);
  expect(stderr).toContain(`canvass: ${message}`);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
});

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
