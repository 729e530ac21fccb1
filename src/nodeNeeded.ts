/** Lines of Node that canvass runs on: its oldest version of each; a line in between is not maintained. */
const oldest = [
  [22, 19],
  [24, 0],
  [26, 0],
] as const;

/**
 * What is to be said to somebody whose Node is too old; `null` where it is not. Whatever an old Node cannot parse must
 * stay out of this file and of `main.ts`.
 *
 * @param version as `process.versions.node` has it
 */
export function nodeNeeded(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const newest = oldest[oldest.length - 1];
  const isEnough =
    (newest !== undefined && major > newest[0]) || oldest.some(([line, from]) => line === major && minor >= from);
  if (isEnough) return null;
  const lines = oldest.map(([line, from]) => `${line}${from === 0 ? '' : `.${from}`}`);
  return `canvass needs Node ${lines.slice(0, -1).join(', ')} or ${lines[lines.length - 1]}, or a newer one of these lines; this is ${version}. \`npm install --save-dev node@24\` brings one.`;
}

/** What the shortest run needs, V8's young part of the heap included: with less V8 ends the process in the midst of it. */
const leastHeapMB = 128;

/** What is to be said where Node may use too little memory; `null` where it may use enough. */
export function heapNeeded(limitBytes: number): string | null {
  const heapMB = Math.floor(limitBytes / 1024 / 1024);
  if (heapMB >= leastHeapMB) return null;
  return `canvass needs ${leastHeapMB} MB of heap, and Node may use ${heapMB} MB here: give this machine more memory, or raise --max-old-space-size in NODE_OPTIONS.`;
}
