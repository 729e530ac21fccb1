import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { ToolError } from '../../src/errors.ts';
import { loadProfile, loadRecordedProfile } from '../../src/profile/loadProfile.ts';
import type { Profile } from '../../src/profile/profile.ts';
import type { ProfileRequest } from '../../src/profile/profileLayers.ts';
import { folderOf } from '../support/folder.ts';

const walk = 'surveys: { walk: [{ id: 1001 }] }\n';
const loopback = `target: { baseUrl: "http://127.0.0.1:8080", apiKeys: [key] }\n${walk}`;

function load(files: Record<string, string> | string, request: Partial<ProfileRequest> = {}): Profile {
  const cwd = folderOf(typeof files === 'string' ? { 'profiles/mine.yaml': files } : files);
  return loadProfile({
    profile: 'mine',
    baseUrl: null,
    datacenter: null,
    seed: null,
    set: [],
    environment: {},
    ...request,
    cwd,
  });
}

function errorOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ToolError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('nothing was wrong');
}

test('a profile is found by name or by path, and named after its file', () => {
  expect(load(loopback).name).toBe('mine');
  expect(load({ 'other.yaml': loopback }, { profile: 'other.yaml' }).name).toBe('other');
  expect(
    load({ 'other.json': '{"name": "x", "target": {"baseUrl": "embedded"}}' }, { profile: 'other.json' }).name,
  ).toBe('x');
});

test('a misspelt name is answered with what exists', () => {
  expect(errorOf(() => load(loopback, { profile: 'mien' }))).toContain(
    'PROFILE: there is no profile "mien" (did you mean "mine"?)',
  );
  expect(errorOf(() => load(loopback, { profile: 'no/such.yaml' }))).toContain('there is no file no/such.yaml');
});

test('every problem comes with file, line and path', () => {
  const text = `name: mine
target:
  baseUrl: http://127.0.0.1:1
  sesion: token
respondent:
  thinkTimeMs: { distribution: uniform, min: 5, max: 2 }
  back: 2
load:
  stages:
    - durationSeconds: 3
    - durationSeconds: 3
      arrivalsPerSecond: many
`;
  expect(errorOf(() => load(text))).toMatchInlineSnapshot(`
    "PROFILE: profile mine has 5 problems:
      profiles/mine.yaml:4  target.sesion is not a key of a profile (did you mean "session"?)
      profiles/mine.yaml:7  respondent.back expected a number from 0 to 1, got 2
      profiles/mine.yaml:10  load.stages[0].arrivalsPerSecond is missing: expected a number from 0 to 100000
      profiles/mine.yaml:12  load.stages[1].arrivalsPerSecond expected a number from 0 to 100000, got a text
      profiles/mine.yaml:6  respondent.thinkTimeMs.min is above \`max\`"
  `);
});

test('what is wrong with the YAML itself is told with its line', () => {
  expect(errorOf(() => load('target:\n  baseUrl: [x\nname: y\n'))).toContain('profiles/mine.yaml:3');
  expect(errorOf(() => load('- 1\n'))).toContain('holds no profile');
  expect(errorOf(() => load('name: a\nname: b\n'))).toContain('profiles/mine.yaml:2');
});

test('variables of the environment fill values; texts in quotes stay texts', () => {
  const text = `target: { baseUrl: "http://127.0.0.1:\${PORT}", apiKeys: ["\${KEY}"] }\nseed: \${TIME}\n${walk}`;
  const profile = load(text, { environment: { PORT: '81', KEY: '123', TIME: '700' } });
  expect(profile.target.baseUrl).toBe('http://127.0.0.1:81');
  expect(profile.target.apiKeys[0]?.reveal()).toBe('123');
  expect(profile.seed).toBe(700);
});

