import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf } from '../support/folder.ts';
import { listening } from '../support/freePort.ts';
import { canvass } from './canvass.ts';

const port = '8123';
const variable = '$' + '{NOWHERE_KEY}';
const walk = 'surveys: { walk: [{ id: 1001 }] }\n';
const mine = `target: { baseUrl: "http://127.0.0.1:9", apiKeys: [key] }\n${walk}`;
const far = `target:\n  baseUrl: https://service.example\n  apiKeys: ["${variable}"]\n${walk}`;

const files = {
  'mine.yaml': mine,
  'two.yaml': 'name: a\n---\nname: b\n',
  'closed.yaml': `${mine}load: { model: closed, stages: [{ durationSeconds: 1, respondents: 1 }] }\n`,
  'far.yaml': far,
  'ca.yaml': mine.replace(' }\n', ', tls: { caFile: nowhere.pem } }\n'),
  'faults.yaml': 'target: { baseUrl: embedded, embedded: { faults: [nothing] } }\n',
  'folder.yaml/inside.txt': '',
  'surveys/none.txt': '',
  'a-file': 'text',
  'known.yaml': 'accepted: 5\nsince: 2026-01-01\n',
  'empty.json': '',
  'cut.json': '{"schema": "canvass.result/1", ',
  'other.json': '{"name": "something else"}',
  'newer.json': '{"schema": "canvass.result/2"}',
  'changed.json': '{"schema": "canvass.result/1"}',
};

type Row = readonly [what: string, words: readonly string[], message: string];

