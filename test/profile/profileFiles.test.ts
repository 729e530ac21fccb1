import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ToolError } from '../../src/errors.ts';
import { loadProfile } from '../../src/profile/loadProfile.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { folderOf } from '../support/folder.ts';

const environment = { CANVASS_API_KEY: 'key' };

function load(files: Readonly<Record<string, string>>, options: { profile?: string; baseUrl?: string } = {}): Profile {
  const cwd = folderOf(files);
  const { profile = 'own.yaml', baseUrl = null } = options;
  return loadProfile({ profile, baseUrl, datacenter: null, seed: null, set: [], cwd, environment });
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
  throw new Error('nothing was wrong');
}

const base = `name: base
target: { baseUrl: "http://127.0.0.1:8080", release: ALPHA, timeoutMs: 500 }
surveys: { walk: [{ id: 1 }, { id: 2 }], required: { 1: [11] } }
respondent: { back: 0.4, thinkTimeMs: { distribution: lognormal, median: 5, sigma: 0.1 } }
thresholds: ["violations == 0"]
`;

test('a profile says what is different, and the one that it extends the rest', () => {
  const own = `extends: shared/base.yaml
target: { release: BETA }
surveys: { walk: [{ id: 3 }], required: { 3: [31] } }
respondent: { thinkTimeMs: { distribution: fixed, value: 7 } }
`;
  const profile = load({ 'own.yaml': own, 'shared/base.yaml': base });
  expect(profile).toMatchObject({
    name: 'own',
    extends: null,
    target: { baseUrl: 'http://127.0.0.1:8080', release: 'BETA', timeoutMs: 500 },
    surveys: { walk: [{ id: 3, weight: 1 }], required: { 1: [11], 3: [31] } },
    thresholds: [{ expression: 'violations == 0' }],
  });
  expect(profile.respondent.back).toBe(0.4);
  expect(profile.respondent.thinkTimeMs).toEqual({ distribution: 'fixed', value: 7 });
});

test('what is extended may extend another, and may be named', () => {
  const profile = load({
    'own.yaml': 'extends: middle\nrespondent: { back: 0.1 }\n',
    'profiles/middle.yaml': 'extends: ../base.yaml\nrespondent: { back: 0.2, resume: 0.3 }\n',
    'base.yaml': base,
  });
  expect(profile.respondent).toMatchObject({ back: 0.1, resume: 0.3, thinkTimeMs: { median: 5 } });
});

test('each problem is shown where it stands', () => {
  const message = messageOf(() =>
    load({ 'own.yaml': 'extends: base.yaml\nrespondent:\n  back: 2\n', 'base.yaml': base.replace('0.1 }', '-1 }') }),
  );
  expect(message).toContain('own.yaml:3  respondent.back');
  expect(message).toContain('base.yaml:4  respondent.thinkTimeMs.sigma');
});

test.each([
  [
    'is not there',
    'extends: bas.yaml\n',
    /^own\.yaml:1 {2}extends there is no file bas\.yaml \(did you mean "base\.yaml"\?\)$/,
  ],
  [
    'is itself',
    '\nextends: own.yaml\n',
    /^own\.yaml:2 {2}extends leads back to .*own\.yaml: a profile cannot extend itself$/,
  ],
  [
    'is no name',
    'extends: [base.yaml]\n',
    /^own\.yaml:1 {2}extends expected the name of a profile, or the path of a file$/,
  ],
])('what is extended %s', (_, own, said) => {
  expect(messageOf(() => load({ 'own.yaml': own, 'base.yaml': base }))).toMatch(said);
});

test('a permission holds for the host beside it, and not for another of a file that extends it', () => {
  const permitted =
    'target: { baseUrl: "https://a.example.com", authorization: Ada }\nsurveys: { walk: [{ id: 1 }] }\n';
  const files = (own: string) => ({ 'own.yaml': `extends: base.yaml\n${own}`, 'base.yaml': permitted });
  expect(load(files('')).target.authorization).toEqual({ by: 'Ada', hosts: ['a.example.com'] });
  const message = messageOf(() => load(files('target: { baseUrl: "https://b.example.com" }\n')));
  expect(message).toContain('holds for a.example.com only, not for b.example.com');
});

test('what the embedded service may suffer is not done to another that a file above names', () => {
  const embedded = 'target: { baseUrl: embedded }\nadmin: { mutate: true, surveyId: 1 }\n';
  const remote = 'target: { baseUrl: "https://a.example.com", authorization: Ada }\nsurveys: { walk: [{ id: 1 }] }\n';
  const files = (more: string) => ({ 'own.yaml': `extends: base.yaml\n${remote}${more}`, 'base.yaml': embedded });
  expect(load(files('')).admin).toMatchObject({ mutate: false, surveyId: 1 });
  expect(load(files('admin: { mutate: true }\n')).admin.mutate).toBe(true);
});

test('profiles that come with canvass can be extended by name', () => {
  const cwd = folderOf({ 'own.yaml': 'extends: smoke\nrespondent: { back: 0.9 }\n' });
  const request = { baseUrl: null, datacenter: null, seed: null, set: [], cwd, environment };
  const smoke = loadProfile({ ...request, profile: 'smoke', seed: 1 });
  const own = loadProfile({ ...request, profile: join(cwd, 'own.yaml'), seed: 1 });
  expect(own).toEqual({ ...smoke, name: 'own', respondent: { ...smoke.respondent, back: 0.9 } });
});