test('a variable that is not set is named once, unless something else takes its place', () => {
  const text = `target:\n  baseUrl: "\${URL}"\n  apiKeys: ["\${KEY}"]\n${walk}`;
  const message = errorOf(() => load(text, { environment: { KEY: '' } }));
  expect(message.split('\n').slice(1)).toEqual([
    '  profiles/mine.yaml:2  target.baseUrl needs the environment variable URL, which is not set',
    '  profiles/mine.yaml:3  target.apiKeys[0] needs the environment variable KEY, which is not set',
  ]);
  expect(load(text, { baseUrl: 'http://localhost:5', environment: { KEY: 'k' } }).target.baseUrl).toBe(
    'http://localhost:5',
  );
});

test('secrets are shown nowhere, not even where they are misplaced', () => {
  const secret = 'tops3cret';
  const environment = { KEY: secret, FORBIDDEN: `${secret}-too`, NUMBER: '987654321' };
  const keys = `, apiKeys: ["\${KEY}"], forbiddenApiKey: "\${FORBIDDEN}" }`;
  const profile = load(loopback.replace(', apiKeys: [key] }', keys), {
    environment,
  });
  for (const shown of [inspect(profile, { depth: 9 }), JSON.stringify(profile), `${profile.target.apiKeys}`]) {
    expect(shown).not.toContain(secret);
    expect(shown).toContain('[redacted]');
  }
  const misplaced = `${loopback}respondent:\n  back: \${KEY}\n  abandon: \${NUMBER}\nload: { model: "\${KEY}" }\n`;
  const message = errorOf(() => load(misplaced, { environment }));
  expect(message).not.toContain(secret);
  expect(message).not.toContain(environment.NUMBER);
  expect(message).toContain('3 problems');
});

test('keys are written out for this machine only', () => {
  const remote = `target:\n  baseUrl: https://service.example\n  authorization: OPS-1\n  apiKeys: [abc, "\${KEY}"]\n${walk}`;
  const message = errorOf(() => load(remote, { environment: { KEY: 'k' } }));
  expect(message).toContain('mine.yaml:4  target.apiKeys[0] is written out');
  expect(message).not.toContain('abc');
  expect(message).not.toContain('apiKeys[1]');
  expect(load(remote, { baseUrl: 'http://[::1]:4', environment: { KEY: 'k' } }).target.apiKeys).toHaveLength(2);
});

test('--set overrides one value, typed as YAML types it', () => {
  const set = [
    'respondent.back=0',
    'load.stages=[{durationSeconds: 1, arrivalsPerSecond: 5}]',
    'load.stages[1]={durationSeconds: 2, arrivalsPerSecond: 7, ramp: step}',
    'load.stages[0].arrivalsPerSecond=6',
    'surveys.required.1001=[101]',
    'thresholds[0]=errors.rate < 1%',
    `target.apiKeys=["\${KEY}"]`,
    'name=007',
  ];
  const message = errorOf(() => load(loopback, { set, environment: { KEY: 'k' } }));
  expect(message).toContain('--set name  name expected a text');
  const profile = load(loopback, { set: set.slice(0, -1), environment: { KEY: 'k' } });
  expect(profile.respondent.back).toBe(0);
  expect(profile.load.stages).toMatchObject([{ arrivalsPerSecond: 6 }, { arrivalsPerSecond: 7 }]);
  expect(profile.surveys.required).toEqual({ 1001: [101] });
  expect(profile.thresholds[0]?.expression).toBe('errors.rate < 1%');
  expect(profile.target.apiKeys[0]?.reveal()).toBe('k');
});

test('a wrong --set names itself and what to change', () => {
  const wrong = (set: string) => errorOf(() => load(loopback, { set: [set] }));
  expect(wrong('respondent.bakc=1')).toContain(
    '--set respondent.bakc  respondent.bakc is not a key of a profile (did you mean "back"?)',
  );
  const unspaced = wrong('load.stages=[{durationSeconds:12,arrivalsPerSecond:6}]');
  expect(unspaced).toContain(
    'durationSeconds:12 is not a key of a profile (a space is missing: `durationSeconds: 12`)',
  );
  expect(unspaced).toContain('(a space is missing: `arrivalsPerSecond: 6`)');
  expect(wrong('respondent')).toContain('USAGE: --set takes path=value');
  expect(wrong('a..b=1')).toContain('USAGE: --set takes path=value');
  expect(wrong('load.stages[4]=1')).toContain('load.stages[4]');
  expect(wrong('respondent.back=[')).toContain('--set respondent.back is not YAML');
  expect(wrong('target.baseUrl.x=1')).toContain('target.baseUrl holds a single value');
  expect(wrong('__proto__.x=1')).toContain('__proto__ is not a key');
});

