/**
 * `npm run mutation`: what the tests let pass of the code that judges and walks. Stryker changes conditions on lines that are
 * drawn by seed, and runs the tests of these folders against each. `LINES=500 SEED=2 FILES='src/judging/rules/*.ts' npm run mutation`.
 */
import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

const { LINES = '250', SEED = '1', FILES = 'src/{judging,respondent}/**/*.ts' } = process.env;

/** Each line of code as Stryker names it. */
const lines = globSync(FILES).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, at) => (/^\s*(?:import\b|\/|\*|$)/.test(text) ? [] : [`${file}:${at + 1}-${at + 1}`])),
);
const drawn = Math.min(Number(LINES), lines.length);
const [mutate] = fc.sample(fc.shuffledSubarray(lines, { minLength: drawn, maxLength: drawn }), {
  seed: Number(SEED),
  numRuns: 1,
});

export default {
  mutate,
  // Words are read by people, and what they are decides nothing.
  mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex'] },
  // A table is made once: each change of one takes all tests.
  ignoreStatic: true,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'bench/mutation.vitest.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // With each test's lines noted, on a machine that is at other work.
  dryRunTimeoutMinutes: 30,
  ignorePatterns: ['/reports'],
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false, allowColor: false },
  tempDirName: 'reports/mutation',
  tsconfigFile: 'none.json',
};
