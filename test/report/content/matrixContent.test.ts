import { expect, test } from 'vitest';
import { type MatrixCell, matrixContent } from '../../../src/report/content/matrixContent.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { failingResult, sampleResult } from '../../support/sampleResults.ts';

const failing = failingResult();
const [problem] = failing.problems;
const good: RunResult = { ...failing, verdict: 'PASS', problems: [], violations: [] };
const untested: RunResult = { ...sampleResult(), problems: [], violations: [], clauses: [] };

function cell(datacenter: string, release: string, result: RunResult | null): MatrixCell {
  const report = result === null ? null : `${datacenter}-${release}/report.html`;
  return { datacenter, release, verdict: result?.verdict ?? 'NOT RUN', why: 'because', result, report };
}

/** The cells of the row of a problem, as `text (note) → href`. */
function rowOf(cells: readonly MatrixCell[]): string[] {
  const table = matrixContent(cells).parts.find(({ id }) => id === 'matrix-problems');
  if (table?.kind !== 'table') throw new Error('there is a table of problems');
  const row = table.rows.find(([title]) => title === problem?.title) ?? [];
  return row.slice(1).map((each) => {
    if (typeof each === 'string') return each;
    return `${each.text}${each.note === undefined ? '' : ` (${each.note})`}${each.href === undefined ? '' : ` → ${each.href}`}`;
  });
}

const link = (run: string): string => `→ ${run}/report.html#problem-${problem?.signature}`;

test('a problem is a row, and each run that shows it a link to it', () => {
  const [eu, us] = rowOf([cell('eu', 'A', failing), cell('us', 'A', failing)]);
  expect(eu).toMatch(/^in |^\d/);
  expect(eu).toContain(link('eu-A'));
  expect(us).toContain(link('us-A'));
});

test('it says of each run where it went, what it looked at, and the command that runs it again', () => {
  const table = matrixContent([cell('eu', 'A', good), cell('eu', 'B', null)]).parts.find(
    ({ id }) => id === 'matrix-runs',
  );
  const { clauses } = good.coverage;
  expect(table?.kind === 'table' ? table.rows : []).toEqual([
    [
      'eu, A',
      { text: good.target.baseUrl, as: 'code' },
      `${clauses.exercised} of ${clauses.total}`,
      { text: expect.stringMatching(/^canvass load .* --seed \d+$/), as: 'code' },
    ],
  ]);
});

test('it is new or gone against the release before in the same datacenter', () => {
  const cells = [cell('eu', 'A', good), cell('eu', 'B', failing), cell('us', 'A', failing), cell('us', 'B', good)];
  const row = rowOf(cells);
  expect(row[0]).toBe('–');
  expect(row[1]).toContain('(new)');
  expect(row[2]).not.toContain('new');
  expect(row[3]).toBe('gone');
});

test('a run that looked at nothing, or could not begin, is no run without it', () => {
  expect(rowOf([cell('eu', 'A', failing), cell('eu', 'B', untested), cell('eu', 'C', null)]).slice(1)).toEqual([
    'not tested',
    'not run',
  ]);
});
