/**
 * What a worker has compiled is kept for those after it: vitest ends workers by a signal, by which nothing would be written.
 */
const { exit } = process;
process.once('SIGTERM', () => exit());
