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
