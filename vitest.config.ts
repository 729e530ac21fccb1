import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Many files wait for processes and timers: a worker for each core keeps both busy, where the default leaves one idle.
    maxWorkers: '100%',
    reporters: ['default', './test/support/plainTally.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
