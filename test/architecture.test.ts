import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What each folder of `src` may import from other folders (`errors.ts`, `readInput.ts`, `misspelt.ts`, `writeOutput.ts`, `sqlite.ts`, `startThread.ts`, `toolVersion.ts` and `yamlText.ts` are open to all). Directions go downward only:
 * contract ← result ← judging ← respondent (with client) ← load | conformance ← capacity | duet ← fleet ← runs ← cli, and beside them report, service and
 * profile, which read next to nothing, so that anything may use them.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  result: ['contract'],
  profile: ['contract'],
  service: ['contract'],
  report: ['contract', 'result'],
  client: ['contract', 'result', 'profile'],
  judging: ['contract', 'result'],
  respondent: ['contract', 'result', 'profile', 'client', 'judging'],
  load: ['contract', 'result', 'profile', 'client', 'judging', 'respondent'],
  conformance: ['contract', 'result', 'profile', 'client', 'judging', 'respondent'],
  capacity: ['contract', 'result', 'profile', 'client', 'judging', 'respondent', 'load'],
  duet: ['contract', 'result', 'profile', 'client', 'judging', 'respondent', 'load'],
  fleet: ['contract', 'result', 'profile', 'client', 'judging', 'respondent', 'load', 'duet'],
  selftest: ['contract', 'result', 'profile', 'service', 'client', 'judging', 'respondent', 'conformance'],
  runs: [
    'selftest',
    'contract',
    'result',
    'profile',
    'service',
    'report',
    'client',
    'judging',
    'respondent',
    'load',
    'conformance',
    'capacity',
    'fleet',
    'duet',
  ],
  // A command knows what it prints and what a run gives; how it is done is none of its business.
  cli: ['result', 'profile', 'report', 'runs', 'selftest'],
};

/** The folders that a package belongs to: nobody else may know it. */
const ownedPackages: Readonly<Record<string, readonly string[]>> = {
  fastify: ['service', 'selftest'],
  yargs: ['cli'],
  '@nats-io/transport-node': ['fleet'],
  '@nats-io/jetstream': ['fleet'],
  '@nats-io/obj': ['fleet'],
  '@opentelemetry/exporter-prometheus': ['report'],
  '@opentelemetry/exporter-metrics-otlp-http': ['report'],
  '@opentelemetry/resources': ['report'],
  '@opentelemetry/sdk-metrics': ['report'],
};

/** What service and respondent may both read: a table that decides a step would make their agreement prove nothing. */
const sharedContract = [
  'administrationSchemas.ts',
  'endpoints.ts',
  'jsonShape.ts',
  'keyForms.ts',
  'pageSchema.ts',
  'schemaProblems.ts',
  'serviceErrors.ts',
  'statuses.ts',
];

interface Import {
  readonly file: string;
  readonly from: string;
  /** Folder of `src`, `''` for files directly in it, or the name of a package. */
  readonly to: string;
  /** The imported file, relative to `src`; the specifier of a package. */
  readonly target: string;
  readonly isPackage: boolean;
}

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));
const imports = sources.flatMap(({ file, text }) => importsOf(file, text));

function importsOf(file: string, text: string): Import[] {
  const specifiers = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)'([^']+)'/g)].map(
    ([, name]) => name ?? '',
  );
  return (
    specifiers
      .filter((specifier) => !specifier.startsWith('node:'))
      .map((specifier) => {
        const from = topFolder(file);
        if (!specifier.startsWith('.')) {
          return { file, from, to: packageName(specifier), target: specifier, isPackage: true };
        }
        const target = join(dirname(file), specifier);
        return { file, from, to: topFolder(target), target, isPackage: false };
      })
      // Data beside the sources (package.json, profiles) is nobody's folder.
      .filter(({ target }) => !target.startsWith('..'))
  );
}

function topFolder(file: string): string {
  const [first = '', ...rest] = file.split('/');
  return rest.length === 0 ? '' : first;
}

