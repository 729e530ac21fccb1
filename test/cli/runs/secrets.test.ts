import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { folderOf } from '../../support/folder.ts';
import { freePort, listening } from '../../support/freePort.ts';
import { leakingBody, leakingHeaders, leakingIds, leaksOf } from '../../support/leaks.ts';
import { foundIn } from '../../support/needles.ts';
import { type RecordingFront, startRecordingFront } from '../../support/recordingFront.ts';
import { canvass } from '../canvass.ts';

const environment = {
  CANVASS_API_KEY: 'distinctive-key-5c1f77',
  SECOND_KEY: 'distinctive-second-key-93be04',
  FORBIDDEN_KEY: 'distinctive-forbidden-key-a81d26',
};
const { CANVASS_API_KEY: key, SECOND_KEY: second, FORBIDDEN_KEY: forbidden } = environment;
const variable = (name: string): string => `"$\{${name}}"`;
const hostile = String.raw`\u001b]0;owned\u0007\u001b[2J\r\n::error title=owned::owned\u202e`;

let service: RunningService;
let front: RecordingFront;
let departments = 0;
/** Whether each leak is like the one before: what no repetition shows again is looked for in crowds of hundreds. */
let isSteady = false;

/** Of eight answers one has a status in the words of an attacker, and two betray the request. */
beforeAll(async () => {
  service = await startService(
    altered({
      session: 'both',
      keys: { valid: [key, second], forbidden: [forbidden] },
      faults: chooseFaults('key-echoed,session-id-echoed,back-two-pages'),
    }),
  );
  let leaking = 0;
  const change = (body: string, number: number, sent: IncomingHttpHeaders): string => {
    // Departments have to be listed before any is made, and some that is made has to be known, or nothing is told of them.
    if (/"departmentID"|\/departments/.test(body) && (departments++ < 12 || departments % 2 === 0)) return body;
    if (number % 8 === 6) return body.replace('"status":"success"', `"status":"${hostile}"`);
    if (number % 4 === 3) return leakingIds(body, number, sent);
    return number % 4 === 1 ? leakingBody(body, isSteady ? leaking : leaking++, sent) : body;
  };
  front = await startRecordingFront(service.baseUrl, change, leakingHeaders);
});
afterAll(async () => {
  await front.close();
  await service.close();
});

const profile = (): string => `target:
  baseUrl: ${front.baseUrl}
  apiKeys: [${variable('CANVASS_API_KEY')}, ${variable('SECOND_KEY')}]
  forbiddenApiKey: ${variable('FORBIDDEN_KEY')}
surveys: { walk: [{ id: 1001 }, { id: 1002 }], missing: 999999 }
admin: { organizationId: 1, primaryAccountId: 7, surveyId: 1001, datapadId: 5, mutate: true, regenerateKey: true }
respondent: { thinkTimeMs: { distribution: none }, back: 0.3, expire: { probability: 0.1 } }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 12 }], warmupSeconds: 0, workers: 1 }
audit: { settleSeconds: 1 }
output: { formats: [json, html, junit, markdown, hlog] }
capacity: { startPerSecond: 5, maxPerSecond: 10, stepSeconds: 1, confirmSeconds: 1, maxDurationSeconds: 6 }
`;

async function filesIn(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files[name] = await readFile(path, 'latin1');
  }
  return files;
}

/** Enough sessions to have met every form, and few enough to look for each in all files. */
const sessionsLookedFor = 30;

/** As it is, as it stands in JSON, and in a URL. */
function needles(): readonly string[] {
  const sessions = [...front.secrets];
  const everyNth = Math.max(1, Math.floor(sessions.length / sessionsLookedFor));
  const some = [key, second, forbidden, ...sessions.filter((_, at) => at % everyNth === 0)];
  return [...sessions, ...some, ...some.flatMap(leaksOf)].flatMap((leak) => [
    ...new Set([leak, JSON.stringify(leak).slice(1, -1), encodeURIComponent(leak)]),
  ]);
}

function expectNoLeak(shown: Readonly<Record<string, string>>): void {
  const wanted = needles();
  // A report that is written again is the same text.
  const texts = new Map(Object.entries(shown).map(([name, text]) => [text, name]));
  for (const [text, name] of texts) expect(foundIn(text, wanted).slice(0, 3), name).toEqual([]);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

async function run(cwd: string, words: readonly string[]) {
  const ci = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'step.md') };
  const ended = await canvass(words, { cwd, environment: { ...environment, ...ci } });
  const { exitCode, stdout, stderr } = ended;
  expect([0, 1, 3], stderr).toContain(exitCode);
  expect(stdout).not.toMatch(steering);
  expect(stderr).not.toMatch(steering);
  expect(`${stdout}\n${stderr}`).not.toMatch(/^::error title=owned/m);
  if (stdout.includes('owned')) expect(stdout).toMatch(/\\(?:u00|x)1b\]0;owned\\(?:u00|x)07/);
  return ended;
}

const resultsIn = (shown: Readonly<Record<string, string>>): string[] =>
  Object.keys(shown).filter((name) => name.endsWith('result.json'));

/** What probes show of leaks is enough of a conformance run, and a few respondents. */
const brief = ['--no-shrink', '--respondents', '5'];

/** Metrics are looked at as a scraper does. */
const next = (): Promise<false> => pause(200, false);

