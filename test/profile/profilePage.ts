import { parseDocument } from 'yaml';
import { ProfileSchema } from '../../src/profile/schema.ts';
import type { Shape } from '../../src/profile/schemaWords.ts';
import { blockExamples } from './blockExamples.ts';
import { type KeyRow, keyRows, yaml } from './keyRows.ts';

/** Keys that hold one value, above the blocks. */
const singleKeys = ['name', 'extends', 'seed'];

/** `docs/profile.md`: the reference of every key of a profile. */
export function profilePage(): string {
  const schema: Shape = ProfileSchema;
  const blocks = Object.entries(schema.properties ?? {}).filter(([name]) => !singleKeys.includes(name));
  const lines = [
    ...introduction,
    '',
    ...table(singleKeys.flatMap((name) => keyRows(schema.properties?.[name] ?? {}, name))),
    ...blocks.flatMap(([name, shape]) => blockLines(name, shape)),
    '',
    ...distributions(),
    '',
    ...expressions,
  ];
  return `${lines.join('\n')}\n`;
}

/** Every key of a profile. */
export function allKeyRows(): KeyRow[] {
  const schema: Shape = ProfileSchema;
  return Object.entries(schema.properties ?? {}).flatMap(([name, shape]) => keyRows(shape, name));
}

function blockLines(name: string, shape: Shape): string[] {
  const rows = keyRows(shape, name);
  const examples = examplesOf(name, rows);
  return [
    '',
    `## ${name}`,
    '',
    `${sentence(shape.description ?? '')}`,
    '',
    ...table(rows),
    ...examples.flatMap((example) => ['', '```yaml', example.trimEnd(), '```']),
    ...(notes[name] ?? []).flatMap((note) => ['', note]),
  ];
}

/**
 * The examples of a block, which together show every key. A key that none of them shows by hand is added to the last one.
 *
 * @throws Error for a key that has neither an example nor a default to be shown with
 */
function examplesOf(name: string, rows: readonly KeyRow[]): string[] {
  const texts = [name, `${name} (closed)`].flatMap((each) => blockExamples[each] ?? []);
  const shown = new Set(texts.flatMap((text) => [...keysOf(parseDocument(text).toJS(), '')]));
  const missing = rows.filter(({ key }) => !shown.has(key));
  if (missing.length === 0) return texts;
  const document = parseDocument(texts.pop() ?? '{}');
  for (const { key, example } of missing) {
    if (example === undefined || example === null) throw new Error(`${key} has no example: give it \`examples\``);
    document.setIn(key.replaceAll('[]', '.0').split('.'), example);
  }
  return [...texts, document.toString({ lineWidth: 0 })];
}

/** The paths of a value as the reference writes them. */
function* keysOf(value: unknown, path: string): Iterable<string> {
  if (path !== '') yield path;
  if (Array.isArray(value)) for (const item of value) yield* keysOf(item, `${path}[]`);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* keysOf(member, path === '' ? name : `${path}.${name}`);
  }
}

