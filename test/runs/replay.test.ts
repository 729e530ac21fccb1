import { expect, test } from 'vitest';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { refuseUnlessAllowed, replayVerdict } from '../../src/runs/replay.ts';
import { failingResult } from '../support/sampleResults.ts';

const [violation] = failingResult().violations;
if (violation === undefined) throw new Error('the sample has no violation');

test.each([
  ['PASS', 'always', ['passes', 'passes']],
  ['FAIL', 'always', ['passes', 'fails']],
  ['FAIL', 'always', ['fails', 'unreachable']],
  ['INVALID', 'always', ['passes', 'unreachable']],
  ['INVALID', 'always', ['blocked']],
  ['INVALID', 'load-only', ['passes']],
  ['FAIL', 'load-only', ['fails']],
  ['INVALID', 'not-reproduced', ['passes']],
  ['PASS', 'interleaving-only', ['passes']],
] as const)('%s where a violation that is %s was repeated: %j', (verdict, classification, kinds) => {
  const outcomes = kinds.map((kind) => ({ kind }));
  expect(replayVerdict({ ...violation, classification }, outcomes)).toBe(verdict);
});

test('that a completion of an earlier run is not there proves nothing of this one', () => {
  const lost = { ...violation, classification: 'unclassified', symptom: { lookedFor: 'cvs-1-a' } } as const;
  expect(replayVerdict(lost, [{ kind: 'passes' }])).toBe('INVALID');
  expect(replayVerdict(lost, [{ kind: 'fails' }])).toBe('FAIL');
});

test('all that a witness needs and its profile lacks is said at once', () => {
  const step = violation.witness.steps[0] ?? expect.fail('the sample has no step');
  const sent = (headers: Record<string, string>) => ({ ...step, endpoint: 'regenerate-key', headers });
  const steps = [sent({}), sent({ 'api-key': '$CANVASS_SECOND_KEY' }), sent({ 'api-key': '$CANVASS_FORBIDDEN_KEY' })];
  const witness = { ...violation.witness, steps };
  const profile = (more: object) =>
    resolveProfile({ name: 'mine', target: { baseUrl: 'http://127.0.0.1:1', ...more } });
  expect(() => refuseUnlessAllowed(witness, profile({ apiKeys: ['one'] }))).toThrow(
    /admin\.mutate=true; it .*admin\.regenerateKey=true; it .*a second one of target\.apiKeys \(CANVASS_SECOND_KEY\); it .*target\.forbiddenApiKey/,
  );
  const keys = { apiKeys: ['one', 'two'], forbiddenApiKey: 'three' };
  const admin = { mutate: true, regenerateKey: true };
  const allowed = resolveProfile({ name: 'mine', target: { baseUrl: 'http://127.0.0.1:1', ...keys }, admin });
  expect(() => refuseUnlessAllowed(witness, allowed)).not.toThrow();
});