const datacenters = `local: { baseUrl: embedded }
eu: { baseUrl: "http://127.0.0.1:82", apiKeys: ["\${EU_KEY}"], surveys: { walk: [{ id: 7 }] } }
us: { baseUrl: "http://127.0.0.1:83", apiKeys: ["\${US_KEY}"] }
`;

test('a datacenter fills base URL and keys, and only its own variables are needed', () => {
  const files = { 'profiles/mine.yaml': loopback, 'profiles/datacenters.yaml': datacenters };
  const environment = { EU_KEY: 'e' };
  const profile = load(files, { datacenter: 'eu', environment });
  expect(profile.target).toMatchObject({ baseUrl: 'http://127.0.0.1:82', datacenter: 'eu' });
  expect(profile.target.apiKeys.map((key) => key.reveal())).toEqual(['e']);
  expect(profile.surveys.walk).toEqual([{ id: 7, weight: 1 }]);
  const named = { ...files, 'profiles/mine.yaml': 'target: { datacenter: eu }\n' };
  expect(load(named, { environment }).target.baseUrl).toBe('http://127.0.0.1:82');
  expect(load(named, { environment, baseUrl: 'http://127.0.0.1:9' }).target.baseUrl).toBe('http://127.0.0.1:9');
  expect(errorOf(() => load(files, { datacenter: 'us' }))).toContain(
    'datacenters.yaml:3  target.apiKeys[0] needs the environment variable US_KEY',
  );
});

test('an unknown datacenter is answered with what exists', () => {
  const files = { 'profiles/mine.yaml': 'target:\n  datacenter: ue\n', 'profiles/datacenters.yaml': datacenters };
  expect(errorOf(() => load(files, { datacenter: 'u' }))).toContain('there are: local, eu, us');
  expect(errorOf(() => load(files))).toContain(
    'profiles/mine.yaml:2  target.datacenter is unknown: there is no datacenter "ue"',
  );
  expect(errorOf(() => load(files))).toContain('has a problem');
  expect(errorOf(() => load(files))).toContain('(profiles/datacenters.yaml)');
});

test('datacenters stand beside the profile, or in the folder that canvass is run in, whatever the profile extends', () => {
  const here = 'eu: { baseUrl: http://127.0.0.1:84, apiKeys: [e] }\n';
  const mine = `extends: base.yaml\nname: mine\n`;
  const files = { 'profiles/mine.yaml': mine, 'profiles/base.yaml': loopback, 'datacenters.yaml': here };
  expect(load(files, { datacenter: 'eu' }).target.baseUrl).toBe('http://127.0.0.1:84');
  expect(errorOf(() => load(files, { datacenter: 'us' }))).toContain('there are: eu (datacenters.yaml)');
});

test('an unknown block of an override is a matter of the override, one of the file a matter of the file', () => {
  expect(errorOf(() => load(loopback, { set: ['foo.bar=1'] }))).toContain('--set foo.bar  foo is not a key');
  const both = `${loopback}\nfoo:\n  other: 1\n`;
  expect(errorOf(() => load(both, { set: ['foo.bar=1'] }))).toMatch(/mine\.yaml:\d+ {2}foo is not a key/);
});

test('a seed is drawn where none is given', () => {
  const drawn = new Set(Array.from({ length: 5 }, () => load(loopback).seed));
  expect(drawn.size).toBeGreaterThan(1);
  expect(load(loopback, { seed: 42 }).seed).toBe(42);
  expect(errorOf(() => load(loopback, { seed: -1 }))).toContain('--seed  seed expected');
});

