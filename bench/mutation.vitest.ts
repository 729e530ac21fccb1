import { defineConfig } from 'vitest/config';

/**
 * The tests of `mutation.config.mjs`: those that read the sources as text would see what has been changed in them, and
 * processes of their own nothing of it.
 */
export default defineConfig({
  test: {
    include: ['test/{judging,respondent,goldens}/**/*.test.ts'],
    exclude: ['test/judging/{allClauses,exchangeJudge}.test.ts', 'test/respondent/audit/killedService.test.ts'],
    pool: 'threads',
    isolate: false,
    // Only what hangs is ended, as in `vitest.config.ts`.
    testTimeout: 600_000,
  },
});