const commandLines: readonly Row[] = [
  ...[
    ['metrics at no port', '--metrics', 'here', '--metrics takes a port, 9464, or an address with one'],
    ['metrics at a port beyond all', '--metrics', '127.0.0.1:65536', '--metrics takes a port, 9464'],
    ['a collector that is no address', '--otlp', 'collector:4318', '--otlp takes the address of a collector'],
    [
      'a collector with a user',
      '--otlp',
      'http://ada:secret-word@127.0.0.1:4318',
      'goes into OTEL_EXPORTER_OTLP_HEADERS',
    ],
  ].map(([what = '', option = '', value = '', message = '']): Row => {
    return [what, ['load', 'mine.yaml', option, value], message];
  }),
  [
    'an accept command as a report has it, without an issue',
    ['accept', 'reports/a', '--violation', 'MOVE-BACK-01:cb1033e2', '--issue', 'ISSUE'],
    '--issue is missing: say where the violation is being dealt with',
  ],
  [
    'workers without a NATS',
    ['load', 'mine.yaml', '--workers', '3'],
    '--workers is of a fleet: say where its NATS is with',
  ],
  [
    'a NATS without workers',
    ['load', 'mine.yaml', '--nats', 'nats://127.0.0.1:1'],
    '--nats asks for a fleet: say how many',
  ],
  [
    'no worker at all',
    ['load', 'mine.yaml', '--no-preflight', '--nats', 'nats://127.0.0.1:1', '--workers', '0'],
    '--workers takes how many (3) or which (a,b,c), not "0"',
  ],
  [
    'a fleet for the embedded service',
    ['load', 'smoke', '--no-preflight', '--nats', 'nats://127.0.0.1:1', '--workers', '2'],
    'target.baseUrl is embedded, which the workers of a fleet do not reach',
  ],
  [
    'a fleet that would need a secret header',
    [
      ...['load', 'mine.yaml', '--no-preflight', '--set', 'target.headers={ authorization: "Bearer a.b.c" }'],
      ...['--nats', 'nats://127.0.0.1:1', '--workers', '2'],
    ],
    'secrets do not travel over NATS',
  ],
  [
    'a silence of no time',
    ['load', 'mine.yaml', '--nats', 'nats://127.0.0.1:1', '--workers', '2', '--lost-after', '0'],
    '--lost-after is at least 1',
  ],
  ['a worker without a NATS', ['worker'], 'worker needs --nats nats://host:port'],
  ['a worker that is told a target', ['worker', '--base-url', 'http://x'], 'canvass worker has no use for --base-url'],
  [
    'a fleet whose name is no word',
    ['worker', '--nats', '127.0.0.1:1', '--fleet', 'a b'],
    '--fleet takes up to 64 letters',
  ],
  ['no command', [], 'name a command: load, conform, capacity'],
  ['an unknown command', ['laod'], 'there is no command "laod" (did you mean "load"?); there are: load, conform'],
  ['an unknown command within another', ['profile', 'chek'], 'no command "chek" (did you mean "check"?)'],
  ['an unknown option', ['load', '--dashbord', '0'], 'no option --dashbord (did you mean --dashboard?)'],
  [
    'a key of the profile as an option',
    ['load', '--treshold', 'violations == 0'],
    "no option --treshold (did you mean the profile's thresholds? --set thresholds=…)",
  ],
  ['a value in two words', ['load', '--set', 'a=b', '-5s'], 'into quotes, --set "path=value -5s"'],
  ['a value around a sign', ['load', '--set', 'a', '=', '5'], '"5" is one word too many; put a value with a space'],
  ['an unknown short option', ['load', '-x'], 'there is no option -x; canvass load --help shows all options'],
  ['a word too many', ['load', 'smoke', 'more'], '"more" is one word too many; canvass load --help'],
  ['an option without its value', ['load', '--set'], '--set needs a value; canvass load --help'],
  ['a latency that is none', ['serve', '--port', '0', '--latency', 'slow'], '"slow" is no latency; write fixed:value'],
  ['a variant of another value', ['serve', '--variant', 'expiredHttp=418'], 'variant expiredHttp is one of 400, 200'],
  ['a variant without a value', ['serve', '--variant', 'expiredHttp'], '--variant takes name=value'],
  ['a format that there is not', ['report', 'empty.json', '--format', 'pdf'], 'there is no format "pdf"'],
  [
    'an objective that no capacity has',
    ['capacity', 'capacity', '--set', 'capacity.slo=["latency.mean < 5ms"]'],
    'only percentiles of latency',
  ],
  ['a replay of nothing', ['replay'], 'canvass replay needs <witness>'],
  ['a list without an item', ['capacity', '--combine'], '--combine needs a value'],
  ['an option given twice', ['load', '--out', 'a', '--out', 'b'], '--out is given 2 times; give it once'],
  ['an option that the command has no use for', ['serve', '--base-url', 'x'], 'serve has no use for --base-url'],
  ['a choice that there is not', ['serve', '--session', 'jwt'], '--session takes one of cookie, token, both'],
  ['a seed that is no number', ['load', '--seed', 'x'], '--seed takes a whole number from 0 on, not "x"'],
  ['a port that is no number', ['serve', '--port', 'http'], '--port takes a whole number'],
  ['a port above the last', ['load', '--dashboard', '99999'], '--dashboard is at most 65535'],
  ['an override without a value', ['load', 'smoke', '--set', 'respondent.back'], '--set takes path=value, for example'],
  ['a misspelt key of an override', ['load', 'smoke', '--set', 'respondent.bakc=1'], '(did you mean "back"?)'],
  ['a rate that is none', ['capacity', 'capacity', '--peak', 'many'], '--peak takes respondents by time, as 120/s'],
  ['a share that is none', ['compare', 'a', 'b', '--run-noise', 'much'], '--run-noise takes a percentage'],
  ['a share without a unit', ['compare', 'a', 'b', '--minimum-effect', '0.05'], 'write the sign: 5%'],
  ['a crowd of a slip', ['conform', '--respondents', '1000000000'], '--respondents is at most 100000'],
  ['a headroom without a unit', ['capacity', 'capacity', '--peak', '5/s', '--headroom', '30'], 'write the sign: 30%'],
  ['a duet with one side', ['duet', 'embedded'], 'canvass duet needs <base> <candidate>'],
  [
    'a candidate that walks otherwise',
    ['duet', 'embedded', 'embedded', '--candidate-set', 'respondent.back=1'],
    '--candidate-set respondent.back: twins walk alike, so only keys of target, surveys and admin may differ',
  ],
  [
    'a candidate with other surveys',
    ['duet', 'embedded', 'embedded', '--candidate-set', 'surveys.walk=[{ id: 7 }]'],
    'surveys.walk of base and candidate need the same number of surveys',
  ],
  [
    'a duet of a population',
    ['duet', 'http://127.0.0.1:9', 'http://127.0.0.1:9', 'closed.yaml'],
    'a duet needs arrivals by rate',
  ],
  ['a side that nobody knows', ['duet', 'nowhere', 'embedded'], 'there is no datacenter "nowhere"'],
  [
    'a profile where a candidate is named',
    ['duet', 'http://127.0.0.1:9', 'mine.yaml'],
    'mine.yaml is a profile, and stands where a service is named: canvass duet BASE CANDIDATE mine.yaml',
  ],
  ...['load', 'conform', 'capacity', 'doctor'].map(
    (command): Row => [
      `${command} of no profile, in a folder without one`,
      [command],
      'no profile is named, and this folder has no canvass.yaml',
    ],
  ),
  ['a duet of one more target', ['duet', 'a', 'b', '--base-url', 'embedded'], 'duet has no use for --base-url'],
  ['a peak without a unit', ['capacity', 'capacity', '--peak', '120'], '--peak takes respondents by time'],
  ['a coverage without a unit', ['conform', '--min-coverage', '0.9'], 'write the sign: 90%'],
  ['a percentage that is none', ['conform', '--min-coverage', 'all'], 'takes a percentage from 0% to 100%'],
  ['a clause that there is not', ['conform', 'smoke', '--clause', 'MOVE-BACK-1'], '(did you mean "MOVE-BACK-01"?)'],
  ['a fault that there is not', ['serve', '--faults', 'nothing'], 'canvass serve --list-faults shows all'],
];

