import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durabilityFaults } from '../src/selftest/faults/tables/durabilityFaults.ts';
import { auditedRun } from './durability/auditedRun.ts';
import { verdictOf } from './durability/verdict.ts';

/**
 * `node bench/durability.ts [completions] [faults]`: an audit of so many completions (20,000) on the embedded service with a
 * store file, killed with SIGKILL and started again in the middle; once clean, and once with each durability fault, or those named. The
 * audit is compared with what the store file really holds.
 */
const completions = Number(process.argv[2] ?? 20_000);
let wrong = 0;
for (const faults of process.argv[3]?.split(',') ?? ['', ...durabilityFaults.map(({ id }) => id)]) {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-durability-'));
  try {
    const outcome = await auditedRun(join(folder, 'store.db'), completions, faults);
    const { audit, auditCalls, auditSeconds, failedWalks, violations, walkSeconds } = outcome;
    const problems = verdictOf(outcome, faults);
    wrong += problems.length;
    const { examples, unseen, ...counts } = audit;
    process.stdout.write(
      `${faults || 'no fault'}: ${problems.length === 0 ? 'right' : `WRONG: ${problems.join('; ')}`}\n` +
        `  ${Object.entries(counts)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}\n` +
        `  walked in ${walkSeconds.toFixed(1)} s, ${failedWalks} walks failed, ${violations} violations; ` +
        `audited in ${auditSeconds.toFixed(1)} s, ${auditCalls} calls\n` +
        [
          ...examples
            .slice(0, 3)
            .map(({ kind, token, responseIds, detail }) => `${kind} ${token} ${responseIds}: ${detail}`),
          ...unseen,
        ]
          .map((line) => `  ${line}\n`)
          .join(''),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