test('a service of its own needs something to walk and a key, and takes CANVASS_API_KEY where none is named', () => {
  const bare = 'target:\n  baseUrl: http://127.0.0.1:8080\n';
  const message = errorOf(() => load(bare));
  expect(message).toContain('profiles/mine.yaml:1  surveys.walk is empty: name at least one survey');
  expect(message).toContain('target.apiKeys is empty: set the environment variable CANVASS_API_KEY');
  const environment = { CANVASS_API_KEY: 'common', KEY: 'own' };
  const keysOf = (text: string) => load(text + walk, { environment }).target.apiKeys.map((key) => key.reveal());
  expect(keysOf(bare)).toEqual(['common']);
  expect(keysOf(`${bare}  apiKeys: ["\${KEY}"]\n`)).toEqual(['own']);
  expect(keysOf('target: { baseUrl: embedded }\n')).toEqual(['canvass-key']);
});

test('a key that no header can carry is refused, and not shown', () => {
  for (const key of ['abc…', 'two words', 'line\n']) {
    const message = errorOf(() =>
      load(`target: { baseUrl: "http://127.0.0.1:1" }\n${walk}`, { environment: { CANVASS_API_KEY: key } }),
    );
    expect(message).toContain('CANVASS_API_KEY  target.apiKeys[0] expected a key of visible ASCII characters');
    expect(message).not.toContain(key);
  }
});

test.each([
  ['127.0.0.1:8080', 'has no scheme'],
  ['localhost:8080', 'has no scheme'],
  ['ftp://127.0.0.1', 'has a scheme that canvass does not speak'],
  ['http://127.0.0.1:99999', 'is no URL that can be reached'],
  ['http://127.0.0.1/a/api/v2', 'has a path or a query'],
  ['http://127.0.0.1?x', 'has a path or a query'],
  ['http://me@127.0.0.1', 'names a user'],
  ['http://127.0.0.1 :80', 'is no URL'],
])('the base URL %s %s, and that is the only problem', (baseUrl, problem) => {
  const message = errorOf(() => load(loopback, { baseUrl }));
  expect(message).toMatch(/has a problem:\n {2}--base-url {2}target\.baseUrl [^\n]*$/);
  expect(message).toContain(`target.baseUrl ${problem}`);
});

test.each([
  ['load.stages[0].durationSeconds=10s', 'a number with a unit: write the number alone, in seconds'],
  ['load.stages[0].arrivalsPerSecond=5/s', 'a number with a unit: write the number alone, how many a second'],
  ['target.timeoutMs=3 s', 'a number with a unit: write the number alone, in milliseconds'],
  ['respondent.thinkTimeMs={distribution: fixed, value: 2s}', 'write the number alone, in milliseconds'],
  ['respondent.back=10%', 'a percentage: write it as a share, 0.1 for 10%'],
  ['target.timeoutMs="500"', 'a text that holds a number: write it in digits and one point, without quotes'],
  ['capacity.peakPerSecond=1,000', 'a text that holds a number'],
  ['respondent.thinkTimeMs=500', 'expected a distribution in ms, for example { distribution: fixed, value: 500 }'],
])('wrong units: --set %s', (set, hint) => {
  const stages = 'load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 1 }] }\n';
  expect(errorOf(() => load(loopback + stages, { set: [set] }))).toContain(hint);
});

test('a variable that is not set hides no other problem', () => {
  const text = `target:\n  baseUrl: https://service.example\n  apiKeys: ["\${KEY}"]\n${walk}`;
  expect(errorOf(() => load(text))).toContain('target.authorization is required');
});

test('what the embedded service may suffer is not done to another host', () => {
  const text = `target: { baseUrl: embedded }\nadmin: { surveyId: 1, mutate: true, regenerateKey: true }\n`;
  const request = { environment: { CANVASS_API_KEY: 'k' }, set: ['target.authorization=OPS-1'] };
  const far = { ...request, baseUrl: 'https://service.example' };
  expect(load(text + walk, far).admin).toMatchObject({ surveyId: 1, mutate: false, regenerateKey: false });
  expect(load(text + walk, { ...far, set: [...far.set, 'admin.mutate=true'] }).admin.mutate).toBe(true);
  expect(load(text + walk, { ...request, baseUrl: 'http://127.0.0.1:4' }).admin.mutate).toBe(true);
});

