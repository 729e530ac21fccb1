import { defineConfig } from 'vitest/config';

/**
 * The tests of `mutation.config.mjs`: those that read the sources as text would see what has been changed in them, and
 * processes of their own nothing of it. Goldens and crowds meet nearly every line, and would take minutes for each change:
 * try them by hand on what survives, for they tell a third of that.
 */
export default defineConfig({
  test: {
    include: ['test/{judging,respondent}/**/*.test.ts'],
    exclude: [
      'test/judging/{allClauses,exchangeJudge}.test.ts',
      'test/respondent/{audit/killedService,badLuck,faults,walks}.test.ts',
    ],
    pool: 'threads',
    isolate: false,
    // Only what hangs is ended, as in `vitest.config.ts`.
    testTimeout: 600_000,
  },
});
