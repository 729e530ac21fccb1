import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { canvass } from './canvass.ts';

test.each([
  ['--list-faults', /^request-id-missing {2}/m],
  ['--list-surveys', /^1001 {2}Customer satisfaction: 5 pages$/m],
  ['--list-variants', /^expiredHttp = 400 \| 200/m],
  ['--openapi', /^\{\n {2}"openapi": "3\.1\.0"/],
])('%s prints and ends', async (option, expected) => {
  const { exitCode, stdout } = await canvass(['serve', option]);
  expect(stdout).toMatch(expected);
  expect(exitCode).toBe(0);
});

test.each([
  [['--port', '70000'], /--port is at most 65535/],
  [['--port', '0', '--latency', 'slow'], /"slow" is no latency; write fixed:value/],
  [['--faults', 'nothing'], /there is no fault "nothing"/],
  [['--variant', 'expiredHttp=418'], /variant expiredHttp is one of 400, 200/],
  [['--variant', 'expiredHttp'], /--variant takes name=value/],
  [['--surveys', '/nowhere'], /the folder of surveys cannot be read/],
])('serve %j is refused with a reason', async (words, reason) => {
  const { exitCode, stderr } = await canvass(['serve', ...words]);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  expect(exitCode).toBe(2);
});

test('a port in use is an error that says what to change', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.on('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const { exitCode, stderr } = await canvass(['serve', '--port', String(port)]);
  expect(stderr).toMatch(/choose another with --port/);
  expect(exitCode).toBe(2);
  other.close();
});