const far = 'https://service.example';
const inFile = (authorization: string, baseUrl = far) =>
  `target:\n  baseUrl: ${baseUrl}\n  authorization: ${authorization}\n  apiKeys: ["\${KEY}"]\n${walk}`;
const environment = { KEY: 'k' };

test('an authorization that names no host holds for the host beside it, and for no other', () => {
  expect(load(inFile('OPS-1'), { environment }).target.authorization).toEqual({
    by: 'OPS-1',
    hosts: ['service.example'],
  });
  const elsewhere = ['https://other.example', 'https://service.example.evil.example', 'https://10.0.0.1'];
  for (const baseUrl of elsewhere) {
    const refused = /mine\.yaml:3 {2}target\.authorization holds for service\.example only, not for/;
    expect(errorOf(() => load(inFile('OPS-1'), { environment, baseUrl }))).toMatch(refused);
    expect(errorOf(() => load(inFile('OPS-1'), { environment, set: [`target.baseUrl=${baseUrl}`] }))).toMatch(refused);
  }
  // The same host at another port, and whoever names both on the command line.
  expect(load(inFile('OPS-1'), { environment, baseUrl: `${far}:8443` }).target.baseUrl).toBe(`${far}:8443`);
  const both = { environment, baseUrl: 'https://other.example', set: ['target.authorization=OPS-2'] };
  expect(load(inFile('OPS-1'), both).target.authorization).toEqual({ by: 'OPS-2', hosts: ['other.example'] });
});

test('an authorization may name its hosts', () => {
  const named = '{ by: OPS-1, hosts: [service.example, "*.eu.example"] }';
  for (const baseUrl of [far, 'https://a.eu.example', 'https://A.b.EU.example:8443']) {
    expect(load(inFile(named), { environment, baseUrl }).target.authorization?.by).toBe('OPS-1');
  }
  for (const baseUrl of ['https://eu.example', 'https://a.service.example', 'https://aeu.example']) {
    expect(errorOf(() => load(inFile(named), { environment, baseUrl }))).toContain(
      'holds for service.example, *.eu.example, not for',
    );
  }
});

test.each([
  '" "',
  '{ by: " ", hosts: [service.example] }',
  '{ by: OPS-1, hosts: [] }',
  '{ by: OPS-1, hosts: ["*"] }',
  '{ by: OPS-1 }',
])('an authorization of %s is none', (authorization) => {
  expect(errorOf(() => load(inFile(authorization), { environment }))).toContain('target.authorization');
});

test('an entry of datacenters.yaml is authorized by its own text, not by that of the profile', () => {
  const datacenters = `eu: { baseUrl: https://eu.example, apiKeys: ["\${KEY}"] }\nus: { baseUrl: https://us.example, authorization: OPS-2, apiKeys: ["\${KEY}"] }\n`;
  const text = `target: { datacenter: eu, authorization: OPS-1 }\n${walk}`;
  const files = { 'profiles/datacenters.yaml': datacenters, 'profiles/mine.yaml': text };
  const cwd = folderOf(files);
  const of = (datacenter: string | null) =>
    loadProfile({ profile: 'mine', baseUrl: null, datacenter, seed: null, set: [], cwd, environment }).target
      .authorization;
  expect(of(null)).toEqual({ by: 'OPS-1', hosts: ['eu.example'] });
  expect(of('us')).toEqual({ by: 'OPS-2', hosts: ['us.example'] });
});

