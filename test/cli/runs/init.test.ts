import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startService } from '../../../src/service/service.ts';
import { folderOf } from '../../support/folder.ts';
import { type OtherService, startOtherService } from '../../support/otherService.ts';
import { canvass } from '../canvass.ts';

let service: OtherService;
let cwd = '';
const environment = { CANVASS_API_KEY: 'other-key' };
const quick = ['--set', 'respondent.thinkTimeMs={distribution: none}', '--set', 'load.warmupSeconds=0'];

beforeAll(async () => {
  service = await startOtherService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.mood = 'clean';
  cwd = folderOf({});
});

function init(...words: string[]) {
  const surveys = words.includes('--survey') ? [] : ['--survey', '7001,7002,7003'];
  return canvass(['init', '--base-url', service.baseUrl, ...surveys, ...words], { cwd, environment });
}

/** Runs `canvass init` at a terminal, as util-linux's `script` makes one, and gives an answer to each question. */
async function atTerminal(answers: readonly string[]): Promise<string> {
  const line = `"${process.execPath}" "${resolve('src/main.ts')}" init`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd, env: { ...process.env, ...environment } });
  let said = '';
  let given = 0;
  child.stdout.on('data', (chunk) => {
    said += chunk;
    const asked = said.match(/service\? |by comma\? |\[y\/N\] /g)?.length ?? 0;
    while (given < asked) child.stdin.write(`${answers[given++] ?? ''}\n`);
  });
  await once(child, 'close');
  return said;
}

test('from nothing to a verdict on a service of another make: two commands', async () => {
  const { exitCode, stdout } = await init('--walk');
  expect(stdout).toContain('7001  3 pages to survey_complete');
  expect(exitCode).toBe(0);
  const conformed = await canvass(['conform', 'canvass.yaml', '--respondents', '10'], { cwd, environment });
  expect(conformed.stdout).toContain('PASS  No broken promises');
  expect(conformed.exitCode).toBe(0);
});

test('the profile says what was seen, and holds no key', async () => {
  await init('--walk');
  const text = await readFile(join(cwd, 'canvass.yaml'), 'utf8');
  expect(text).not.toContain('other-key');
  expect(parse(text)).toMatchObject({
    target: { baseUrl: service.baseUrl, session: 'cookie', apiKeys: ['$' + '{CANVASS_API_KEY}'] },
    surveys: {
      walk: [{ id: 7001 }, { id: 7002 }],
      noBack: 7002,
      closed: 7003,
      missing: 404999999,
      required: { 7001: [11, 13], 7002: [21] },
    },
  });
  // Who does not know of the key would take a PASS for more than it is.
  expect(text).toContain('mutate: true, regenerateKey: false }');
  expect(text).toContain('7001: 3 pages to survey_complete; single, multiple, text; keys: single, multiple, text');
});

test('a survey that ends in a redirect plays that role', async () => {
  const { stdout } = await init('--walk', '--survey', '7001,7004');
  expect(stdout).toContain('7004  plays surveys.redirect (redirect)');
  const { surveys } = parse(await readFile(join(cwd, 'canvass.yaml'), 'utf8'));
  expect(surveys).toMatchObject({ walk: [{ id: 7001 }], redirect: 7004 });
});

test('a survey that is not there beside one that is plays that role, and CI files are for the own folder', async () => {
  const { stdout } = await init('--survey', '7001,7999');
  expect(stdout).toContain('7999  plays surveys.missing');
  const text = await readFile(join(cwd, 'canvass.yaml'), 'utf8');
  expect(parse(text)).toMatchObject({ surveys: { walk: [{ id: 7001 }], missing: 7999 } });
  const outside = await init('--file', '../own.yaml', '--ci', 'gitlab');
  expect(outside.stderr).toContain('--ci is for this folder, and --file ../own.yaml lies outside');
  expect(outside.exitCode).toBe(2);
});

