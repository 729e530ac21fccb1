import { expect, test } from 'vitest';
import {
  acceptableAsObserved,
  acceptableIn,
  driftsOf,
  goneOf,
  otherSituations,
  situationOf,
  withPinned,
  withStanding,
} from '../../../src/judging/baseline/standing.ts';
import { newViolation } from '../../../src/judging/identity.ts';
import type { Observation, Violation } from '../../../src/result/verdict.ts';

const known = ['cookie', 'token', 'auto'].map((session) => ({
  ...{ session, clause: 'MOVE-BACK-01', issue: session, expires: '2999-01-01' },
}));
const observed = (...values: readonly string[]): Observation[] => [
  {
    ...{ id: 'Q-SESSION-TRANSPORT', question: '', section: 'take', verdict: 'OBSERVED' },
    alternatives: values.map((value) => ({ value, count: 1, witness: null })),
  },
];
const issues = (session: string, ...values: readonly string[]): string[] => {
  const situation = { release: 'ALPHA', datacenter: 'local', session };
  const acceptable = acceptableIn({ accepted: [], known }, situation, '2026-01-01');
  return acceptableAsObserved(acceptable, observed(...values)).known.map(({ issue }) => issue);
};

test('an entry that is bound to a session transport holds where it was observed, and the profile says auto', () => {
  expect(issues('auto', 'token')).toEqual(['token', 'auto']);
  expect(issues('auto', 'cookie')).toEqual(['cookie', 'auto']);
});

test('what the profile says goes before what was observed; where nothing was, auto is the word', () => {
  expect(issues('cookie', 'token')).toEqual(['cookie']);
  expect(issues('auto')).toEqual(['auto']);
  expect(issues('auto', 'cookie', 'token')).toEqual(['auto']);
});

test('a baseline that is bound to other releases or datacenters says to which, and says nothing where an entry holds', () => {
  const answers = { 'Q-EXPIRED-HTTP': ['400'] };
  const of = { accepted: [{ release: 'ALPHA', datacenter: 'eu', answers }], known: [] };
  const run = { session: 'cookie', datacenter: 'eu' };
  expect(otherSituations(of, { ...run, release: 'BETA' })).toEqual(['ALPHA in eu']);
  expect(otherSituations(of, { ...run, release: 'ALPHA', datacenter: 'us' })).toEqual(['ALPHA in eu']);
  expect(otherSituations(of, { ...run, release: 'ALPHA' })).toBeNull();
  expect(
    otherSituations({ accepted: [...of.accepted, { answers }], known: [] }, { ...run, release: 'BETA' }),
  ).toBeNull();
  expect(otherSituations({ accepted: [], known: [] }, { ...run, release: 'BETA' })).toBeNull();
});

const violationOf = (clause: string, came: readonly string[] | null, actual = 'that'): Violation =>
  newViolation(
    {
      ...{ clause, endpoint: 'take', path: '', expected: 'this', actual },
      ...(came === null ? {} : { symptom: { came: [...came] } }),
    },
    { steps: [], failingStep: 0, curl: '' },
  );
const first = violationOf('MOVE-RESUME-01', ['first-page', 'earlier-page', 'page']);
const anybody = violationOf('MOVE-RESUME-01', ['page']);
const listing = (...violations: readonly Violation[]) => {
  const ids = violations.map(({ id }) => id);
  const entry = { clause: 'MOVE-RESUME-01', ids, issue: 'S-1', expires: '2999-01-01' };
  return { known: [entry], expired: [], answers: {} };
};
const kinds = (violations: readonly Violation[], ...listed: readonly Violation[]): string[] =>
  withStanding(violations, listing(...listed)).map(({ baseline }) => baseline.kind);

test.each([
  ['its id', [first], [first], ['KNOWN']],
  ['an id that says less of what came', [first], [anybody], ['KNOWN']],
  ['no id that says more', [anybody], [first], ['NEW']],
  ['no id of another defect of its clause', [violationOf('MOVE-RESUME-01', ['later-page', 'page'])], [first], ['NEW']],
])('a violation is known by %s', (_, seen, listed, wanted) => {
  expect(kinds(seen, ...listed)).toEqual(wanted);
});