test('a recorded profile has the keys that scripts take', () => {
  const recorded = {
    target: { baseUrl: 'http://127.0.0.1:1', apiKeys: ['[redacted]', '[redacted]'], forbiddenApiKey: '[redacted]' },
    surveys: { walk: [{ id: 1 }] },
  };
  const request = { profile: 'x', baseUrl: null, datacenter: null, seed: null, set: [], cwd: folderOf({}) };
  const keysIn = (environment: Readonly<Record<string, string>>): (string | undefined)[] => {
    const { apiKeys, forbiddenApiKey } = loadRecordedProfile(recorded, { ...request, environment }).target;
    return [...apiKeys, forbiddenApiKey].map((key) => key?.reveal());
  };
  const all = { CANVASS_API_KEY: 'first', CANVASS_SECOND_KEY: 'second', CANVASS_FORBIDDEN_KEY: 'forbidden' };
  expect(keysIn(all)).toEqual(['first', 'second', 'forbidden']);
  expect(keysIn({ CANVASS_API_KEY: 'first' })).toEqual(['first', undefined]);
});

test('a recorded result authorizes nobody, and no text alone does for its host', () => {
  const recorded = {
    target: { baseUrl: far, authorization: { by: 'OPS-1', hosts: ['service.example'] } },
    surveys: { walk: [{ id: 1 }] },
  };
  const request = {
    profile: 'x',
    baseUrl: null,
    datacenter: null,
    seed: null,
    set: [],
    cwd: folderOf({}),
    environment: { CANVASS_API_KEY: 'k' },
  };
  expect(errorOf(() => loadRecordedProfile(recorded, request))).toContain('target.authorization is required');
  const alone = { ...request, set: ['target.authorization=OPS-2'] };
  expect(errorOf(() => loadRecordedProfile(recorded, alone))).toContain('names no host, not for service.example');
  const named = { ...request, set: ['target.authorization={ by: OPS-2, hosts: [service.example] }'] };
  expect(loadRecordedProfile(recorded, named).target.authorization?.by).toBe('OPS-2');
  expect(loadRecordedProfile(recorded, { ...alone, baseUrl: far }).target.authorization?.by).toBe('OPS-2');
  const reading = { ...recorded, extends: '/etc/hostname' };
  expect(loadRecordedProfile(reading, { ...alone, baseUrl: far }).target.authorization?.by).toBe('OPS-2');
  // Of a profile that is found, with the base URL of a stranger's result.
  const local = { environment, recordedBaseUrl: 'https://stranger.example' };
  expect(errorOf(() => load(inFile('OPS-1'), local))).toContain('holds for service.example only');
  expect(errorOf(() => load(inFile('OPS-1'), { ...local, set: ['target.authorization=OPS-2'] }))).toContain(
    'names no host',
  );
});

test('what a duet says of its candidate holds for the candidate alone, and its keys are shown nowhere', () => {
  const name = '$' + '{BETA_KEY}';
  const text = `${loopback}duet:
  candidate:
    target: { release: BETA, apiKeys: ["${name}"], embedded: { session: token } }
    surveys: { walk: [{ id: 2001 }] }
`;
  const environment = { BETA_KEY: 'beta-secret' };
  const base = load(text, { environment });
  const candidate = load(text, { environment, isCandidate: true });
  expect(base.target).toMatchObject({ release: 'unlabelled', embedded: { session: 'cookie' } });
  expect(base.surveys.walk).toEqual([{ id: 1001, weight: 1 }]);
  expect(candidate.target).toMatchObject({ release: 'BETA', embedded: { session: 'token' } });
  expect(candidate.target.apiKeys.map((key) => key.reveal())).toEqual(['beta-secret']);
  expect(candidate.surveys.walk).toEqual([{ id: 2001, weight: 1 }]);
  for (const profile of [base, candidate])
    expect(JSON.stringify(profile) + inspect(profile)).not.toContain('beta-secret');
  expect(load(text).target.release).toBe('unlabelled');
  expect(errorOf(() => load(text, { isCandidate: true }))).toContain(
    'profiles/mine.yaml:5  target.apiKeys[0] needs the environment variable BETA_KEY',
  );
  const wrong = `${loopback}duet:\n  candidate:\n    target: { sesion: token }\n`;
  expect(errorOf(() => load(wrong, { isCandidate: true }))).toContain(
    'profiles/mine.yaml:5  target.sesion is not a key',
  );
});

