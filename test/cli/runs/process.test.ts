import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { canvassProcess, main } from '../canvass.ts';

test('the process says on stderr what is wrong with its words, and ends with 2', async () => {
  const { exitCode, stdout, stderr } = await canvassProcess(['laod']);
  expect(stderr).toMatch(/^canvass: there is no command "laod"/);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
});

test('serve prints its base URL and a walk by curl, serves, and ends with Ctrl-C', async () => {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--session', 'both']);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (!line.startsWith('Ctrl-C')) continue;
    const taken = await fetch(`${lines[0]}/a/api/v2/surveys/1001/take`, { headers: { 'api-key': 'canvass-key' } });
    expect(await taken.json()).toMatchObject({ response: { status: 'success' } });
    expect(taken.headers.get('x-survey-token')).not.toBeNull();
    child.kill('SIGINT');
  }
  expect(lines.filter((line) => line.trim().startsWith('curl'))).toHaveLength(3);
  expect(child.exitCode ?? (await new Promise((resolve) => child.on('exit', resolve)))).toBe(0);
});