test('what follows from a violation that is listed is known with it, but for answers that are lost and promises after a recommendation', () => {
  const following = violationOf('MOVE-BACK-01', ['page']);
  const lost = violationOf('SANITY-LOST-02', null);
  expect(kinds([following, lost, first], first)).toEqual(['KNOWN', 'NEW', 'KNOWN']);
  expect(kinds([following], first)).toEqual(['NEW']);
  const skipped = violationOf('MOVE-ADVANCE-04', ['page']);
  expect(kinds([following, skipped], skipped)).toEqual(['NEW', 'KNOWN']);
  const byHand = { clause: 'MOVE-RESUME-01', issue: 'S-1', expires: '2999-01-01' };
  const standing = withStanding([following, first], { known: [byHand], expired: [], answers: {} });
  expect(standing.map(({ baseline }) => baseline.kind)).toEqual(['NEW', 'KNOWN']);
});

test('listed violations of which none is seen any more are gone', () => {
  expect(goneOf([anybody], listing(first), () => true)).toMatchObject([{ baseline: { kind: 'GONE' } }]);
  expect(goneOf([first], listing(anybody), () => true)).toEqual([]);
});

const accepted = [{ surveys: [1, 2], answers: { 'Q-QUESTION-TYPES': ['T', 'U'] } }];
const typesIn = (surveys: readonly number[], values: readonly string[], surveyOfLast: number | null = null) => {
  const alternatives = values.map((value, at) => {
    const path = `/a/api/v2/surveys/${surveyOfLast}/take`;
    const response = { httpStatus: 200, failure: null, body: '' };
    const step = {
      ...{ session: 0, endpoint: 'take', method: 'GET', path, headers: {}, body: null, concurrent: 0, response },
      sessionTransport: 'keep' as const,
    };
    const isTold = at === values.length - 1 && surveyOfLast !== null;
    return { value, count: 1, witness: isTold ? { steps: [step], failingStep: 0, curl: '' } : null };
  });
  const question = { id: 'Q-QUESTION-TYPES', question: '', section: 'question', verdict: 'OBSERVED' as const };
  const acceptable = acceptableIn({ accepted, known: [] }, { surveys }, '2026-01-01');
  return withPinned([{ ...question, alternatives }], acceptable);
};

test.each([
  ['the surveys of then give as before', [1, 2], ['T', 'U'], null, 'OBSERVED'],
  ['the surveys of then give another one', [1, 2], ['T', 'U', 'S'], null, 'DRIFTED'],
  ['fewer surveys give another one', [1], ['T', 'S'], null, 'DRIFTED'],
  ['there is a new survey, and another answer beside the accepted ones', [1, 2, 3], ['T', 'U', 'S'], null, 'OBSERVED'],
  ['the new survey is seen to give it', [1, 2, 3], ['T', 'U', 'S'], 3, 'OBSERVED'],
  ['there is a new survey, and one of then is seen to give it', [1, 2, 3], ['T', 'U', 'S'], 2, 'DRIFTED'],
  ['there is a new survey, and none of the accepted answers any more', [1, 2, 3], ['S'], null, 'DRIFTED'],
])('an accepted answer holds for its surveys: %s', (_, surveys, values, told, verdict) => {
  const observations = typesIn(surveys, values, told);
  expect(observations[0]?.verdict).toBe(verdict);
  expect(driftsOf(observations)).toHaveLength(verdict === 'DRIFTED' ? 1 : 0);
});

test('the surveys of a run are those that its profile names, but for the one that is missing', () => {
  const { target } = { target: { baseUrl: '', datacenter: 'local', release: 'A', session: 'auto' } };
  const profile = {
    surveys: { walk: [{ id: 1 }, { id: '9007199254740993' }], noBack: 1, paused: 6, closed: null, missing: 9 },
  };
  expect(situationOf({ target, profile }).surveys).toEqual([1, '9007199254740993', 6]);
  expect(situationOf({ target, profile: null }).surveys).toEqual([]);
});
