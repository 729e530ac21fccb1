import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { auditedRun } from '../../../bench/durability/auditedRun.ts';
import { verdictOf } from '../../../bench/durability/verdict.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'canvass-killed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

// The large run of the same is bench/durability.ts.
test.each(['', 'walk-record-lost:10'])(
  'an audit is right when the service is killed in the middle, with faults "%s"',
  async (faults) => {
    const outcome = await auditedRun(join(folder, 'store.db'), 80, faults);
    expect(outcome.audit.completed).toBeGreaterThan(50);
    expect(verdictOf(outcome, faults)).toEqual([]);
  },
);