function packageName(specifier: string): string {
  const [first = '', second = ''] = specifier.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

test('folders import downward only', () => {
  const upward = imports.filter(({ from, to, isPackage, target }) => {
    if (isPackage || from === '' || from === to) return false;
    if (to === '')
      return ![
        'errors.ts',
        'readInput.ts',
        'writeOutput.ts',
        'misspelt.ts',
        'sqlite.ts',
        'startThread.ts',
        'toolVersion.ts',
        'yamlText.ts',
      ].includes(target);
    return !(allowed[from] ?? []).includes(to);
  });
  expect(upward.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

test('packages are known to the folder that they belong to, and to no other', () => {
  const strangers = imports.filter(({ to, from, isPackage }) => {
    const owners = isPackage ? ownedPackages[to] : undefined;
    return owners !== undefined && from !== '' && !owners.includes(from);
  });
  expect(strangers.map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
});

test('the reading of imports is no blank page', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.some(({ from, to }) => from === 'service' && to === 'fastify')).toBe(true);
});

test('the table of moves is walked twice: neither the service nor the model of the respondent reads it', () => {
  const readers = imports.filter(({ target }) => target === 'contract/tableOfMoves.ts').map(({ file }) => file);
  expect(readers.filter((file) => /^(service|respondent)\//.test(file))).toEqual(['respondent/coverage.ts']);
});

test('what service and respondent both read of the contract are shapes, names and texts: no rule of the flow', () => {
  const read = (folder: string): Set<string> =>
    new Set(
      imports
        .filter(({ from, to, file }) => from === folder && to === 'contract' && !/\/variant/.test(file))
        .map(({ target }) => target.replace('contract/', '')),
    );
  const walks = read('respondent').union(read('judging'));
  expect([...read('service').intersection(walks)].sort()).toEqual(sharedContract);
});

/** Groups of files that reach each other by imports, types included, each in the order of names: none where all point one way. */
function circlesOf(targetsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>();
    const waiting = [...(targetsOf.get(start) ?? [])];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      waiting.push(...(targetsOf.get(file) ?? []));
    }
    return reached;
  };
  const reached = new Map([...targetsOf.keys()].map((file) => [file, reachedFrom(file)]));
  const circles = new Map<string, string[]>();
  for (const [file, targets] of reached) {
    if (!targets.has(file)) continue;
    const members = [...targets].filter((other) => reached.get(other)?.has(file)).sort();
    circles.set(members[0] ?? file, members);
  }
  return [...circles.values()];
}

test('files import each other in no circle', () => {
  const targetsOf = new Map<string, string[]>();
  for (const { file, target, isPackage } of imports)
    if (!isPackage) targetsOf.set(file, [...(targetsOf.get(file) ?? []), target]);
  expect(circlesOf(targetsOf)).toEqual([]);
});

test('a circle of files is found, whatever leads into it', () => {
  const circles = circlesOf(
    new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', ['b.ts', 'd.ts']],
      ['d.ts', ['d.ts']],
      ['e.ts', ['a.ts']],
    ]),
  );
  expect(circles).toEqual([['b.ts', 'c.ts'], ['d.ts']]);
});

test('one file speaks to the terminal, and to whoever reads it', () => {
  const speakers = sources.filter(({ file, text }) => {
    // The page is read in a browser; without a Node that is new enough, nothing else can be loaded.
    if (file.startsWith('report/page/') || file === 'main.ts' || file === 'report/html/bundlePage.ts') return false;
    return /\b(?:process\.(?:stdout|stderr)\.write|console\.\w+)\(|process\[\w+\]\.write/.test(text);
  });
  expect(speakers.map(({ file }) => file)).toEqual(['report/terminal.ts']);
});

test('the command line loads nothing that judges, sends or reads a profile before a command runs', () => {
  const text = new Map(sources.map((source) => [source.file, source.text]));
  const loaded = new Set(['cli/start.ts']);
  for (const file of loaded) {
    // Types cost nothing, and what is imported in a function is loaded when it is called.
    const atOnce = (text.get(file) ?? '').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';$/gm);
    for (const [, from = ''] of atOnce) loaded.add(from.startsWith('.') ? join(dirname(file), from) : from);
  }
  expect(loaded).toContain('yargs');
  expect([...loaded].filter((file) => /^(judging|client|load|conformance)\/|typebox/.test(file))).toEqual([]);
});
