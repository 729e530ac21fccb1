/**
 * Goldens for a rewrite: what canvass finds of services whose faults are known, and of clean ones, as text that can be
 * compared. Everything runs in this process, on a virtual clock, so that recorded twice it is the same.
 *
 * `node bench/goldens.ts FOLDER`: records into the folder; against a folder of an earlier commit, `diff -r` says what a
 * rewrite has changed. `node bench/goldens.ts FOLDER faults`: one kind alone (`faults`, `members`, `clean`).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { questionIds } from '../src/contract/questions/openQuestions.ts';
import { clauseIds } from '../src/judging/allClauses.ts';
import type { Violation } from '../src/result/verdict.ts';
import { faults } from '../src/selftest/faults/faults.ts';
import { judgeMemberFaults, recordSituations } from '../src/selftest/generated/recordedAnswers.ts';
import { sessionTransports } from '../src/selftest/selftestSubjects.ts';
import { simulate } from '../src/selftest/simulation/simulate.ts';
import { conformed, loaded } from './goldens/simulated.ts';

const [, , folder = '', only] = process.argv;
if (folder === '') throw new Error('name a folder to record into');

const cleanSeeds = 17;
const kinds: Readonly<Record<string, () => AsyncGenerator<string>>> = {
  /** Each fault, the clauses that it breaks in each command, and how often each violation was counted. */
  async *faults() {
    for (const fault of faults) {
      yield `${fault.id}\n  conform ${list((await conformed([fault], 1)).violations)}\n  load    ${list(await loaded([fault], 1))}`;
    }
  },
  /** Each member of each recorded answer, wrong in each way, and the clauses that say so. */
  async *members() {
    for (const { kind, place, clauses } of judgeMemberFaults(await recordSituations(1)))
      yield `${kind}: ${place}: ${clauses.join(' ')}`;
  },
  /** Clean services by session and seed: each clause with its checks, each open question with its answers. */
  async *clean() {
    for (const session of sessionTransports) {
      for (let seed = 1; seed <= cleanSeeds; seed++) {
        const { clauseCounts, answerCounts } = await cleanRun(session, seed);
        yield `${session} ${seed}\n${clauseCounts.join('\n')}\n${answerCounts.join('\n')}`;
      }
    }
  },
};

async function cleanRun(session: (typeof sessionTransports)[number], seed: number) {
  const evidence = await simulate({ options: { session }, latency: () => 1 + (seed % 7), seed });

  return {
    clauseCounts: clauseIds.map(
      (id) => `  ${id} ${evidence.clause(id)?.failed ?? 0} of ${evidence.clause(id)?.checked ?? 0}`,
    ),
    answerCounts: questionIds.map(
      (id) =>
        `  ${id} ${evidence
          .answers(id)
          .map(({ value, count }) => `${value} ${count}`)
          .sort()
          .join(', ')}`,
    ),
  };
}

function list(violations: readonly Violation[]): string {
  return (
    violations
      .map(({ id, count }) => `${id} ${count}`)
      .sort()
      .join(', ') || 'nothing'
  );
}

mkdirSync(folder, { recursive: true });
for (const [kind, record] of Object.entries(kinds)) {
  if (only !== undefined && only !== kind) continue;
  const lines: string[] = [];
  for await (const line of record()) lines.push(line);
  writeFileSync(join(folder, `${kind}.txt`), `${lines.join('\n')}\n`);
  console.log(`${kind}: ${lines.length}`);
}
