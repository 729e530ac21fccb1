import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseFaults } from '../../../src/service/faults/faultChoice.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { folderOf } from '../../profile/folder.ts';
import { type RecordingFront, startRecordingFront } from '../../support/recordingFront.ts';
import { canvassProcess } from '../canvass.ts';

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

/** What a broken service may say of a request: its key, its session id and its token, bare. */
function echo(sent: IncomingHttpHeaders): string {
  const ids = /JSESSIONID="?([^;"]+)/.exec(sent.cookie ?? '')?.[1];
  return `${sent['api-key'] ?? 'no key'} ${ids ?? 'no cookie'} ${sent['x-survey-token'] ?? 'no token'}`;
}

/** Of seven pages one has a status in the words of an attacker, one a status that betrays the request. */
beforeAll(async () => {
  service = await startService({
    session: 'both',
    keys: { valid: [key, second], forbidden: [forbidden] },
    faults: chooseFaults('key-echoed,session-id-echoed,back-two-pages'),
  });
  front = await startRecordingFront(service.baseUrl, (body, number, sent) => {
    if (number % 7 === 6) return body.replace('"status":"success"', `"status":"${hostile}"`);
    return number % 7 === 5
      ? body.replace('"status":"success"', `"status":"${echo(sent)}","nonsense":"${echo(sent)}"`)
      : body;
  });
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
load: { stages: [{ durationSeconds: 2, arrivalsPerSecond: 20 }], warmupSeconds: 0, workers: 1 }
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

describe.each([
  { command: 'load', words: ['load', 'mine.yaml'] },
  { command: 'capacity', words: ['capacity', 'mine.yaml'] },
  { command: 'conform', words: ['conform', 'mine.yaml', '--accept', '--respondents', '20', '--no-shrink'] },
])('$command', { timeout: 240_000 }, ({ command, words }) => {
  it('shows no key, session id or token, and nothing that steers a terminal or a CI log', async () => {
    const cwd = folderOf({ 'mine.yaml': profile() });
    const ci = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'step.md') };
    const { exitCode, stdout, stderr } = await canvassProcess(words, { cwd, environment: { ...environment, ...ci } });
    expect([0, 1, 3]).toContain(exitCode);
    const shown: Record<string, string> = { ...(await filesIn(cwd)), stdout, stderr };
    const names = Object.keys(shown).join(' ');
    for (const wanted of ['result.json', 'report.html', 'index.html']) expect(names).toContain(wanted);
    if (command !== 'capacity') expect(names).toContain('violations.har');

    const secrets = [...front.secrets, key, second, forbidden];
    expect(secrets.length).toBeGreaterThan(30);
    for (const [name, text] of Object.entries(shown)) {
      const leaked = secrets.filter((secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)));
      const where = leaked.map((secret) =>
        text.slice(Math.max(0, text.indexOf(secret) - 300), text.indexOf(secret) + 80),
      );
      expect(where, name).toEqual([]);
    }

    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;
    expect(stdout).not.toMatch(steering);
    expect(stderr).not.toMatch(steering);
    expect(`${stdout}\n${stderr}`).not.toMatch(/^::error title=owned/m);
    // The words of the attacker did arrive. Which violations a terminal shows, and how load saw them again, is chance.
    if (command === 'conform')
      expect(shown[names.split(' ').find((name) => name.endsWith('result.json')) ?? '']).toContain('owned');
    if (stdout.includes('owned')) expect(stdout).toMatch(/\\(?:u00|x)1b\]0;owned\\(?:u00|x)07/);
  });
});
