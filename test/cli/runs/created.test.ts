import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedThings } from '../../../src/runs/created.ts';
import { startService } from '../../../src/service/service.ts';
import { sharedFolder } from '../../support/folder.ts';
import { canvass } from '../canvass.ts';

let service: Awaited<ReturnType<typeof startService>>;
const cwd = sharedFolder();
const environment = { CANVASS_API_KEY: 'canvass-key' };

beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.close());

async function found(request: string): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${service.baseUrl}${request.replace(/^GET /, '')}`, {
    headers: { 'api-key': 'canvass-key' },
  });
  return ((await answer.json()) as { response: Record<string, unknown>[] }).response;
}

async function foundOnAllPages(request: string): Promise<string[]> {
  return (await found(`${request}&page=1&perPage=500`)).map(({ responseID }) => String(responseID));
}

test('what a run created is listed, and found by the requests that are named', async () => {
  const set = {
    admin: '{organizationId: 1, primaryAccountId: 7, surveyId: 1001, mutate: true}',
    'load.adminMix': '{createResponse: 0.2, createDepartment: 0.2, createTemplate: 0.2}',
    'load.stages': '[{durationSeconds: 1, arrivalsPerSecond: 20}]',
    'load.warmupSeconds': '0',
    'output.formats': '[json]',
    'respondent.thinkTimeMs': '{distribution: none}',
  };
  const words = Object.entries(set).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
  await canvass(['load', 'smoke', '--base-url', service.baseUrl, '--no-shrink', '--out', 'runs', ...words], {
    cwd,
    environment,
  });
  const { exitCode, stdout } = await canvass(['created', 'runs', '--json'], { cwd });
  expect(exitCode).toBe(0);
  const things: CreatedThings[] = JSON.parse(stdout);
  const of = (resource: string) => things.find((each) => each.resource === resource);
  const [response, department] = [of('response'), of('department')];
  const records = await found(response?.find[0] ?? '');
  expect(records.map(({ responseID }) => String(responseID)).sort()).toEqual([...(response?.ids ?? [])].sort());
  expect(records.length).toBeGreaterThan(0);
  expect(records[0]).toMatchObject({ customVariables: { custom1: response?.marks[0] } });
  const names = (await found(department?.find[0] ?? '')).map(({ name }) => name);
  expect(names.filter((name) => name === department?.marks[0])).toHaveLength(department?.ids.length ?? -1);
  expect(of('template')?.ids.length).toBeGreaterThan(0);
  expect((await canvass(['created', 'runs'], { cwd })).stdout).toContain(`  find  ${response?.find[0]}\n`);
});

test('of a conformance run one request finds all records but those that are about custom1 or have none', async () => {
  const admin = 'admin={organizationId: 1, primaryAccountId: 7, surveyId: 1001, mutate: true}';
  const words = [
    '--base-url',
    service.baseUrl,
    '--no-shrink',
    '--respondents',
    '2',
    '--set',
    admin,
    '--set',
    'surveys.walk=[{id: 1013}]',
    '--set',
    'output.formats=[json]',
    '--out',
    'conformed',
    '--clause',
    'RESPONSE-CREATE-01',
  ];
  await canvass(['conform', 'smoke', ...words], { cwd, environment });
  const things: CreatedThings[] = JSON.parse((await canvass(['created', 'conformed', '--json'], { cwd })).stdout);
  const [together = '', ...single] = things.find(({ resource }) => resource === 'response')?.find ?? [];
  expect(together).toMatch(/\/responses\/filter\?custom1=canvass-[0-9a-z]{8}$/);
  const ids = things.find(({ resource }) => resource === 'response')?.ids ?? [];
  const foundAtOnce = await foundOnAllPages(together);
  const foundAlone = single.map((request) => request.split('/').at(-1));
  expect([...foundAtOnce, ...foundAlone].sort()).toEqual([...ids].sort());
  expect(foundAtOnce.length).toBeGreaterThan(3 * foundAlone.length);
  // Respondents leave responses too.
  expect(things.find(({ resource }) => resource.startsWith('responses of'))?.marks).toEqual(['cvs-']);
});