describe('no secret in any form is shown by', () => {
  it('duet, on either side', async () => {
    const cwd = folderOf({ 'mine.yaml': profile() });
    const sides = [front.baseUrl, front.baseUrl];
    const words = ['duet', ...sides, 'mine.yaml', '--no-preflight', '--set', 'duet.learnSeconds=0.2'];
    const output = await run(cwd, words);
    const shown: Record<string, string> = { ...(await filesIn(cwd)), output: JSON.stringify(output) };
    expect(Object.keys(shown).join(' ')).toMatch(/duet\.json/);
    expectNoLeak(shown);
  });

  it('init and doctor', async () => {
    const cwd = folderOf({ 'mine.yaml': profile() });
    const outputs = [
      // Of four answers in a row one is as it should be, whatever came before: init wants a survey that shows a page.
      await run(cwd, [
        'init',
        '--base-url',
        front.baseUrl,
        '--survey',
        '1001,1002,1003,1015',
        '--walk',
        '--ci',
        'github',
      ]),
      await canvass(['doctor', 'mine.yaml'], { cwd, environment }),
    ];
    const shown: Record<string, string> = { ...(await filesIn(cwd)), outputs: JSON.stringify(outputs) };
    expect(Object.keys(shown)).toContain('canvass.yaml');
    expectNoLeak(shown);
  });

  it('what a load tells while it goes on, and when it ends', async () => {
    const told: string[] = [];
    const collector = createServer(async (request, response) => {
      told.push(JSON.stringify(request.headers), await text(request));
      response.end('{}');
    });
    const port = await listening(collector);
    const url = `http://127.0.0.1:${port}`;
    const metrics = await freePort();
    const cwd = folderOf({
      'mine.yaml': profile().replace('output: {', `output: { webhook: "${url}", traceUrl: "${url}/{traceId}",`),
    });
    const words = ['load', 'mine.yaml', '--no-preflight', '--no-shrink', '--otlp', url, '--metrics', String(metrics)];
    const running = run(cwd, [
      ...words,
      '--set',
      'target.traceparent=true',
      '--set',
      'load.adminMix.createDepartment=1',
    ]);
    const isOver = running.then(() => true);
    while (!(await Promise.race([isOver, next()])))
      told.push(
        await fetch(`http://127.0.0.1:${metrics}/metrics`).then(
          (answer) => answer.text(),
          () => '',
        ),
      );
    collector.close();
    expect(told.join(' ')).toContain('canvass_violations_total');
    expectNoLeak({ ...(await filesIn(cwd)), output: JSON.stringify(await running), told: told.join('\n') });
  });
});

/** Each violation is repeated afterwards, alone, among others and in a crowd: those of a few walks are of every kind. */
const shortly = 'load.stages=[{durationSeconds: 0.2, arrivalsPerSecond: 15}]';

// Last, for it ends by regenerating the key.
describe('no key, session id or token in any form, and nothing that steers a terminal or a CI log, is shown by', () => {
  it.each([
    { command: 'capacity', words: ['capacity', 'mine.yaml'] },
    { command: 'load, compare and report', words: ['load', 'mine.yaml', '--no-preflight', '--set', shortly] },
    {
      command: 'conform, created, replay and report',
      words: ['conform', 'mine.yaml', '--no-preflight', '--accept', ...brief, '--set', 'surveys.walk=[{id: 1001}]'],
    },
  ])('$command', async ({ words }) => {
    const [command] = words;
    const cwd = folderOf({ 'mine.yaml': profile() });
    isSteady = command === 'load';
    // Those that were listed or made before do not count.
    departments = 0;
    const outputs = [await run(cwd, words)];
    isSteady = false;
    const ran = await filesIn(cwd);
    const [result = ''] = resultsIn(ran);
    expect(Object.keys(ran).join(' ')).toMatch(
      /index\.html.*report\.html.*result\.json|report\.html.*result\.json.*index\.html/,
    );
    if (command === 'load') {
      outputs.push(await run(cwd, ['load', 'mine.yaml', '--no-preflight', '--no-shrink']));
      outputs.push(await run(cwd, ['compare', ...resultsIn(await filesIn(cwd))]));
    }
    if (command === 'conform') {
      expect(ran['baseline.yaml']).toContain('Q-');
      const created = await run(cwd, ['created', 'reports']);
      expect(created.stdout).toContain('department');
      outputs.push(created);
      const violations = JSON.parse(ran[result] ?? '').violations as unknown[];
      const places = [0, 0.5].map((share) => `v${1 + Math.floor(share * violations.length)}`);
      for (const place of places) {
        const words = ['replay', result, 'mine.yaml', '--violation', place, '--set', 'admin.mutate=true'];
        outputs.push(await run(cwd, words));
      }
    }
    outputs.push(await run(cwd, ['report', result, '--format', 'json,html,junit,markdown,har', '--out', 'again']));
    const shown: Record<string, string> = { ...(await filesIn(cwd)), outputs: JSON.stringify(outputs) };
    if (command !== 'capacity') expect(Object.keys(shown).join(' ')).toContain('violations.har');
    // How many sessions a search begins is a matter of the machine.
    expect(front.secrets.size).toBeGreaterThan(10);
    expectNoLeak(shown);
    // The words of the attacker did arrive. Which violations a terminal shows, and how load saw them again, is chance.
    if (command === 'conform') expect(shown[result]).toContain('owned');
  });
});
