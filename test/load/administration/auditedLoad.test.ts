import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { runLoad } from '../../../src/load/runLoad.ts';
import { resolveProfile } from '../../../src/profile/resolveProfile.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { defaultKeys } from '../../../src/service/apiKeys.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import type { Variants } from '../../../src/service/variants.ts';
import { loadHere } from '../../support/inThisThread.ts';

const services: RunningService[] = [];
afterAll(async () => {
  for (const service of services) await service.close();
});

const adminMix = {
  createDepartment: 0.02,
  listDepartments: 0.04,
  createTemplate: 0.02,
  updateDatapad: 0.02,
  createResponse: 0.04,
  listResponses: 0.04,
  filterResponses: 0.04,
  fetchResponse: 0.04,
};

/** A second of load on a service with faults or variants, with the profile changed. */
async function loaded(
  faults: string,
  load: object = {},
  changes: object = {},
  variants: Partial<Variants> = {},
): Promise<[RunResult, RunningService]> {
  const service = await startService(altered({ faults: chooseFaults(faults), variants }));
  services.push(service);
  const profile = resolveProfile({
    name: 'audited',
    target: { baseUrl: service.baseUrl, apiKeys: [...defaultKeys.valid] },
    surveys: { walk: [{ id: 1001 }], required: { 1001: [101, 103, 105, 106, 107] } },
    admin: { organizationId: 1, primaryAccountId: 7, surveyId: 1001, datapadId: 5, mutate: true },
    respondent: { thinkTimeMs: { distribution: 'none' } },
    load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 50 }], warmupSeconds: 0, workers: 1, ...load },
    audit: { settleSeconds: 1 },
    ...changes,
  });
  const result = await runLoad(profile, {
    acceptable: nothingAcceptable,
    meta: {
      run: { id: 'audit', profile: 'audited', seed: profile.seed, startedAt: new Date().toISOString() },
      target: { baseUrl: service.baseUrl, datacenter: 'local', release: 'test', session: 'cookie' },
      tool: { version: '0', node: process.version, platform: 'test', cpus: 1 },
      profile: {},
      workers: 1,
      plannedSeconds: 1,
    },
    baseUrl: service.baseUrl,
    runTag: 'audit1',
    generators: loadHere,
    journal: null,
    interrupt: new AbortController().signal,
    onProgress: () => {},
    onNotice: () => {},
  });
  return [result, service];
}

describe('a run whose records are lost, doubled and cut', () => {
  let result: RunResult;
  beforeAll(async () => {
    const surveys = { walk: [{ id: 1001, weight: 3 }, { id: 1013 }], required: { 1001: [101, 103, 105, 106, 107] } };
    const faults = 'walk-record-doubled:4,walk-record-lost:5,walk-record-text-cut:3';
    [result] = await loaded(faults, {}, { surveys });
  });
  const violated = (clause: string) => result.violations.find((each) => each.clause === clause);

  it.each([
    ['SANITY-LOST-02', 'lost'],
    ['SANITY-DUPLICATE-02', 'duplicated'],
    ['SANITY-ALTERED-01', 'altered'],
  ] as const)('fails by clause %s, with a witness', (clause, kind) => {
    expect(result.verdict).toBe('FAIL');
    expect(result.audit?.[kind]).toBeGreaterThan(1);
    const violation = violated(clause);
    expect(violation).toMatchObject({ count: result.audit?.[kind], actual: expect.stringMatching(/cvs-audit1-/) });
    expect(violation?.witness.steps[0]?.path).toMatch(/responses/);
    // What was wrong in a record of the run, no script sees in those of another time.
    expect(violation?.witness.curl !== '').toBe(kind === 'lost');
    expect(JSON.stringify(result)).not.toContain(defaultKeys.valid[0]);
  });

  it('tells what is stored otherwise question by question, with the walk that gave it', () => {
    const answers = violated('SANITY-ALTERED-01')?.answers;
    const different = answers?.questions.filter(({ differs }) => differs) ?? [];
    expect(different.length).toBeGreaterThan(0);
    for (const { given, stored } of different) {
      expect(given).not.toBe('');
      expect(stored).not.toBe(given);
    }
    expect(answers?.questions.find(({ questionId }) => questionId === 101)).toMatchObject({
      question: 'How satisfied are you with our service?',
      differs: false,
    });
    expect(answers?.submitted.join()).toContain('"u_101"');
  });

  it('tells what was given for a completion without a record', () => {
    const { answers } = violated('SANITY-LOST-02') ?? {};
    expect(answers).toMatchObject({ responseId: null });
    expect(answers?.questions.every(({ stored }) => stored === '')).toBe(true);
  });

  it('does not count as looked for what was not looked for', () => {
    const { audit, clauses } = result;
    expect(audit?.audited).toBeLessThan(audit?.completed ?? 0);
    const clause = clauses.find(({ id }) => id === 'SANITY-LOST-02');
    expect(clause).toMatchObject({ checked: audit?.audited, failed: audit?.lost });
  });
});

