import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type FourJudgements, judgementNames } from '../../src/result/judgements.ts';
import { verdictRowOf, verdictTable } from '../../src/result/verdictAndExitCode.ts';

/** Verdict and exit code of each combination: promises and target down, thresholds and measurement across. */
const expected = `
                         met               missed            cannot be told
                         stands bounds void  stands bounds void  stands bounds void
broken, there            F1     F1     F1    F1     F1     F1    F1     F1     F1
broken, away             F1     F1     F1    F1     F1     F1    F1     F1     F1
kept, there              P0     P0     I3    F1     F1     F1    I3     I3     I3
kept, away               I5     I5     I5    I5     I5     I5    I5     I5     I5
not looked at, there     P0     P0     I3    F1     F1     F1    I3     I3     I3
not looked at, away      I5     I5     I5    I5     I5     I5    I5     I5     I5
`;

const letters = { P: 'PASS', F: 'FAIL', I: 'INVALID' } as const;

/** Every combination with what is expected of it. */
const combinations = expected
  .trim()
  .split('\n')
  .slice(2)
  .flatMap((line) => {
    const [name = '', ...cells] = line.trim().split(/ {2,}/);
    const [promises, target] = name.split(', ');
    const across = judgementNames.thresholds.flatMap((thresholds) =>
      judgementNames.measurement.map((measurement) => ({ thresholds, measurement })),
    );
    return across.map((rest, at) => ({ judged: { promises, target, ...rest } as FourJudgements, cell: cells[at] }));
  });

describe('the table of verdicts', () => {
  it('has each combination of the four judgements once', () => {
    const every = Object.values(judgementNames).reduce((product, names) => product * names.length, 1);
    expect(new Set(combinations.map(({ judged }) => JSON.stringify(judged))).size).toBe(every);
  });

  it.each(combinations)('$judged: $cell', ({ judged, cell = '' }) => {
    const { verdict, exitCode } = verdictRowOf(judged);
    expect(verdict).toBe(letters[cell[0] as keyof typeof letters]);
    expect(exitCode).toBe(Number(cell.slice(1)));
  });

  it('has no row that never decides', () => {
    const deciding = new Set(combinations.map(({ judged }) => verdictRowOf(judged)));
    expect([...deciding]).toEqual(expect.arrayContaining([...verdictTable]));
  });

  it('stands in docs/verdict.md as it is', () => {
    const rows = verdictTable.map(({ when, verdict, exitCode, because }) => {
      const [named] = Object.entries(when);
      const judged = named === undefined ? 'anything else' : `${named[0]}: ${named[1]}`;
      return `| ${judged} | ${verdict} | ${exitCode} | ${because} |`;
    });
    expect(readFileSync('docs/verdict.md', 'utf8')).toContain(rows.join('\n'));
  });
});
