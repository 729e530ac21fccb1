/** How long the end of a process may take: a summary that is posted, metrics that are pushed. */
const longestEndMs = 5000;

/**
 * Ends the process though a connection that nobody needs any more is held open by its other side: everything is written by
 * now. A process that has nothing left to do ends by itself before.
 *
 * @param everyMs another patience, for tests
 */
export function endInTime(everyMs = longestEndMs): void {
  setInterval(() => {
    // Who reads the output slowly still gets all of it.
    if (process.stdout.writableLength + process.stderr.writableLength === 0) process.exit();
  }, everyMs).unref();
}
