import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditedRun } from '../../../bench/durability/auditedRun.ts';
import { verdictOf } from '../../../bench/durability/verdict.ts';
import { folderOf } from '../../support/folder.ts';

// The large run of the same is bench/durability.ts.
test.each(['', 'walk-record-lost:10'])(
  'an audit is right when the service is killed in the middle, with faults "%s"',
  async (faults) => {
    const outcome = await auditedRun(join(folderOf({}), 'store.db'), 80, faults);
    expect(outcome.audit.completed).toBeGreaterThan(50);
    expect(verdictOf(outcome, faults)).toEqual([]);
  },
);
