import { expect, test } from 'vitest';
import { keyForms } from '../../src/contract/keyForms.ts';
import { statusNames } from '../../src/contract/statuses.ts';
import { moves, movesFromPages } from '../../src/contract/tableOfMoves.ts';
import type { WalkCompletion } from '../../src/respondent/crowd.ts';
import { virtualService } from './virtualService.ts';
import { lively, straight, walkMany } from './walking.ts';

const withPages = [1001, 1002, 1003, 1013, 1014, 1015, 1016, 1018];
const withoutPages = [1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012];

// By cookie the goldens have them.
test('hundreds of respondents with all behaviours walk a sound service by token without a violation, and exercise all of it', async () => {
  const service = await virtualService({ session: 'token' });
  const walked = await walkMany({ ...service, walks: 170, surveys: [...withPages, ...withoutPages] });
  expect([...walked.sightings.values()]).toEqual([]);
  expect(walked.outcomes).toEqual({ ok: expect.any(Number), expectedRejection: expect.any(Number) });
  expect(walked.ends.failed).toBeUndefined();
  const { coverage } = walked;
  expect(Object.keys(coverage.transitions).sort()).toEqual(Object.keys(moves).sort());
  expect(Object.keys(coverage.transitionsByPage).sort()).toEqual([...movesFromPages].sort());
  expect(Object.keys(coverage.keyForms).sort()).toEqual(Object.keys(keyForms).sort());
  expect(Object.keys(coverage.statuses).sort()).toEqual([...statusNames].sort());
  expect(coverage.failed).toEqual({});
  expect(Object.keys(coverage.checked).length).toBeGreaterThan(85);
});

test('the same seed gives the same walks, another seed gives others', async () => {
  const walk = async (seed: number) => {
    return (await walkMany({ ...(await virtualService()), walks: 10, atOnce: 1, seed, surveys: withPages })).requests;
  };
  const [first, again, other] = [await walk(7), await walk(7), await walk(8)];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test('what a respondent does follows from seed and index, not from who else walks', async () => {
  const alone = await walkMany({ ...(await virtualService()), walks: 12, atOnce: 1, surveys: [1001] });
  const crowd = await walkMany({ ...(await virtualService()), walks: 12, atOnce: 12, surveys: [1001] });
  const sorted = (requests: readonly object[]) => requests.map((each) => JSON.stringify(each)).sort();
  expect(sorted(crowd.requests)).toEqual(sorted(alone.requests));
});

test('a survey that nobody declared to be without back is not blamed for it', async () => {
  const walked = await walkMany({ ...(await virtualService()), walks: 30, surveys: [1003], roles: {} });
  expect([...walked.sightings.values()]).toEqual([]);
  expect(walked.coverage.transitions['back-refused']).toBeGreaterThan(0);
});

test('where the profile knows of no required question, rejections are expected, and the walk goes on', async () => {
  const service = await virtualService();
  const respondent = { ...lively, invalid: 0, abandon: 0 };
  const walked = await walkMany({ ...service, walks: 20, surveys: [1001, 1002], roles: { required: {} }, respondent });
  expect([...walked.sightings.values()]).toEqual([]);
  expect(walked.coverage.transitions.reject).toBeGreaterThan(0);
  expect(walked.ends).toEqual({ completed: 20 });
});

test('every completion is reported once, with the answers that were accepted last and the token in its texts', async () => {
  const accepted: WalkCompletion[] = [];
  const completions = { accepted: (each: WalkCompletion) => accepted.push(each), indeterminate: () => {} };
  const walked = await walkMany({ ...(await virtualService()), walks: 30, surveys: [1001], completions });
  expect(accepted).toHaveLength(walked.finalStatuses.survey_complete ?? -1);
  expect(new Set(accepted.map(({ token }) => token)).size).toBe(accepted.length);
  for (const { pages, surveyId, token } of accepted) {
    expect(surveyId).toBe(1001);
    expect(pages.map(({ questions }) => questions.map(({ id }) => id))).toEqual([
      [101, 102],
      [103],
      [104, 105],
      [106],
      [107, 108],
    ]);
    expect(pages.every(({ certain }) => certain)).toBe(true);
    expect(pages[1]?.body).toContain(token);
  }
});

test('idle respondents lose their session, and begin anew', async () => {
  const service = await virtualService({ sessionTimeoutMs: 30_000 });
  const expire = { probability: 0.5, kinds: ['idle'], idleSeconds: 40 };
  const walked = await walkMany({ ...service, walks: 20, surveys: [1001], respondent: { ...straight, expire } });
  expect(walked.coverage.checked['SUBMIT-EXPIRED-01']).toBeGreaterThan(0);
  expect(walked.sightings.has('SUBMIT-EXPIRED-01')).toBe(false);
});