test('ids keep every digit, wherever they stand and wherever they come from', () => {
  const id = '1152921504606853977';
  const other = '1152921504606853978';
  const { surveys, admin, respondent } = load(
    {
      'profiles/base.yaml': `target: { baseUrl: "http://127.0.0.1:8080", apiKeys: [key] }\nsurveys: { missing: ${other} }\n`,
      'profiles/mine.yaml': [
        'extends: base',
        'surveys:',
        `  walk: [{ id: ${id} }, { id: ${other} }, { id: 1001 }]`,
        `  noBack: ${other}`,
        `  closed: "${id}"`,
        '  paused: $' + '{PAUSED}',
        `  required: { ${id}: [${other}, 101], 1001: [102] }`,
        'admin: { surveyId: 9007199254740992, organizationId: 9007199254740991 }',
        `respondent: { answers: { ${id}: { ${other}: [${id}, 7], 5: ${other}, 6: { ${id}: 2 } } } }`,
      ].join('\n'),
    },
    { environment: { PAUSED: other }, set: [`admin.datapadId=${other}`] },
  );
  expect(surveys.walk.map((each) => each.id)).toEqual([id, other, 1001]);
  expect(surveys).toMatchObject({ noBack: other, closed: id, paused: other, missing: other });
  expect(surveys.required).toEqual({ [id]: [other, 101], 1001: [102] });
  expect(admin).toMatchObject({ surveyId: '9007199254740992', organizationId: 9007199254740991, datapadId: other });
  expect(respondent.answers).toEqual({ [id]: { [other]: [id, 7], 5: other, 6: { [id]: 2 } } });
});

test('an id that is none, and a number that no machine can hold, are problems of the profile', () => {
  const none = errorOf(() => load(`${loopback}admin: { surveyId: "1001", organizationId: abc, datapadId: -5 }`));
  expect(none).toContain(
    'admin.surveyId expected an id: a whole number from 0 on, or null, got a text that holds a number',
  );
  expect(none).toContain('admin.organizationId expected an id');
  expect(none).toContain('admin.datapadId expected an id: a whole number from 0 on, or null, got -5');
  expect(errorOf(() => load(`${loopback}load: { maxRespondents: 99999999999999999999 }`))).toContain(
    'load.maxRespondents expected a whole number from 1 to 1000000, got a number with too many digits',
  );
});

test('what is no file of a reasonable size is not read', () => {
  expect(errorOf(() => load(`extends: /dev/zero\n${loopback}`))).toContain('/dev/zero is a device, not a file');
  expect(errorOf(() => load(`# ${'x'.repeat(1_100_000)}\n${loopback}`))).toContain('is larger than 256 KB');
});

test('a secret has no place where reports would show it', () => {
  const others = {
    CANVASS_NATS_PASSWORD: 'n-90de',
    GITHUB_TOKEN: 'g-4410cafe',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=h-77',
    USES_TOKEN: 'BETA',
  };
  const environment = { CANVASS_API_KEY: 'k-5f1c0a', OWN: 'o-77ab12', RELEASE: 'BETA', ...others };
  const file = `target: { baseUrl: "http://127.0.0.1:8080", apiKeys: ["\${OWN}"], release: "\${RELEASE}" }\n${walk}`;
  const withRelease = (release: string) =>
    errorOf(() => load(file, { environment, set: [`target.release=${release}`] }));
  const names = ['CANVASS_NATS_PASSWORD', 'GITHUB_TOKEN', 'OTEL_EXPORTER_OTLP_HEADERS'].map((name) => `\${${name}}`);
  for (const release of [`\${CANVASS_API_KEY}`, `build of \${OWN}`, ...names]) {
    const message = withRelease(release);
    expect(message).toContain('--set target.release  target.release holds a secret');
    expect(message).not.toMatch(/k-5f1c0a|o-77ab12|n-90de|g-4410cafe|h-77/);
  }
  expect(load(file, { environment }).target.release).toBe('BETA');
});
