import { expect, test } from 'vitest';
import { ToolError } from '../../src/errors.ts';
import { resolveProfile, tryResolveProfile } from '../../src/profile/resolveProfile.ts';

const here = { target: { baseUrl: 'http://127.0.0.1:8080' } };

function problemsOf(raw: unknown): string[] {
  const resolution = tryResolveProfile(raw);
  return resolution.ok ? [] : resolution.problems.map(({ path, message }) => `${path.join('.')} ${message}`);
}

test('a profile that names only its base URL is complete', () => {
  const profile = resolveProfile(here);
  expect(profile.load).toMatchObject({ model: 'open', workers: 'auto', maxRespondents: 20_000 });
  expect(profile.respondent.thinkTimeMs).toEqual({ distribution: 'lognormal', median: 2000, sigma: 0.6 });
  expect(profile.surveys.noBack).toBeNull();
  expect(profile.target.rateBudget).toBeNull();
  expect(profile.admin.mutate).toBe(false);
});

test('nothing in a resolved profile can be changed', () => {
  const profile = resolveProfile(here);
  expect(() => Object.assign(profile.load.connections, { max: 1 })).toThrow(TypeError);
  expect(() => Object.assign(profile.target.apiKeys, { 0: 'x' })).toThrow(TypeError);
});

test('the embedded service brings its keys and a survey', () => {
  const profile = resolveProfile({ target: { baseUrl: 'embedded' } });
  expect(profile.surveys.walk).toEqual([{ id: 1001, weight: 1 }]);
  expect(profile.target.apiKeys).toHaveLength(1);
  expect(profile.target.embedded.session).toBe('cookie');
  expect(resolveProfile({ target: { baseUrl: 'embedded', session: 'token' } }).target.embedded.session).toBe('token');
});

test('a single stage is a constant level, later stages are ramps, and both can be changed', () => {
  const stages = [
    { durationSeconds: 5, respondents: 10 },
    { durationSeconds: 5, respondents: 20 },
    { durationSeconds: 5, respondents: 40, ramp: 'step' },
  ];
  const { load } = resolveProfile({ ...here, load: { model: 'closed', stages } });
  expect(load.stages.map(({ ramp }) => ramp)).toEqual(['step', 'linear', 'step']);
});

test('all problems are reported at once, each with its path and what to change', () => {
  const raw = {
    target: { baseUrl: 'ftp://x', sesion: 'token', session: 'tokn' },
    respondent: { back: 2, thinkTimeMs: { distribution: 'lognorml' } },
    load: { stages: [{ durationSeconds: 0, respondents: 3 }] },
    thresholds: [{ windowSeconds: 3 }],
  };
  expect(problemsOf(raw)).toMatchInlineSnapshot(`
    [
      "target.sesion is not a key of a profile (did you mean "session"?)",
      "target.baseUrl has a scheme that canvass does not speak: write \`http://\` or \`https://\`",
      "target.session expected auto, cookie or token (did you mean "token"?)",
      "respondent.thinkTimeMs needs \`distribution\` to be one of none, fixed, uniform, exponential, lognormal (did you mean "lognormal"?)",
      "respondent.back expected a number from 0 to 1",
      "load.stages.0.respondents is not a key of a profile; known here: durationSeconds, arrivalsPerSecond, ramp",
      "load.stages.0.durationSeconds expected a number above 0, at most 604800",
      "load.stages.0.arrivalsPerSecond is missing: expected a number from 0 to 100000",
      "thresholds.0.expression is missing: expected a text that is not empty",
    ]
  `);
});

test('a host that is not loopback needs an authorization', () => {
  expect(problemsOf({ target: { baseUrl: 'https://service.example' } })).toEqual([
    expect.stringContaining('target.authorization is required'),
  ]);
  const profile = resolveProfile({ target: { baseUrl: 'https://service.example', authorization: 'OPS-1' } });
  expect(profile.target.rateBudget).toEqual({ perKeyPerMinute: 300, perOrganizationPerMinute: 2400 });
});

test('a profile that no file holds fails with one tool error', () => {
  expect(() => resolveProfile({})).toThrow(ToolError);
  expect(() => resolveProfile({})).toThrow('target.baseUrl is missing');
});

test('an audit needs a survey that somebody walks', () => {
  const profile = (surveyId: number | null) => ({
    target: { baseUrl: 'http://127.0.0.1:1' },
    surveys: { walk: [{ id: 1001 }] },
    admin: { surveyId },
    audit: { enabled: true },
  });
  expect(problemsOf(profile(1001))).toEqual([]);
  expect(problemsOf(profile(1002))).toEqual([expect.stringContaining('`admin.surveyId` is 1002, which nobody walks')]);
  expect(problemsOf(profile(null))).toEqual([expect.stringContaining('names no survey')]);
});

test('a key that is let in is not taken for one that may not administer', () => {
  const target = { ...here.target, apiKeys: ['one', 'other'], forbiddenApiKey: 'other' };
  expect(problemsOf({ target })).toEqual([
    'target.forbiddenApiKey is one of `target.apiKeys`: name a key that may not administer, or leave it out',
  ]);
  expect(problemsOf({ target: { ...target, forbiddenApiKey: 'third' } })).toEqual([]);
});

test('a walk of surveys that show nobody a page is a mistake; one of them among others is load', () => {
  const surveys = { closed: 1002, paused: 1006 };
  const problemsWalking = (...ids: readonly number[]) =>
    problemsOf({ ...here, surveys: { ...surveys, walk: ids.map((id) => ({ id })) } });
  expect(problemsWalking(1002, 1006)).toEqual([
    'surveys.walk names surveys alone that are closed, full, paused or suspended: nobody would walk',
  ]);
  expect(problemsWalking(1001, 1002)).toEqual([]);
});
