import { expect, test } from 'vitest';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { acceptableIn, answersOf, nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { Evidence } from '../../../src/judging/evidence/evidence.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import { nowhere } from '../../../src/judging/evidence/where.ts';

const witness = () => ({ steps: [], failingStep: 0, curl: '' });
const today = '2026-06-01';
const situation = { release: 'ALPHA', datacenter: 'local', session: 'cookie' };

function broken(clause: string, expected: string, actual: string) {
  return { clause, endpoint: 'take', path: '', expected, actual };
}

function verdictOf(evidence: Evidence, id: string): string | undefined {
  return verdictsOf(evidence, nothingAcceptable, clauseIds).clauses.find((clause) => clause.id === id)?.verdict;
}

test('a clause is green only with evidence', () => {
  const evidence = new Evidence();
  expect(verdictOf(evidence, 'MOVE-BACK-01')).toBe('NOT-EXERCISED');
  evidence.passed('MOVE-BACK-01');
  expect(verdictOf(evidence, 'MOVE-BACK-01')).toBe('CONFORMS');
});

test('false beats unknown, unknown beats true', () => {
  const evidence = new Evidence();
  evidence.passed('MOVE-BACK-01');
  evidence.unknown('inconclusive', 'MOVE-BACK-01', 'a time-out');
  expect(verdictOf(evidence, 'MOVE-BACK-01')).toBe('INCONCLUSIVE');
  evidence.unknown('harnessErrors', 'MOVE-BACK-01', 'a defect');
  expect(verdictOf(evidence, 'MOVE-BACK-01')).toBe('HARNESS-ERROR');
  evidence.failed(broken('MOVE-BACK-01', 'page 1', 'page 2'), witness);
  expect(verdictOf(evidence, 'MOVE-BACK-01')).toBe('VIOLATES');
});

test('what contradicts a sample only deviates', () => {
  const evidence = new Evidence();
  evidence.failed(broken('SUBMIT-VALIDATION-04', 'this message', 'another'), witness);
  expect(verdictOf(evidence, 'SUBMIT-VALIDATION-04')).toBe('DEVIATES');
});

test('a violation is counted in each survey that shows it', () => {
  const evidence = new Evidence();
  const by = (survey: string | null) => ({ walk: null, survey });
  for (const survey of ['1001', '1001', '1002', null])
    evidence.failed(broken('MOVE-BACK-01', 'page 1', 'page 2'), witness, by(survey));
  evidence.failed(broken('MOVE-RESUME-01', 'page 1', 'page 2'), witness, by(null));
  const { violations } = verdictsOf(evidence, nothingAcceptable, clauseIds);
  const surveysOf = (id: string) => violations.find(({ clause }) => clause === id)?.surveys;
  expect(surveysOf('MOVE-BACK-01')).toEqual({ 1001: 2, 1002: 1 });
  expect(surveysOf('MOVE-RESUME-01')).toBeUndefined();
});

test('equal violations are counted once, also when they differ in numbers and ids', () => {
  const evidence = new Evidence();
  for (const id of [17, 4711]) evidence.failed(broken('RECORD-ID-01', 'an integer', `responseID "${id}"`), witness);
  evidence.failed(broken('RECORD-ID-01', 'an integer', 'responseID null'), witness);
  const { violations } = verdictsOf(evidence, nothingAcceptable, clauseIds);
  expect(violations.map(({ count }) => count)).toEqual([2, 1]);
});

test('two answers in equal situations contradict each other; in different situations they do not', () => {
  const evidence = new Evidence();
  evidence.observed('Q-EXPIRED-HTTP', '400', 'no cookie', witness);
  evidence.observed('Q-EXPIRED-HTTP', '401', 'forged cookie', witness);
  const verdict = () =>
    verdictsOf(evidence, nothingAcceptable, clauseIds).observations.find(({ id }) => id === 'Q-EXPIRED-HTTP')?.verdict;
  expect(verdict()).toBe('OBSERVED');
  evidence.observed('Q-EXPIRED-HTTP', '401', 'no cookie', witness);
  expect(verdict()).toBe('INCONSISTENT');
});

test('an accepted answer that changes is a violation with the basis of having been accepted', () => {
  const before = new Evidence();
  before.observed('Q-EXPIRED-HTTP', '400', '', witness);
  const answers = answersOf(verdictsOf(before, nothingAcceptable, clauseIds).observations);
  expect(answers).toEqual({ 'Q-EXPIRED-HTTP': ['400'] });
  const acceptable = acceptableIn({ accepted: [{ answers }], known: [] }, situation, today);
  const after = new Evidence();
  after.observed('Q-EXPIRED-HTTP', '401', '', witness);
  const { violations, observations: drifted } = verdictsOf(after, acceptable, clauseIds);
  expect(drifted.find(({ id }) => id === 'Q-EXPIRED-HTTP')).toMatchObject({ verdict: 'DRIFTED', pinned: '400' });
  expect(violations).toMatchObject([{ clause: 'Q-EXPIRED-HTTP', expected: '400, as accepted', actual: '401' }]);
});

test('answers that depend on chance are never pinned', () => {
  const evidence = new Evidence();
  evidence.observed('Q-CONCURRENT-SUBMIT', 'one-accepted', '', witness);
  const { observations } = verdictsOf(evidence, nothingAcceptable, clauseIds);
  expect(answersOf(observations)).toEqual({});
});

test('says in how many of the walks that came to a check of its clause a violation was seen', () => {
  const evidence = new Evidence();
  const walks = [{}, {}, {}];
  for (const walk of walks) evidence.reached('MOVE-BACK-01', walk);
  const fail = (walk: object | null) =>
    evidence.failed(broken('MOVE-BACK-01', 'page 1', 'page 2'), witness, { walk, survey: null });
  for (const walk of walks.slice(1)) for (const _ of [1, 2, 3]) fail(walk);
  const seen = () => verdictsOf(evidence, nothingAcceptable, clauseIds).violations;
  // Each check that was made showed it: the walks that came to one are those that it was seen in.
  expect(seen()).toMatchObject([{ count: 6, chances: { failed: 2, of: 2, what: 'walks' } }]);
  evidence.passed('MOVE-BACK-01', { where: nowhere, walk: {}, exchange: null, features: null });
  expect(seen()).toMatchObject([{ count: 6, chances: { failed: 2, of: 4, what: 'walks' } }]);
  evidence.othersReached('MOVE-BACK-01', 10);
  fail({});
  fail(null);
  expect(seen()).toMatchObject([{ count: 8, chances: { failed: 3, of: 14 } }]);
});

test('a known violation is tolerated until it expires, and reported when it is gone', () => {
  const known = [{ clause: 'MOVE-BACK-01', actual: 'page 2', issue: 'SURVEY-1', expires: today }];
  const acceptable = (day: string) => acceptableIn({ accepted: [], known }, situation, day);
  const evidence = new Evidence();
  evidence.failed(broken('MOVE-BACK-01', 'page 1', 'page 2'), witness);
  evidence.failed(broken('MOVE-BACK-01', 'page 1', 'an error'), witness);
  const on = (day: string) => verdictsOf(evidence, acceptable(day), clauseIds).violations.map((v) => v.baseline.kind);
  expect(on(today)).toEqual(['KNOWN', 'NEW']);
  expect(on('2026-06-02')).toEqual(['NEW', 'NEW']);
  const mended = new Evidence();
  expect(verdictsOf(mended, acceptable(today), clauseIds).violations).toEqual([]);
  mended.passed('MOVE-BACK-01');
  expect(verdictsOf(mended, acceptable(today), clauseIds).violations).toMatchObject([{ baseline: { kind: 'GONE' } }]);
});
