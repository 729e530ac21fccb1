import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longestFirst.ts';

// Processes and threads that tests start find the sources compiled: without, half a second of a core each.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node-compile', import.meta.url));

/** What is found of many services: in a worker that has run nothing else, after which a golden was another one once. */
const goldens = ['test/goldens/**/*.test.ts'];
/** Tests that start a browser. */
const browser = ['test/report/html/**/*.test.ts', 'test/report/live/**/*.test.ts'];
/**
 * Whole runs and commands, in processes and within this one: of many respondents, threads and machines, of every
 * hostile answer, and of every fault and freedom of the embedded service.
 */
const runs = [
  'test/{package,ci,cli,docs,duet,hostile}/**/*.test.ts',
  'test/{report/figures,fleet/{bus,faults}}/**/*.test.ts',
  'test/conformance/{replay,run}/**/*.test.ts',
  'test/conformance/sequences/reproduceAndShrink.test.ts',
  'test/conformance/probes/{administrationProbes,flowProbes,alteredAnswers}.test.ts',
  'test/load/{runLoad,soak,truth}.test.ts',
  'test/load/{administration/auditedLoad,shard/**/*}.test.ts',
  'test/capacity/search.test.ts',
  'test/selftest/{scriptTrial,simulation,testFault}.test.ts',
  'test/selftest/{dimensions,faults,simulation}/**/*.test.ts',
  'test/report/metrics/{prometheus,otlpPush}.test.ts',
  'test/respondent/{badLuck,audit/killedService}.test.ts',
  'test/result/{curl,defectCheck,pageFacts,walkAgainScript}.test.ts',
  'test/runs/{load,preflight,waysOut,doctor/doctor}.test.ts',
];

/** Files that wait for processes and timers: with five on two cores hardly any stands idle, and each more loads all anew. */
const waiting = { maxWorkers: Math.ceil(2.5 * availableParallelism()) };
/** Files that compute, after the others: a worker for each core, for one more costs what it loads and compiles anew. */
const computing = { maxWorkers: availableParallelism(), sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/plainTally.ts'],
    // Only what hangs is ended: how long a test takes is a matter of who else is at work here.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Commands that are run within a test have a folder of their own, as only a process can.
    pool: 'forks',
    // Whole runs make much that is gone at once: with room for it, a tenth of all work is saved.
    execArgv: ['--max-semi-space-size=64'],
    // No test changes what a module holds: a worker keeps what it has loaded for the next file.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...computing,
          include: ['test/**/*.test.ts'],
          exclude: [...runs, ...browser, ...goldens],
        },
      },
      { extends: true, test: { name: 'runs', ...waiting, include: runs } },
      { extends: true, test: { name: 'goldens', ...computing, include: goldens } },
      {
        extends: true,
        test: { name: 'browser', ...waiting, include: browser, globalSetup: './test/support/chromium.ts' },
      },
    ],
  },
});