test('who waits for the limit of a service is told so', async () => {
  const rateLimits = { perKeyPerMinute: 5, perOrganizationPerMinute: 5, minuteMs: 1000 };
  const limited = await startService({ rateLimits });
  try {
    const words = ['init', '--base-url', limited.baseUrl, '--survey', '1001', '--walk'];
    const { stderr, stdout } = await canvass(words, { cwd, environment: { CANVASS_API_KEY: 'canvass-key' } });
    expect(stderr).toBe(
      'canvass: The service answers 429, too many calls: canvass waits, learns what it allows, and goes on.\n',
    );
    expect(stdout).toContain('1001  5 pages to survey_complete');
  } finally {
    await limited.close();
  }
});

test('without permission nobody walks, and the profile runs all the same', async () => {
  const { stdout } = await init();
  expect(stdout).toContain('4 requests were sent');
  const text = await readFile(join(cwd, 'canvass.yaml'), 'utf8');
  expect(text).toContain('7001: first page with 1 question (single)');
  service.mood = 'failing';
  const stages = ['--set', 'load.stages=[{durationSeconds: 1, arrivalsPerSecond: 20}]', '--set', 'respondent.back=0.5'];
  const loaded = await canvass(['load', 'canvass.yaml', '--no-shrink', ...quick, ...stages], { cwd, environment });
  expect(loaded.stdout).toMatch(/^FAIL {2}Going back shows the (?:first|wrong) page/m);
  expect(loaded.exitCode).toBe(1);
});

test.each([
  ['github', '.github/workflows/canvass.yml', 'profile: ci/own.yaml'],
  ['gitlab', '.gitlab-ci.yml', 'CANVASS_PROFILE: ci/own.yaml'],
])('the file of %s names the profile', async (system, path, line) => {
  const { exitCode, stdout } = await init('--file', 'ci/own.yaml', '--ci', system);
  expect(stdout).toContain(`Written: ci/own.yaml, ${path}, .gitignore\n`);
  expect(exitCode).toBe(0);
  expect(await readFile(join(cwd, path), 'utf8')).toContain(line);
});

test('in a repository git is told what runs leave, elsewhere nobody is', async () => {
  expect((await init()).stdout).toContain('Written: canvass.yaml\n');
  await mkdir(join(cwd, '.git'));
  expect((await init('--force')).stdout).toContain('Written: canvass.yaml, .gitignore\n');
  expect(await readFile(join(cwd, '.gitignore'), 'utf8')).toContain('/reports/\n');
});

test('a pipeline that is there stays as it is, and what to add to it is said', async () => {
  await writeFile(join(cwd, '.gitlab-ci.yml'), 'stages: [build, test]\n');
  const { exitCode, stdout } = await init('--ci', 'gitlab');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Add to   .gitlab-ci.yml: include: { local: .gitlab/canvass.yml }\n');
  expect(await readFile(join(cwd, '.gitlab-ci.yml'), 'utf8')).toBe('stages: [build, test]\n');
  expect(parse(await readFile(join(cwd, '.gitlab/canvass.yml'), 'utf8'))).toHaveProperty('canvass-load');
});

test('the files of CI systems hand on the variable that the profile reads', async () => {
  const own = { cwd, environment: { SURVEY_KEY: 'other-key' } };
  const words = ['init', '--base-url', service.baseUrl, '--survey', '7001', '--key-env', 'SURVEY_KEY', '--force'];
  for (const system of ['github', 'gitlab']) expect((await canvass([...words, '--ci', system], own)).exitCode).toBe(0);
  const { jobs } = parse(await readFile(join(cwd, '.github/workflows/canvass.yml'), 'utf8'));
  const secret = '$' + '{{ secrets.SURVEY_KEY }}';
  expect(jobs.canvass.env).toEqual({ SURVEY_KEY: secret });
  expect(jobs.canvass.steps.at(-1).with['api-key']).toBe(secret);
  expect(await readFile(join(cwd, '.gitlab-ci.yml'), 'utf8')).not.toContain('CANVASS_API_KEY');
});

