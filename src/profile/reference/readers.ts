/** Which commands read a key; the longest prefix counts. Beside them `profile check` reads every key. */
const readers: Readonly<Record<string, string>> = {
  name: 'all',
  extends: 'all',
  seed: 'all',
  target: 'all',
  'target.rateBudget': 'load, capacity',
  surveys: 'all',
  'surveys.missing': 'conform',
  admin: 'load, conform',
  'admin.regenerateKey': 'conform',
  respondent: 'load, capacity',
  'respondent.allocationTotal': 'all',
  load: 'load',
  'load.arrivals': 'load, capacity',
  'load.maxRespondents': 'load, capacity',
  'load.connections': 'load, capacity',
  'load.workers': 'load, capacity',
  'load.gracefulStopSeconds': 'load, capacity',
  'load.adminMix': 'load, capacity',
  thresholds: 'load',
  capacity: 'capacity',
  audit: 'load',
  'audit.enabled': 'load, conform',
  output: 'all',
  'output.har': 'load, conform',
};

export const readerPrefixes: readonly string[] = Object.keys(readers);

/** The commands that read a key. @throws Error for a key that nobody has thought of. */
export function readersOf(key: string): string {
  const [prefix] = readerPrefixes
    .filter((each) => key === each || key.startsWith(`${each}.`) || key.startsWith(`${each}[`))
    .toSorted((a, b) => b.length - a.length);
  const found = readers[prefix ?? ''];
  if (found === undefined) throw new Error(`nothing says which command reads ${key}`);
  return found;
}