test('a run on a sound service finds every completion stored once, and says so', async () => {
  const [result] = await loaded('', {}, { audit: { live: true } });
  const { audit } = result;
  expect(audit?.completed).toBeGreaterThan(0);
  expect(audit).toMatchObject({ stored: audit?.completed, lost: 0, duplicated: 0, altered: 0, foreign: 0, unread: 0 });
  const clause = result.clauses.find(({ id }) => id === 'SANITY-LOST-02');
  expect(clause).toMatchObject({ verdict: 'CONFORMS', checked: audit?.completed });
  expect(result.observations.find(({ id }) => id === 'Q-WALK-RECORD')?.alternatives).toMatchObject([{ value: 'yes' }]);
});

test('where a kind of answers is stored cannot be told from two walks: the clause is not green, and says why', async () => {
  const few = { stages: [{ durationSeconds: 1, arrivalsPerSecond: 2 }], arrivals: 'even' };
  // Nothing keeps either of them from completing.
  const respondent = { thinkTimeMs: { distribution: 'none' }, back: 0, invalid: 0, abandon: 0, optional: 1 };
  const [{ audit, clauses }] = await loaded('walk-record-numbers-zero:1', few, { seed: 11, respondent });
  const clause = clauses.find(({ id }) => id === 'SANITY-ALTERED-01');
  expect(clause).toMatchObject({ verdict: 'INCONCLUSIVE', checked: audit?.stored });
  expect(clause?.reason).toMatch(/where ranks are stored was not recognized/);
});

test('where no walk becomes a record, the open question is answered, and nothing is called lost', async () => {
  const [{ audit, observations, validity, violations }] = await loaded('', { adminMix }, {}, { walkRecord: 'no' });
  expect(observations.find(({ id }) => id === 'Q-WALK-RECORD')?.alternatives).toMatchObject([{ value: 'no' }]);
  expect(audit?.silent).toBeGreaterThan(10);
  expect(audit).toMatchObject({ audited: 0, silent: audit?.completed, stored: 0, lost: 0 });
  // Latencies of a busy machine may prove nothing; promises do.
  expect([validity?.conformance.valid, violations]).toEqual([true, []]);
});

test('a profile that wants no audit, or does not walk the survey, gets none', async () => {
  const stages = [{ durationSeconds: 0.5, arrivalsPerSecond: 20 }];
  expect((await loaded('', { stages }, { audit: { enabled: false } }))[0].audit).toBeNull();
  expect((await loaded('', { stages }, { admin: { surveyId: 1002 } }))[0].audit).toBeNull();
});

test('administration calls run beside the walks, in series of their own, and what they created is listed', async () => {
  const [result, service] = await loaded('', { adminMix });
  const submissions = result.endpoints.find(({ endpoint }) => endpoint === 'submit-page')?.requests ?? 0;
  const lists = result.endpoints.find(({ endpoint }) => endpoint === 'list-responses');
  expect(lists?.outcomes.ok).toBe(lists?.requests);
  expect(lists?.requests).toBeGreaterThan(submissions / 100);
  for (const endpoint of [
    'create-department',
    'create-template',
    'update-datapad',
    'create-response',
    'fetch-response',
  ]) {
    expect(result.endpoints.map((each) => each.endpoint)).toContain(endpoint);
  }
  const departments = service.store.departments(1, { offset: 0, limit: 1000 });
  const created = result.created.filter(({ endpoint }) => endpoint === 'create-department');
  expect(created.map(({ id }) => Number(id))).toEqual(departments.items.map(({ departmentID }) => departmentID));
  for (const { name } of departments.items) expect(name).toBe('canvass-audit1');
  expect(result.audit).toMatchObject({ lost: 0, duplicated: 0, stored: result.audit?.completed });
  expect(result.violations).toEqual([]);
});
