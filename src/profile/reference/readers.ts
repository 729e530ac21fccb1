/** Which commands read a key; the longest prefix counts. Beside them `profile check` reads every key. */
const readers: Readonly<Record<string, string>> = {
  name: 'all',
  extends: 'all',
  seed: 'all',
  target: 'all',
  'target.rateBudget': 'load, capacity, duet',
  surveys: 'all',
  'surveys.missing': 'conform',
  admin: 'load, conform, duet',
  'admin.regenerateKey': 'conform',
  respondent: 'load, capacity, duet',
  'respondent.learn': 'load, capacity',
  'respondent.answers': 'all',
  'respondent.allocationTotal': 'all',
  load: 'load, duet',
  'load.arrivals': 'load, capacity, duet',
  'load.maxRespondents': 'load, capacity, duet',
  'load.connections': 'load, capacity, duet',
  'load.workers': 'load, capacity',
  'load.gracefulStopSeconds': 'load, capacity, duet',
  'load.adminMix': 'load, capacity',
  duet: 'duet',
  thresholds: 'load, duet',
  capacity: 'capacity',
  audit: 'load, duet',
  'audit.enabled': 'load, conform, duet',
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
