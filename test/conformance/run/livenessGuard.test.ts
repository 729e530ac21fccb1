import { expect, test } from 'vitest';
import { LivenessGuard } from '../../../src/conformance/run/livenessGuard.ts';

function afterRefusals(hasKeyInUse: boolean): LivenessGuard {
  const guard = new LivenessGuard();
  for (let count = 0; count < 30; count++) guard.note({ failure: null, httpStatus: 429 }, hasKeyInUse);
  return guard;
}

test('a service that refuses every request with a good key is as good as gone', () => {
  const guard = afterRefusals(true);
  expect(guard.isExhausted).toBe(true);
  expect(guard.reason).toMatchObject({ code: 'always-throttled' });
});

test('a service that locks out who tries wrong keys is there', () => {
  const guard = afterRefusals(false);
  expect(guard.isExhausted).toBe(false);
  expect(guard.reason).toBeNull();
});