const profiles: readonly Row[] = [
  ['a folder for a file', ['load', 'folder.yaml'], 'folder.yaml is a folder'],
  ['two profiles in one file', ['load', 'two.yaml'], 'two.yaml:2  a second document begins here'],
  ['a CA file that is not there', ['load', 'ca.yaml'], ', got nowhere.pem'],
  ['a fault that there is not', ['conform', 'faults.yaml'], 'there is no fault "nothing"'],
  [
    'a baseline that is not there',
    ['conform', 'smoke', '--baseline', 'no.yaml'],
    'there is no baseline no.yaml; canvass conform --accept writes',
  ],
  [
    'a baseline of another form',
    ['conform', 'mine.yaml', '--baseline', 'known.yaml'],
    'known.yaml is no baseline:\n  known.yaml:2  since is no key here\n  known.yaml:1  accepted expected a list',
  ],
  ['a fault that is misspelt', ['serve', '--faults', 'back-two-page'], '(did you mean "back-two-pages"?)'],
  ['repeating it no time', ['replay', 'x.json', '--times', '0'], '--times takes a whole number from 1 on, not "0"'],
  ...['load', 'conform', 'capacity'].map(
    (command): Row => [`${command} of a host that nobody allowed`, [command, 'far.yaml'], 'authorization is required'],
  ),
];

const results: readonly Row[] = [
  ['nothing to report', ['report'], 'Name a result.json, --recover FOLDER of a killed run, or --index.'],
  ['nothing to compare with', ['compare', 'other.json'], 'Name at least two results'],
  ['a result that is not there', ['report', 'no.json'], 'no.json does not exist. Name the result.json'],
  ['a folder for a result', ['report', '.'], '. is a folder without a result.json'],
  [
    'a witness that is not there',
    ['replay', 'nowhere'],
    "nowhere does not exist. Name a run's folder or its result.json.",
  ],
  ['a witness that is no JSON', ['replay', 'mine.yaml'], 'mine.yaml is not JSON'],
  ['a folder that holds no run', ['created', 'surveys'], 'is a folder without a result.json'],
  ['an empty result', ['report', 'empty.json'], 'empty.json is empty'],
  ['a result that is cut', ['report', 'cut.json'], 'cut.json is not JSON: is it cut short?'],
  ['JSON of something else', ['compare', 'other.json', 'other.json'], 'other.json is no result of canvass'],
  ['a result of a newer canvass', ['report', 'newer.json'], 'newer.json was written by another version of canvass'],
  ['a result that was changed', ['capacity', '--combine', 'changed.json'], 'changed.json is not a whole result'],
  [
    'a folder without a journal',
    ['report', '--recover', '.'],
    'journal.jsonl cannot be read. Name the folder of a run',
  ],
  [
    'a file for the folder of reports',
    ['load', 'smoke', '--out', 'a-file'],
    'made in a-file, which is a file. Choose another',
  ],
  [
    'a file on the way to it',
    ['conform', 'smoke', '--out', 'a-file/x'],
    'for a part of that path is a file. Choose another',
  ],
  ['a file for the folder of the index', ['report', '--index', '--out', 'a-file'], 'Choose another folder with --out'],
];

const services: readonly Row[] = [
  ['a port in use', ['serve', '--port', port], 'the port is in use; choose another with --port'],
  ['a port in use for the live page', ['load', 'smoke', '--dashboard', port], 'Give another one: --dashboard PORT'],
  ['a host that is not here', ['serve', '--port', '0', '--host', '192.0.2.1'], 'choose another address with --host'],
  [
    'a folder that is not there',
    ['serve', '--port', '0', '--surveys', '/nowhere'],
    'the folder of surveys cannot be read',
  ],
  ['a folder without surveys', ['serve', '--port', '0', '--surveys', 'surveys'], 'there is no survey in surveys'],
  ['a store that cannot be opened', ['serve', '--port', '0', '--store', 'no/x'], 'Name another file with --store'],
];

describe('bad input is one clear error that says what to change', () => {
  const taken = createServer();
  let takenPort = '';
  beforeAll(async () => {
    takenPort = String(await listening(taken));
  });
  afterAll(() => taken.close());

  test.each([...commandLines, ...profiles, ...results, ...services])('%s', async (_, words, message) => {
    const cwd = folderOf(files);
    const { exitCode, stdout, stderr } = await canvass(
      words.map((word) => (word === port ? takenPort : word)),
      { cwd },
    );
    expect(stderr).toContain(message);
    expect(stderr).toMatch(/^canvass: /);
    expect(stderr).not.toMatch(/^canvass: [\s\S]*^canvass: /m);
    expect(stderr).not.toMatch(/internal error|^ {4}at /m);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
    for (const [name, text] of Object.entries(files)) expect(readFileSync(join(cwd, name), 'utf8')).toBe(text);
    expect(readdirSync(cwd).filter((name) => !Object.keys(files).some((file) => file.startsWith(name)))).toEqual([]);
  });
});