test('a survey is named digit by digit, however long its id', async () => {
  const { stderr } = await init('--survey', '9007199254740993');
  expect(stderr).toMatch(/survey 9007199254740993/);
});

test('a person at a terminal is asked, and once more after a slip', async () => {
  const said = await atTerminal(['127.0.0.1', service.baseUrl, '7001, seven', '7001,7002', 'n']);
  expect(said).toContain('the base URL has no scheme');
  expect(said).toContain('the list of surveys takes whole numbers by comma, not "seven"');
  expect(said).toContain('3 requests were sent');
  expect(await readFile(join(cwd, 'canvass.yaml'), 'utf8')).toContain('{ id: 7002, weight: 1 }');
});

test('nothing is written over unless it is asked for', async () => {
  await writeFile(join(cwd, 'canvass.yaml'), 'mine');
  const refused = await init();
  expect(refused.stderr).toBe(
    'canvass: canvass.yaml is there already: --force writes over it, --file names another profile\n',
  );
  expect(refused.exitCode).toBe(2);
  expect(await readFile(join(cwd, 'canvass.yaml'), 'utf8')).toBe('mine');
  expect((await init('--file', 'ci/own.yaml')).exitCode).toBe(0);
  expect((await init('--force')).exitCode).toBe(0);
  expect(await readdir(cwd)).toEqual(['canvass.yaml', 'ci']);
});

test.each([
  [
    'a key that is not set',
    ['--key-env', 'OTHER_KEY'],
    /^canvass: set the environment variable OTHER_KEY to an API key/,
  ],
  [
    'a host that nobody allowed',
    ['--base-url', 'http://survey.example.com'],
    /--authorization "OPS-123, allowed by Ada"$/m,
  ],
  ['a base URL with a path', ['--base-url', 'http://127.0.0.1:1/a'], /--base-url has a path or a query/],
  ['surveys that are no numbers', ['--survey', 'a,b'], /--survey takes whole numbers by comma, not "a"/],
  ['a survey that is not there', ['--survey', '7999'], /survey 7999 does not exist at \S+: correct --survey$/m],
  ['only surveys that show no page', ['--survey', '7003'], /survey 7003 answers survey_closed: name at least one/],
])('%s is said, and nothing is written', async (_, words, said) => {
  const all = ['--base-url', service.baseUrl, '--survey', '7001'].flatMap((word, at, list) =>
    at % 2 === 0 && !words.includes(word) ? [word, list[at + 1] ?? ''] : [],
  );
  const { exitCode, stderr } = await canvass(['init', ...all, ...words], { cwd, environment });
  expect(stderr).toMatch(said);
  expect(exitCode).toBe(2);
  expect(await readdir(cwd)).toEqual([]);
});

test('a wrong key is told apart from a service that is not there', async () => {
  const words = ['init', '--base-url', service.baseUrl, '--survey', '7001'];
  const wrong = await canvass([...words, '--key-env', 'SURVEY_KEY'], { cwd, environment: { SURVEY_KEY: 'wrong' } });
  expect(wrong.stderr).toMatch(/^canvass: SURVEY_KEY is no key of \S+ \(HTTP 401\): set it to one that is$/m);
  const gone = await canvass(['init', '--base-url', 'http://127.0.0.1:9', '--survey', '7001'], { cwd, environment });
  expect(gone.stderr).toMatch(/nothing is listening there\. Start the service, or correct --base-url\.$/m);
  expect([wrong.exitCode, gone.exitCode]).toEqual([2, 5]);
});

test('who leaves at a question leaves nothing behind', async () => {
  const said = await atTerminal(['\u0003']);
  expect(said).toContain('canvass: nothing was written');
  expect(said).not.toContain('internal error');
  expect(await readdir(cwd)).toEqual([]);
});
