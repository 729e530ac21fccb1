import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditedRun } from '../../../bench/durability/auditedRun.ts';
import { verdictOf } from '../../../bench/durability/verdict.ts';
import { folderOf } from '../../support/folder.ts';

// What it names is compared with what the store file holds, so that it accuses nothing that is there. The large run of the
// same, also of a service without faults, is bench/durability.ts.
test('an audit is right when the service is killed in the middle', async () => {
  const faults = 'walk-record-lost:10';
  const outcome = await auditedRun(join(folderOf({}), 'store.db'), 48, faults);
  expect(outcome.audit.completed).toBeGreaterThan(40);
  expect(verdictOf(outcome, faults)).toEqual([]);
});