function table(rows: readonly KeyRow[]): string[] {
  return [
    '| Key | Holds | Default | Read by | Meaning |',
    '|---|---|---|---|---|',
    ...rows.map(({ key, type, standard, meaning, readers }) => {
      const left = standard === null ? '**must be given**' : `\`${standard}\``;
      return `| \`${key}\` | ${cell(type)} | ${left.replaceAll('|', '\\|')} | ${readers} | ${cell(meaning)} |`;
    }),
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function distributions(): string[] {
  const variants = (ProfileSchema as Shape).properties?.respondent?.properties?.thinkTimeMs?.anyOf ?? [];
  return [
    '## Distributions',
    '',
    'Times that are drawn, in ms, as `thinkTimeMs` and `latencyMs` take them.',
    '',
    '| Written | Meaning |',
    '|---|---|',
    ...variants.map(({ properties, description }) => {
      const members = Object.entries(properties ?? {}).map(([name, shape]) => [name, shape.const ?? shape.default]);
      const of = Object.values(properties ?? {}).flatMap((shape) => shape.description ?? []);
      return `| \`${yaml(Object.fromEntries(members))}\` | ${[description, ...of].join('; ')} |`;
    }),
  ];
}

const introduction = [
  '# Profiles, key by key',
  '',
  'Generated from the schema in `src/profile`. A profile is a YAML (or JSON) file that says whom to test and how.',
  '`canvass profile check FILE` says what is wrong with one, each problem with its line; with `--json` it prints the',
  'profile complete, every default filled in and secrets left out. Every key but `target.baseUrl` has a default. Units',
  'are in the names: a number is written alone, `durationSeconds: 10`; a share is written `0.1`, not `10%`.',
  '',
  'With `extends: base.yaml` a profile says only what is different from another one. Mappings are put together key by key;',
  'a list, a distribution and every other value takes the place of the one below.',
  '',
  'What a profile says gives way to `datacenters.yaml` with `--datacenter NAME`, and that to `--set path=value`,',
  '`--base-url` and `--seed`. `$' +
    '{NAME}` anywhere stands for a variable of the environment. API keys of a host that is',
  'not loopback come from the environment only. A profile for the embedded service that is turned to such a host by',
  '`--base-url` or `--datacenter` may change nothing there: it needs `--set admin.mutate=true` of its own.',
  '',
  '“All” below are `load`, `conform` and `capacity`. `conform` walks with a behaviour of its own.',
] as const;

const notes: Readonly<Record<string, readonly string[]>> = {
  surveys: [
    `Naming \`noBack\` says two things: that survey disallows going back, and **every other walked survey allows it**. A
service that refuses to go back there then breaks a clause. Leave \`noBack\` out where you do not know: canvass then
takes either answer of every survey.`,
    `Every other role lets the clauses about it be exercised; without it they are NOT-EXERCISED, never green.`,
  ],
  target: ['A relative `caFile` or `store` starts from the folder that canvass is run in.'],
};

const expressions = [
  '## Expressions',
  '',
  '`thresholds` and `capacity.slo` hold expressions: a metric, one of `<` `<=` `>` `>=` `==` `!=`, and a limit with its',
  'unit: `us`, `ms` or `s` for times, `%` for shares. A name that does not exist is told before anything is sent,',
  'with those that do.',
  '',
  '| Metric | For example |',
  '|---|---|',
  '| `latency`, `service`, `firstByte`: times as experienced, from the sending, to the first byte | `latency.p99 < 400ms`, `service.p999 < 2s`, `firstByte.mean < 100ms`, `experienced.max < 5s` |',
  '| `requests`, `errors`, `throttled`, `expectedRejections` | `requests > 1000`, `requests.perSecond > 50`, `errors.rate < 0.1%`, `throttled == 0` |',
  '| `outcomes`, `failures`, `httpStatuses`: by kind | `outcomes.timeout == 0`, `failures.refused == 0`, `httpStatuses(503).rate < 1%` |',
  '| `endpoint(NAME)`: all of the above for one endpoint | `endpoint(submit-page).latency.p95 < 300ms` |',
  '| `violations` that the baseline does not tolerate, `checks` | `violations == 0`, `violations.distinct < 3`, `checks > 10000` |',
  '| `clause(ID)`: one clause | `clause(MOVE-BACK-01).checked >= 100`, `clause(MOVE-BACK-01).failed == 0` |',
  '| `arrivals`, `dropped`, `respondents` | `arrivals.perSecond > 9`, `dropped == 0`, `respondents.completed > 100`, `respondents.byStatus(survey_complete) > 100` |',
  '| `coverage` | `coverage.clauses > 40%`, `coverage.statuses.exercised > 3` |',
  '| `audit` | `audit.lost == 0`, `audit.duplicated == 0` |',
  '| `generator`, `run` | `generator.cpuPercent < 80`, `run.durationSeconds > 60s` |',
] as const;
