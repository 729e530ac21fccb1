import type { Reporter, TestModule } from 'vitest/node';

/**
 * Closes a test run with one plain line, `tests: N passed, N failed, N skipped`, for scripts that read a log.
 * A module that could not be loaded counts as one failure: it ran no test, and must not look green.
 */
export default class PlainTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let passed = 0;
    let failed = 0;
    let skipped = 0;
    for (const module of modules) {
      if (module.errors().length > 0) failed++;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else skipped++;
      }
    }
    process.stdout.write(`tests: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
